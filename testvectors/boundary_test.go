package testvectors_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/check/mutate"
	"smartnic-cc/internal/reference"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/transducer"
)

// narrower are parameters whose documented range (docs/formats.md) is narrower than the
// declared one. The name is the end of a leaf's.
var narrower = map[string]func(arms int64, declared mutate.Interval) mutate.Interval{
	// A parameter does not know K.
	"Period": func(arms int64, d mutate.Interval) mutate.Interval { return mutate.Interval{Lo: arms, Hi: d.Hi} },
	// Below, NsPerByte does not fit its word.
	"LinkRate": func(_ int64, d mutate.Interval) mutate.Interval { return mutate.Interval{Lo: slowest, Hi: d.Hi} },
	// What follows from the ends of LinkRate.
	"NsPerByte": func(int64, mutate.Interval) mutate.Interval {
		return mutate.Interval{Lo: nsPerByte(1<<31 - 1), Hi: nsPerByte(slowest)}
	},
}

// slowest is the least LinkRate, kb/s.
const slowest = 31_251

// nsPerByte is what goes with a link rate: 8e6/LinkRate, UQ8.24, to nearest.
func nsPerByte(link int64) int64 { return (8_000_000<<24 + link/2) / link }

// documented returns the documented range of each parameter of a group.
func documented(t testing.TB, g *testvectors.Group) []mutate.Interval {
	t.Helper()
	prog, err := codegen.Firmware()
	require.NoError(t, err)
	ranges, all := mutate.RangesOf(prog, prog.Transducer(g.Name).Step), make([]mutate.Interval, len(g.ParamValues))
	for i := range all {
		all[i] = ranges.At(g.ParamValues, i)
	}
	arms := int64(0)
	for _, l := range g.State {
		if strings.HasSuffix(l.Name, ".Count") {
			arms++
		}
	}
	for i, l := range g.Params {
		if of := narrower[l.Name[strings.LastIndex(l.Name, ".")+1:]]; of != nil {
			all[i] = of(arms, all[i])
		}
	}
	return all
}

// byAlgorithm returns the groups of sequences of the corpus, by algorithm.
func byAlgorithm(t testing.TB) map[string][]*testvectors.Group {
	t.Helper()
	files, err := generated()
	require.NoError(t, err)
	groups := map[string][]*testvectors.Group{}
	for _, f := range files {
		for i := range f.Groups {
			if g := &f.Groups[i]; g.Type == testvectors.SequenceTest {
				groups[g.Name] = append(groups[g.Name], g)
			}
		}
	}
	require.Len(t, groups, len(reference.Catalog().Algorithms))
	return groups
}

// TestParametersAreDocumented: no group has a parameter outside its documented range.
func TestParametersAreDocumented(t *testing.T) {
	for name, groups := range byAlgorithm(t) {
		for _, g := range groups {
			for i, r := range documented(t, g) {
				if v := int64(g.ParamValues[i]); v < r.Lo || v > r.Hi {
					t.Errorf("%s: %s of group %q is %d, out of range %d..%d", name, g.Params[i].Name, g.Comment, v, r.Lo, r.Hi)
				}
			}
		}
	}
}

// end is a parameter of an algorithm at one end of its range.
type end struct {
	algorithm, parameter string
	high                 bool
}

func (e end) String() string {
	which := "least"
	if e.high {
		which = "greatest"
	}
	return fmt.Sprintf("%s: the %s %s", e.algorithm, which, e.parameter)
}

// TestEveryParameterAtBothEnds: each parameter of each algorithm is at either end of its
// documented range in some group in which it matters: a port that reads it as a little
// less extreme there fails. Those that play no part are at both ends, too: a port that
// lets them play one fails.
func TestEveryParameterAtBothEnds(t *testing.T) {
	seen, tells := map[end]bool{}, map[end]bool{}
	var all []end
	for name, groups := range byAlgorithm(t) {
		for i, l := range groups[0].Params {
			for _, high := range []bool{false, true} {
				e := end{name, l.Name, high}
				all = append(all, e)
				for _, g := range groups {
					r := documented(t, g)[i]
					at, inside := uint64(r.Lo), uint64(r.Lo+step(e, r))
					if high {
						at, inside = uint64(r.Hi), uint64(r.Hi-step(e, r))
					}
					if g.ParamValues[i] != at {
						continue
					}
					seen[e] = true
					if at != inside && !tells[e] {
						tells[e] = readAs(t, g, i, inside)
					}
				}
			}
		}
	}
	for _, e := range all {
		switch idle := playsNoPart(e); {
		case !seen[e]:
			t.Errorf("%s: in no group", e)
		case idle && tells[e]:
			t.Errorf("%s: plays a part after all", e)
		case !idle && !tells[e]:
			t.Errorf("%s: makes no difference in any group", e)
		}
	}
}

// coarse are parameters of which a unit is less than a result shows: a port is found that
// reads them this part of their range off.
var coarse = map[string]int64{"Gamma": 256, "LogPerStep": 256, "GrowthPerStep": 256, "NsPerByte": 256}

// step is how much less extreme a port reads a parameter.
func step(e end, r mutate.Interval) int64 {
	name := e.parameter[strings.LastIndex(e.parameter, ".")+1:]
	switch part := coarse[name]; {
	case part > 0:
		return max((r.Hi-r.Lo)/part, 1)
	case name == "KeepAtLeast" && !e.high && strings.HasPrefix(e.algorithm, "dolcerc"):
		return r.Hi * 3 / 4 // a cut of Dolce-RC keeps half by itself
	case name == "MinRate" && !e.high && strings.HasPrefix(e.algorithm, "dolcercplus"):
		return r.Hi / 4 // the least arm has an eighth of the slowest link's rate, or a 128th
	}
	return min(1, r.Hi-r.Lo)
}

// playsNoPart reports whether a parameter is documented to play no part in its algorithm.
func playsNoPart(e end) bool {
	name, base := strings.CutPrefix(e.parameter, "Base.")
	return idleArm(e.algorithm, e.parameter) || base && (strings.HasPrefix(name, "Alpha") || name == "OldWeight" || name == "CutShift" || name == "ClampTarget")
}

// idleArm reports whether a parameter is that of an arm from K on.
func idleArm(algorithm, parameter string) bool {
	var arms, arm int
	if _, err := fmt.Sscanf(algorithm, "dolcerc%d", &arms); err != nil {
		return false
	}
	_, err := fmt.Sscanf(parameter, "Actions[%d]", &arm)
	return err == nil && arm >= arms
}

// readAs reports whether a port that reads parameter i of a group as another value fails.
func readAs(t *testing.T, g *testvectors.Group, i int, value uint64) bool {
	t.Helper()
	r, err := testvectors.Verify(&misread{reference.New(), i, value}, alone(g), testvectors.Options{})
	require.NoError(t, err)
	return !r.OK()
}

// misread is the reference, but for one parameter.
type misread struct {
	transducer.Firmware
	parameter int
	value     uint64
}

func (m *misread) Open(name string, params []uint64) (transducer.Connection, error) {
	changed := append([]uint64{}, params...)
	changed[m.parameter] = m.value
	return m.Firmware.Open(name, changed)
}

// alone returns a file of one group.
func alone(g *testvectors.Group) *testvectors.File {
	return &testvectors.File{Algorithm: g.Name, Schema: testvectors.SequenceSchema, Groups: []testvectors.Group{*g}}
}
