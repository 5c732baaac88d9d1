package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
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
		Values(f, "algo", "dcqcn", "dolcerc")
		f.Bool("json", false, "print JSON")
	})
	run.Long = "First line\nof a paragraph.\n\n  .list's line \\ as it is\n\nLast."
	draw := leaf("draw", nil)
	draw.Words = []string{"fig3", "arms"}
	hidden := leaf("secret", nil)
	hidden.Hidden = true
	return &Program{Name: "tool", Short: "tool does it.", Version: "1.2", Commands: []Command{
		run, draw, hidden, {Name: "profile", Short: "profiles", Commands: []Command{leaf("import", func(f *pflag.FlagSet) { f.Int("port", 1, "port") }), leaf("diff", nil)}},
	}}
}

func output(t *testing.T, args ...string) string {
	t.Helper()
	var out, fails bytes.Buffer
	require.Zero(t, tool().Run(Env{&out, &fails}, args), fails.String())
	return out.String()
}

func TestBashCompletes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tool.bash")
	require.NoError(t, os.WriteFile(path, []byte(output(t, "completion", "bash")), 0o666))
	for line, want := range map[string]string{
		"tool ":                       "run draw profile completion man",
		"tool r":                      "run",
		"tool run --":                 "--output --algo --json --help",
		"tool run --al":               "--algo",
		"tool run --algo ":            "dcqcn dolcerc",
		"tool run --algo = do":        "dolcerc",
		"tool run x --algo d":         "dcqcn dolcerc",
		"tool run --output ":          "", // files
		"tool run draw ":              "",
		"tool draw ":                  "fig3 arms",
		"tool profile ":               "import diff",
		"tool profile import --p":     "--port",
		"tool profile diff --p":       "",
		"tool completion ":            "bash zsh fish",
		"tool secret --":              "--version --help",
		"tool --output x run --algo ": "dcqcn dolcerc",
	} {
		cmd := exec.Command("bash", "-c", `source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _tool; echo "${COMPREPLY[*]}"`, path)
		words := strings.Fields(line)
		if strings.HasSuffix(line, " ") {
			words = append(words, "")
		}
		cmd.Args = append(cmd.Args, words...)
		got, err := cmd.CombinedOutput()
		require.NoError(t, err)
		require.Equal(t, want+"\n", string(got), line)
	}
}

// TestEveryShellHasAll: the scripts name every command and flag, with what help says of it.
func TestEveryShellHasAll(t *testing.T) {
	for _, shell := range []string{"zsh", "fish"} {
		text := output(t, "completion", shell)
		for _, want := range []string{"output", "algo", "json", "'dcqcn", "import", "port", "fig3", "' profile import'"} {
			require.Contains(t, text, want, shell)
		}
		require.NotContains(t, text, "secret")
		require.Equal(t, 8, strings.Count(text, "show help")/map[string]int{"zsh": 2, "fish": 1}[shell], "one of each command that help shows, and of the program")
	}
	require.Contains(t, output(t, "completion", "zsh"), `'run:do what isn'\''t run'`)
	require.Contains(t, output(t, "completion", "fish"), `-a run -d 'do what isn\'t run'`)
	require.Contains(t, output(t, "completion", "fish"), `-s o -l output -r -d 'file: where to'`)
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
