// Package helppage keeps the command reference, docs/commands.md, as the programs' own help
// prints it. Each program's tests hold its part of the page current.
package helppage

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/cli"
	"smartnic-cc/internal/dev/golden"
)

// Check compares the program's part of the page, between two comments of its name, with the help
// of its commands; with -update it rewrites that part.
func Check(t *testing.T, page string, p *cli.Program) {
	t.Helper()
	b, err := os.ReadFile(page)
	require.NoError(t, err)
	begin, end := fmt.Sprintf("<!-- %s -->\n", p.Name), fmt.Sprintf("<!-- end %s -->\n", p.Name)
	head, rest, found := strings.Cut(string(b), begin)
	require.True(t, found, "%s has no line %s", page, begin)
	have, tail, found := strings.Cut(rest, end)
	require.True(t, found, "%s has no line %s", page, end)
	want := part(t, p)
	if golden.Update() {
		require.NoError(t, os.WriteFile(page, []byte(head+begin+want+end+tail), 0o644))
		return
	}
	require.Equal(t, want, have, "the help of %s is not what %s has; -update rewrites it", p.Name, page)
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
