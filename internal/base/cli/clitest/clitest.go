// Package clitest tests that every flag of a program refuses bad values. It is for tests only.
package clitest

import (
	"bytes"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/cli"
)

// bad are values that no flag with a form takes.
var bad = []string{"", "x", "-1000000", "99999999999999999999999", "nan", "NaN", "1e999", "-Inf", "5 parsecs", "0.0001ns",
	"5kg", "1.5.5us", "1:2:3", "1/0", "0x", "\x01", "a\nb", `a"b`, "%s"}

// library are words by which an error shows that it comes from a library that parses values.
var library = regexp.MustCompile(`strconv|parsing|Parse[A-Z]|pflag|invalid (syntax|argument ")|value out of range|time:|regexp|parse error|non-quoted|%!`)

// Flags gives each flag of each command bad values, one at a time. A flag with a form (a number, a time, a rate, one
// of some words, true or false) must refuse them before anything runs, by its name and what it takes; so must a flag
// whose values all have units refuse a number without one. A flag that takes any text must fail for its value, or for
// a file that does not exist. No error may be a library's.
func Flags(t *testing.T, p *cli.Program) {
	t.Chdir(t.TempDir()) // where files go that -o names
	forms := 0
	walk(nil, p.Commands, func(path []string, f *pflag.Flag) {
		taker, _ := f.Value.(cli.FormValue)
		values := bad
		if taker != nil && strings.Contains(taker.Form(), "with its unit") {
			values = append(slices.Clone(bad), "5")
		}
		switch kind := f.Value.Type(); {
		case kind == "file":
			values = []string{"", "-"}
		case taker == nil:
			values = []string{"-1", "1e999", `a"b`, "%s"} // a command may take a while to find that a file is missing
			require.Contains(t, []string{"bool", "string", "stringSlice", "stringArray"}, kind, "%s --%s: declare it by package cli, which says what it takes", path, f.Name)
		}
		for _, value := range values {
			args := append(slices.Clone(path), "--"+f.Name+"="+value)
			status, text := run(p, append(args, filepath.Join("none", "none"))...)
			require.NotRegexp(t, library, text, "%q", args)
			switch {
			case taker != nil:
				require.Contains(t, text, "--"+f.Name+" takes "+taker.Form()+", not ", "%q", args)
			case f.Value.Type() == "bool":
				require.Contains(t, text, "--"+f.Name+" takes true or false", "%q", args)
			case value == `a"b` && f.Value.Type() == "stringSlice":
				require.Contains(t, text, "--"+f.Name+" takes a list", "%q", args)
			case status == cli.ExitOK:
				continue // of any text
			}
			require.Equal(t, cli.ExitUsage, status, "%q: %s", args, text)
			require.Equal(t, 1, strings.Count(text, "\n"), "%q: %s", args, text)
		}
		if taker != nil {
			forms++
			status, text := run(p, append(slices.Clone(path), "--"+f.Name)...)
			if f.NoOptDefVal == "" {
				require.Equal(t, cli.ExitUsage, status)
				require.Contains(t, text, "--"+f.Name+" needs a value: "+taker.Form())
			}
		}
	})
	require.Greater(t, forms, 20, "flags with a form")
}

// walk visits each flag of the commands below a path.
func walk(path []string, commands []cli.Command, visit func(path []string, f *pflag.Flag)) {
	for i := range commands {
		c := &commands[i]
		at := append(slices.Clone(path), c.Name)
		if walk(at, c.Commands, visit); c.Commands == nil {
			f := pflag.NewFlagSet(c.Name, pflag.ContinueOnError)
			c.Setup(f)
			f.VisitAll(func(f *pflag.Flag) { visit(at, f) })
		}
	}
}

func run(p *cli.Program, args ...string) (status int, text string) {
	var out, err bytes.Buffer
	status = p.Run(cli.Env{Stdout: &out, Stderr: &err}, args)
	return status, err.String()
}
