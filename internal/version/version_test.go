package version

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTokens: comments and layout make no difference, and whatever the compiler sees does.
func TestTokens(t *testing.T) {
	const text = "package p\n\n// F doubles.\nfunc F(x uint32) uint32 {\n\treturn x << 1 // by a shift\n}\n"
	of := func(text string) string { return string(tokens([]byte(text))) }
	for _, same := range []string{
		"package p; func F(x uint32) uint32 { return x << 1; }\n",
		"package p\nfunc F(x /* any */ uint32) uint32 {\n\n\treturn x<<1\n}\n",
	} {
		require.Equal(t, of(text), of(same), same)
	}
	for _, other := range []string{
		"package p; func F(x uint32) uint32 { return x << 2 }\n",
		"package p; func F(x uint32) uint32 { return x >> 1 }\n",
		"package p; func F(y uint32) uint32 { return y << 1 }\n",
		"package p; func F(x uint32) uint32 { return x }\n",
	} {
		require.NotEqual(t, of(text), of(other), other)
	}
}

func TestHashes(t *testing.T) {
	require.Regexp(t, regexp.MustCompile(`^[0-9a-f]{64}$`), Source())
	require.Regexp(t, regexp.MustCompile(`^[0-9a-f]{64}$`), Code())
	require.NotEqual(t, Source(), Code())
}
