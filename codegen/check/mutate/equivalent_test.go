package mutate

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/dev/tier"
)

// sampled is one in how many listed mutants every run looks at.
const sampled = 20

// firmwareFacts are those of the firmware, once for all tests.
func firmwareFacts(t *testing.T) *Facts {
	t.Helper()
	f, err := facts()
	require.NoError(t, err)
	return f
}

var facts = sync.OnceValues(func() (*Facts, error) {
	p, err := program()
	if err != nil {
		return nil, err
	}
	return NewFacts(p), nil
})

// listed returns the entries of the list in its order, with their mutants.
func listed(t *testing.T, p *ir.Program, e Equivalents) (list []*Mutant) {
	t.Helper()
	for _, m := range List(p) {
		if _, ok := e[m.ID]; ok {
			list = append(list, m)
		}
	}
	require.Greater(t, len(list), 900)
	return list
}

// TestListed checks that every entry of the list is of an existing mutant and of today's code. With -update it writes
// today's hashes, to be used after a review of the entries that it named as stale.
func TestListed(t *testing.T) {
	p := firmware(t)
	list, err := BuiltInEquivalents()
	require.NoError(t, err)
	tool := &Classifier{Facts: firmwareFacts(t), Listed: list}
	require.NoError(t, tool.CheckListed(List(p)))
	if *update {
		rewriteListed(t, tool)
		return
	}
	for _, m := range listed(t, p, list) {
		require.False(t, tool.Facts.Unreached(m), "%s needs no entry", m.ID)
		_, ok, stale := tool.listed(m)
		require.True(t, ok, "%s\ngo test ./codegen/check/mutate -run TestListed -update writes all hashes", stale)
	}
}

// rewriteListed writes the list with the hashes of today's code.
func rewriteListed(t *testing.T, tool *Classifier) {
	byID := map[string]*Mutant{}
	for _, m := range List(tool.Facts.prog) {
		byID[m.ID] = m
	}
	lines := strings.Split(equivalentText, "\n")
	for i, line := range lines {
		id, _, _ := strings.Cut(line, " ")
		if m := byID[id]; m != nil {
			e := tool.Listed[id]
			lines[i] = strings.Replace(line, e.Hash, tool.Facts.Hash(m, e.Reason), 1)
		}
	}
	require.NoError(t, os.WriteFile(equivalentFile+".new", []byte(strings.Join(lines, "\n")), 0o600))
	require.NoError(t, os.Rename(equivalentFile+".new", equivalentFile))
}

// TestListedSurvive: no vector kills a listed mutant. It takes a sample, with -long all.
func TestListedSurvive(t *testing.T) {
	c, err := corpus()
	require.NoError(t, err)
	list, err := BuiltInEquivalents()
	require.NoError(t, err)
	some := slices.DeleteFunc(listed(t, c.prog, list), func(m *Mutant) bool { return !tier.Sampled(m.ID, sampled) })
	verdicts, err := c.Run(t.Context(), some, nil)
	require.NoError(t, err)
	reached := 0
	for _, v := range verdicts {
		require.False(t, v.Killed, "%s is listed as equal, and %s kills it", v.Mutant.ID, v.By)
		if v.Reached > 0 {
			reached++
		}
	}
	require.Greater(t, reached, len(some)/2)
	t.Logf("%d mutants, %d of them reached", len(some), reached)
}

// TestListedAgree: no call near those of the vectors, in the declared ranges, gives another
// result with a listed mutant. It tries a sample, with -long all and more calls.
func TestListedAgree(t *testing.T) {
	c, err := corpus()
	require.NoError(t, err)
	list, err := BuiltInEquivalents()
	require.NoError(t, err)
	tries := 3000
	if tier.Long() {
		tries = 5000
	}
	some := slices.DeleteFunc(listed(t, c.prog, list), func(m *Mutant) bool { return !tier.Sampled(m.ID, sampled) })
	require.Greater(t, len(some), 30)
	calls, err := shown(t.Context(), c, some, 16, tries)
	require.NoError(t, err)
	for m, call := range calls {
		t.Errorf("%s is listed as equal, and %s gives another result", m.ID, call)
	}
}

// TestUnreached: no vector runs a statement that the analysis finds no path to.
func TestUnreached(t *testing.T) {
	c, err := corpus()
	require.NoError(t, err)
	facts := firmwareFacts(t)
	n := 0
	for _, m := range List(c.prog) {
		if facts.Unreached(m) {
			require.Empty(t, c.reached[m.Stmt], "%s: %s", m.ID, m.Site)
			n++
		}
	}
	require.Greater(t, n, 300)
}

// TestReasonsAreDocumented: docs/proof.md has every reason with its text.
func TestReasonsAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../../../docs/proof.md")
	require.NoError(t, err)
	for _, r := range Reasons() {
		require.Contains(t, string(page), fmt.Sprintf("| `%s` | %s |", r, r.Text()))
	}
}
