package difffuzz

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/reference"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/transducer"
)

func seeds(t testing.TB, targets []Target) []Case {
	t.Helper()
	files, err := testvectors.Corpus()
	require.NoError(t, err)
	inputs, err := Seeds(targets, files)
	require.NoError(t, err)
	var cases []Case
	for _, b := range inputs {
		c, ok := Decode(targets, b)
		require.True(t, ok)
		cases = append(cases, c)
	}
	return cases
}

// TestAnswerIsAboutEverything: a change of any bit of a case's arguments that changes an
// answer changes the digest, and one that changes none does not. Checked on saturating
// sums, whose answers are known.
func TestAnswerIsAboutEverything(t *testing.T) {
	targets, err := Targets(reference.Catalog(), []string{"fixedpoint.AddSatU8"})
	require.NoError(t, err)
	sum := func(a, b uint64) uint64 {
		c := Case{Rows: [][]uint64{{1, 2}, {a, b}}, Opened: true}
		d, steps, trap, err := answer(reference.New(), targets, &c)
		require.NoError(t, err)
		require.Equal(t, 2, steps)
		require.False(t, trap)
		return d
	}
	seen := map[uint64]uint64{}
	for a := range uint64(256) {
		for b := range uint64(256) {
			want := min(a+b, 255)
			d := sum(a, b)
			if old, ok := seen[want]; ok {
				require.Equal(t, old, d)
			}
			seen[want] = d
		}
	}
	distinct := map[uint64]bool{}
	for _, d := range seen {
		distinct[d] = true
	}
	require.Len(t, distinct, 256)
}

// broken is a firmware that indexes out of range after some calls.
type broken struct {
	transducer.Firmware
	calls int
	table []uint64
}

func (b *broken) Call(name string, args []uint64) ([]uint64, error) {
	b.calls++
	return []uint64{b.table[b.calls]}, nil
}

// TestTrap: an index out of range ends the case, and the digest tells where.
func TestTrap(t *testing.T) {
	targets, err := Targets(reference.Catalog(), []string{"fixedpoint.Log2"})
	require.NoError(t, err)
	c := Case{Rows: [][]uint64{{1}, {2}, {3}, {4}}, Opened: true}
	sums := map[uint64]bool{}
	for n := 1; n <= 5; n++ {
		sum, steps, trap, err := answer(&broken{table: make([]uint64, n)}, targets, &c)
		require.NoError(t, err)
		require.Equal(t, n-1, steps)
		require.Equal(t, n < 5, trap)
		sums[sum] = true
	}
	require.Len(t, sums, 5)
	f, err := vectors(&broken{table: make([]uint64, 3)}, targets, c)
	require.NoError(t, err)
	require.Equal(t, 2, f.Tests(), "the calls that have an answer")
	f, err = vectors(&broken{table: make([]uint64, 1)}, targets, c)
	require.NoError(t, err)
	require.Nil(t, f)
}

// BenchmarkAnswer is the Go side's cost of an input.
func BenchmarkAnswer(b *testing.B) {
	targets, err := Targets(reference.Catalog(), nil)
	require.NoError(b, err)
	cases := seeds(b, targets)
	fw := reference.New()
	steps := 0
	i := 0
	for b.Loop() {
		_, n, _, err := answer(fw, targets, &cases[i])
		if err != nil {
			b.Fatal(err)
		}
		steps += n
		i = (i + 1) % len(cases)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(steps), "ns/step")
}

func TestTail(t *testing.T) {
	var w tail
	for range 100_000 {
		n, err := w.Write([]byte("0123456789"))
		require.NoError(t, err)
		require.Equal(t, 10, n)
		require.LessOrEqual(t, len(w.b), 2*tailSize+10)
	}
	_, err := w.Write([]byte("the end"))
	require.NoError(t, err)
	require.Contains(t, w.String(), "0123456789the end")
	require.Greater(t, len(w.String()), tailSize/2)
}
