package textwidth

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Printable reports whether a terminal shows a text as it is: it is UTF-8 and has neither
// control characters, some of which terminals act on those above 0x7F too, nor such as turn the
// direction of what follows, nor spaces other than the ordinary one. Names that come from
// outside have to be so.
func Printable(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) })
}
