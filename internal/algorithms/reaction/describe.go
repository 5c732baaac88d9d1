package reaction

import (
	"fmt"
	"reflect"
	"strings"

	"smartnic-cc/codegen/profile"
	"smartnic-cc/dcqcn"
	dcqcnprofile "smartnic-cc/dcqcn/profile"
	"smartnic-cc/dolcerc"
	"smartnic-cc/internal/reference"
	"smartnic-cc/testvectors/transducer"
)

// Parameter is a parameter as shown to users.
type Parameter = profile.Parameter

// Integers lists the setup's parameters as the firmware takes them (docs/formats.md).
func (s *Setup) Integers() []Parameter {
	if s.Arms == 0 {
		return Integers(reflect.TypeFor[dcqcn.Params](), s.Params)
	}
	return Integers(reflect.TypeFor[dolcerc.Params](), s.Params)
}

// Integers names flattened parameters of a struct.
func Integers(t reflect.Type, values []uint64) []Parameter {
	leaves := reference.Leaves(t, "")
	if len(leaves) != len(values) {
		panic(fmt.Sprintf("reaction: %d parameters of %v, %d values", len(leaves), t, len(values))) // a mistake of the caller
	}
	out := make([]Parameter, len(leaves))
	for i, l := range leaves {
		out[i] = Parameter{Name: l.Name, Value: transducer.Leaf.Format(l, values[i])}
	}
	return out
}

// Vendors lists a profile's parameters by their vendor's names. It omits those of a profile without such names, and
// values that they cannot express: the integers show them.
func Vendors(p *dcqcnprofile.Profile) []Parameter {
	var out []Parameter
	for _, k := range dcqcnprofile.Knobs() {
		if v, err := p.Value(k.Name); err == nil {
			out = append(out, Parameter{Name: k.Prefix + k.Name, Value: v, Unit: k.Unit, Meaning: k.Meaning})
		}
	}
	return out
}

// Learning lists what Dolce-RC learns with; nothing for DCQCN, or for arms that Setup refuses.
func (c *Choice) Learning() []Parameter {
	if c.Algo != AlgoDolceRC {
		return nil
	}
	d, err := c.Config()
	if err != nil {
		return nil
	}
	var arms []string
	for _, a := range d.Arms {
		arms = append(arms, a.Alpha+":"+a.Beta)
	}
	return []Parameter{
		{Name: "arms", Value: strings.Join(arms, ", "), Meaning: "alpha:beta of each arm"},
		{Name: "gamma", Value: d.Learn.Gamma, Meaning: "discount of what was learnt"},
		{Name: "epsilon", Value: d.Learn.Epsilon, Meaning: "probability of a random arm"},
		{Name: "xi", Value: d.Learn.Xi, Meaning: "weight of exploration"},
		{Name: "estimate", Value: d.Estimate, Meaning: "how marks are counted"},
	}
}
