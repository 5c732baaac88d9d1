package companion_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/systems/companion"
)

// TestGates: limits are within, the ratio is to the nearest of the paper's numbers, and a row without
// a gate is open only if it goes another way.
func TestGates(t *testing.T) {
	for _, k := range []struct {
		ours, low, high float64 // the paper's numbers
		ratio           float64
		least, most     float64 // the gate
		within          bool
	}{
		{10, 10, 10, 1, 10, 11, true},
		{11, 10, 10, 1.1, 10, 11, true},
		{11.01, 10, 10, 1.101, 10, 11, false},
		{5, 10, 20, 0.5, 6, 8, false},
		{15, 10, 20, 1, 6, 8, false},
		{30, 10, 20, 1.5, 6, 30, true},
		{7, 0, 0, 0, 6, 8, true},
	} {
		var r companion.Rows
		row := companion.Row{Ours: k.ours, Low: k.low, High: k.high, Sign: true}
		r.Add(row, k.least, k.most, "words")
		r.AddUngated(row)
		row.Sign = false
		r.AddUngated(row)
		require.InDelta(t, k.ratio, r.List[0].Ratio, 1e-9, "%+v", k)
		require.Equal(t, k.within, r.List[0].Within, "%+v", k)
		require.Equal(t, "words", r.List[0].Gate)
		require.Equal(t, r.List[0].Ratio, r.List[1].Ratio)
		require.Empty(t, r.List[1].Gate)
		require.False(t, r.List[1].Within)
		require.Equal(t, []bool{!k.within, false, true}, []bool{r.List[0].Unexplained(), r.List[1].Unexplained(), r.List[2].Unexplained()})
	}
}

// TestAll: rows come in the order of the parts, and an error ends it.
func TestAll(t *testing.T) {
	part := func(name string, err error) companion.Part {
		return companion.Part{Name: name, Rows: func() ([]companion.Row, error) { return []companion.Row{{Item: name}}, err }}
	}
	s := companion.System{Parts: func(size companion.Size) []companion.Part {
		list := []companion.Part{part("a", nil), part("b", nil)}
		if size == companion.Full {
			list = append(list, part("c", errors.New("broken")))
		}
		return list
	}}
	rows, err := s.All(companion.Smoke)
	require.NoError(t, err)
	require.Equal(t, []companion.Row{{Item: "a"}, {Item: "b"}}, rows)
	_, err = s.All(companion.Full)
	require.EqualError(t, err, "broken")
}

func ExampleRows() {
	var r companion.Rows
	r.Add(companion.Row{
		Item: "RTT beside 5 sources", Where: "fig. 5.9", Paper: "20.2 us", Low: 20.2, High: 20.2, Ours: 17.1, Unit: "us", Sign: true,
		Cause: "whole packets in buffers",
	}, 15, 25, "15 to 25 us")
	row := r.List[0]
	fmt.Printf("%s: paper %s, ours %g %s, ratio %.2f, within %s: %v\n", row.Item, row.Paper, row.Ours, row.Unit, row.Ratio, row.Gate, row.Within)
	// Output:
	// RTT beside 5 sources: paper 20.2 us, ours 17.1 us, ratio 0.85, within 15 to 25 us: true
}
