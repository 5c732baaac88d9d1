package explain

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/logs/firmwarelog/logtest"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/transducer"
)

// TestWhatBefellTheLog: the firmware is right, but not what its log says. What is said of the
// first difference then is about the log.
func TestWhatBefellTheLog(t *testing.T) {
	g := &corpus(t, "dcqcn-paper.json").Groups[0]
	fresh(g)
	slices.SortStableFunc(g.Sequences, func(a, b testvectors.Sequence) int { return len(b.Steps) - len(a.Steps) })
	g.Sequences = g.Sequences[:1]
	x, a := explainer(t, g)
	rt := slices.IndexFunc(a.State, func(l transducer.Leaf) bool { return l.Name == "Rates.RT" })
	all := func(leaves []transducer.Leaf, v []uint64) {
		for i := range v {
			v[i] = turned.of(leaves[i], v[i])
		}
	}
	for _, c := range []struct {
		name   string
		change func(rs []logtest.Record) []logtest.Record
		id     string // of the best hypothesis; "" if none explains all
		says   string
	}{
		{"the bytes of one field are turned", func(rs []logtest.Record) []logtest.Record {
			for i := range rs {
				rs[i].State[rt] = turned.of(a.State[rt], rs[i].State[rt])
			}
			return rs
		}, "written-field/state.Rates.RT/byte-order", "state Rates.RT written with its bytes in the other order"},
		{"the bytes of all fields are turned", func(rs []logtest.Record) []logtest.Record {
			for i := range rs {
				all(a.Event, rs[i].Event)
				all(a.Output, rs[i].Output)
				all(a.State, rs[i].State)
			}
			return rs
		}, "written-field/all/byte-order", "the byte order of the layout"},
		{"without a record where the connection begins", func(rs []logtest.Record) []logtest.Record {
			for i := range rs {
				all(a.Event, rs[i].Event)
				all(a.Output, rs[i].Output)
				all(a.State, rs[i].State)
			}
			return rs[1:]
		}, "written-field/all/byte-order", "the byte order of the layout"},
		{"a second life without a record", func(rs []logtest.Record) []logtest.Record {
			return append(slices.Clone(rs), rs[1:]...)
		}, "state-before/initial", "the connection began again before this event"},
		{"records are lost", func(rs []logtest.Record) []logtest.Record {
			at := len(rs) / 2
			return slices.Delete(slices.Clone(rs), at, at+9)
		}, "", "So it differs alone"},
		{"mid-life", func(rs []logtest.Record) []logtest.Record { return rs[len(rs)/2:] }, "", "--join"},
	} {
		rs := begins(faultyLog(t, g, x.plain))
		for i, r := range rs {
			rs[i].Event, rs[i].Output, rs[i].State = slices.Clone(r.Event), slices.Clone(r.Output), slices.Clone(r.State)
		}
		rs = c.change(rs)
		d := compareText(t, a, g.ParamValues, logtest.CSV(a, nil, rs))
		require.NotNil(t, d, c.name)
		e, err := x.Explain(d)
		require.NoError(t, err)
		var b strings.Builder
		require.NoError(t, e.Write(&b, TextOptions{}))
		require.Contains(t, strings.Join(strings.Fields(b.String()), " "), c.says, c.name)
		if c.id != "" {
			require.NotEmpty(t, e.Hypotheses, c.name)
			require.Equal(t, c.id, e.Hypotheses[0].ID, c.name)
			require.True(t, e.Hypotheses[0].All)
			require.Zero(t, e.Hypotheses[0].Missed, "%s: it gives all that follows, since the firmware is right", c.name)
		} else {
			require.False(t, len(e.Hypotheses) > 0 && e.Hypotheses[0].All, c.name)
		}
	}
}
