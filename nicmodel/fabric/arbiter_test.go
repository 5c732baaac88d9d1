package fabric

import (
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/random"
)

// TestAlone tries all sets of ready classes under all sets of strict ones.
func TestAlone(t *testing.T) {
	for strict := range 256 {
		list := make([]Class, Classes)
		for i := range list {
			list[i] = Class{Weight: 1, Strict: strict>>i&1 != 0}
		}
		rule := NewScheduler(list, 1500)
		for ready := 1; ready < 256; ready++ {
			class, ok := rule.Single(uint8(ready))
			first := bits.TrailingZeros(uint(ready & strict))
			switch {
			case ready&strict != 0:
				require.True(t, ok)
				require.EqualValues(t, first, class)
			case bits.OnesCount(uint(ready)) == 1:
				require.True(t, ok)
				require.EqualValues(t, bits.TrailingZeros(uint(ready)), class)
			default:
				require.False(t, ok)
			}
		}
	}
}

// TestTurns: over any stretch in which some classes stay ready, the bytes of any two of
// them, in units of their quantum, differ by less than a round of each and a packet.
func TestTurns(t *testing.T) {
	const mtu = 1048
	for seed := range uint64(60) {
		s := random.New(seed, "turns", 0)
		list := make([]Class, Classes)
		for i := range list {
			list[i].Weight = uint8(1 + s.Below(255))
		}
		rule := NewScheduler(list, mtu)
		ready := uint8(1 + s.Below(255))
		for bits.OnesCount8(ready) < 2 {
			ready = uint8(1 + s.Below(255))
		}
		var turns DRR
		var heads [Classes]uint16
		for i := range heads {
			heads[i] = uint16(1 + s.Below(mtu))
		}
		// Some history under another set.
		for range s.Below(50) {
			other := ready | uint8(s.Below(256))
			turns.Choose(rule, other, other, &heads)
		}
		var sum [Classes]int64
		for range 20_000 {
			class := turns.Choose(rule, ready, ready, &heads)
			require.NotZero(t, ready&(1<<class))
			sum[class] += int64(heads[class])
			heads[class] = uint16(1 + s.Below(mtu))
			for a := range heads {
				for b := range heads {
					if ready>>a&1 == 0 || ready>>b&1 == 0 {
						continue
					}
					wa, wb := int64(list[a].Weight), int64(list[b].Weight)
					if d := sum[a]*wb - sum[b]*wa; d > 2*wa*wb*mtu+mtu*(wa+wb) {
						require.LessOrEqual(t, d, 2*wa*wb*mtu+mtu*(wa+wb), "seed %d: classes %d and %d", seed, a, b)
					}
				}
			}
		}
	}
}

// TestTurnsOfFullPackets: with packets of the largest size each class sends as many in a
// row as its weight tells, one class after the other.
func TestTurnsOfFullPackets(t *testing.T) {
	rule := NewScheduler([]Class{{Strict: true}, {Weight: 1}, {Weight: 3}, {Weight: 2}}, 1500)
	heads := [Classes]uint16{0, 1500, 1500, 1500}
	var turns DRR
	var got []uint8
	for range 12 {
		got = append(got, turns.Choose(rule, 0b1110, 0b1110, &heads))
	}
	require.Equal(t, []uint8{1, 2, 2, 2, 3, 3, 1, 2, 2, 2, 3, 3}, got)

	// A paused class keeps its credit, one without packets loses it.
	for _, backlog := range []uint8{0b1110, 0b1010} {
		turns = DRR{turn: 2, credit: [Classes]int32{2: 1200}}
		turns.Choose(rule, 0b1010, backlog, &heads)
		require.Equal(t, backlog&0b100 != 0, turns.credit[2] == 1200)
	}
}
