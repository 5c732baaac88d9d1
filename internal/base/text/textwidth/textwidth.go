// Package textwidth wraps text to the width of a terminal.
package textwidth

import (
	"strings"
	"unicode/utf8"
)

// Columns is the width of documents, and of terminals of unknown width.
const Columns = 80

// Wrap breaks the lines of a text that are longer than width at spaces; what follows a break
// is indented by two. A word that is longer than a line stays whole.
func Wrap(text string, width int) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if utf8.RuneCountInString(line) > width {
			lines[i] = Fill(line, "", "  ", width)
		}
	}
	return strings.Join(lines, "\n")
}

// Fill lays the words of a text out in lines of a width, the first behind one indentation and
// the others behind another.
func Fill(text, first, other string, width int) string {
	var b strings.Builder
	b.WriteString(first)
	used, begun := len(first), false
	for _, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case !begun:
		case used+1+n > width:
			b.WriteString("\n" + other)
			used = len(other)
		default:
			b.WriteByte(' ')
			used++
		}
		b.WriteString(word)
		used += n
		begun = true
	}
	return b.String()
}

// Reflow fills the paragraphs of a text again: lines that begin with no space and follow each
// other are one. Other lines, such as those of lists, stay lines and are wrapped if need be,
// and so does the one with a colon that leads them in.
func Reflow(text string, width int) string {
	var out, paragraph []string
	end := func() {
		if len(paragraph) > 0 {
			out = append(out, Fill(strings.Join(paragraph, " "), "", "", width))
			paragraph = nil
		}
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if line != "" && line[0] != ' ' {
			if strings.HasSuffix(line, ":") && i+1 < len(lines) && strings.HasPrefix(lines[i+1], " ") {
				end()
			}
			paragraph = append(paragraph, line)
			continue
		}
		end()
		if utf8.RuneCountInString(line) > width {
			indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
			line = Fill(line, indent, indent+"  ", width)
		}
		out = append(out, line)
	}
	end()
	return strings.Join(out, "\n")
}
