package main

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"smartnic-cc/codegen/backend/port"
	"smartnic-cc/internal/base/sys/readfile"
)

// commandIn finds the command in the head of a generated file, in a comment of any language.
var commandIn = regexp.MustCompile(`(?m)^[ /*#!]*Command:\n[ /*#!]*(ccgen (\S+) .*)$`)

// maxChecked is far above the largest file that ccgen makes.
const maxChecked = 64 << 20

// current reports whether a generated file is what its own command would make today. The error is that of port.Check,
// also for files of other commands than ccgen c.
func current(path string) error {
	text, err := readfile.File(path, maxChecked, "is it one that ccgen made?")
	if err != nil {
		return port.Check(path) // which says what is wrong with it
	}
	list := backEnds()
	m := commandIn.FindSubmatch(text[:min(len(text), 1<<14)])
	i := -1
	if m != nil {
		i = slices.IndexFunc(list, func(b backEnd) bool { return b.name == string(m[2]) })
	}
	if i < 0 {
		return port.Check(path)
	}
	whole, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	now, err := list[i].rerun(strings.Fields(string(m[1]))[2:], filepath.ToSlash(whole))
	if err != nil {
		return fmt.Errorf("%s: its command %q: %w", path, m[1], err)
	}
	out := filepath.Clean(path)
	if list[i].many {
		for range strings.Count("/"+now.name, "/") {
			out = filepath.Dir(out)
		}
	}
	return port.Stale(path, text, now.text, string(m[1])+" -o "+out)
}
