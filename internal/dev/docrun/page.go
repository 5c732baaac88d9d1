package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// session is one command of a page, and what the page shows below it.
type session struct {
	text  string
	line  int // of the command, from 1
	from  int // index of the first line of what is shown
	shown []string
}

const (
	fence  = "```"
	prompt = "$ "
	gap    = "..."
)

// sessions returns the commands of a page, whose lines are given. The error is a block that does
// not end, or a page without any.
func sessions(page string, lines []string) ([]session, error) {
	var list []session
	for i := 0; i < len(lines); i++ {
		if !strings.HasPrefix(lines[i], fence) {
			continue
		}
		begin := i + 1
		for i++; i < len(lines) && lines[i] != fence; i++ {
		}
		if i == len(lines) {
			return nil, fmt.Errorf("%s:%d: the block does not end; write %s below it", page, begin, fence)
		}
		if begin < i && strings.HasPrefix(lines[begin], prompt) {
			list = append(list, block(lines, begin, i)...)
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s: shows no command; begin a block of code with a line as in %s", page, prompt+"ccgen lint .")
	}
	return list, nil
}

// block returns the commands of one block. A command ends with the first line without \ at its end.
func block(lines []string, begin, end int) (list []session) {
	for i := begin; i < end; {
		s := session{text: strings.TrimPrefix(lines[i], prompt), line: i + 1}
		for i++; i < end && strings.HasSuffix(s.text, `\`); i++ {
			s.text += "\n" + lines[i]
		}
		for s.from = i; i < end && !strings.HasPrefix(lines[i], prompt); i++ {
		}
		s.shown = lines[s.from:i]
		list = append(list, s)
	}
	return list
}

// split returns the lines of what was printed. Spaces at the end of a line do not count.
func split(text string) []string {
	var lines []string
	for line := range strings.Lines(text) {
		lines = append(lines, strings.TrimRight(line, " \r\n"))
	}
	return lines
}

// matches reports whether lines are what is shown.
func matches(shown, lines []string) bool {
	for i, s := range shown {
		if s == gap {
			rest := shown[i+1:]
			for j := i; j <= len(lines); j++ {
				if matches(rest, lines[j:]) {
					return true
				}
			}
			return false
		}
		if i >= len(lines) || !alike(s, lines[i]) {
			return false
		}
	}
	return len(shown) == len(lines)
}

// alike reports whether a line is the one shown, which may have any text where it has "...".
func alike(shown, line string) bool {
	if !strings.Contains(shown, gap) {
		return shown == line
	}
	pattern := strings.ReplaceAll(regexp.QuoteMeta(shown), regexp.QuoteMeta(gap), ".*")
	return regexp.MustCompile("^" + pattern + "$").MatchString(line)
}

// masked returns lines with those that the page shows masked instead of those that they match, in
// order.
func masked(shown, lines []string) []string {
	lines = slices.Clone(lines)
	for i := range lines {
		for j, s := range shown {
			if s != gap && strings.Contains(s, gap) && alike(s, lines[i]) {
				lines[i], shown = s, shown[j+1:]
				break
			}
		}
	}
	return lines
}

// replaced returns the page with other lines below some of its commands.
func replaced(lines []string, list []session, printed map[int][]string) []string {
	lines = slices.Clone(lines)
	for i := len(list) - 1; i >= 0; i-- {
		if now, ok := printed[i]; ok {
			lines = slices.Replace(lines, list[i].from, list[i].from+len(list[i].shown), now...)
		}
	}
	return lines
}
