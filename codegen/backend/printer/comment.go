package printer

import (
	"strings"

	"smartnic-cc/codegen/ir"
)

// width is where lists are broken.
const width = 110

// Wrapped prints a list between two texts, on several lines where it is long.
func Wrapped(begin string, list []string, end string) string {
	if one := begin + strings.Join(list, ", ") + end; len(one) <= width {
		return one + "\n"
	}
	in := begin[:len(begin)-len(strings.TrimLeft(begin, " "))]
	var b strings.Builder
	b.WriteString(begin + "\n")
	line := in + Indents(1)
	for _, e := range list {
		if len(line)+len(e)+1 > width && strings.TrimSpace(line) != "" {
			b.WriteString(strings.TrimRight(line, " ") + "\n")
			line = in + Indents(1)
		}
		line += e + ", "
	}
	b.WriteString(strings.TrimRight(line, " ") + "\n" + in + end + "\n")
	return b.String()
}

// Indents returns the space before a line of a depth.
func Indents(n int) string { return strings.Repeat("    ", n) }

// Comment prints lines of a comment, each behind a mark, without empty ones at the end, control characters, and a backslash
// that would take the next line into it.
func Comment(lines []string, mark string) string {
	var b strings.Builder
	for _, l := range Trim(lines) {
		b.WriteString(strings.TrimRight(mark+" "+strings.TrimRight(Clean(l), "\\"), " ") + "\n")
	}
	return b.String()
}

// Trim drops empty lines at the end.
func Trim(lines []string) []string {
	for len(lines) > 0 && strings.TrimSpace(lines[len(lines)-1]) == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// Clean drops what no line of a text file has, and the brackets of doc links.
func Clean(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7F {
			return -1
		}
		return r
	}, strings.ReplaceAll(ir.Plain(s), "\t", "    "))
}
