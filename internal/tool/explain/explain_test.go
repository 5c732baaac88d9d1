package explain

import (
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/check/mutate"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/internal/logs/firmwarelog"
	"smartnic-cc/internal/logs/firmwarelog/logtest"
	"smartnic-cc/internal/reference"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/transducer"
)

// corpus reads a file of vectors.
func corpus(t testing.TB, file string) *testvectors.File {
	t.Helper()
	f, err := testvectors.Read("../../../testvectors/corpus/" + file + ".gz")
	require.NoError(t, err)
	return f
}

// builtIn returns an explainer of a built-in algorithm.
func builtIn(t testing.TB, name string, params []uint64) *Explainer {
	t.Helper()
	p, err := codegen.Load(nil)
	require.NoError(t, err)
	x, err := New(p, name, params, BuiltIn(name))
	require.NoError(t, err)
	return x
}

// logged returns a built-in algorithm in the form that logs use.
func logged(t testing.TB, a *transducer.Algorithm) *firmwarelog.Algorithm {
	t.Helper()
	p, err := codegen.Firmware()
	require.NoError(t, err)
	return firmwarelog.Of(p.Transducer(a.Name))
}

// explainer returns an explainer of a group of vectors.
func explainer(t testing.TB, g *testvectors.Group) (*Explainer, *transducer.Algorithm) {
	t.Helper()
	x := builtIn(t, g.Name, g.ParamValues)
	a, err := reference.Catalog().Algorithm(g.Name)
	require.NoError(t, err)
	return x, a
}

// stepper is a faulty firmware: it makes of a state and an event an output and a state.
type stepper func(in *stepInput) (output, state []uint64, ok bool)

// faultyLog is the log of a firmware that runs the events of the group's sequences, each on a separate connection.
func faultyLog(t testing.TB, g *testvectors.Group, step stepper) []logtest.Record {
	t.Helper()
	var rs []logtest.Record
	for i := range g.Sequences {
		s := &g.Sequences[i]
		conn := string(rune('a'+i%26)) + string(rune('0'+i/26))
		rs = append(rs, logtest.Record{Kind: "load", Conn: conn, State: s.Initial})
		state := slices.Clone(s.Initial)
		for _, row := range s.Steps {
			event, _, _ := g.Split(row)
			output, after, ok := step(&stepInput{params: g.ParamValues, before: state, event: event})
			if !ok {
				break // a fault: the firmware hangs
			}
			rs = append(rs, logtest.Record{Kind: "step", Conn: conn, Event: event, Output: slices.Clone(output), State: slices.Clone(after)})
			state = slices.Clone(after)
		}
	}
	return rs
}

// firstDifference compares the log with the reference; nil if it is the same.
func firstDifference(t testing.TB, a *transducer.Algorithm, g *testvectors.Group, rs []logtest.Record) *firmwarelog.Difference {
	t.Helper()
	r, err := firmwarelog.NewReader(strings.NewReader(logtest.CSV(a, nil, rs)), "log", nil)
	require.NoError(t, err)
	require.NoError(t, r.Bind(logged(t, a)))
	var got *firmwarelog.Difference
	_, err = firmwarelog.Compare(r, firmwarelog.Options{Params: g.ParamValues, Differs: func(d *firmwarelog.Difference) error {
		got = d
		return nil
	}})
	require.NoError(t, err)
	return got
}

// plantedMutant runs the group's events with a mutant, and explains the first difference;
// nil if the mutant shows in none.
func plantedMutant(t testing.TB, x *Explainer, a *transducer.Algorithm, g *testvectors.Group, m *mutate.Mutant) *Explanation {
	t.Helper()
	restore := x.machine.Replace(m.Func, m.Body())
	rs := faultyLog(t, g, x.plain)
	restore()
	d := firstDifference(t, a, g, rs)
	if d == nil {
		return nil
	}
	e, err := x.Explain(d)
	require.NoError(t, err)
	return e
}

// TestEveryMutantIsFound plants one mutant in 331 of each algorithm, with -long one in 47, in the interpreter, runs
// vectors on it, and checks that it is among the hypotheses that explain the first difference: not contradicted by
// earlier steps, and as good as the best for later ones.
func TestEveryMutantIsFound(t *testing.T) {
	planted, first, line := 0, 0, 0
	every, least, fewest := 331, 8, 4
	if tier.Long() {
		every, least, fewest = 47, 60, 12
	}
	kinds := map[string]bool{}
	for _, file := range []string{"dcqcn-paper.json", "dcqcn-hpcc.json", "dcqcnnp.json", "bandit4.json", "dolcerc4-tx-slots.json", "dolcercplus4.json"} {
		g := &corpus(t, file).Groups[0]
		g.Sequences = g.Sequences[:min(8, len(g.Sequences))]
		x, a := explainer(t, g)
		for i, m := range x.mutants {
			if i%every != 0 {
				continue
			}
			e := plantedMutant(t, x, a, g, m)
			if e == nil {
				continue // the same function, or none of these vectors shows it
			}
			planted++
			at := slices.IndexFunc(e.Hypotheses, func(h Hypothesis) bool { return h.ID == m.ID })
			require.GreaterOrEqual(t, at, 0, "%s (%s): %s -> %s is not among %d hypotheses", m.ID, m.What, m.Before, m.After, len(e.Hypotheses))
			h := e.Hypotheses[at]
			require.True(t, h.All)
			require.Zero(t, h.Contradicted, m.ID)
			require.Zero(t, h.Missed, "%s: one mistake explains all that comes later", m.ID)
			require.Zero(t, e.Hypotheses[0].Missed)
			require.Zero(t, e.Hypotheses[0].Contradicted)
			require.Equal(t, x.placeOf(m.Site), h.Place)
			require.GreaterOrEqual(t, h.Link, 0, "%s: it changes a link of the chain", m.ID)
			readDifferently(t, slices.Clone(e.Hypotheses))
			kinds[string(h.Kind)] = true
			if at == 0 {
				first++
			}
			if e.Hypotheses[0].Place == h.Place {
				line++
			}
		}
	}
	t.Logf("%d mutants of %d kinds planted: %d first, %d with the first at their line", planted, len(kinds), first, line)
	require.Greater(t, planted, least)
	require.GreaterOrEqual(t, len(kinds), fewest)
	require.Greater(t, line*2, planted, "more than half of the lines named first are right")
}

// TestInputsAndWriting plants what no operation of the program is: an input misread, the
// event lost or taken twice, a field written wrongly.
func TestInputsAndWriting(t *testing.T) {
	for _, c := range []struct {
		file, want string // ID of the hypothesis
		kind       mutate.Kind
		fault      func(x *Explainer) stepper
	}{
		{"dcqcn-connectx.json", "event-lost", eventLost, func(x *Explainer) stepper {
			n := 0
			return func(in *stepInput) ([]uint64, []uint64, bool) {
				output, state, ok := x.plain(in)
				if n++; n%9 == 5 {
					return []uint64{in.before[0], 0}, slices.Clone(in.before), ok // RC, and nothing done
				}
				return output, state, ok
			}
		}},
		{"dcqcn-connectx.json", "event-lost/output", eventLost, func(x *Explainer) stepper {
			n := 0
			var last []uint64
			return func(in *stepInput) ([]uint64, []uint64, bool) {
				output, state, ok := x.plain(in)
				if n++; n%9 == 5 {
					return last, slices.Clone(in.before), ok
				}
				last = slices.Clone(output)
				return output, state, ok
			}
		}},
		{"dcqcn-connectx.json", "event-lost/state", eventLost, func(x *Explainer) stepper {
			n := 0
			return func(in *stepInput) ([]uint64, []uint64, bool) {
				output, state, ok := x.plain(in)
				if n++; n%9 == 5 {
					return output, slices.Clone(in.before), ok
				}
				return output, state, ok
			}
		}},
		{"dcqcn-paper.json", "event-twice", eventTwice, func(x *Explainer) stepper {
			n := 0
			return func(in *stepInput) ([]uint64, []uint64, bool) {
				output, state, ok := x.plain(in)
				if n++; in.event[5] != 5 || n%9 != 5 {
					return output, state, ok
				}
				return x.plain(&stepInput{params: in.params, before: state, event: in.event})
			}
		}},
		{"dcqcn-paper.json", "event-field/Bytes/bytes-of-bits", eventField, func(x *Explainer) stepper {
			return func(in *stepInput) ([]uint64, []uint64, bool) {
				e := slices.Clone(in.event)
				e[1] >>= 3
				return x.plain(&stepInput{params: in.params, before: in.before, event: e})
			}
		}},
		{"dcqcn-paper.json", "parameter/AlphaFirst/not", parameter, func(x *Explainer) stepper {
			return func(in *stepInput) ([]uint64, []uint64, bool) {
				p := slices.Clone(in.params)
				p[23] ^= 1
				return x.plain(&stepInput{params: p, before: in.before, event: in.event})
			}
		}},
		{"dcqcn-paper.json", "parameter/IncreasePeriod/per-1000", parameter, func(x *Explainer) stepper {
			return func(in *stepInput) ([]uint64, []uint64, bool) {
				p := slices.Clone(in.params)
				p[7] /= 1000
				return x.plain(&stepInput{params: p, before: in.before, event: in.event})
			}
		}},
		{"dcqcn-paper.json", "state-before/Alpha/16-bit", stateBefore, func(x *Explainer) stepper {
			return func(in *stepInput) ([]uint64, []uint64, bool) {
				s := slices.Clone(in.before)
				s[9] &= 0xFFFF
				return x.plain(&stepInput{params: in.params, before: s, event: in.event})
			}
		}},
		{"dcqcn-paper.json", "written-field/state.Rates.RT/byte-order", writtenField, func(x *Explainer) stepper {
			return func(in *stepInput) ([]uint64, []uint64, bool) {
				output, state, ok := x.plain(in)
				state[1] = uint64(bits.ReverseBytes32(uint32(state[1])))
				return output, state, ok
			}
		}},
		{"dcqcn-paper.json", "field-swap/Rates.RC/Rates.RT", fieldSwap, func(x *Explainer) stepper {
			return func(in *stepInput) ([]uint64, []uint64, bool) {
				output, state, ok := x.plain(in)
				state[0], state[1] = state[1], state[0]
				return output, state, ok
			}
		}},
	} {
		g := &corpus(t, c.file).Groups[0]
		x, a := explainer(t, g)
		d := firstDifference(t, a, g, faultyLog(t, g, c.fault(x)))
		require.NotNil(t, d, c.want)
		e, err := x.Explain(d)
		require.NoError(t, err)
		i := slices.IndexFunc(e.Hypotheses, func(h Hypothesis) bool { return h.ID == c.want })
		require.GreaterOrEqual(t, i, 0, "%s is not among %v", c.want, ids(e))
		h := e.Hypotheses[i]
		require.Equal(t, c.kind, h.Kind)
		require.True(t, h.All)
		require.Zero(t, h.Contradicted, c.want)
		require.LessOrEqual(t, h.Missed, e.Hypotheses[0].Missed, c.want)
		require.LessOrEqual(t, i, 4, "%s is far behind %v", c.want, ids(e))
	}
}

// TestOneEvent: a hypothesis about a single event is not contradicted by later events, which the firmware handles
// like the reference.
func TestOneEvent(t *testing.T) {
	for _, want := range []string{"event-lost", "event-twice"} {
		g := &corpus(t, "dcqcn-paper.json").Groups[0]
		x, a := explainer(t, g)
		for _, at := range []int{12, 40, 90} {
			n := 0
			d := firstDifference(t, a, g, faultyLog(t, g, func(in *stepInput) ([]uint64, []uint64, bool) {
				output, state, ok := x.plain(in)
				switch n++; {
				case n == at && want == "event-twice":
					return x.plain(&stepInput{params: in.params, before: state, event: in.event})
				case n == at:
					return []uint64{in.before[0], 0}, slices.Clone(in.before), ok
				}
				return output, state, ok
			}))
			require.NotNil(t, d)
			e, err := x.Explain(d)
			require.NoError(t, err)
			require.Equal(t, want, e.Hypotheses[0].ID)
			require.Zero(t, e.Hypotheses[0].Missed, "none of %d steps after it contradicts", e.Later)
			require.NotZero(t, e.Later)
		}
	}
}

func ids(e *Explanation) []string {
	var out []string
	for _, h := range e.Hypotheses {
		out = append(out, h.ID)
	}
	return out
}
