package collect_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/text/collect"
)

func TestOf(t *testing.T) {
	require.Equal(t, []string{"3", "-1", "2"}, collect.Of([]int{3, -1, 2}, strconv.Itoa))
	require.Equal(t, []string{}, collect.Of(nil, strconv.Itoa))
}

func TestRest(t *testing.T) {
	rows := []int{3, -1, 2}
	positive := func(n int) bool { return n > 0 }
	require.Equal(t, []int{3, 2}, collect.Where(rows, positive))
	require.Nil(t, collect.Where([]int{-1}, positive))
	require.Equal(t, 2, collect.First(rows[1:], positive))
	require.Zero(t, collect.First([]int{-1}, positive))
	number := func(n int) (string, bool) { return strconv.Itoa(n), n > 0 }
	require.Equal(t, []string{"3", "2"}, collect.Pick(rows, number))
	require.Nil(t, collect.Pick([]int{-1}, number))
	require.Equal(t, []int{2, 3, -1}, collect.Union([]int{2}, 3, -1, 2, 3))
	require.Equal(t, 2, collect.Count(rows, positive))
	require.Equal(t, 2.0, collect.Sum(rows, func(n int) float64 { return float64(n) / 2 }))
	require.Equal(t, []int{3, 3, 2, 2}, collect.Lists([]int{3, 2}, func(n int) []int { return []int{n, n} }))
	require.Equal(t, map[bool]int{true: 2, false: -1}, collect.Map(rows, func(n int) (bool, int) { return n > 0, n }))
}
