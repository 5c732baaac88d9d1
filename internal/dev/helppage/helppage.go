// Package helppage keeps the help of a program's commands in a golden file, so that a change of
// a flag or of its words is seen as a diff.
package helppage

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/dev/golden"
)

// Check compares testdata/help.txt with the help of the program and of each of its commands that
// is not hidden; with -update it rewrites the file.
func Check(t *testing.T, p *cli.Program) {
	t.Helper()
	var b strings.Builder
	write(t, &b, p)
	var all func(path []string, commands []cli.Command)
	all = func(path []string, commands []cli.Command) {
		for i := range commands {
			if c := &commands[i]; !c.Hidden {
				to := append(path[:len(path):len(path)], c.Name)
				write(t, &b, p, to...)
				all(to, c.Commands)
			}
		}
	}
	all(nil, p.Commands)
	golden.Check(t, "testdata/help.txt", []byte(b.String()))
}

// write writes one help text under the command that prints it.
func write(t *testing.T, b *strings.Builder, p *cli.Program, path ...string) {
	t.Helper()
	var out, failed bytes.Buffer
	require.Equal(t, cli.ExitOK, p.Run(cli.Env{Stdout: &out, Stderr: &failed}, append(path, "--help")), failed.String())
	fmt.Fprintf(b, "$ %s\n%s\n\n", strings.Join(append(append([]string{p.Name}, path...), "--help"), " "), strings.TrimRight(out.String(), "\n"))
}
