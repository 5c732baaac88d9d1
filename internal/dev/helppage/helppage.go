// Package helppage keeps the command reference, docs/commands.md, as the programs' own help
// prints it. Each program's tests hold its part of the page current.
package helppage

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/cli"
	"smartnic-cc/internal/dev/golden"
)

// Check compares the program's part of the page with the help of its commands; with -update it
// rewrites that part.
func Check(t *testing.T, page string, p *cli.Program) {
	t.Helper()
	golden.CheckPart(t, page, p.Name, part(t, p))
}

// part returns the help of a program and of each command as Markdown.
func part(t *testing.T, p *cli.Program) string {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "## %s\n\n", p.Name)
	write(t, &b, p)
	var all func(path []string, commands []cli.Command)
	all = func(path []string, commands []cli.Command) {
		for i := range commands {
			if c := &commands[i]; !c.Hidden {
				to := append(path[:len(path):len(path)], c.Name)
				fmt.Fprintf(&b, "### %s %s\n\n", p.Name, strings.Join(to, " "))
				write(t, &b, p, to...)
				all(to, c.Commands)
			}
		}
	}
	all(nil, p.Commands)
	return b.String()
}

// write writes one help text as a block of code.
func write(t *testing.T, b *strings.Builder, p *cli.Program, path ...string) {
	t.Helper()
	var out, failed bytes.Buffer
	require.Equal(t, cli.ExitOK, p.Run(cli.Env{Stdout: &out, Stderr: &failed}, append(path, "--help")), failed.String())
	fmt.Fprintf(b, "```\n%s\n```\n\n", strings.TrimRight(out.String(), "\n"))
}
