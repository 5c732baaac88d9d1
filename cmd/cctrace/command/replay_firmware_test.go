package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/backend/cgen/cc"
	"smartnic-cc/codegen/backend/port"
	"smartnic-cc/internal/base/cli"
)

// portOf builds the C port of the algorithm of a folder.
func portOf(t *testing.T, folder string) string {
	t.Helper()
	c := port.Config{Folders: []string{folder}, Lines: "none"}
	name, header, err := c.Header()
	require.NoError(t, err)
	program, err := c.Program(name)
	require.NoError(t, err)
	bin, cleanup, err := cc.Job{
		Compiler: cc.Compiler{Name: "gcc"}, Flags: []string{"-std=gnu99", "-O1"}, Sources: []string{"firmware.c"},
		Files: []cc.File{{Name: name, Data: header}, {Name: "firmware.c", Data: program}},
	}.Build(t.Context())
	t.Cleanup(cleanup)
	require.NoError(t, err)
	return bin
}

// TestFirmwareRunsAllConnections: a C port of an algorithm of your own takes the events of all
// connections, compared with the source or alone; a fault in it is named with connection, time,
// event and field.
func TestFirmwareRunsAllConnections(t *testing.T) {
	faulty := changedAIMD(t, "p.Keep, 16), p.Least)", "p.Keep, 16), p.Least+1)")
	right, wrong := portOf(t, aimd), portOf(t, faulty)
	dir := t.TempDir()
	replay := func(want int, args ...string) (log, stdout string) {
		t.Helper()
		path := filepath.Join(dir, "rates.csv")
		status, stdout, stderr := run(append([]string{"replay", capture, "--set", "Line=10Gb/s", "--line-rate", "10G", "--log", "all", "-o", path}, args...)...)
		require.Equal(t, want, status, stderr)
		if want != 0 {
			require.NoFileExists(t, path)
			return stderr, stdout
		}
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		require.NoError(t, os.Remove(path))
		return string(text), stdout
	}
	source, _ := replay(0, "--algo", aimd)
	changed, _ := replay(0, "--algo", faulty)
	require.NotEqual(t, source, changed)

	log, stdout := replay(0, "--algo", aimd, "--firmware", right)
	require.Equal(t, source, log)
	require.Contains(t, stdout, right+" agrees with the reference in all 3072 events\n")
	log, stdout = replay(0, "--algo", aimd, "--firmware", right, "--compare=false")
	require.Equal(t, source, log)
	require.Contains(t, stdout, right+" took all 3072 events, and was not compared\n")
	log, _ = replay(0, "--algo", aimd, "--firmware", wrong, "--compare=false")
	require.Equal(t, changed, log, "what the program does is what happens, at every connection")

	stderr, stdout := replay(cli.ExitCheck, "--algo", aimd, "--firmware", wrong)
	require.Contains(t, stderr, wrong+" differs from the reference at step 108, 905426 ns, connection 10.0.0.4:0x143->10.0.0.100:0xa03: Rate is 40001, expected 40000\n")
	require.Equal(t, 1, strings.Count(stderr, "\n"))
	require.Contains(t, stdout, "event Now=905426 CNPs=1 Kind=1\n")
	require.Contains(t, stdout, "aimd.go:155", "the line that is wrong")
	require.Regexp(t, `(?m)^> +Rate +40000 +40001 +00009c40 +00009c41$`, stdout)
}

// TestFirmwareAlone: a program runs a built-in algorithm without the reference, and what cannot be
// is refused.
func TestFirmwareAlone(t *testing.T) {
	log := filepath.Join(t.TempDir(), "rates.csv")
	texts := map[string]bool{}
	for _, args := range [][]string{nil, {"--firmware", self(t), "--compare=false"}} {
		status, _, stderr := run(append([]string{"replay", capture, "--algo", "dolcerc", "--line-rate", "10G", "-o", log}, args...)...)
		require.Zero(t, status, stderr)
		text, err := os.ReadFile(log)
		require.NoError(t, err)
		texts[string(text)] = true
	}
	require.Len(t, texts, 1)
	// The reference, with a rate of 0 in the answer to the 40th request.
	stopped := script(t, `exec env CCTRACE_TEST_FIRMWARE=1 "`+self(t)+`" | sed -u '40s/ok [0-9]*/ok 0/'`)
	refused(t, cli.ExitUsage, []string{"replay", capture, "--firmware", stopped, "--compare=false"},
		stopped+": rate 0 at ", "nothing may ever leave again; it must answer 1 kb/s or more")
	refused(t, cli.ExitUsage, []string{"replay", capture, "--algo", "dolcerc", "--arms", "0.5:1,1:1,0.1:1", "--firmware", self(t)}, `unknown algorithm "dolcerc3"`)
	refused(t, cli.ExitUsage, []string{"replay", capture, "--algo", aimd, "--firmware", self(t)}, "unknown algorithm", "aimd")
}
