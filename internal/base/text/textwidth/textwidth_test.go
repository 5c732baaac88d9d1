package textwidth

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// TestWrap: lines fit, words stay whole and in order, and short lines are not touched.
func TestWrap(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 500 {
		var words []string
		for range r.IntN(40) {
			words = append(words, strings.Repeat("ä", 1+r.IntN(12)))
		}
		text := strings.Join(words, " ")
		got := Wrap(text, 20)
		for _, line := range strings.Split(got, "\n") {
			require.LessOrEqual(t, utf8.RuneCountInString(line), 20)
		}
		require.Equal(t, strings.Fields(text), strings.Fields(got))
	}
	require.Equal(t, "a  b\n\n  c", Wrap("a  b\n\n  c", 10))
	require.Equal(t, "aaaaaaaaaaaa\n  b", Wrap("aaaaaaaaaaaa b", 10))
}

// TestReflow: paragraphs are filled, lists and blank lines stay.
func TestReflow(t *testing.T) {
	require.Equal(t, "one two\nthree four\n\nList:\n  a  b\n  cccc dd\n    eee\nfive",
		Reflow("one\ntwo three\nfour\n\nList:\n  a  b\n  cccc dd eee\nfive", 10))
}

func ExampleWrap() {
	fmt.Println(Wrap("12 marks, 3 CNPs, 3 notifications taken", 24))
	// Output:
	// 12 marks, 3 CNPs, 3
	//   notifications taken
}

// TestPrintable: letters, signs and the ordinary space of any script, and nothing that a
// terminal obeys.
func TestPrintable(t *testing.T) {
	for _, s := range []string{"", "10.0.0.1:0x110->[2001:db8::1]:?", "Übertragung 七", "a b", "\u20ac", "\ufffd"} {
		require.True(t, Printable(s), "%q", s)
	}
	for _, s := range []string{"\x1b[31m", "\u009b31m", "a\nb", "\x7f", "\x00", "a\u202eb", "\u2066", "\u200b", "\u00a0", "\ufeff", "\xff", "\xed\xa0\x80"} {
		require.False(t, Printable(s), "%q", s)
	}
}

func TestBreak(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  string
	}{
		{"a->b", 4, "a->b"}, {"a->b", 3, "a->\n  b"}, {"aaaa", 3, "aaaa"}, {"a->b->c", 6, "a->\n  b->c"}, {"\u00e4->\u00f6", 4, "\u00e4->\u00f6"}, {"", 0, ""},
	} {
		require.Equal(t, c.want, Break(c.text, "->", "  ", c.width))
	}
}
