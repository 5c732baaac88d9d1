package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/dev/tier"
)

// TestNamesMeanNothing: with other names of the fields that say when and what, and of the timer,
// costs are the same but for the handler's name.
func TestNamesMeanNothing(t *testing.T) {
	texts, err := moduleTexts("aimd", ".")
	require.NoError(t, err)
	other := strings.NewReplacer("Kind EventKind", "What EventKind", "e.Kind", "e.What", "Kind: ", "What: ",
		"Now fixedpoint", "Then fixedpoint", "e.Now", "e.Then", "At   fixed", "On   fixed", "At: ", "On: ", "EventIncreaseTimer", "EventIncreaseAlarm")
	var costs []string
	for _, names := range []*strings.Replacer{strings.NewReplacer(), other} {
		dir := filepath.Join(t.TempDir(), "aimd")
		require.NoError(t, os.Mkdir(dir, 0o755))
		for _, text := range texts {
			if text.name == "aimd.go" {
				require.NoError(t, os.WriteFile(filepath.Join(dir, text.name), []byte(names.Replace(string(text.text))), 0o644))
			}
		}
		costs = append(costs, strings.ReplaceAll(good(t, "cost", "--no-cache", dir), "increase-alarm", "increase-timer"))
	}
	require.Contains(t, costs[0], "aimd increase-timer")
	require.Equal(t, costs[0], costs[1])
}

// TestLawsOfExamples: a law of each example is proven, and does not hold of the example with a fault planted in it.
func TestLawsOfExamples(t *testing.T) {
	tier.Require(t, "z3")
	for _, c := range []struct{ example, law, right, wrong string }{
		{"aimd", "cuts-are-apart", "now.Since(s.CutAt) < p.Quiet {", "now.Since(s.CutAt) < p.Quiet>>1 {"},
		{"timely", "rate-in-range", "min(s.Rate+p.Add*times, p.Line)", "s.Rate + p.Add*times"},
		{"swift", "cut-is-remembered", "s.CutAt = e.Now", "s.CutAt = e.Now.Add(1)"},
		{"hpcc", "reference-changes-once-a-window", "s.Left = e.Unacked\n\t\treturn output(p, s.Reference)", "s.Left = e.Unacked\n\t\ts.Reference = p.Line\n\t\treturn output(p, s.Reference)"},
		{"dctcp", "cut-needs-a-mark", "if e.Marked != 0 && !s.Cut {", "if !s.Cut {"},
		{"nscc", "cut-needs-a-mark", "case marked && delay >= p.Target:", "case delay >= p.Target:"},
	} {
		from := "../../docs/examples/" + c.example + "/"
		source, err := os.ReadFile(from + c.example + ".go")
		require.NoError(t, err)
		laws, err := os.ReadFile(from + "laws.go")
		require.NoError(t, err)
		require.Equal(t, 1, strings.Count(string(source), c.right), c.example)
		dir := filepath.Join(t.TempDir(), c.example)
		require.NoError(t, os.Mkdir(dir, 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "laws.go"), laws, 0o600))
		put := func(text string) {
			require.NoError(t, os.WriteFile(filepath.Join(dir, c.example+".go"), []byte(text), 0o600))
		}
		put(string(source))
		require.Contains(t, good(t, "laws", dir, "--law", c.law), c.law+": proven by")
		put(strings.Replace(string(source), c.right, c.wrong, 1))
		status, out, errs := run("laws", dir, "--law", c.law)
		require.Equal(t, cli.ExitCheck, status, errs)
		require.Contains(t, out, c.law+": does not hold", c.example)
		if c.example == "hpcc" { // z3 took half a minute for 14 problems before it was asked for bits
			require.Contains(t, out, "does not hold (1 problem")
		}
	}
}
