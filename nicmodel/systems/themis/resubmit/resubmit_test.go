package resubmit

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLeastNumber: the number of passes is the least whose times add up to T_block, and no less than that
// of the packet before. The oracle adds fractions.
func TestLeastNumber(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	for range 3000 {
		p := Params{PerByte: r.Uint32N(1 << 26), Least: 1 + r.Uint32N(1000)}
		block, before := r.Uint64N(1<<r.UintN(20)), r.Uint32N(20)
		var s State
		Init(&p, &s)
		e := Event{First: true, Block: block, Before: before, Queue: r.Uint32N(1 << r.UintN(24))}
		sum := new(big.Rat) // ns, of the passes so far
		for n := uint32(0); ; n++ {
			// What rounding takes from a pass is below 2^-8 ns.
			most := new(big.Rat).Add(sum, big.NewRat(int64(n), 256))
			want := new(big.Rat).SetInt(new(big.Int).SetUint64(block))
			again := Step(&p, &s, &e).Again
			switch {
			case !again:
				require.GreaterOrEqual(t, n, before)
				require.GreaterOrEqual(t, most.Cmp(want), 0)
			case n >= before:
				require.Less(t, new(big.Rat).Sub(sum, big.NewRat(int64(n), 256)).Cmp(want), 0)
			}
			require.Equal(t, again, s.Passes == n+1)
			if !again {
				break
			}
			pass := big.NewRat(int64(e.Queue)*int64(p.PerByte), 1<<24)
			if least := big.NewRat(int64(p.Least), 1); pass.Cmp(least) < 0 {
				pass = least
			}
			sum.Add(sum, pass)
			e = Event{Queue: r.Uint32N(1 << r.UintN(24))}
		}
	}
}

// TestNone: without T_block a packet goes on at once, and only behind one that was resubmitted it does not.
func TestNone(t *testing.T) {
	p := Params{PerByte: 83886, Least: 484}
	var s State
	require.False(t, Step(&p, &s, &Event{First: true, Queue: 1 << 30}).Again)
	require.True(t, Step(&p, &s, &Event{First: true, Before: 1}).Again)
	require.False(t, Step(&p, &s, &Event{}).Again)
	s = State{Passes: 0xFFFFFFFF, Left: 1}
	require.True(t, Step(&p, &s, &Event{}).Again)
	require.EqualValues(t, 0xFFFFFFFF, s.Passes)
}
