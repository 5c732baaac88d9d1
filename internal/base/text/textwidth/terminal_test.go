package textwidth

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEscape(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "a\tb\n": "a\tb\n", "Überlast 七 10\u00a0us": "Überlast 七 10\u00a0us",
		"\x1b[31mred\a": `\x1b[31mred\a`, "a\rb": `a\rb`, "\x7f": `\x7f`, "\u009b31m": `\u009b31m`, "a\u202eb": `a\u202eb`, "\xff\x9b": `\xff\x9b`, "\ufffd": "\ufffd",
	} {
		require.Equal(t, want, Escape(text))
	}
}

// TestOutput: a terminal gets escapes, whole runes though they come in parts, and a width; a
// file gets the bytes and no width.
func TestOutput(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out")
	f, err := os.Create(path)
	require.NoError(t, err)
	defer f.Close()
	t.Setenv("COLUMNS", "40")
	o := NewOutput(f)
	require.Equal(t, Unlimited, Of(o))
	_, err = o.Write([]byte("\x1b["))
	require.NoError(t, err)
	o.terminal = true
	require.Equal(t, 40, Of(o))
	for _, text := range []string{"\x1bü"[:2], "\x1bü"[2:] + "七"[:1], "七"[1:2], "七"[2:] + "\n"} {
		n, err := o.Write([]byte(text))
		require.NoError(t, err)
		require.Equal(t, len(text), n)
	}
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "\x1b[\\x1bü七\n", string(text))
	t.Setenv("COLUMNS", "many")
	require.Equal(t, Columns, Of(o), "no terminal behind it has a size")
	require.Equal(t, Columns, Of(new(bytes.Buffer)))
	require.Equal(t, 33, Of(Wide{o, 33}))
}
