package frontend

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzLoad gives any bytes to the frontend as a source file: it refuses or
// translates, says the same when asked again, and never panics.
func FuzzLoad(f *testing.F) {
	for _, pattern := range []string{"testdata/refuse/*.go", "testdata/accept/*/*.go", "../../fixedpoint/*.go"} {
		names, err := filepath.Glob(pattern)
		require.NoError(f, err)
		for _, name := range names {
			src, err := os.ReadFile(name)
			require.NoError(f, err)
			f.Add(src)
		}
	}
	for _, src := range []string{
		"", "package", "package p\nfunc f() { for i := range f {} }", "package p\ntype T[P T[P]] struct{}",
		"package p\nvar a = [...]uint8{a[0]}", "package p\ntype A struct{ a B }; type B struct{ b *A }",
		"package p\nfunc f[T interface{ [2]T }](x T) {}", "package p\nconst c = 1 << c",
		"package p\nfunc f(x uint8) uint8 { return x << (1 << 60) }",
		"package p\nfunc f() { L: for { break L } }", "package p\nfunc (p P) f() {}",
		"package p\nfunc f(a [2]uint8) { a[0], a[1] = a[1], a }", "package p\nvar t = [2][]uint8{{1}}",
		"package p\nfunc f(a, b uint8) (uint8, uint8) { return f(f(a, b)) }",
	} {
		f.Add([]byte(src))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		run := func() (string, []Diagnostic) {
			fsys := mapFS(map[string]string{"p/p.go": string(src)})
			prog, err := Load(fsys, module, []string{"p"}, Options{})
			if err != nil {
				ds, _ := Lint(fsys, module, []string{"p"})
				return err.Error(), ds
			}
			return dump(prog), nil
		}
		got, ds := run()
		again, _ := run()
		require.Equal(t, got, again)
		for _, d := range ds {
			require.NotZero(t, d.Pos.Line, "%s", d)
			require.NotEmpty(t, d.Rule)
		}
	})
}
