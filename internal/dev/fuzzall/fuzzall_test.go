package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// module writes a small module with targets of every outcome.
func module(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.org/fuzzed\n\ngo 1.26\n",
		"a/a.go": "package a\n",
		"a/a_test.go": `package a

import "testing"

func FuzzGood(f *testing.F) {
	f.Add([]byte("seed"))
	f.Fuzz(func(t *testing.T, b []byte) {})
}

func FuzzCrash(f *testing.F) {
	f.Add([]byte("seed"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) > 0 && b[0] != 's' {
			panic("no s")
		}
	})
}

type other struct{}

func (other) FuzzMethod(f *testing.F) {}

func FuzzyHelper(b []byte) {}
`,
		"b/b.go": "package b\n",
		"b/b_test.go": `package b_test

import "testing"

var kept []byte

// FuzzGreedy keeps 256 MiB.
func FuzzGreedy(f *testing.F) {
	f.Add([]byte("seed"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if kept == nil {
			kept = make([]byte, 256<<20)
			for i := range kept {
				kept[i] = 1
			}
		}
	})
}

func FuzzHang(f *testing.F) {
	f.Add(1)
	f.Fuzz(func(t *testing.T, n int) {
		for n != 1 {
		}
	})
}
`,
		"c/c.go":            "package c\n",
		"c/c_plan9.go":      "package c\n",
		"c/c_plan9_test.go": "package c\n\nimport \"testing\"\n\nfunc FuzzElsewhere(f *testing.F) {}\n",
	} {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	return dir
}

func TestFind(t *testing.T) {
	dir := module(t)
	all := func(match string, patterns ...string) (out []string) {
		targets, err := find(t.Context(), dir, patterns, regexp.MustCompile(match))
		require.NoError(t, err)
		for _, target := range targets {
			require.Equal(t, dir, target.dir)
			out = append(out, target.short()+" "+target.Name)
		}
		return out
	}
	require.Equal(t, []string{"a FuzzGood", "a FuzzCrash", "b FuzzGreedy", "b FuzzHang"}, all("", "./..."))
	require.Equal(t, []string{"a FuzzGood", "b FuzzGreedy"}, all("G(o|r)", "./..."))
	require.Equal(t, []string{"b FuzzGreedy", "b FuzzHang"}, all("", "./b"))
	_, err := find(t.Context(), dir, []string{"./nowhere"}, regexp.MustCompile(""))
	require.ErrorContains(t, err, "nowhere")
	require.NotContains(t, err.Error(), "\n")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a", "bad_test.go"), []byte("package a\nfunc {"), 0o644))
	_, err = find(t.Context(), dir, []string{"./a"}, regexp.MustCompile(""))
	require.ErrorContains(t, err, "bad_test.go:2")
}

// Every outcome, on targets that are made for it.
func TestOutcomes(t *testing.T) {
	dir := module(t)
	targets, err := find(t.Context(), dir, []string{"./..."}, regexp.MustCompile(""))
	require.NoError(t, err)
	o := options{each: 5 * time.Second, grace: 5 * time.Minute, hang: time.Minute, jobs: 2, memory: 64 << 20}
	var stderr bytes.Buffer
	results := runAll(t.Context(), o, targets[:3], &stderr)
	good, crash, greedy := results[0], results[1], results[2]

	require.Empty(t, good.Failed, "%s", good.output)
	require.Positive(t, good.Inputs)
	require.Contains(t, crash.Failed, "crashed: see testdata/fuzz/FuzzCrash/")
	require.Contains(t, stderr.String(), "panic: no s", "a failure is shown in full")
	require.Contains(t, stderr.String(), "a FuzzGood: ")
	if runtime.GOOS == "linux" {
		require.True(t, good.Measured && greedy.Measured)
		require.Contains(t, greedy.Failed, "its memory grew by ")
		require.Greater(t, greedy.Grown, uint64(64<<20))
		o.memory = 0
		require.NotContains(t, fuzz(t.Context(), o, targets[2]).Failed, "memory")
	}

	// What never ends is ended.
	o.each, o.hang = time.Minute, 4*time.Second
	require.Equal(t, "hung: no input was finished in 4s", fuzz(t.Context(), o, targets[3]).Failed)
	o.each, o.grace = time.Nanosecond, 100*time.Millisecond
	require.Contains(t, fuzz(t.Context(), o, targets[3]).Failed, "did not end")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.NotEmpty(t, fuzz(ctx, o, targets[0]).Failed)

	var table bytes.Buffer
	require.NoError(t, write(&table, o, results))
	require.Regexp(t, `(?m)^a +FuzzCrash +\d+ +\d+ +\S+ +crashed: see testdata`, table.String())
	require.Contains(t, table.String(), "3 targets, 1ns each, 2 failed")
	table.Reset()
	o.json = true
	require.NoError(t, write(&table, o, results))
	var back []map[string]any
	require.NoError(t, json.Unmarshal(table.Bytes(), &back))
	require.Equal(t, "FuzzCrash", back[1]["target"])
	require.Equal(t, results[1].Failed, back[1]["failed"])
	require.NotContains(t, back[0], "failed")
}

func TestUsage(t *testing.T) {
	var stdout, stderr bytes.Buffer
	require.Equal(t, 0, run(t.Context(), []string{"--help"}, &stdout, &stderr))
	require.Contains(t, stdout.String(), "Examples:")
	stdout.Reset()
	require.Equal(t, 0, run(t.Context(), []string{"--list", "../../packet/roce"}, &stdout, &stderr))
	require.Equal(t, "internal/packet/roce FuzzParse\n", stdout.String())
	for want, args := range map[string][]string{
		"unknown flag":                {"--fast"},
		"must be above 0":             {"--time", "0s"},
		"--run: error parsing regexp": {"--run", "("},
		"no fuzz target":              {"--run", "Nothing", "../../packet/roce"},
		"go list:":                    {"./nowhere"},
	} {
		stderr.Reset()
		require.Equal(t, 2, run(t.Context(), args, &stdout, &stderr), args)
		require.Contains(t, stderr.String(), want)
	}
}

// Lines that only tell that time passes are no progress.
func TestStalled(t *testing.T) {
	var o output
	say := func(line string) time.Time {
		_, err := o.Write([]byte(line + "\n"))
		require.NoError(t, err)
		return o.advance
	}
	require.True(t, say("# building").IsZero())
	require.Zero(t, o.stalled())
	seeds := say("fuzz: elapsed: 0s, gathering baseline coverage: 0/13 completed")
	require.False(t, seeds.IsZero())
	require.Equal(t, seeds, say("fuzz: elapsed: 3s, gathering baseline coverage: 0/13 completed"))
	more := say("fuzz: elapsed: 6s, gathering baseline coverage: 5/13 completed")
	require.True(t, more.After(seeds))
	inputs := say("fuzz: elapsed: 9s, execs: 14 (5/sec), new interesting: 0 (total: 13)")
	require.True(t, inputs.After(more))
	require.Equal(t, inputs, say("fuzz: elapsed: 12s, execs: 14 (0/sec), new interesting: 0 (total: 13)"))
	require.True(t, say("fuzz: elapsed: 15s, execs: 15 (0/sec), new interesting: 0 (total: 13)").After(inputs))
}

// The known inputs may take longer than the whole time. They get more, and new inputs
// theirs.
func TestKnownInputs(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.org/slow\n\ngo 1.26\n",
		"a.go":   "package a\n",
		"a_test.go": `package a

import (
	"testing"
	"time"
)

func FuzzSlow(f *testing.F) {
	for i := range 30 {
		f.Add(i)
	}
	f.Fuzz(func(t *testing.T, i int) { time.Sleep(150 * time.Millisecond) })
}
`,
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	targets, err := find(t.Context(), dir, nil, regexp.MustCompile(""))
	require.NoError(t, err)
	o := options{each: 4 * time.Second, grace: 5 * time.Minute, hang: time.Minute, jobs: 1}
	r := fuzz(t.Context(), o, targets[0])
	require.Empty(t, r.Failed, "%s", r.output)
	require.Positive(t, r.Inputs)
	require.Contains(t, string(r.output), "gathering baseline coverage: 30/30 completed")

	for _, c := range []struct {
		out  string
		want time.Duration
	}{
		{"", 0},
		{"fuzz: elapsed: 0s, gathering baseline coverage: 0/50 completed\n", 0},
		{"fuzz: elapsed: 0s, gathering baseline coverage: 0/50 completed\nfuzz: elapsed: 3s, gathering baseline coverage: 20/50 completed\nPASS\n", 75 * time.Second},
		{"fuzz: elapsed: 3s, gathering baseline coverage: 51/50 completed\n", 0},
		{"fuzz: elapsed: 3s, gathering baseline coverage: 1/99999999999999999999 completed\n", 0},
	} {
		require.Equal(t, c.want, known(c.out, 20*time.Second), c.out)
	}
}

func TestCounts(t *testing.T) {
	n, fresh := counts("fuzz: elapsed: 3s, execs: 14 (5/sec), new interesting: 0 (total: 13)\nfuzz: elapsed: 6s, execs: 2907 (970/sec), new interesting: 5 (total: 18)\nPASS\n")
	require.Equal(t, []int{2907, 5}, []int{n, fresh})
	n, fresh = counts("FAIL\n")
	require.Equal(t, []int{0, 0}, []int{n, fresh})
	require.Equal(t, "panic: oh", crash("x\n  panic: oh\ny", os.ErrInvalid))
	require.Equal(t, "invalid argument", crash("x", os.ErrInvalid))
}

// The end of the time is a failure to go test at times, and none here; whatever comes
// with it is one.
func TestOnlyOutOfTime(t *testing.T) {
	const end = "fuzz: elapsed: 20s, execs: 104124 (4208/sec), new interesting: 3 (total: 121)\n--- FAIL: FuzzReadText (20.16s)\n    context deadline exceeded\nFAIL\nexit status 1\nFAIL\tx/y\t20.1s\n"
	require.True(t, onlyOutOfTime(end))
	for _, bad := range []string{
		"panic: oh\n" + end, "fatal error: all goroutines are asleep\n" + end, "Failing input written to testdata/fuzz/F/0\n" + end,
		"--- FAIL: FuzzOther (0.00s)\n" + end, strings.Replace(end, "context deadline", "    x_test.go:3: context deadline", 1),
		strings.Replace(end, "exceeded\n", "exceeded\n    and more\n", 1), "PASS\n", "",
	} {
		require.False(t, onlyOutOfTime(bad), "%q", bad)
	}
}
