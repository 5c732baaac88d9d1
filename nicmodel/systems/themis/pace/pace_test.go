package pace

import (
	"math/big"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/dcqcn"
	"smartnic-cc/fixedpoint"
	"smartnic-cc/internal/dev/tier"
)

// TestPerByte: the inverse of a rate is not above the true one, and below it by a unit and 2^-30 of it at most.
func TestPerByte(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for i := range 200_000 {
		rate := uint64(r.Uint32() >> 1)
		if i%2 == 0 {
			rate >>= r.UintN(31)
		}
		want := uint64(8_000_000) << 19 / max(rate, 1000)
		have := uint64(perByte(dcqcn.Rate(rate)))
		require.True(t, have <= want && want-have <= 1+want>>30+1, "rate %d: %d, want %d", rate, have, want)
	}
}

// TestShiftKeeps: of no rate does the product before the last shift of perByte end in as many zeros as the
// shift drops, so that one less there gives the same; equivalent.txt builds on that. With -long it is all rates.
func TestShiftKeeps(t *testing.T) {
	step := uint32(1009)
	if tier.Long() {
		step = 1
	}
	for r := uint32(1000); r <= uint32(dcqcn.MaxRepresentable); r += step {
		n := uint32(bits.LeadingZeros32(r))
		if wide := uint64(fixedpoint.RecipNorm(r<<n)) * 15625; wide<<(29+n) == 0 {
			t.Fatalf("rate %d: the product %#x ends in %d zeros", r, wide, 35-n)
		}
	}
}

// TestSpacing: whatever comes, packets go in order, none before it came, and no faster than the rate; a
// flow that is slower than its rate is not held. The oracle counts in fractions.
func TestSpacing(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		p := Params{Line: 100_000_000}
		var s State
		Init(&p, &s)
		rate := dcqcn.Rate(1000 + r.Uint32N(99_000_000))
		Step(&p, &s, &Event{Kind: EventRate, Rate: rate})
		release := new(big.Rat) // of the oracle
		now, last := uint64(0), uint64(0)
		gap := 1 + uint64(r.Uint32N(20_000))
		for range 500 {
			now += r.Uint64N(gap)
			bytes := uint16(1 + r.Uint32N(9000))
			out := Step(&p, &s, &Event{Kind: EventPacket, Now: now, Bytes: bytes})
			at := now + out.Block
			require.GreaterOrEqual(t, at, last)
			last = at
			from := new(big.Rat).SetInt(new(big.Int).SetUint64(now))
			if release.Cmp(from) > 0 {
				from = release
			}
			have := new(big.Rat).SetInt(new(big.Int).SetUint64(at))
			// A hold is rounded down to a nanosecond, a packet's time by 0.08 ns or less.
			slack := new(big.Rat).Sub(from, have)
			require.True(t, slack.Sign() >= 0 && slack.Cmp(big.NewRat(41, 1)) < 0, "at %d, oracle %s", at, from.FloatString(3))
			release = new(big.Rat).Add(from, big.NewRat(int64(bytes)*8_000_000, int64(rate)))
		}
	}
}

// TestFree: at the line's rate nothing is held once what was is over; a packet of no length takes no time.
func TestFree(t *testing.T) {
	p := Params{Line: 100_000_000}
	var s State
	Init(&p, &s)
	packet := func(now uint64, bytes uint16) uint64 {
		return Step(&p, &s, &Event{Kind: EventPacket, Now: now, Bytes: bytes}).Block
	}
	require.Zero(t, packet(5, 1048))
	Step(&p, &s, &Event{Kind: EventRate, Rate: 1_000_000})
	require.Zero(t, packet(10, 1000))
	require.EqualValues(t, 7999, packet(10, 1000)) // 8000 less what is rounded off
	require.EqualValues(t, 15999, packet(10, 0))
	require.EqualValues(t, 15999, packet(10, 0))
	Step(&p, &s, &Event{Kind: EventRate, Rate: 100_000_000})
	require.EqualValues(t, 5999, packet(10_010, 1000), "order is kept")
	require.Zero(t, packet(16_010, 1000))
	require.Zero(t, s.Release)
	require.Zero(t, packet(16_010, 1000))
}
