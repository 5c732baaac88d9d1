package doclinks

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"smartnic-cc/internal/base/text/collect"
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
	return collect.Of(excerpt.FindAllStringSubmatch(page, -1), func(m []string) Excerpt { return Excerpt{m[1], m[2]} })
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

// CheckExcerpts fails a test where a page does not show what a program prints: n excerpts are from commands of that.
func CheckExcerpts(t testing.TB, page, program string, n int, run func(args ...string) (status int, stdout, stderr string)) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range Excerpts(string(text)) {
		if args, ok := e.IsCommand(program); ok {
			n--
			if status, stdout, stderr := run(args...); status != 0 || !e.In(stdout) {
				t.Errorf("%s: status %d, %s; it does not print:\n%s", e.From, status, stderr, e.Text)
			}
		}
	}
	if n != 0 {
		t.Errorf("%s: %d excerpts of %s more are expected", page, n, program)
	}
}
