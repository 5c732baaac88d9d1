package views

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestGoodput compares the curves with what can be computed by hand: two connections that move
// 1 and 3 KB in 10 us, the first again and with two messages at once from 20 to 30 us, and
// nothing in between.
func TestGoodput(t *testing.T) {
	const us = 1_000_000 // ps
	r := Run{Messages: []Message{
		{Bytes: 1000, Start: 0, Delivered: 10 * us, Conn: 1},
		{Bytes: 3000, Start: 0, Delivered: 10 * us, Conn: 2},
		{Bytes: 500, Start: 20 * us, Delivered: 10 * us, Conn: 1},
		{Bytes: 500, Start: 20 * us, Delivered: 10 * us, Conn: 1},
		{Bytes: 300, Start: 27 * us, Delivered: 3 * us, Conn: 2},
	}}
	g, ok := r.goodputOf()
	require.True(t, ok)
	require.Equal(t, 0.2, g.Step)
	require.Len(t, g.Rate, 150)
	require.Len(t, g.Jain, 150)
	require.Len(t, g.Time, 151)
	moved := 0.0
	for k, rate := range g.Rate {
		moved += rate * g.Step / 8 * 1000
		at := g.Time[k]*1000 + g.Step/2
		switch {
		case at < 10:
			require.InDelta(t, 3.2, rate, 1e-9)
			require.InDelta(t, 16.0/20, g.Jain[k], 1e-9)
		case at < 20:
			require.Zero(t, rate)
			require.True(t, math.IsNaN(g.Jain[k]))
		case at < 27:
			require.InDelta(t, 0.8, rate, 1e-9)
			require.InDelta(t, 1, g.Jain[k], 1e-9, "one connection")
		default:
			require.InDelta(t, 1.6, rate, 1e-9)
			require.InDelta(t, 1, g.Jain[k], 1e-9, "two that are equal")
		}
	}
	require.InDelta(t, 5300, moved, 1e-6, "every byte is in it")
}

// TestGoodputOfPartsOfSteps: a connection that begins within a step is compared by what it
// moves while it has a message under way.
func TestGoodputOfPartsOfSteps(t *testing.T) {
	const us = 1_000_000
	r := Run{Messages: []Message{
		{Bytes: 1_000_000, Start: 0, Delivered: 1000 * us, Conn: 1},
		{Bytes: 2, Start: 12 * us, Delivered: 2 * us, Conn: 2},
		{Bytes: 3000, Start: 12 * us, Delivered: 3 * us, Conn: 3}, // and the next before it has ended
		{Bytes: 3000, Start: 14 * us, Delivered: 4 * us, Conn: 3},
	}}
	g, _ := r.goodputOf()
	require.Equal(t, 10.0, g.Step)
	require.InDelta(t, 2001.0*2001/(3*(2*1000*1000+1)), g.Jain[1], 1e-9)
	require.Equal(t, 1.0, g.Jain[2])
}

// TestGoodputOfExtremes: times at the end of what a file may say make finite curves.
func TestGoodputOfExtremes(t *testing.T) {
	_, ok := (&Run{}).goodputOf()
	require.False(t, ok)
	for _, m := range [][]Message{
		{{Bytes: 1, Start: math.MaxInt64, Delivered: math.MaxInt64}},
		{{Bytes: math.MaxInt64, Start: 0, Delivered: math.MaxInt64}, {Bytes: 1, Start: math.MaxInt64, Delivered: 0, Conn: 1}},
		{{Bytes: 7, Start: 5, Delivered: 0}},
	} {
		r := Run{Messages: m}
		g, ok := r.goodputOf()
		require.True(t, ok)
		require.LessOrEqual(t, len(g.Rate), goodputSteps)
		require.NotEmpty(t, g.Rate)
		for k := range g.Rate {
			require.False(t, math.IsInf(g.Rate[k], 0) || g.Rate[k] < 0 || g.Jain[k] > 1+1e-9, "%v", g)
			require.LessOrEqual(t, g.Time[k], g.Time[k+1])
		}
	}
}
