package child_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/sys/child"
)

func TestGist(t *testing.T) {
	for said, want := range map[string]string{
		"":                        "it says nothing",
		" \n":                     "it says nothing",
		"one\ntwo":                "one",
		"one\n an error: x\n":     "an error: x",
		"error 1\n  what():  y\n": "what():  y",
	} {
		require.Equal(t, want, child.FirstError(said))
	}
}

// TestOutput: all that a tool writes is kept, and its failure is a line.
func TestOutput(t *testing.T) {
	said, err := child.Output(t.Context(), t.TempDir(), "sh", "/bin/sh", "-c", "echo one; echo two >&2")
	require.NoError(t, err)
	require.Equal(t, "one\ntwo\n", said)
	_, err = child.Output(t.Context(), t.TempDir(), "the shell", "/bin/sh", "-c", "echo one; echo an error: two >&2; exit 3")
	var tool *child.ToolError
	require.ErrorAs(t, err, &tool)
	require.Equal(t, "one\nan error: two\n", tool.Output)
	require.EqualError(t, err, "the shell fails (exit status 3): an error: two")
	require.EqualError(t, &child.ToolError{Tool: "a", What: "fails", Why: "why", Output: "error: other"}, "a fails: why")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = child.Output(ctx, t.TempDir(), "sh", "/bin/sh", "-c", "exit 0")
	require.ErrorIs(t, err, context.Canceled)
}
