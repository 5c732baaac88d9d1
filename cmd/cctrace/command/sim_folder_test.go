package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/cli"
)

const timely = "../../../docs/examples/timely"

// mixed is a scenario with DCQCN on two hosts and the TIMELY example on two others.
func mixed(t *testing.T) string {
	folder, err := filepath.Abs(timely)
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "beside.toml")
	require.NoError(t, os.WriteFile(file, []byte(`[run]
end = "500us"
[topology]
kind = "star"
hosts = 5
[[switch.marking]]
kmin = "20KB"
kmax = "200KB"
[[nic]]
[[nic]]
hosts = "2,3"
algorithm = "`+folder+`"
[[workload]]
kind = "incast"
receiver = 4
bytes = "100KB"
[record]
rates = "all"
rate_log = "all"
`), 0o666))
	return file
}

// TestSimFolder: cctrace sim runs a folder together with DCQCN; a C port of it takes its connections, alone or
// compared, and a fault in a port is reported with connection, time and field.
func TestSimFolder(t *testing.T) {
	file, dir := mixed(t), t.TempDir()
	sim := func(want int, args ...string) (rates, stdout string) {
		t.Helper()
		out := filepath.Join(dir, "out")
		status, stdout, stderr := run(append([]string{"sim", file, "-o", out}, args...)...)
		require.Equal(t, want, status, stderr)
		if want != 0 {
			return stderr, stdout
		}
		text, err := os.ReadFile(filepath.Join(out, "rates-timely.csv"))
		require.NoError(t, err)
		return string(text), stdout
	}
	want, _ := sim(0)
	port := portOf(t, timely)
	for _, args := range [][]string{nil, {"--compare"}, {"--threads", "2"}} {
		got, _ := sim(0, append(args, "--firmware", port, "--firmware-conn", "2,3")...)
		require.Equal(t, want, got)
	}

	text, err := os.ReadFile(filepath.Join(timely, "timely.go"))
	require.NoError(t, err)
	faulty := filepath.Join(dir, "faulty")
	require.NoError(t, os.Mkdir(faulty, 0o777))
	const right = "rtt < p.Low:"
	require.Equal(t, 1, strings.Count(string(text), right))
	changed := strings.Replace(string(text), right, "rtt+9000 < p.Low:", 1)
	require.NoError(t, os.WriteFile(filepath.Join(faulty, "timely.go"), []byte(changed), 0o666))
	stderr, stdout := sim(cli.ExitCheck, "--firmware", portOf(t, faulty), "--firmware-conn", "2,3", "--compare")
	require.Regexp(t, `differs from the reference at step [0-9]+, [0-9]+ ns, connection [23]: (Rate|Calm) is`, stderr)
	require.Contains(t, stdout, "event Now=")

	// The program has to know the algorithms of all connections that it is to run.
	refused(t, cli.ExitUsage, []string{"sim", file, "-o", "-", "--firmware", port}, "dcqcn")
}
