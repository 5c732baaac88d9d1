package readme

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/internal/dev/tree"
)

const root = "../../.."

// brought are the files that a user brings to the README's commands, each with what stands in for it.
var brought = map[string]string{
	"capture.pcapng": "docs/sample/incast.pcapng",
	"your-bench":     "out/firmware", // the C port, as .ci/demo builds it
	"config_db.json": "internal/nicconf/sonic/testdata/config_db.json",
}

// device is a folder that only a machine with such a NIC has, and saved is one that was taken there.
const (
	device = "/sys/kernel/debug/mlx5/0000:04:00.0/cc_params"
	saved  = "internal/nicconf/testdata/debugfs/cc_params"
)

// shows are the commands whose status is that of a check which fails: that is what they show.
var shows = map[string]int{
	"cctrace verify docs/sample/firmware.csv": 1,
}

// commands returns what the README shows before a heading, and after it up to the next one: lines
// that are indented by four spaces.
func commands(t *testing.T, heading string) (before, after []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	require.NoError(t, err)
	indented := func(part string) (lines []string) {
		for line := range strings.Lines(part) {
			if command, ok := strings.CutPrefix(line, "    "); ok {
				lines = append(lines, strings.TrimSpace(command))
			}
		}
		return lines
	}
	head, rest, ok := strings.Cut(string(text), "\n## "+heading+"\n")
	require.True(t, ok, "README.md has no heading %s", heading)
	section, _, ok := strings.Cut(rest, "\n## ")
	require.True(t, ok)
	head, _, _ = strings.Cut(head, "\n## ")
	return indented(head), indented(section)
}

// TestCommands: what stands in for something is used, and is there.
func TestCommands(t *testing.T) {
	first, list := commands(t, "What to do with it")
	require.Len(t, first, 3)
	for i, want := range []string{"bash .ci/demo", "bash .ci/test", "go install ./cmd/..."} {
		require.True(t, strings.HasPrefix(first[i], want), first[i])
	}
	require.Greater(t, len(list), 30)
	all, known := strings.Join(list, "\n"), tree.Of(t, root)
	for name, from := range brought {
		require.Regexp(t, `(^|[ /])`+regexp.QuoteMeta(name)+`( |\n|$)`, all, "no command names it")
		if !strings.HasPrefix(from, "out/") {
			_, err := fs.Stat(known, from)
			require.NoError(t, err)
		}
	}
	require.Contains(t, all, device)
	_, err := fs.Stat(known, saved)
	require.NoError(t, err)
	for command := range shows {
		require.Contains(t, list, command)
	}
	for _, command := range list {
		require.Regexp(t, `^(ccgen|cctrace|source) `, command)
	}
}

// TestFreshClone runs in a clone of what is committed: the README's first and third command, each of those that
// say what to do with it, and then its second, all tests, which what the others left must not disturb.
func TestFreshClone(t *testing.T) {
	tier.Nightly(t)
	first, list := commands(t, "What to do with it")
	home := t.TempDir()
	clone := filepath.Join(home, "smartnic-cc")
	env := append(os.Environ(), "HOME="+home, "GOBIN="+filepath.Join(home, "bin"), "PATH="+filepath.Join(home, "bin")+":"+os.Getenv("PATH"))
	for _, name := range []string{"GOPATH", "GOCACHE", "GOMODCACHE"} {
		out, err := exec.Command("go", "env", name).Output()
		require.NoError(t, err)
		env = append(env, name+"="+strings.TrimSpace(string(out)))
	}
	if at, err := os.UserHomeDir(); err == nil && os.Getenv("RUSTUP_HOME") == "" {
		env = append(env, "RUSTUP_HOME="+filepath.Join(at, ".rustup")) // where rustc is a proxy that looks for its toolchain there
	}
	run := func(dir, command string, want int) string {
		t.Helper()
		c := exec.Command("bash", "-euo", "pipefail", "-c", command)
		c.Dir, c.Env = dir, env
		out, err := c.CombinedOutput()
		status := 0
		if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
			status, err = exit.ExitCode(), nil
		}
		require.NoError(t, err, command)
		require.Equal(t, want, status, "%s: %s", command, out[max(0, len(out)-8000):])
		t.Log(command)
		return string(out)
	}
	head := strings.TrimSpace(run(root, "git rev-parse HEAD", 0))
	run(root, "git clone --quiet --no-checkout . '"+clone+"' && git -C '"+clone+"' checkout --quiet --detach "+head, 0)

	run(clone, first[0], 0)
	run(clone, first[2], 0)
	for name, from := range brought {
		run(clone, "cp "+from+" "+name, 0)
	}
	for _, command := range list {
		run(clone, strings.ReplaceAll(command, device, saved), shows[command])
	}
	run(clone, first[1], 0)
	require.Empty(t, run(clone, "git status --porcelain --untracked-files=no", 0), "the commands change files of the repository")
}
