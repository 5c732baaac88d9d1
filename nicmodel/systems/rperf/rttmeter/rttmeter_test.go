package rttmeter

import (
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPairs compares with equation 1 in math/big, with clocks that wrap and completions in either order.
func TestPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	modulus := new(big.Int).Lsh(big.NewInt(1), 64)
	p := Params{Longest: MaxTicks}
	for range 20_000 {
		posted := r.Uint64() >> r.UintN(64)
		if r.UintN(4) == 0 {
			posted = -posted
		}
		loop := posted + r.Uint64N(MaxTicks+1)>>r.UintN(31)
		wire := posted + r.Uint64N(MaxTicks+1)>>r.UintN(31)
		var s State
		Init(&p, &s)
		require.Equal(t, Output{}, Step(&p, &s, &Event{posted, EventPost}))
		events := []Event{{loop, EventLoopback}, {wire, EventWire}}
		if r.UintN(2) == 0 {
			slices.Reverse(events)
		}
		require.Equal(t, Output{}, Step(&p, &s, &events[0]))
		out := Step(&p, &s, &events[1])
		since := func(at uint64) *big.Int {
			d := new(big.Int).Sub(new(big.Int).SetUint64(at), new(big.Int).SetUint64(posted))
			return d.Mod(d, modulus)
		}
		want := new(big.Int).Sub(since(wire), since(loop))
		require.Equal(t, want.Int64(), int64(out.RTT))
		require.Equal(t, since(loop).Uint64(), uint64(out.Local))
		require.True(t, out.Done)
		require.Equal(t, Output{}, Step(&p, &s, &events[1]), "a pair gives one measurement")
	}
}

// TestDropped: a completion that takes too long drops its pair, and without a post nothing is measured.
func TestDropped(t *testing.T) {
	p := Params{Longest: 100}
	var s State
	Init(&p, &s)
	for i, step := range []struct {
		event Event
		want  Output
	}{
		{Event{5, EventWire}, Output{}},
		{Event{10, EventPost}, Output{}},
		{Event{111, EventWire}, Output{}},
		{Event{50, EventLoopback}, Output{}},
		{Event{20, EventPost}, Output{}},
		{Event{120, EventWire}, Output{}},
		{Event{70, EventKind(3)}, Output{}},
		{Event{70, EventLoopback}, Output{RTT: 50, Local: 50, Done: true}},
		{Event{200, EventPost}, Output{}},
		{Event{210, EventWire}, Output{}},
		{Event{220, EventPost}, Output{}},
		{Event{225, EventLoopback}, Output{}},
		{Event{222, EventWire}, Output{RTT: -3, Local: 5, Done: true}},
	} {
		require.Equal(t, step.want, Step(&p, &s, &step.event), "step %d", i)
	}
}

// TestBuckets: each value is in a bucket no wider than 1/32 of its least, and the buckets have no gap.
func TestBuckets(t *testing.T) {
	next := uint32(0)
	for b := range uint32(Buckets) {
		require.Equal(t, next, Least(b))
		require.Equal(t, b, Bucket(next))
		next += uint32(1) << (max(uint32(bits.Len32(next)), SubBits+1) - (SubBits + 1))
		require.Equal(t, b, Bucket(next-1))
	}
	require.EqualValues(t, MaxValue+1, next)
	require.EqualValues(t, Buckets-1, Bucket(0xFFFFFFFF))
}

// TestQuantile compares with the sorted values: the histogram's quantile is the least of the bucket of
// the exact one.
func TestQuantile(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		var h Histogram
		values := make([]uint32, 1+r.IntN(2000))
		for i := range values {
			values[i] = r.Uint32() >> r.UintN(32)
			Add(&h, values[i])
		}
		slices.Sort(values)
		for _, share := range []uint32{0, 1, 32768, 65470, 65535, 65536, r.Uint32N(65537)} {
			rank := new(big.Rat).Mul(big.NewRat(int64(len(values)), 1), big.NewRat(int64(share), 65536))
			at := new(big.Int).Quo(rank.Num(), rank.Denom())
			if !rank.IsInt() {
				at.Add(at, big.NewInt(1))
			}
			exact := values[max(at.Int64(), 1)-1]
			require.Equal(t, Least(Bucket(exact)), Quantile(&h, share), "%d values, share %d", len(values), share)
		}
	}
	require.Zero(t, Quantile(&Histogram{}, 65536))
}

// TestFull: a full histogram stops counting.
func TestFull(t *testing.T) {
	h := Histogram{Total: 0xFFFFFFFE}
	h.Count[7] = 0xFFFFFFFF
	Add(&h, 7)
	require.EqualValues(t, 0xFFFFFFFF, h.Total)
	require.EqualValues(t, 0xFFFFFFFF, h.Count[7])
	full := h
	Add(&h, 9)
	require.Equal(t, full, h)
}
