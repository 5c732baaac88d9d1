package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
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
