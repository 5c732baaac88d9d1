package main

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen/backend/port"
	"smartnic-cc/internal/sys/readfile"
)

// commandIn finds the command in the head of a generated file, in a comment of any language.
var commandIn = regexp.MustCompile(`(?m)^[ /*#!]*Command:\n[ /*#!]*(ccgen (?:python|sv-dpi|rust) .*)$`)

// maxChecked is far over the largest file that ccgen makes.
const maxChecked = 64 << 20

// current reports whether a generated file is what its own command would make today. The error is that of
// port.Check, for the files of other commands than ccgen c too.
func current(path string) error {
	text, err := readfile.File(path, maxChecked, "is it one that ccgen made?")
	if err != nil {
		return port.Check(path) // which says what is wrong with it
	}
	m := commandIn.FindSubmatch(text[:min(len(text), 1<<14)])
	if m == nil {
		return port.Check(path)
	}
	words := strings.Fields(string(m[1]))
	make, out, name := pythonAgain, filepath.Clean(path), filepath.Base(path)
	switch words[1] {
	case "sv-dpi":
		make, out = dpiAgain, filepath.Dir(path)
	case "rust": // a file is in a folder of the crate
		make, out = rustAgain, filepath.Dir(filepath.Dir(path))
		if whole, err := filepath.Abs(path); err == nil {
			name = filepath.Base(filepath.Dir(whole)) + "/" + name
		}
	}
	now, err := make(words[2:], name)
	if err != nil {
		return fmt.Errorf("%s: its command %q: %w", path, m[1], err)
	}
	return port.Stale(path, text, now, string(m[1])+" -o "+out)
}

// pythonAgain makes a module by the words of its command.
func pythonAgain(words []string, _ string) ([]byte, error) {
	var o pythonFlags
	args, err := parsed(o.flags, words)
	if err != nil {
		return nil, err
	}
	_, m, _, err := o.module(args)
	if err != nil {
		return nil, err
	}
	return m.Text, nil
}

// dpiAgain makes the file of a name by the words of its command.
func dpiAgain(words []string, name string) ([]byte, error) {
	var o dpiFlags
	args, err := parsed(o.flags, words)
	if err != nil {
		return nil, err
	}
	_, m, _, err := o.model(args)
	if err != nil {
		return nil, err
	}
	var files []output
	for _, f := range m.Files {
		files = append(files, output{f.Name, f.Text})
	}
	return named(files, name)
}

// rustAgain makes the file of a name by the words of its command.
func rustAgain(words []string, name string) ([]byte, error) {
	var o rustFlags
	f := pflag.NewFlagSet("", pflag.ContinueOnError)
	args, err := parsed(func(set *pflag.FlagSet) {
		f = set
		o.flags(set)
	}, words)
	if err != nil {
		return nil, err
	}
	_, crates, _, err := o.crates(f, args)
	if err != nil {
		return nil, err
	}
	return named(filesOf(crates[0]), name)
}

// named returns the text of a file.
func named(files []output, name string) ([]byte, error) {
	var names []string
	for _, f := range files {
		if f.name == name {
			return f.text, nil
		}
		names = append(names, f.name)
	}
	return nil, fmt.Errorf("it makes no file %s, but %s; give the file its name again", name, strings.Join(names, ", "))
}

// parsed sets flags by the words of a command, and returns its arguments.
func parsed(flags func(*pflag.FlagSet), words []string) ([]string, error) {
	f := pflag.NewFlagSet("", pflag.ContinueOnError)
	f.Usage = func() {}
	flags(f)
	err := f.Parse(words)
	return f.Args(), err
}
