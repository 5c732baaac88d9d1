package command

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/logs/firmwarelog"
)

// vendor is what a NIC of unknown arithmetic wrote: rates alone. At its second CNP it raises the rate.
const vendor = `time_ns,conn,event,cnps,rate_kbps,rc_kbps
1000,a,cnp,1,70000000,70000000
2000,b,cnp,1,60000000,60000000
9000,a,increase-timer,0,80000000,80000000
12000,a,cnp,1,80000001,80000001
13000,b,increase-timer,0,1,1
`

// TestVerifyLaws: a log is held against the laws that speak of its columns, whatever the arithmetic was; the first breach
// is shown with time, connection and the law's words.
func TestVerifyLaws(t *testing.T) {
	log := filepath.Join(t.TempDir(), "vendor.csv")
	require.NoError(t, os.WriteFile(log, []byte(vendor), 0o600))
	args := []string{"verify", log, "--laws", "--algo", "dcqcn", "--profile", "paper", "--line-rate", "100G", "--join"}
	status, out, errs := run(append(args, "--json")...)
	require.Equal(t, cli.ExitCheck, status, errs)
	require.Contains(t, errs, "line 5, connection a, step 3, at 12000 ns: cnp-never-raises does not hold: ")
	var found firmwarelog.LawReport
	require.NoError(t, json.Unmarshal([]byte(out), &found))
	require.Equal(t, "cnp-never-raises", found.Breach.Law)
	require.Contains(t, found.Breach.Values, "t.Rates.RC=80000001")
	require.EqualValues(t, 4, found.Steps)
	for _, l := range found.Laws {
		if l.Name == "alpha-at-most" {
			require.Equal(t, "t.Alpha", l.Missing)
		}
	}

	// What the reference itself wrote keeps them all.
	t.Chdir("../../..")
	rates := filepath.Join(t.TempDir(), "rates.csv")
	for log, says := range map[string]string{
		"all":     "held against it\nrc-in-range: 13793 steps\n",
		"changes": "the log leaves out timers before 604 steps\nthe log leaves out steps that change no control, or has none",
	} {
		status, _, errs = run("replay", "docs/sample/incast.pcapng", "--algo", "dcqcn", "--profile", "connectx", "--line-rate", "10G", "--log", log, "-o", rates)
		require.Zero(t, status, errs)
		status, out, errs = run("verify", rates, "--laws", "--algo", "dcqcn", "--profile", "connectx", "--line-rate", "10G")
		require.Zero(t, status, errs)
		require.Contains(t, out, says)
	}

	for _, bad := range [][]string{{"--resync"}, {"--firmware", "x"}} {
		status, _, errs = run(append(args, bad...)...)
		require.Equal(t, cli.ExitUsage, status)
		require.Contains(t, errs, "use one of them")
	}
}
