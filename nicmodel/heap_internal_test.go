package nicmodel

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/event"
)

// TestHeapMoves: whatever was moved, and how far, connections come out in the order of their times and numbers.
func TestHeapMoves(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 300 {
		var h heap
		at := map[uint32]event.Time{}
		for conn := range uint32(1 + r.IntN(40)) {
			at[conn] = event.Time(r.IntN(50))
			h.push(readyConn{at[conn], conn})
		}
		for range 50 {
			conn := uint32(r.IntN(len(at)))
			at[conn] = event.Time(r.IntN(50))
			h.move(readyConn{at[conn], conn})
		}
		last := readyConn{-1, 0}
		for range len(at) {
			top := h.pop()
			require.True(t, last.before(top))
			require.Equal(t, at[top.conn], top.at)
			last = top
		}
		require.Empty(t, h)
	}
}
