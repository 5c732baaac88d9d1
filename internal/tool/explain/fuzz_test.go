package explain

import (
	"encoding/binary"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/logs/firmwarelog"
	"smartnic-cc/internal/reference"
	"smartnic-cc/testvectors/transducer"
)

// values takes the integers of a row off the input, each as many bytes as its type has, of
// whatever pattern fits; when the input is at its end they are 0.
func values(in *[]byte, leaves []transducer.Leaf) []uint64 {
	v := make([]uint64, len(leaves))
	for i, l := range leaves {
		var b [8]byte
		n := copy(b[:(l.Bits+7)/8], *in)
		*in = (*in)[n:]
		v[i] = l.Wrap(binary.LittleEndian.Uint64(b[:]))
	}
	return v
}

// bytesOf is the input that values reads rows from.
func bytesOf(of ...row) []byte {
	var out []byte
	for _, r := range of {
		for i, l := range r.leaves {
			out = append(out, binary.LittleEndian.AppendUint64(nil, r.v[i])[:(l.Bits+7)/8]...)
		}
	}
	return out
}

type row struct {
	leaves []transducer.Leaf
	v      []uint64
}

// fuzzed are the algorithms of FuzzExplain, and vectors from which it starts.
var fuzzed = []struct{ name, file string }{
	{"dcqcn", "dcqcn-paper.json"}, {"dcqcnnp", "dcqcnnp.json"}, {"bandit2", "bandit2.json"},
	{"bandit4", "bandit4.json"}, {"dolcerc4", "dolcerc4-tx-slots.json"}, {"dolcercplus4", "dolcercplus4.json"},
}

// FuzzExplain: parameters, states and events far outside their ranges, as a log may hold
// them, make neither the reference nor an explanation panic; and the field that was
// changed is the one that differs. Of the hypotheses every eleventh is tried, from another
// one on in each input, since all of them take longer than fuzzing has.
func FuzzExplain(f *testing.F) {
	const every = 11
	explainers := make([]*Explainer, len(fuzzed))
	algorithms := make([]*transducer.Algorithm, len(fuzzed))
	for i, k := range fuzzed {
		g := &corpus(f, k.file).Groups[0]
		explainers[i], algorithms[i] = explainer(f, g)
		a := algorithms[i]
		for _, s := range g.Sequences[:min(3, len(g.Sequences))] {
			// A step of a sequence, from the state that the one before it left.
			at := len(s.Steps) / 2
			event, _, _ := g.Split(s.Steps[at])
			_, _, before := g.Split(s.Steps[max(at-1, 0)])
			f.Add(uint8(i), uint16(at), bytesOf(row{a.Params, g.ParamValues}, row{a.State, before}, row{a.Event, event}))
		}
		f.Add(uint8(i), uint16(1), slices.Repeat([]byte{0xFF}, 1024))
		f.Add(uint8(i), uint16(0), []byte{})
	}
	f.Fuzz(func(t *testing.T, which uint8, choice uint16, in []byte) {
		x, a := explainers[int(which)%len(fuzzed)], algorithms[int(which)%len(fuzzed)]
		params := values(&in, a.Params)
		x.reals = newReals(x.packages.Program, x.def, params)
		c, err := reference.New().Open(a.Name, params)
		require.NoError(t, err)
		before, event := values(&in, a.State), values(&in, a.Event)
		require.NoError(t, c.Load(before))
		output, state, err := c.Step(event)
		require.NoError(t, err)
		d := &firmwarelog.Difference{Difference: transducer.Difference{
			Step: 1, Algorithm: a, Params: params, Before: before, Event: event, ExpectedOutput: clone(output), ExpectedState: clone(state),
			Output: transducer.Known(clone(output)), State: transducer.Known(clone(state)),
		}}
		at := int(choice) % len(a.State)
		l := a.State[at]
		d.State.V[at] = l.Wrap(d.State.V[at] + uint64(1+choice%255))
		if l.Bool {
			d.State.V[at] = 1 - d.ExpectedState[at]
		}
		n := int(choice)
		e, err := x.explain(d, func(ts []trial) []trial {
			return slices.DeleteFunc(ts, func(trial) bool { n++; return n%every != 0 })
		})
		require.NoError(t, err)
		for _, h := range e.Hypotheses {
			require.Equal(t, []string{"state." + l.Name}, h.Explains)
		}
		var b strings.Builder
		require.NoError(t, e.Write(&b, TextOptions{Chain: -1, Others: 100}))
		for _, line := range strings.Split(b.String(), "\n") {
			if strings.Contains(line, " ") && !strings.Contains(strings.TrimSpace(line), " ") {
				continue // a word that is longer than a line
			}
			require.LessOrEqual(t, utf8.RuneCountInString(line), 80, line)
		}
	})
}

func clone(v []uint64) []uint64 { return append([]uint64(nil), v...) }
