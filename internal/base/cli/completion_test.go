package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"
)

// tool has what completion and manual pages have to cope with.
func tool() *Program {
	nothing := func(Env, []string) error { return nil }
	leaf := func(name string, declare func(*pflag.FlagSet)) Command {
		return Command{Name: name, Short: "do what isn't " + name, Examples: "tool " + name, Setup: func(f *pflag.FlagSet) func(Env, []string) error {
			if declare != nil {
				declare(f)
			}
			return nothing
		}}
	}
	run := leaf("run", func(f *pflag.FlagSet) {
		f.StringP("output", "o", "", "file: where to")
		f.String("algo", "dcqcn", "algorithm")
		CompleteWords(f, "algo", "dcqcn", "dolcerc")
		f.Bool("json", false, "print JSON")
	})
	run.Long = "First line\nof a paragraph.\n\n  .list's line \\ as it is\n\nLast."
	draw := leaf("draw", nil)
	draw.Words = []string{"fig3", "arms"}
	hidden := leaf("secret", nil)
	hidden.Hidden = true
	return &Program{Name: "tool", Short: "tool does it.", Version: func() string { return "1.2" }, Commands: []Command{
		run, draw, hidden, {Name: "profile", Short: "profiles", Commands: []Command{leaf("import", func(f *pflag.FlagSet) { f.Int("port", 1, "port") }), leaf("diff", nil)}},
	}}
}

func output(t *testing.T, args ...string) string {
	t.Helper()
	var out, fails bytes.Buffer
	require.Zero(t, tool().Run(Env{&out, &fails}, args), fails.String())
	return out.String()
}

// TestCompletes: what the program proposes for the last word of a line, as its scripts ask.
func TestCompletes(t *testing.T) {
	for line, want := range map[string]string{
		"":                   "run draw profile completion man",
		"r":                  "run",
		"run --":             "--algo --help --json --output",
		"run --al":           "--algo",
		"run --algo ":        "dcqcn dolcerc",
		"run --algo=do":      "dcqcn dolcerc", // the script filters
		"run x --algo d":     "dcqcn dolcerc",
		"run --output ":      "", // files
		"run draw ":          "",
		"draw ":              "fig3 arms",
		"profile ":           "import diff",
		"profile import --p": "--port",
		"profile diff --p":   "",
		"completion ":        "bash zsh fish",
	} {
		text := output(t, append([]string{"__completeNoDesc"}, strings.Split(line, " ")...)...)
		lines := strings.Split(strings.TrimSpace(text), "\n")
		got := lines[:len(lines)-1] // the last says whether files are proposed
		words := strings.Fields(want)
		if strings.HasPrefix(want, "--") {
			slices.Sort(got)
			got = slices.DeleteFunc(got, func(s string) bool { return !strings.HasPrefix(s, "--") })
		}
		require.ElementsMatch(t, words, strings.Fields(strings.ReplaceAll(strings.Join(got, " "), "--algo=", "")), line)
	}
	require.Contains(t, output(t, "__complete", "r"), "run\tdo what isn't run\n")
}

// TestScripts: bash takes its script, and fills in what the program proposes.
func TestScripts(t *testing.T) {
	dir := t.TempDir()
	for _, shell := range []string{"bash", "zsh", "fish"} {
		text := output(t, "completion", shell)
		require.Contains(t, text, "__complete", shell)
		require.NoError(t, os.WriteFile(filepath.Join(dir, shell), []byte(text), 0o666))
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "tool"), []byte("#!/bin/sh\n[ \"$*\" = '__complete r' ] && printf 'run\\tdo it\\n:0\\n'\n"), 0o777))
	cmd := exec.Command("bash", "-c", `PATH="$1:$PATH"; source "$1/bash"; COMP_WORDS=(tool r); COMP_CWORD=1; COMP_LINE="tool r"; COMP_POINT=6; COMP_TYPE=9; cur=r
_get_comp_words_by_ref() { cur=r prev=tool words=(tool r) cword=1; }
__start_tool; echo "${COMPREPLY[*]}"`, "bash", dir)
	got, err := cmd.CombinedOutput()
	require.NoError(t, err)
	require.Equal(t, "run", strings.TrimSuffix(string(got), "\n"))
}

func TestManual(t *testing.T) {
	text := output(t, "man", "run")
	require.Contains(t, text, ".TH TOOL\\-RUN 1 \"\" \"tool 1.2\"\n.SH NAME\ntool\\-run \\- do what isn't run\n.SH SYNOPSIS\ntool run [FLAG...]\n")
	require.Contains(t, text, "of a paragraph.\n.PP\n.nf\n  .list's line \\e as it is\n.fi\n.PP\nLast.\n")
	require.Contains(t, text, ".TP\n\\fB\\-o, \\-\\-output\\fR string\nfile: where to\n")
	require.Contains(t, text, "algorithm (default dcqcn)\n")
	require.Contains(t, text, ".SH SEE ALSO\n\\fBtool\\fR(1)\n")
	require.Contains(t, output(t, "man", "profile"), "\\fBtool\\fR(1),\n\\fBtool\\-profile\\-import\\fR(1),\n\\fBtool\\-profile\\-diff\\fR(1)\n")
	dir := filepath.Join(t.TempDir(), "man1")
	output(t, "man", "-o", dir)
	pages, err := filepath.Glob(filepath.Join(dir, "*.1"))
	require.NoError(t, err)
	require.Len(t, pages, 8)
	whole, err := os.ReadFile(filepath.Join(dir, "tool-run.1"))
	require.NoError(t, err)
	require.Equal(t, text, string(whole))
}

// TestUnknown: errors are one line, status 2, and name what was meant.
func TestUnknown(t *testing.T) {
	for line, want := range map[string]string{
		"rum":                   "tool: unknown command \"rum\" (did you mean run?); tool --help lists them\n",
		"help profil":           "tool: unknown command \"profil\" (did you mean profile?); tool --help lists them\n",
		"profile imprt x":       "tool: profile: unknown command \"imprt\" (did you mean import?); tool profile --help lists them\n",
		"profile":               "tool: profile: name a command, one of import, diff; tool profile --help tells more\n",
		"zzz":                   "tool: unknown command \"zzz\"; tool --help lists them\n",
		"run --outptu x":        "tool: run: unknown flag: --outptu (did you mean --output?); see tool run --help\n",
		"profile import --prot": "tool: profile import: unknown flag: --prot (did you mean --port?); see tool profile import --help\n",
		"completion fihs":       "tool: completion: unknown shell \"fihs\" (did you mean fish?); one of bash, zsh, fish\n",
		"man rum":               "tool: man: unknown command \"rum\" (did you mean run?); tool --help lists them\n",
		"man run -o x":          "tool: man: -o writes the pages of all commands; leave \"run\" out\n",
	} {
		var out, fails bytes.Buffer
		require.Equal(t, ExitUsage, tool().Run(Env{&out, &fails}, strings.Fields(line)), line)
		require.Empty(t, out.String())
		require.Equal(t, want, fails.String())
	}
	require.Equal(t, output(t, "profile", "import", "--help"), output(t, "help", "profile", "import"))
	require.Contains(t, output(t, "profile", "--help"), "\n  import     do what isn't import\n")
	require.Contains(t, output(t, "--help"), "there is no -v")
}
