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
