package cli_test

import (
	"testing"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/cli"
)

// TestOneOf: a flag takes its words and what it begins as; of others the error names the one that was meant.
func TestOneOf(t *testing.T) {
	var word string
	f := pflag.NewFlagSet("", pflag.ContinueOnError)
	cli.OneOf(f, &word, "form", "", "what to write", "csv", "json", "text")
	require.Empty(t, word)
	for _, given := range []string{"json", "", "text"} {
		require.NoError(t, f.Parse([]string{"--form", given}))
		require.Equal(t, given, word)
	}
	require.EqualError(t, f.Parse([]string{"--form", "jsonl"}), `invalid argument "jsonl" for "--form" flag: it is unknown (did you mean json?); use csv, json or text`)
	require.Equal(t, "text", word)
}
