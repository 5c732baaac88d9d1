package equiv

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/tier"
)

// TestParseSplit: a split round-trips through its text, and anything else is refused in one line.
func TestParseSplit(t *testing.T) {
	s, err := ParseSplit("shift=0..66")
	require.NoError(t, err)
	require.Equal(t, Split{"shift", 0, 66}, s)
	require.Equal(t, "shift=0..66", s.String())
	for _, text := range []string{"", "shift", "=1..2", "shift=1", "shift=2..1", "shift=0..256", "shift=-1..2", "shift=a..b"} {
		_, err := ParseSplit(text)
		require.ErrorContains(t, err, "write NAME=LO..HI, at most 256 numbers, as in shift=0..66", text)
		require.NotContains(t, err.Error(), "\n")
	}
}

// TestSplit: a mistake is found whatever case it shows in: at one shift, at those that no case is of,
// and on the very wire that the cases put a number for.
func TestSplit(t *testing.T) {
	tier.Nightly(t)
	tier.Require(t, "yosys", "z3")
	_, of := circuits(t)
	const shifted = "fixedpoint.MulShiftHalfUpI32"
	for _, x := range []struct{ name, old, new, split string }{
		{shifted, "    assign o_Value = ", "    assign o_Value = {31'd0, shift == 32'd40} ^ ", "shift=38..41"},
		{shifted, "    assign o_Value = ", "    assign o_Value = {31'd0, shift == 32'd4000000000} ^ ", "shift=60..66"},
		{"dcqcn.Rates_increase", "{2'd0, t_5} - {3'd0, p_Threshold}", "{2'd0, t_5} - {3'd0, p_Threshold} + {7'd0, t_5 == 6'd50}", "t_8=61..62"},
	} {
		c := *of[x.name]
		require.Equal(t, 1, strings.Count(string(c.Text), x.old), x.name)
		c.Text = []byte(strings.Replace(string(c.Text), x.old, x.new, 1))
		a := ask(t, &c, "words", x.split, slack)
		require.Equal(t, "sat", a.Word, "%s with %s", x.name, x.new)
		require.Len(t, a.Inputs, len(c.Inputs), x.name)
		t.Logf("%s: %v", x.new, a.Inputs)
	}
}

// TestSplitRefuses: a value that is not there, or of which the netlist has no wire.
func TestSplitRefuses(t *testing.T) {
	tier.Nightly(t)
	tier.Require(t, "yosys")
	_, of := circuits(t)
	for want, x := range map[string]struct{ netlist, split string }{
		"split none=0..1: dcqcn.Rates_increase has no number of that name":                                        {"words", "none=0..1"},
		"split p_ClampTarget=0..1: dcqcn.Rates_increase has no number of that name":                               {"words", "p_ClampTarget=0..1"},
		"split t_8=200..300: t_8 has 8 bits":                                                                      {"words", "t_8=200..300"},
		"split r_RT_1=0..1: r_RT_1 is an operation, of which the netlist of gates has no wire; split by an input": {"gates", "r_RT_1=0..1"},
	} {
		s, err := ParseSplit(x.split)
		require.NoError(t, err)
		_, err = Cases(t.Context(), of["dcqcn.Rates_increase"], x.netlist, s)
		require.EqualError(t, err, want)
	}
}
