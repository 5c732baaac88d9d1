package generate

import (
	"errors"
	"flag"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/dcqcn"
	"smartnic-cc/internal/num/splitmix"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/transducer"
)

// This package has no golden files. It knows the flag so that
// `go test ./testvectors/... -update` reaches the one that has.
var _ = flag.Bool("update", false, "no effect in this package")

// TestTimersComeInOrder: in the sequences of a reaction point that a driver made, no
// timer of the state has been due for longer than the event before it, the order that
// drivers keep: what is due comes first, at one instant the lower kind.
func TestTimersComeInOrder(t *testing.T) {
	m := dcqcnMachine
	profiles, err := dcqcnProfiles()
	require.NoError(t, err)
	for _, p := range profiles {
		var s dcqcn.State
		m.init(&p.params, &s)
		tp := record(m, p.name, p.params).begin(4000, "x")
		d := drive(tp, startTime, p.params.MaxRate, dcqcn.Next)
		late := 0
		feed := d.feed
		d.feed = func(e dcqcn.Event) dcqcn.Output {
			next := dcqcn.Next(&tp.s, e.Now)
			if d.more() && next.Kind != dcqcn.EventNone && int32(e.Now.Since(next.At)) >= 0 && (e.Kind != next.Kind || e.Now != next.At) {
				late++
			}
			return feed(e)
		}
		randomTraffic(d, &rng{splitmix.Source(3)}, &p.params)
		require.Zero(t, late, p.name)
		require.Len(t, tp.seq.Steps, 4000)
	}
}

// TestErrorsStopTheBuilder: the first error is the one that All returns.
func TestErrorsStopTheBuilder(t *testing.T) {
	b := &builder{}
	first := errors.New("first")
	b.fail(first)
	b.fail(errors.New("second"))
	b.add("x", "x", nil, nil)
	b.checked("x", dcqcn.Params{})
	require.Equal(t, first, b.err)
	require.Empty(t, b.files)
	b = &builder{}
	b.checked("odd", dcqcn.Params{})
	require.ErrorContains(t, b.err, "odd: MaxRate: 0 is out of range")
}

// TestEdges: of every type the ends, the border of the signs and all powers of two.
func TestEdges(t *testing.T) {
	for typ, want := range map[string][]uint64{
		"int8":   {0, 1, ^uint64(0), 127, ^uint64(127), 64, 63, 65, ^uint64(63)},
		"uint8":  {0, 1, 2, 255, 254, 128, 127, 129},
		"uint64": {0, 1 << 63, 1<<63 - 1, ^uint64(0)},
		"int64":  {1 << 63, 1<<63 - 1, ^uint64(0), 1 << 62},
	} {
		l, err := transducer.ParseType("x", typ)
		require.NoError(t, err)
		have := map[uint64]bool{}
		for _, e := range edges(l) {
			require.True(t, l.Fits(e.v), "%s %x", typ, e.v)
			require.False(t, have[e.v], "%s %x twice", typ, e.v)
			have[e.v] = true
		}
		for _, v := range want {
			require.True(t, have[v], "%s %x", typ, v)
		}
	}
}

// TestNotesAreUsed: every note explains a flag that some case of the corpus has.
func TestNotesAreUsed(t *testing.T) {
	files, err := All(Seed)
	require.NoError(t, err)
	used := map[string]bool{}
	for _, f := range files {
		for flag := range f.Notes {
			used[flag] = true
		}
	}
	for flag := range notes {
		require.True(t, used[flag], flag)
	}
}

// Example makes the corpus and tells what is in one file.
func Example() {
	files, err := All(Seed)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range files {
		if f.Name == "dcqcnnp.json" {
			fmt.Println(f.Name, f.Schema == testvectors.SequenceSchema, f.Tests(), f.Steps())
		}
	}
	// Output: dcqcnnp.json true 48 5280
}
