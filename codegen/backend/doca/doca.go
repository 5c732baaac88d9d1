package doca

import (
	"errors"
	"fmt"
	"strings"

	"smartnic-cc/codegen/backend/cgen"
	"smartnic-cc/codegen/backend/doca/device"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/codegen/profile"
	"smartnic-cc/internal/algorithms"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/testvectors/transducer"
)

// Options say what Generate writes.
type Options struct {
	// Algorithm is a transducer that the target can hold, one of Algorithms.
	Algorithm string
	// Profile is the profile that the defaults of the parameters are from, a name or a file,
	// and Line the port's speed, as in 100G.
	Profile, Line string
	// Change is the changes of the profile; its Profile and Line are ignored.
	Change profile.Choice
	// Prefix begins every name, as in the port's header.
	Prefix string
	// Header is the file name of the port's header, and Command what makes both files.
	Header, Command string
}

// DefaultProfile is the reaction point that NICs of this vendor have.
const DefaultProfile = "connectx"

// schemes are the algorithms that say how they run here.
func schemes() ([]device.Algorithm, error) {
	entries, err := algorithms.Entries()
	var all []device.Algorithm
	for _, e := range entries {
		if f, ok := e.Family.(device.Family); ok {
			all = append(all, f.Devices()...)
		}
	}
	return all, err
}

// Algorithms returns the names of the algorithms that the target can hold.
func Algorithms() []string {
	all, _ := schemes() // the error is reported to whoever asks for one of them
	return collect.Of(all, func(s device.Algorithm) string { return s.Name })
}

// Selection returns the parts of the port that an algorithm needs, for cgen.Options.Only. If the target cannot hold
// the algorithm, the error says why.
func Selection(p *ir.Program, algorithm string) ([]string, error) {
	if algorithm == "" {
		return nil, fmt.Errorf("algo: target doca-pcc takes one algorithm; name %s", strings.Join(Algorithms(), " or "))
	}
	t := p.Transducer(algorithm)
	if t == nil {
		return nil, unknown(algorithm)
	}
	if err := checkState(t); err != nil {
		return nil, err
	}
	s, err := find(algorithm)
	if err != nil {
		return nil, fmt.Errorf("algo: %s does not run on the events of target doca-pcc; it takes %s", algorithm, strings.Join(Algorithms(), " or "))
	}
	return s.Only, nil
}

func unknown(algorithm string) error {
	return fmt.Errorf("algo: target doca-pcc: %w", &transducer.UnknownAlgorithmError{Name: algorithm, Known: Algorithms()})
}

func find(algorithm string) (*device.Algorithm, error) {
	all, err := schemes()
	if err != nil {
		return nil, err
	}
	for i := range all {
		if all[i].Name == algorithm {
			return &all[i], nil
		}
	}
	return nil, unknown(algorithm)
}

// Params returns the parameters of an algorithm, in the order of their numbers, with the
// defaults of a profile with its changes. The error is that of the profile or of a change
// that it, the algorithm or the target does not take.
func Params(algorithm string, c profile.Choice) ([]Param, error) {
	s, err := find(algorithm)
	if err != nil {
		return nil, err
	}
	line, err := c.Rate()
	if err != nil {
		return nil, err
	}
	all, err := s.Params(c)
	if err != nil {
		return nil, err
	}
	all = append(all, lineParams(line)...)
	for _, p := range all {
		if p.Default < p.Min || p.Default > p.Max {
			return nil, fmt.Errorf("profile %s: %s: %d is out of range %d..%d of target doca-pcc", c.Profile, p.Name, p.Default, p.Min, p.Max)
		}
	}
	return all, checkCounts(algorithm, len(all), len(Counters(algorithm)))
}

// Generate writes the glue of one algorithm. The error is that of an option that is wrong,
// or of an algorithm that has no glue.
func Generate(p *ir.Program, o Options) ([]byte, error) {
	if _, err := Selection(p, o.Algorithm); err != nil {
		return nil, err
	}
	if o.Header == "" || strings.ContainsAny(o.Header, "/\"\\\n") {
		return nil, errors.New("doca-pcc: the header's name is empty or has a directory; name a file")
	}
	// The port's own rules for prefixes hold here too.
	if _, err := cgen.HeaderName(cgen.Options{Prefix: o.Prefix}); err != nil {
		return nil, err
	}
	s, err := find(o.Algorithm)
	if err != nil {
		return nil, err
	}
	choice := o.Change
	choice.Profile, choice.Line = o.Profile, o.Line
	params, err := Params(o.Algorithm, choice)
	if err != nil {
		return nil, err
	}
	return print(s, p.Transducer(o.Algorithm), o, params, Counters(o.Algorithm))
}
