package smt

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/frontend"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/dev/tier"
)

// solver returns the name of z3; without it the test is skipped.
func solver(t testing.TB) string {
	tier.Require(t, "z3")
	return "z3"
}

// bound limits z3 on a problem: by its own count of steps (rlimit), or by its CPU time in whole seconds, to make the
// lists. Neither depends on the machine's load. One of the two is 0.
type bound struct {
	resources uint32
	time      time.Duration
}

// solve returns z3's first word (sat, unsat, timeout, unknown), all it said, and its CPU time.
func solve(t testing.TB, z3, text string, b bound) (word, said string, took time.Duration) {
	cmd := exec.CommandContext(t.Context(), z3, fmt.Sprintf("rlimit=%d", b.resources), "-in")
	if b.time > 0 {
		cmd = exec.CommandContext(t.Context(), "sh", "-c", fmt.Sprintf("ulimit -t %d && exec %s -in", int(b.time.Seconds()), z3))
	}
	cmd.Stdin = strings.NewReader(text)
	out, err := cmd.Output()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	took = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || !exit.Exited()) {
		return "timeout", err.Error(), took
	}
	first, _, _ := strings.Cut(string(out), "\n")
	return first, string(out), took
}

func problems(t testing.TB) []Problem {
	p, err := Program()
	require.NoError(t, err)
	list, err := Problems(p)
	require.NoError(t, err)
	require.NotEmpty(t, list)
	return list
}

// load compiles a package fixedpoint of a few functions.
func load(body string) (*ir.Program, error) {
	if strings.Contains(body, "bits.") {
		body = "import \"math/bits\"\n\n" + body
	}
	fsys := fstest.MapFS{"fixedpoint/f.go": {Data: []byte("package fixedpoint\n\n" + body + "\n")}}
	return frontend.Load(fsys, "m", []string{"fixedpoint"}, frontend.Options{})
}

// TestLongLoop: a loop that is not written out is an error at its place.
func TestLongLoop(t *testing.T) {
	p, err := load("func F(a uint32) uint32 {\n\tfor i := uint32(0); i < 65; i++ {\n\t\ta ^= i\n\t}\n\treturn a\n}")
	require.NoError(t, err)
	_, err = Problems(p)
	require.EqualError(t, err, "fixedpoint/f.go:4:2: loop of 65 turns: ccgen smt writes out up to 64; split the loop, or check it with ccgen ranges")
}

// TestPlanted checks that a planted fault has a model, and the correct neighbour has none.
func TestPlanted(t *testing.T) {
	z3 := solver(t)
	for _, c := range []struct{ body, want string }{
		{"//ccgen:range a 0..255\nfunc F(a uint32, b uint8) uint8 { return uint8(a) + (b & 1) }", "sat"},
		{"//ccgen:range a 0..254\nfunc F(a uint32, b uint8) uint8 { return uint8(a) + (b & 1) }", "unsat"},
		{"func F(a int8, b int8) int8 { return min(max(a, -11), 11) * min(max(b, -12), 11) }", "sat"},
		{"func F(a int8, b int8) int8 { return min(max(a, -11), 11) * min(max(b, -11), 11) }", "unsat"},
		{"func F(a, b uint32) uint32 {\n\tif a >= b {\n\t\treturn a - b\n\t}\n\treturn b - a\n}", "unsat"},
		{"func F(a, b uint32) uint32 {\n\tif a >= b {\n\t\treturn a - b - 1\n\t}\n\treturn b - a\n}", "sat"},
		{"var t = [3]uint8{1, 2, 4}\n\nfunc F(a uint32, b uint32) uint8 { return t[a%4&b] }", "sat"},
		{"var t = [3]uint8{1, 2, 4}\n\nfunc F(a uint32, b uint32) uint8 { return t[a%3&b] }", "unsat"},
		{"func F(a uint32, b uint32) uint32 {\n\ts := uint32(0)\n\tfor i := uint32(0); i < 4; i++ {\n\t\tif i == b {\n\t\t\tbreak\n\t\t}\n\t\ts += a >> 30\n\t}\n\treturn s - (s & 12)\n}", "unsat"},
		{"//ccgen:range b 0..32\nfunc F(a uint32, b uint32) uint32 { return (uint32(1) << b) - (a & 1) }", "sat"},
		{"//ccgen:range b 0..31\nfunc F(a uint32, b uint32) uint32 { return (uint32(1) << b) - (a & 1) }", "unsat"},
		{"func F(a uint64, b uint64) uint32 { return uint32(a >> 31) + uint32(b&0) }", "sat"},
		{"func F(a uint64, b uint64) uint32 { return uint32(a>>32) + uint32(b&0) }", "unsat"},
		{"func F(a int8, b int8) int8 { return -(a | b&0) }", "sat"},
		{"func F(a int8, b int8) int8 { return -max(a, b|-127) }", "unsat"},
		{"func F(a int8, b int8) int8 { return (a | b&0) / -1 }", "sat"},
		{"func F(a int8, b int8) int8 { return max(a, b|-127) / -1 }", "unsat"},
		{"func F(a, b uint32) bool { return a > b && a-b > 5 }", "unsat"},
		{"func F(a, b uint32) bool { return a > b || a-b > 5 }", "sat"},
		{"func F(a, b uint32) uint32 {\n\tt := [3]uint32{1, 2, a}\n\tt[b&1]++\n\treturn t[b&1]\n}", "unsat"},
		{"func F(a, b uint32) uint32 {\n\tt := [3]uint32{1, 2, a}\n\tt[b&2]++\n\treturn t[b&3&^1]\n}", "sat"},
		{"func F(a, b uint32) uint32 {\n\tswitch b {\n\tcase 0:\n\t\treturn 0\n\tcase 1, 2:\n\t\treturn a\n\t}\n\treturn b - 3\n}", "unsat"},
		{"func F(a, b uint32) uint32 {\n\tswitch b {\n\tcase 0:\n\t\treturn 0\n\tcase 2:\n\t\treturn a\n\t}\n\treturn b - 3\n}", "sat"},
	} {
		p, err := load(c.body)
		require.NoError(t, err)
		list, err := Problems(p)
		require.NoError(t, err)
		require.NotEmpty(t, list)
		got := "unsat"
		for _, q := range list {
			a, out, _ := solve(t, z3, q.Text, bound{resources: ciResources})
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

// TestSolve: an answer with the inputs of a model, in each form in which z3 writes them, and the errors.
func TestSolve(t *testing.T) {
	tier.Require(t, "z3")
	const inputs = "(set-option :produce-models true)\n(declare-const x0 Bool)\n(declare-const x1 (_ BitVec 8))\n(declare-const x2 (_ BitVec 3))\n"
	a, err := Solve(t.Context(), inputs+"(assert (and x0 (= x1 #xa7) (= x2 #b101)))\n(check-sat)\n(get-value (x0 x1 x2))\n", ciResources)
	require.NoError(t, err)
	require.Positive(t, a.Effort)
	require.Equal(t, Answer{Word: "sat", Effort: a.Effort, Inputs: map[int]uint64{0: 1, 1: 0xA7, 2: 5}}, a)
	a, err = Solve(t.Context(), inputs+"(assert (and x0 (not x0)))\n(check-sat)\n", ciResources)
	require.NoError(t, err)
	require.Equal(t, Answer{Word: "unsat", Effort: a.Effort}, a)
	_, err = Solve(t.Context(), "(assert y)\n(check-sat)\n", ciResources)
	require.ErrorContains(t, err, "z3 does not understand the problem: (error ")
	ended, end := context.WithCancel(t.Context())
	end()
	_, err = Solve(ended, "(check-sat)\n", ciResources)
	require.ErrorIs(t, err, context.Canceled)
}
