package cgen

import "strings"

// comment prints comment lines as a C block at an indentation.
func comment(lines []string, indent string) string {
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	if len(lines) == 0 {
		return ""
	}
	if len(lines) == 1 {
		return indent + inlineComment(lines[0]) + "\n"
	}
	var b strings.Builder
	for i, l := range lines {
		start := " *"
		if i == 0 {
			start = "/*"
		}
		b.WriteString(strings.TrimRight(indent+start+" "+escapeComment(l), " \t") + "\n")
	}
	b.WriteString(indent + " */\n")
	return b.String()
}

func inlineComment(s string) string { return "/* " + strings.TrimSpace(escapeComment(s)) + " */" }

// escapeComment prevents a text from ending or opening a comment, and from containing trigraphs and control
// characters.
func escapeComment(s string) string {
	var b strings.Builder
	last := ' '
	if strings.HasPrefix(s, "/") {
		b.WriteByte(' ') // it would end the star before it
	}
	for _, r := range s {
		switch {
		case r == '\t':
			b.WriteString("    ")
			last = ' '
			continue
		case r < ' ' || r == 0x7F:
			continue
		case last == '*' && r == '/', last == '/' && r == '*', last == '?' && r == '?':
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		last = r
	}
	return strings.TrimRight(b.String(), "\\")
}
