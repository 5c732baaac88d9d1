package firmwarelog

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"smartnic-cc/testvectors/transducer"
)

// Values returns the parameters of the header as the algorithm has them. All have to be
// there, each once.
func (h Header) Values(a *transducer.Algorithm) ([]uint64, error) {
	values := make([]uint64, len(a.Params))
	left := maps.Clone(h.Params)
	var missing []string
	for i, l := range a.Params {
		text, ok := left[normal(l.Name)]
		if !ok {
			missing = append(missing, l.Name)
			continue
		}
		delete(left, normal(l.Name))
		v, negative, err := integer(l, text)
		if err != nil || !fits(l, v, negative) {
			return nil, fmt.Errorf("parameter %s is %.40q; expected a %s", l.Name, text, l.Type())
		}
		values[i] = v
	}
	if len(missing) > 0 {
		more := ""
		if n := len(missing); n > 5 {
			missing, more = missing[:5], fmt.Sprintf(" and %d more", n-5)
		}
		return nil, fmt.Errorf("parameters of %s that are not there: %s%s; give all of them, or choose them with --algo and --profile",
			a.Name, strings.Join(missing, ", "), more)
	}
	if len(left) > 0 {
		return nil, fmt.Errorf("%s is no parameter of %s", shorten(slices.Sorted(maps.Keys(left))[0]), a.Name)
	}
	return values, nil
}

// maxHeaderFile bounds a file of parameters.
const maxHeaderFile = 1 << 20

// ReadHeader reads an algorithm and its parameters from a JSON object, as the first line
// of a log in JSON lines has them, over as many lines as it likes. name is the file's.
func ReadHeader(in io.Reader, name string) (Header, error) {
	b, err := io.ReadAll(io.LimitReader(in, maxHeaderFile+1))
	if err == nil && len(b) > maxHeaderFile {
		err = fmt.Errorf("is longer than %d bytes; expected an algorithm and its parameters", maxHeaderFile)
	}
	var h Header
	if err == nil {
		h, _, err = parseHeader(b)
	}
	if err == nil && (h.Algorithm == "" || h.Params == nil) {
		err = errors.New(`expected {"algorithm": "NAME", "params": {"NAME": VALUE, ...}}`)
	}
	if err != nil {
		return h, &Error{Name: name, Msg: err.Error()}
	}
	return h, nil
}
