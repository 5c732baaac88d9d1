package nearest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func ExampleHint() {
	known := []string{"paper", "hpcc", "connectx"}
	fmt.Printf("unknown profile \"papre\"%s; one of %s\n", Hint("papre", known), strings.Join(known, ", "))
	// Output:
	// unknown profile "papre" (did you mean paper?); one of paper, hpcc, connectx
}

func TestOf(t *testing.T) {
	known := []string{"sim", "sweep", "stats", "sample", "replay", "report", "reproduce", "profile", "plot", "verify"}
	for name, want := range map[string]string{
		"sims": "sim", "ism": "sim", "Sweep": "sweep", "stat": "stats", "reprot": "report", "repro": "reproduce", "prof": "profile",
		"re": "", "rep": "", "": "", "compile": "", "x": "", "verfy": "verify", strings.Repeat("y", 1000): "",
	} {
		require.Equal(t, want, Of(name, known), name)
	}
	require.Empty(t, Of("sim", nil))
}

// TestDistance: it is symmetric, 0 for equal words only, and grows little with each letter.
func TestDistance(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	word := func() string {
		b := make([]byte, r.IntN(8))
		for i := range b {
			b[i] = byte('a' + r.IntN(3))
		}
		return string(b)
	}
	for range 2000 {
		a, b := word(), word()
		d := Distance(a, b)
		require.Equal(t, d, Distance(b, a), "%q %q", a, b)
		require.Equal(t, d == 0, a == b, "%q %q", a, b)
		require.LessOrEqual(t, d, max(len(a), len(b)))
		require.GreaterOrEqual(t, d, max(len(a)-len(b), len(b)-len(a)))
		at := r.IntN(len(a) + 1)
		// Two, where the letter parts a pair that was swapped.
		require.LessOrEqual(t, Distance(a[:at]+"x"+a[at:], b), d+2)
	}
	require.Equal(t, 1, Distance("papre", "paper"))
	require.Equal(t, []string{"beta", "betas", "alpha"}, Sort("beta", []string{"alpha", "beta", "betas"}))
}
