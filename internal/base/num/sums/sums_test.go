package sums

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

type tally struct {
	Count uint64
	Last  int64 `sums:"max"`
}

type counters struct {
	tally
	Small   uint8
	Signed  int32
	Most    uint32    `sums:"max"`
	Buckets [3]uint16 `sums:""`
	Peaks   [2]int64  `sums:"max"`
	Times   tally
}

func TestAdd(t *testing.T) {
	a := counters{tally{1, -5}, 250, -7, 9, [3]uint16{1, 2, 3}, [2]int64{-1, 8}, tally{math.MaxUint64, 3}}
	b := counters{tally{2, -6}, 10, 5, 11, [3]uint16{10, 20, 30}, [2]int64{-2, 9}, tally{2, 4}}
	before := b
	Add(&a, &b)
	require.Equal(t, counters{tally{3, -5}, 4, -2, 11, [3]uint16{11, 22, 33}, [2]int64{-1, 9}, tally{1, 4}}, a)
	require.Equal(t, before, b)
	Add(&b, &b) // as when a struct is added to itself
	require.Equal(t, counters{tally{4, -6}, 20, 10, 11, [3]uint16{20, 40, 60}, [2]int64{-2, 9}, tally{4, 4}}, b)
}

func TestAddRefuses(t *testing.T) {
	for _, do := range []func(){
		func() { Add(&struct{ Name string }{}, &struct{ Name string }{}) },
		func() { Add(&struct{ F float64 }{}, &struct{ F float64 }{}) },
		func() { Add(&struct{ hidden int }{1}, &struct{ hidden int }{2}) },
	} {
		require.Panics(t, do)
	}
}
