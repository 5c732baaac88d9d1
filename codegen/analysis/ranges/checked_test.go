package ranges

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/ir"
)

var every = flag.Int64("every", 997, "run every n-th block of the domains of the firmware's functions; 1 is all of them")

// runChecked compiles the printed program and runs it.
func runChecked(t *testing.T, p *ir.Program, args ...string) (string, error) {
	t.Helper()
	checked, err := printChecked(p)
	require.NoError(t, err)
	runner, err := os.ReadFile("testdata/exhaustive/main.go")
	require.NoError(t, err)
	arith, err := os.ReadFile("checkedarith_test.go")
	require.NoError(t, err)
	dir := t.TempDir()
	for name, text := range map[string][]byte{
		"main.go": runner, "checked.go": checked, "go.mod": []byte("module x\n\ngo 1.26\n"),
		"arith.go": bytes.Replace(arith, []byte("package ranges\n"), []byte("package main\n"), 1),
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), text, 0o600))
	}
	cmd := exec.Command("go", append([]string{"run", "."}, args...)...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// TestExhaustive runs the firmware's functions that //ccgen:exhaustive marks over their domains: the
// proof where intervals are too weak (docs/proof.md). All of it takes minutes: -every 1.
func TestExhaustive(t *testing.T) {
	p, err := codegen.Firmware()
	require.NoError(t, err)
	out, err := runChecked(t, p, "-every", fmt.Sprint(*every))
	require.NoError(t, err, out)
	t.Logf("\n%s", out)
	for _, f := range Analyse(p).Runs {
		require.Contains(t, out, f.FullName())
	}
}

// TestCheckedFails plants sites that do not fit at one argument of all, and sees
// the run find that argument.
func TestCheckedFails(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"add", "//ccgen:range x 0..1<<20\n//ccgen:exhaustive\nfunc F(x uint32) uint32 { return (x * x & 0xFFFF) + 0xFFFF0003 }", "p/p.go:5:35: in p.F: uint32 *: does not fit at x = [65536 "},
		{"result", "//ccgen:range x 0..70000\n//ccgen:range return 0..69999\n//ccgen:exhaustive\nfunc F(x uint32) uint32 { return x }", "declared range 0..69999 of result 0: does not fit at x = [70000 "},
		{"narrow", "//ccgen:range x -128..128\n//ccgen:exhaustive\nfunc F(x int32) int8 { return int8(x) }", "int32 to int8: does not fit at x = [128 "},
		{"sign", "//ccgen:range x 0..300\n//ccgen:exhaustive\nfunc F(x uint32) uint32 { return uint32(299 - int32(x)) }", "int32 to uint32: does not fit at x = [300 "},
		{"index", "var t = [3]uint8{1, 2, 3}\n\n//ccgen:range x 0..3\n//ccgen:exhaustive\nfunc F(x uint32) uint8 { return t[x] }", "index out of range [3] with length 3 at x = [3 "},
		{"two", "//ccgen:range n 1..300\n//ccgen:range x 0..n-1\n//ccgen:exhaustive\nfunc F(x uint32, n uint32) uint32 { return 298 - x - (n >> 9) }", "uint32 -: does not fit at n, x = [300 299 "},
		{"fits", "//ccgen:range x 0..300\n//ccgen:exhaustive\nfunc F(x uint32) uint32 { return 300 - x }", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			out, err := runChecked(t, load(t, "p.go", "package p\n\n"+c.src+"\n"))
			if c.want == "" {
				require.NoError(t, err, out)
				return
			}
			require.Error(t, err)
			require.Contains(t, out, c.want)
		})
	}
}

// TestCheckedRefuses checks that a function that cannot be run exhaustively is refused.
func TestCheckedRefuses(t *testing.T) {
	for _, src := range []string{
		"//ccgen:exhaustive\nfunc F(x uint64) uint64 { return x }",
		"type S struct{ A uint32 }\n\n//ccgen:exhaustive\nfunc F(s S) uint32 { return s.A }",
		"//ccgen:exhaustive\nfunc F(x uint8) uint8 {\n\tfor i := uint8(0); i < 3; i++ {\n\t\tx ^= i\n\t}\n\treturn x\n}",
	} {
		_, err := printChecked(load(t, "p.go", "package p\n\n"+src+"\n"))
		require.ErrorContains(t, err, "p/p.go:")
		require.ErrorContains(t, err, "without loops")
	}
}
