package smt

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/frontend"
)

var update = flag.Bool("update", false, "rewrite testdata/proved.txt and testdata/open.txt; takes some minutes")

var limit = flag.Duration("limit", 4*time.Second, "with -update: how long each problem may take to be listed as proved; up to a minute")

// solver returns the path of z3.
func solver(t testing.TB) string {
	path, err := exec.LookPath("z3")
	require.NoError(t, err, "z3 is missing: apt-get install z3")
	return path
}

// solve returns z3's first word (sat, unsat, timeout, unknown) and all it said.
func solve(t testing.TB, z3, text string, limit time.Duration) (string, string) {
	ctx, cancel := context.WithTimeout(t.Context(), limit+10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, z3, fmt.Sprintf("-T:%d", int(limit.Seconds())), "-in")
	cmd.Stdin = strings.NewReader(text)
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return "timeout", err.Error()
	}
	first, _, _ := strings.Cut(string(out), "\n")
	return first, string(out)
}

func problems(t testing.TB) []Problem {
	p, err := Program()
	require.NoError(t, err)
	list, err := Problems(p)
	require.NoError(t, err)
	require.NotEmpty(t, list)
	return list
}

func readNames(t testing.TB, file string) map[string]bool {
	f, err := os.Open(filepath.Join("testdata", file))
	require.NoError(t, err)
	defer f.Close()
	m := map[string]bool{}
	for s := bufio.NewScanner(f); s.Scan(); {
		if l := strings.Fields(s.Text()); len(l) > 0 && l[0][0] != '#' {
			m[l[0]] = true
		}
	}
	return m
}

// TestProved discharges the problems that are listed as proved, and wants every
// other one to be listed as open: none goes missing.
func TestProved(t *testing.T) {
	z3 := solver(t)
	list := problems(t)
	if *update {
		rewrite(t, z3, list)
	}
	proved, open := readNames(t, "proved.txt"), readNames(t, "open.txt")
	run := list[:0:0]
	for _, p := range list {
		require.True(t, proved[p.Name] != open[p.Name], "%s must be listed in one of testdata/proved.txt and open.txt: go test ./codegen/smt -update", p.Name)
		if proved[p.Name] {
			run = append(run, p)
		} else {
			t.Logf("open: %s: %s", p.Name, p.What)
		}
	}
	require.Len(t, list, len(proved)+len(open), "a listed problem is gone: go test ./codegen/smt -update")
	answers := all(t, z3, run, time.Minute)
	for i, p := range run {
		require.Equal(t, "unsat", answers[i], "%s: %s", p.Name, p.What)
	}
}

// all solves on every core.
func all(t testing.TB, z3 string, list []Problem, limit time.Duration) []string {
	answers := make([]string, len(list))
	next := make(chan int)
	var wg sync.WaitGroup
	for range runtime.NumCPU() {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range next {
				answers[i], _ = solve(t, z3, list[i].Text, limit)
			}
		}()
	}
	for i := range list {
		next <- i
	}
	close(next)
	wg.Wait()
	return answers
}

func rewrite(t *testing.T, z3 string, list []Problem) {
	proved := "# Problems of ccgen smt that z3 ends with unsat, each within seconds.\n"
	open := "# Problems of ccgen smt that are not discharged by z3, and what covers them instead:\n# docs/ranges.md. sat: not true of the function alone, outside of the arguments that it is given;\n# timeout, unknown: not ended within " + limit.String() + ".\n"
	for i, a := range all(t, z3, list, *limit) {
		if a == "unsat" {
			proved += list[i].Name + "\n"
		} else {
			open += list[i].Name + " " + a + "\n"
		}
	}
	require.NoError(t, os.WriteFile("testdata/proved.txt", []byte(proved), 0o600))
	require.NoError(t, os.WriteFile("testdata/open.txt", []byte(open), 0o600))
}

// TestContracts wants most contracts among the proved.
func TestContracts(t *testing.T) {
	proved := readNames(t, "proved.txt")
	n := 0
	for name := range proved {
		if strings.HasPrefix(name, "contracts.") {
			n++
		}
	}
	require.GreaterOrEqual(t, n, 10)
}

// TestPlanted wants a model for what is wrong, and none for its neighbour.
func TestPlanted(t *testing.T) {
	z3 := solver(t)
	for _, c := range []struct{ body, want string }{
		{"//ccgen:range a 0..255\nfunc F(a uint32, b uint8) uint8 { return uint8(a) + b&1 }", "sat"},
		{"//ccgen:range a 0..254\nfunc F(a uint32, b uint8) uint8 { return uint8(a) + b&1 }", "unsat"},
		{"func F(a int8, b int8) int8 { return min(max(a, -11), 11) * min(max(b, -12), 11) }", "sat"},
		{"func F(a int8, b int8) int8 { return min(max(a, -11), 11) * min(max(b, -11), 11) }", "unsat"},
		{"func F(a, b uint32) uint32 {\n\tif a >= b {\n\t\treturn a - b\n\t}\n\treturn b - a\n}", "unsat"},
		{"func F(a, b uint32) uint32 {\n\tif a >= b {\n\t\treturn a - b - 1\n\t}\n\treturn b - a\n}", "sat"},
		{"var t = [3]uint8{1, 2, 4}\n\nfunc F(a uint32, b uint32) uint8 { return t[a%4&b] }", "sat"},
		{"var t = [3]uint8{1, 2, 4}\n\nfunc F(a uint32, b uint32) uint8 { return t[a%3&b] }", "unsat"},
		{"func F(a uint32, b uint32) uint32 {\n\ts := uint32(0)\n\tfor i := uint32(0); i < 4; i++ {\n\t\tif i == b {\n\t\t\tbreak\n\t\t}\n\t\ts += a >> 30\n\t}\n\treturn s - s&12\n}", "unsat"},
		{"//ccgen:range b 0..32\nfunc F(a uint32, b uint32) uint32 { return uint32(1)<<b - a&1 }", "sat"},
		{"//ccgen:range b 0..31\nfunc F(a uint32, b uint32) uint32 { return uint32(1)<<b - a&1 }", "unsat"},
		{"func F(a uint64, b uint64) uint32 { return uint32(a >> 31) + uint32(b&0) }", "sat"},
		{"func F(a uint64, b uint64) uint32 { return uint32(a>>32) + uint32(b&0) }", "unsat"},
	} {
		fsys := fstest.MapFS{"fixedpoint/f.go": {Data: []byte("package fixedpoint\n\n" + c.body + "\n")}}
		p, err := frontend.Load(fsys, "m", []string{"fixedpoint"}, frontend.Options{})
		require.NoError(t, err)
		list, err := Problems(p)
		require.NoError(t, err)
		require.NotEmpty(t, list)
		got := "unsat"
		for _, q := range list {
			a, out := solve(t, z3, q.Text, 20*time.Second)
			require.Contains(t, []string{"sat", "unsat"}, a, out)
			if a == "sat" {
				got = a
				require.Contains(t, out, "(a #", "a model names the arguments")
				require.True(t, strings.HasPrefix(q.What, "fixedpoint/f.go:"), q.What)
			}
		}
		require.Equal(t, c.want, got, c.body)
	}
}
