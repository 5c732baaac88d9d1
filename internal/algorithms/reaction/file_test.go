package reaction_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/algorithms/reaction"
	_ "smartnic-cc/internal/nicconf" // reads files
)

// TestWord: what names and comments of a generated program may hold, and nothing else.
func TestWord(t *testing.T) {
	for name, want := range map[string]string{"leaf12": "leaf12", "Leaf-12.b": "leaf_12_b", "0000:04:00.0 */ Port \u00fc": "0000_04_00_0____port"} {
		got, err := (&reaction.File{Name: name}).Word("./A-b_c/9:+@%=~.toml")
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	for _, c := range []struct{ name, path, says string }{
		{"*/", "b.toml", `b.toml: name: "*/" makes no name in a program; give it 1 to 64 letters and digits`},
		{"\n", "b.toml", `name: "\n" makes no name`},
		{strings.Repeat("n", 65), "c.toml", "makes no name in a program"},
		{"d", "d*.toml", `d*.toml: the path has '*', which the command in a generated file cannot hold`},
		{"d", "e f.toml", "the path has ' '"},
		{"d", "e,f.toml", "the path has ','"},
		{"d", "e\nf.toml", `e?f.toml: the path has '\n'`},
		{"d", "e\\f.toml", `the path has '\\'`},
		{"d", "e\xfff.toml", "the path has '\ufffd'"},
		{"d", strings.Repeat("x/", 300), "the path has more than 512 characters"},
	} {
		_, err := (&reaction.File{Name: c.name}).Word(c.path)
		require.ErrorContains(t, err, c.says)
		require.NotContains(t, err.Error(), "\n")
	}
}
