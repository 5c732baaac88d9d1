package textwidth

import (
	"strings"
	"unicode/utf8"
)

// Break parts a text that is longer than width behind the first sep in it; the rest goes to its own line behind
// indent. A text without sep stays whole.
func Break(text, sep, indent string, width int) string {
	from, to, ok := strings.Cut(text, sep)
	if !ok || utf8.RuneCountInString(text) <= width {
		return text
	}
	return from + sep + "\n" + indent + to
}
