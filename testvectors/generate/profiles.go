package generate

import (
	"fmt"

	"smartnic-cc/dcqcn"
	"smartnic-cc/dcqcn/profile"
)

// lineRate is the port speed that the profiles are made for: 100 Gb/s.
const lineRate dcqcn.Rate = 100_000_000

type namedParams struct {
	name   string
	params dcqcn.Params
}

// dcqcnProfiles returns the parameters of the profiles, the paper's first.
func dcqcnProfiles() ([]namedParams, error) {
	var all []namedParams
	for _, name := range profile.Names() {
		p, err := profile.Get(name, lineRate)
		if err != nil {
			return nil, err
		}
		all = append(all, namedParams{name, p.RP})
	}
	return all, nil
}

// checked refuses parameters that no profile could have: a corpus of such would
// test what the algorithm does not promise.
func (b *builder) checked(comment string, p dcqcn.Params) {
	if err := profile.Check(p); err != nil {
		b.fail(fmt.Errorf("%s: %w", comment, err))
	}
}
