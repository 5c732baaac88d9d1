package experiment

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPaper: what paper.toml says in words is what runs, and its schemes and changes are all used.
func TestPaper(t *testing.T) {
	said := func(what string) string {
		i := slices.IndexFunc(paper.Choice, func(c choice) bool { return c.What == what })
		require.GreaterOrEqual(t, i, 0, what)
		return paper.Choice[i].Simulations
	}
	require.Equal(t, strconv.Itoa(flowsAt1024), said("flows a run of tables I and II"))
	require.Contains(t, dcqcnSimulated.Set, "nic[0].cnp_interval="+strings.Replace(said("CNPs at least"), " us apart", "us", 1))
	arms := said("arms of Dolce-RC")
	require.Contains(t, dolceSimulated.Set, `nic[0].arms=["`+strings.ReplaceAll(strings.TrimPrefix(arms, "alpha:beta "), ", ", `", "`)+`"]`)
	require.Len(t, paper.Changes, 3)
	require.Len(t, paper.Flows, 2)
	used := map[string]bool{}
	for _, x := range append(others(), dcqcnSimulated, dolceSimulated, dcqcnTestbed, dolceTestbed, dolcePlus, noControl) {
		used[x.Name] = true
	}
	for name, x := range paper.Scheme {
		require.True(t, used[x.Name], name)
		require.NotEmpty(t, x.Set)
	}
}

// TestBadPaper: a fault of the table stops the program.
func TestBadPaper(t *testing.T) {
	for text, want := range map[string]string{
		"[scheme.a]\nset = [\"@b\"]":            "paper.toml: there is no scheme b",
		"[[changes.flows]]\nboth = [\"@none\"]": "paper.toml: there is no scheme none",
	} {
		require.PanicsWithValue(t, want, func() { readPaper([]byte(text)) })
	}
	require.Panics(t, func() { readPaper([]byte("[[choice]]\nwhom = 1")) })
}
