package main

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/cli"
)

// slow stands in for a compiler: it writes temporary files, tells that it runs, and takes
// longer than the test would wait. z3, by its first argument, writes no files.
const slow = `#!/bin/sh
[ "$1" = --version ] && echo slow 1.0 && exit
case "$1" in rlimit*) ;; *) mktemp -p "$TMPDIR" > /dev/null ;; esac
touch "$CCGEN_TEST_RUNS"
sleep 600
`

// TestInterrupted: Ctrl-C while another program runs ends that, and the command, which leaves
// nothing behind: its folders of temporary files stayed.
func TestInterrupted(t *testing.T) {
	for _, c := range []struct {
		args    []string
		program string // that is running
		says    string
	}{
		{[]string{"verify", "--compilers", "gcc", "--opt", "-O0", "../../testvectors/corpus/timers.json.gz"}, "gcc", "verify: interrupted"},
		{[]string{"fuzz", "--only", "fixedpoint.Log2"}, "clang", "fuzz: interrupted; nothing was found until then"},
		{[]string{"p4", "bandit4", "--check=bmv2", "-o", "/dev/null"}, "p4c-bm2-ss", "p4: interrupted"},
		{[]string{"mutate", "../../nicmodel/systems/saba/weigh", "../../nicmodel/systems/saba/weigh/testdata/sabaweigh8.json", "--draw", "0"}, "z3", "mutate: interrupted"},
	} {
		t.Run(c.args[0]+" "+c.args[1], func(t *testing.T) {
			bin, temp := t.TempDir(), t.TempDir()
			runs := filepath.Join(bin, "runs")
			require.NoError(t, os.WriteFile(filepath.Join(bin, c.program), []byte(slow), 0o755))
			t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
			t.Setenv("TMPDIR", temp)
			t.Setenv("CCGEN_TEST_RUNS", runs)
			type result struct {
				status         int
				stdout, stderr string
			}
			done := make(chan result, 1)
			go func() {
				status, stdout, stderr := run(c.args...)
				done <- result{status, stdout, stderr}
			}()
			for {
				select {
				case r := <-done:
					t.Fatalf("%v ended by itself: %s", c.args, r.stderr)
				default:
				}
				if _, err := os.Stat(runs); err == nil {
					break
				}
				time.Sleep(time.Millisecond)
			}
			require.NoError(t, syscall.Kill(os.Getpid(), syscall.SIGINT))
			var r result
			select {
			case r = <-done:
			case <-time.After(time.Minute):
				t.Fatalf("%v does not end", c.args)
			}
			require.Equal(t, cli.ExitCheck, r.status)
			require.Equal(t, "ccgen: "+c.says+"\n", r.stderr)
			require.Empty(t, r.stdout)
			entries, err := os.ReadDir(temp)
			require.NoError(t, err)
			require.Empty(t, entries)
		})
	}
}
