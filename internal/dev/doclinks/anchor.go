package doclinks

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

var (
	heading = regexp.MustCompile(`^#{1,6}\s+(.*?)\s*#*$`)
	// shown is a link in a heading, of which only the text is shown.
	shown = regexp.MustCompile(`!?\[([^\]]*)\]\([^)]*\)`)
	// given is an anchor that a document sets itself.
	given = regexp.MustCompile(`<a\s+(?:id|name)="([^"]+)"`)
)

// anchors returns the names by which links reach the places of a document: those of its
// headings, as GitHub makes them, and those that it sets itself.
func anchors(lines []string) map[string]bool {
	have := map[string]bool{}
	count := map[string]int{}
	for _, line := range lines {
		for _, m := range given.FindAllStringSubmatch(line, -1) {
			have[m[1]] = true
		}
		m := heading.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		name := slug(m[1])
		// The second heading of a name is name-1.
		if n := count[name]; n > 0 {
			have[name+"-"+strconv.Itoa(n)] = true
		} else {
			have[name] = true
		}
		count[name]++
	}
	return have
}

// slug is GitHub's name of a heading: in small letters, without punctuation, with hyphens for
// spaces.
func slug(text string) string {
	text = shown.ReplaceAllString(text, "$1")
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-', r == '_', unicode.IsLetter(r), unicode.IsNumber(r), unicode.IsMark(r):
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}
