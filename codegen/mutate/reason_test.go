package mutate

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/fixedpoint"
)

// reasons are the mutants that a proof in words shows equal, each with what tries its premises:
// for one in so many of what they are about.
var reasons = map[string]func(every uint64) (broken string){
	// The remainder behind the correction, r - d, computed in 16 bits: it is at most 3.
	"fixedpoint.Div/width/7": remainderIsShort,
}

// TestReasoned wants each mutant that is listed in the scope Reasoned to have a reason, and
// tries its premises for a sample, with -long for all.
func TestReasoned(t *testing.T) {
	p := firmware(t)
	prover := NewProver(p)
	proofs, err := Proofs()
	require.NoError(t, err)
	listed := 0
	for _, m := range List(p) {
		proof := proofs[m.ID]
		if proof.Scope != Reasoned {
			continue
		}
		listed++
		hash, err := prover.hash(m, Reasoned)
		require.NoError(t, err)
		require.Equal(t, proof.Hash, hash, "%s is another function now: look at its proof, then go test ./codegen/mutate -run TestEqual -update", m.ID)
		require.Contains(t, reasons, m.ID)
		every := uint64(997)
		if *long {
			every = 1
		}
		require.Empty(t, reasons[m.ID](every), m.ID)
	}
	require.Equal(t, len(reasons), listed)
}

// remainderIsShort: where fixedpoint.Div corrects its quotient q, the new remainder n - (q+1) d is at
// most 3. Let k, D = d 2^k and y be as in its comment. q + 1 is above n y / 2^(63-k), and so
// (q+1) d above n D y / 2^63; D y is above 2^63 - 2 D, which is tried here, and n and D are below
// 2^32: so (q+1) d is above n - 4. (TestDivFirstQuotient of fixedpoint holds that against Div.)
func remainderIsShort(every uint64) string {
	for top := uint64(1 << 31); top < 1<<32; top += every {
		if y := uint64(fixedpoint.RecipNorm(uint32(top))); 1<<63-top*y >= 2*top {
			return fmt.Sprintf("RecipNorm(%d) = %d lacks too much", top, y)
		}
	}
	return ""
}

// rewriteReasoned lists what is open still and has a reason.
func rewriteReasoned(t *testing.T, prover *Prover, list []*Mutant, results []Result, kept map[string]Proof) {
	for _, r := range results {
		_, done := kept[r.Mutant.ID]
		premises := reasons[r.Mutant.ID]
		if done || r.Fate != Alive || premises == nil || !wanted(Reasoned) {
			continue
		}
		require.Empty(t, premises(1), r.Mutant.ID)
		hash, err := prover.hash(r.Mutant, Reasoned)
		require.NoError(t, err)
		kept[r.Mutant.ID] = Proof{r.Mutant.ID, Reasoned, hash}
	}
	writeEqual(t, list, kept)
}
