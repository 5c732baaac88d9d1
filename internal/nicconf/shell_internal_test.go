package nicconf

import (
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestQuote: a shell takes what quote makes as the one word it was made of.
func TestQuote(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	words := []string{"", "-", "-n", "a b", "'", "''", "$HOME", "`x`", "\n", "\\", "!", "*", "~", "a=b", "é", "#", "a;b"}
	for range 500 {
		var b strings.Builder
		for range r.IntN(8) {
			b.WriteByte(byte(1 + r.IntN(255)))
		}
		words = append(words, b.String())
	}
	script := "printf '%s\\0'"
	for _, w := range words {
		script += " " + quote(w)
	}
	out, err := exec.Command("sh", "-c", script).Output()
	require.NoError(t, err)
	require.Equal(t, words, strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00"))
}

// TestWordsAgainstShell holds words against a real shell, on lines of quotes, backslashes,
// blanks and comments: what words takes, the shell takes, as the same words.
func TestWordsAgainstShell(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	letters := []string{"a", "b", "'", `"`, `\`, " ", " ", "#", "=", "'x y'", `"p q"`, "é"}
	var lines []string
	for len(lines) < 800 {
		var b strings.Builder
		for range 1 + r.IntN(9) {
			b.WriteString(letters[r.IntN(len(letters))])
		}
		line := b.String()
		// A backslash at the end continues the line, which is eachLine's caller's.
		if _, err := words(line); err == nil && !strings.HasSuffix(line, `\`) {
			lines = append(lines, line)
		}
	}
	var script strings.Builder
	for _, l := range lines {
		script.WriteString("printf '[%s]' w " + l + "\nprintf '\\0'\n")
	}
	out, err := exec.Command("sh", "-c", script.String()).Output()
	require.NoError(t, err)
	got := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	require.Len(t, got, len(lines))
	for i, l := range lines {
		commands, err := words("w " + l)
		require.NoError(t, err)
		require.Len(t, commands, 1, l)
		want := ""
		for _, w := range commands[0] {
			want += "[" + w + "]"
		}
		require.Equal(t, got[i], want, "%q", l)
	}
}

// TestWords: what ends a command, and redirection.
func TestWords(t *testing.T) {
	for line, want := range map[string][][]string{
		"echo 1 > /a/b":                {{"echo", "1", ">", "/a/b"}},
		"echo 1>/a/b; echo 2 >c&&x":    {{"echo", "1", ">", "/a/b"}, {"echo", "2", ">", "c"}, {"x"}},
		"echo 1 | sudo tee f || y & z": {{"echo", "1", "|", "sudo", "tee", "f"}, {"y"}, {"z"}},
		"echo no >&2":                  {{"echo", "no", ">", "&2"}},
		"  # all comment":              nil,
		"":                             nil,
	} {
		got, err := words(line)
		require.NoError(t, err)
		require.Equal(t, want, got, line)
	}
	for _, line := range []string{"echo 'a", `echo "a`, `"\"`} {
		_, err := words(line)
		require.ErrorContains(t, err, "has no end in its line")
	}
}
