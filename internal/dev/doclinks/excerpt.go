package doclinks

import (
	"regexp"
	"strings"
)

// Excerpt is a block of code of a page that quotes something: the comment before it says what.
type Excerpt struct {
	// From is a file's path from the root of the repository, or a command.
	From string
	// Text are the lines of the block.
	Text string
}

var excerpt = regexp.MustCompile("(?s)<!-- from ([^\n]*?) -->\n```[a-z0-9]*\n(.*?)```\n")

// Excerpts returns the blocks of a page below a comment "from ...".
func Excerpts(page string) []Excerpt {
	var list []Excerpt
	for _, m := range excerpt.FindAllStringSubmatch(page, -1) {
		list = append(list, Excerpt{m[1], m[2]})
	}
	return list
}

// IsCommand reports whether the excerpt is of what a command of a program prints, and returns its arguments.
func (e *Excerpt) IsCommand(program string) (args []string, ok bool) {
	words := strings.Fields(e.From)
	return words[1:], words[0] == program
}

// In reports whether the excerpt is consecutive lines of a text, up to their indentation.
func (e *Excerpt) In(text string) bool {
	return strings.Contains("\n"+flush(text), "\n"+flush(e.Text))
}

// flush returns lines without their indentation.
func flush(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(strings.TrimSpace(line) + "\n")
	}
	return b.String()
}
