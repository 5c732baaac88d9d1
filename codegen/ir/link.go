package ir

import (
	"regexp"
	"strings"
)

// link is a doc link (go.dev/doc/comment), of a package's name, a capitalised one, and what follows by dots.
var link = regexp.MustCompile(`(^|[^\w\])])\[((?:[a-z]\w*\.)?[A-Z]\w*(?:\.\w+)*)\]`)

// Links replaces each doc link by what name returns in a text of comments: of [Name], [Type.Field] and [pkg.Name], or
// of a field alone where Go has none ([Field]). Where it returns "", the link's own text stands.
func Links(text string, name func(link string) string) string {
	return link.ReplaceAllStringFunc(text, func(s string) string {
		i := strings.LastIndexByte(s, '[')
		own := s[i+1 : len(s)-1]
		if other := name(own); other != "" {
			own = other
		}
		return s[:i] + own
	})
}

// Plain returns a text of comments without the brackets of its doc links.
func Plain(text string) string { return Links(text, func(string) string { return "" }) }
