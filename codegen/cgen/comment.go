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

// escapeComment keeps a text from ending or opening a comment, from being a
// trigraph and from holding control characters.
var commentEscapes = strings.NewReplacer("*/", "* /", "/*", "/ *", "??", "? ?", "\t", "    ", "\r", "")

func escapeComment(s string) string {
	s = commentEscapes.Replace(s)
	// A star or slash at an end would join with the marks.
	if strings.HasPrefix(s, "/") {
		s = " " + s
	}
	return strings.TrimSuffix(s, "\\")
}
