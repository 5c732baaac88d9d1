package paramset_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/frontend"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/algorithms/paramset"
)

const source = `// Package odd has parameters of every shape.
package odd

// Mode is how.
type Mode uint8

// The modes.
const (
	ModeSlow Mode = iota
	ModeFast
)

// Params are the parameters.
type Params struct {
	//ccgen:range 1000..Most
	//ccgen:unit kb/s
	Least uint32
	//ccgen:unit kb/s
	Most uint32
	//ccgen:range 1..1<<20
	//ccgen:unit ns
	Period uint32
	//ccgen:unit B
	Reset uint64
	How   Mode
	On    bool
	Shift int8
	Arms  [2]Arm
	Learn Learn
}

// Arm is one of several.
type Arm struct {
	//ccgen:range 1..Beta
	Alpha uint16
	Beta  uint16
}

// Learn is a nested struct.
type Learn struct {
	//ccgen:range 8..16
	Bits uint8
	//ccgen:range 0..1<<Learn.Bits
	Weight [2]uint32
	//ccgen:range 0..len(Weight)
	Pick uint8
}

// State is the state.
type State struct{ X uint8 }

// Event is the event.
type Event struct{ X uint8 }

// Init sets the state.
func Init(p *Params, s *State) { *s = State{} }

// Step steps.
//
//ccgen:transducer odd init=Init
func Step(p *Params, s *State, e *Event) uint8 { return e.X }
`

const good = `[one]
Least = "1Mb/s"
Most = 2_000
Period = "55us"
Reset = "10 MiB"
How = "fast"
On = true
Shift = -3
"Arms[0].Alpha" = 1
"Arms[0]".Beta = 2
"Arms[1]" = {Alpha = 3, Beta = 4}
[one.Learn]
Bits = 8
Weight = [256, 0x10]
Pick = 2
[two]
Least = 1000
Most = "0.0015Gb/s"
Period = 1
Reset = 0
How = 0
On = 0
Shift = 5
Arms = [{Alpha = 1, Beta = 1}, {Alpha = 1, Beta = 1}]
Learn = {Bits = 16, Weight = [65536, 0], Pick = 0}
`

func params(t testing.TB) *paramset.Params {
	p, err := frontend.Load(fstest.MapFS{"odd/odd.go": {Data: []byte(source)}}, "test", []string{"odd"}, frontend.Options{})
	require.NoError(t, err)
	return paramset.New(p.Transducer("odd"), func(p ir.Pos) string { return fmt.Sprintf("%s:%d", p.File, p.Line) })
}

// TestRead: tables, dotted and quoted keys, arrays, units, names of constants.
func TestRead(t *testing.T) {
	p := params(t)
	list, err := p.Read([]byte(good), "f")
	require.NoError(t, err)
	require.Equal(t, "one", list[0].Name)
	minus3 := ^uint64(0) - 2
	require.Equal(t, []uint64{1000, 2000, 55_000, 10 << 20, 1, 1, minus3, 1, 2, 3, 4, 8, 256, 16, 2}, list[0].Values)
	require.Equal(t, []uint64{1000, 1500, 1, 0, 0, 0, 5, 1, 1, 1, 1, 16, 65536, 0, 0}, list[1].Values)
	two, err := paramset.Find(list, "two", "f")
	require.NoError(t, err)
	require.Same(t, list[1], two)
	one, err := paramset.Find(list, "", "f")
	require.NoError(t, err)
	require.Same(t, list[0], one, "the first is the default")
	_, err = paramset.Find(list, "tow", "f")
	require.EqualError(t, err, `profile: "tow" is unknown (did you mean two?); f has one, two`)

	own := one.Clone()
	require.NoError(t, p.Change(own, "Learn.Weight[1]=7"))
	require.NoError(t, p.Change(own, " Period = 1ms"))
	require.EqualValues(t, 7, own.Values[13])
	require.EqualValues(t, 55_000, one.Values[2])
	require.NoError(t, p.Check(own))
	require.NoError(t, p.Change(own, "Learn.Weight[1]=257"))
	require.EqualError(t, p.Check(own), "set: Learn.Weight[1] = 257: outside 0..256 (range 0..1<<Learn.Bits, odd/odd.go:43); write a value within")
}

// TestRefused: one line each, with file, line, value, range and remedy.
func TestRefused(t *testing.T) {
	p := params(t)
	for _, c := range []struct{ old, new, want string }{
		{"Period = 1\n", "Perod = 1\n", "f:19: Perod: no parameter of odd (did you mean Period?); there are Least, Most, Period, Reset, How, On, Shift, Arms[0].Alpha, Arms[0].Beta, Arms[1].Alpha, Arms[1].Beta, Learn.Bits and 3 more"},
		{"Period = 1\n", "Period = 0\n", "f:19: Period = 0 ns: outside 1..1048576 ns (range 1..1<<20, odd/odd.go:20); write a value within"},
		{"Period = 1\n", "Period = \"5kb\"\n", `f:19: Period: "5kb" has no unit of ns; it is not a whole number of ns, or text with a unit, as in "40 ns" or "40us" or "40ms" or "40s"`},
		{"Period = 1\n", "Period = \"0.5ns\"\n", `f:19: Period: "0.5ns" is not a whole number of ns`},
		{"Period = 1\n", "Period = \"010\"\n", `f:19: Period: "010" is not a whole number of ns`},
		{"Period = 1\n", "Period = 5.0\n", "f:19: Period: want a whole number, text with a unit, true or false"},
		{"Period = 1\n", "Period = 4294967296\n", "f:19: Period = 4294967296 ns: outside 0..4294967295 ns (uint32, odd/odd.go:22); write a value within"},
		{"Period = 1\n", "", "f:16: profile two lacks Period ns; write Period = VALUE (odd/odd.go:22)"},
		{"Arms = [{Alpha = 1, ", "Arms = [{", "f:16: profile two lacks Arms[0].Alpha; write \"Arms[0].Alpha\" = VALUE (odd/odd.go:35)"},
		{"Arms = [{Alpha = 1, ", "Arms = [{Alpha = 2, ", "f:24: Arms[0].Alpha = 2: outside 1..1 (range 1..Beta, odd/odd.go:34); write a value within"},
		{"Least = 1000\n", "Least = 1600\n", "f:17: Least = 1600 kb/s: outside 1000..1500 kb/s (range 1000..Most, odd/odd.go:15); write a value within"},
		{"How = 0\n", "How = \"fats\"\n", `f:21: How: "fats" is none of its values (did you mean fast?); they are fast, slow`},
		{"On = 0\n", "On = 2\n", `f:22: On: "2" is not true or false`},
		{"Shift = 5\n", "Shift = 128\n", "f:23: Shift = 128: outside -128..127 (int8, odd/odd.go:27); write a value within"},
		{"Shift = 5\n", "Shift = 5\n\"Arms[0].Beta\" = 1\n", "f:25: Arms[0].Beta: is set at f:24 already; leave one out"},
		{"[two]\n", "[two]\n[two]\n", "f:17:2: two: table two already exists"},
		{"[two]\n", "[[two]]\n", "f:16: [[two]]: a profile is one table; write [two], and an array as NAME = [1, 2]"},
		{"[one]\n", "Wrong = 5\n[one]\n", "f:1: Wrong: is in no profile; write a table with the profile's name above it, as in [default]"},
		{"Pick = 2\n", "Pick = 3\n", "f:15: Learn.Pick = 3: outside 0..2 (range 0..len(Weight), odd/odd.go:45); write a value within"},
		{"[two]\n", "[two\n", "f:16:5: "},
		{"[two]\n", "[\"\"]\n", "f:16: a profile without a name; give it one, as in [default]"},
	} {
		_, err := p.Read([]byte(strings.Replace(good, c.old, c.new, 1)), "f")
		require.Error(t, err, c.new)
		if !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: got\n%s\nwant\n%s", c.new, err, c.want)
		}
		require.NotContains(t, err.Error(), "\n")
	}
	_, err := p.Read(nil, "f")
	require.EqualError(t, err, "f: has no profile; write a table with a name, as in [default], and the parameters below it")
	require.EqualError(t, p.Check(p.None("f")), "f: there is no such file, and Least kb/s (odd/odd.go:17) is not set; write a table of parameters there, as in [default], or --set Least=VALUE")
	require.EqualError(t, p.Change(p.None("f"), "Least"), `set: "Least" is not FIELD=VALUE, as in Least=1`)
	require.ErrorContains(t, p.Change(p.None("f"), "Laest=1"), "set: Laest: no parameter of odd (did you mean Least?)")
}
