package cli_test

import (
	"testing"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/cli"
)

// TestOneOf: a flag takes its words, and says so of others.
func TestOneOf(t *testing.T) {
	var word string
	f := pflag.NewFlagSet("", pflag.ContinueOnError)
	cli.OneOf(f, &word, "form", "", "what to write", "csv", "json", "text")
	require.Empty(t, word)
	for _, given := range []string{"json", "text"} {
		require.NoError(t, f.Parse([]string{"--form", given}))
		require.Equal(t, given, word)
	}
	require.Error(t, f.Parse([]string{"--form", "jsonl"}))
	require.Error(t, f.Parse([]string{"--form", ""}))
	require.Equal(t, "csv, json or text", f.Lookup("form").Value.(cli.FormValue).Form())
	require.Equal(t, "text", word)
}
