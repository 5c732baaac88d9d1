// Package outputs tests that all outputs of a program obey one rule: their folders are made, and a
// command that fails leaves no new one behind. It is for tests only.
package outputs

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/cli"
)

// Out stands in arguments for the path of an output.
const Out = "OUT"

// paths is what the help of a flag says whose value is a path.
var paths = regexp.MustCompile(`(?i)\b(files?|folder|directory|report)\b`)

// Check runs a program for each flag of its commands that names an output. cases has the arguments by
// command and flag, as in "p4 --output"; others are the flags whose value is another path, or whose
// test is elsewhere, and why.
func Check(t *testing.T, commands []cli.Command, run func(args ...string) (status int, stdout, stderr string), cases, others map[string]string) {
	known := map[string]bool{}
	cases["man --output"] = "man -o OUT" // which each program has
	known["man --output"] = true
	walk(commands, "", func(name string) {
		known[name] = true
		assert.True(t, (cases[name] == "") != (others[name] == ""), "%s: may name an output; give it a case, or say why not", name)
	})
	for name := range others {
		assert.True(t, known[name], "%s: is no flag that may name an output", name)
	}
	for name, args := range cases {
		t.Run(name, func(t *testing.T) {
			require.True(t, known[name], "%s: is no flag that may name an output", name)
			in := func(path string) (int, string) {
				status, _, stderr := run(strings.Fields(strings.ReplaceAll(args, Out, path))...)
				return status, stderr
			}
			dir := t.TempDir()
			status, said := in(filepath.Join(dir, "new", "below", "out"))
			require.Zero(t, status, said)
			made, err := os.ReadDir(filepath.Join(dir, "new", "below"))
			require.NoError(t, err)
			require.NotEmpty(t, made)

			file := filepath.Join(dir, "file")
			require.NoError(t, os.WriteFile(file, nil, 0o666))
			status, said = in(filepath.Join(file, "below", "out"))
			require.Equal(t, cli.ExitUsage, status, said)
			require.Contains(t, said, file+": is a file; name a folder for the outputs")

			status, said = in(filepath.Join(dir, "other", "below", strings.Repeat("x", 300)))
			require.Equal(t, cli.ExitUsage, status, said)
			require.Contains(t, said, "file name too long")
			require.NoDirExists(t, filepath.Join(dir, "other"))
		})
	}
}

// walk calls with the names of the flags whose values are paths.
func walk(commands []cli.Command, under string, with func(name string)) {
	for i := range commands {
		c := &commands[i]
		walk(c.Commands, under+c.Name+" ", with)
		if c.Setup == nil {
			continue
		}
		flags := pflag.NewFlagSet(c.Name, pflag.ContinueOnError)
		c.Setup(flags)
		flags.VisitAll(func(f *pflag.Flag) {
			if kind := f.Value.Type(); kind == "file" || kind == "string" && paths.MatchString(f.Usage) {
				with(under + c.Name + " --" + f.Name)
			}
		})
	}
}
