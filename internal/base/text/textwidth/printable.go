package textwidth

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Printable reports whether a terminal shows a text unchanged: it is UTF-8 without control characters (terminals act
// on some above 0x7F, too), characters that turn the direction of text, and spaces other than the ordinary one. Names
// from outside must be printable.
func Printable(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) })
}
