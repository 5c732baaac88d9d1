package testvectors_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/internal/reference"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/generate"
)

var update = flag.Bool("update", false, "rewrite the corpus and the golden files of this package")

// generated makes the corpus once for all tests that look at it.
var generated = sync.OnceValues(func() ([]*testvectors.File, error) { return generate.All(generate.Seed) })

// TestCorpusIsCurrent: the corpus in the repository is what the code makes, byte for
// byte. A difference is either a bug in the firmware packages or a wanted change; then
// -update rewrites it.
func TestCorpusIsCurrent(t *testing.T) {
	files, err := generated()
	require.NoError(t, err)
	want := map[string]bool{}
	for _, f := range files {
		b, err := f.Encode()
		require.NoError(t, err)
		path := filepath.Join("corpus", f.Name)
		want[f.Name] = true
		if *update {
			require.NoError(t, os.WriteFile(path, b, 0o644))
			continue
		}
		have, err := os.ReadFile(path)
		require.NoError(t, err, "run go test ./testvectors -update")
		if at := firstByte(have, b); at >= 0 {
			t.Errorf("%s differs from what the code makes, first at byte %d:\n have %s\n made %s\n%s\nif the change is meant, run go test ./testvectors -update",
				path, at, around(have, at), around(b, at), firstCase(have, f.Name))
		}
	}
	onDisk, err := filepath.Glob(filepath.Join("corpus", "*"))
	require.NoError(t, err)
	for _, path := range onDisk {
		if want[filepath.Base(path)] {
			continue
		}
		if *update {
			require.NoError(t, os.Remove(path))
			continue
		}
		t.Errorf("%s is not made by the generator; remove it or run go test ./testvectors -update", path)
	}
}

// firstCase says in which case the code differs from a file of the corpus, if it is
// not the choice of cases that has changed.
func firstCase(have []byte, name string) string {
	f, err := testvectors.Decode(name, have)
	if err != nil {
		return err.Error()
	}
	r, err := testvectors.Verify(reference.New(), f, testvectors.Options{})
	switch {
	case err != nil:
		return err.Error()
	case r.OK():
		return "the code agrees with all its cases: the generator makes others"
	}
	var b strings.Builder
	if err := r.Write(&b); err != nil {
		return err.Error()
	}
	return b.String()
}

func firstByte(a, b []byte) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	if len(a) != len(b) {
		return min(len(a), len(b))
	}
	return -1
}

func around(b []byte, at int) string {
	return fmt.Sprintf("%q", b[min(len(b), max(at-60, 0)):min(len(b), at+20)])
}

// TestCorpusSize: at least what is promised, at most what a repository should hold.
func TestCorpusSize(t *testing.T) {
	files, err := generated()
	require.NoError(t, err)
	total := 0
	steps := map[string]int{}
	functions := map[string]int{}
	for _, f := range files {
		b, err := f.Encode()
		require.NoError(t, err)
		total += len(b)
		t.Logf("%-26s %8d bytes %6d tests %6d steps", f.Name, len(b), f.Tests(), f.Steps())
		sequences := 0
		for _, g := range f.Groups {
			if g.Type == testvectors.FunctionTest {
				functions[g.Name] += len(g.Calls)
				continue
			}
			sequences += len(g.Sequences)
			steps[family(g.Name)] += g.Steps()
			steps[g.Name] += g.Steps()
		}
		if f.Schema == testvectors.SequenceSchema {
			require.GreaterOrEqual(t, sequences, 20, f.Name)
		}
	}
	t.Logf("total %d bytes", total)
	require.Less(t, total, 18_000_000)
	for _, name := range []string{"bandit", "dcqcn", "dolcerc", "dolcercplus"} {
		require.GreaterOrEqual(t, steps[name], 20_000, name)
	}
	p, err := codegen.Load(nil)
	require.NoError(t, err)
	for _, a := range p.Program.Transducers {
		if generate.Directed(a.Pkg.Name) {
			require.GreaterOrEqual(t, steps[a.Name], 5_000, a.Name)
		}
	}
	for _, fn := range reference.Funcs() {
		if pkg, _, _ := strings.Cut(fn.Name, "."); generate.Directed(pkg) {
			require.GreaterOrEqual(t, functions[fn.Name], 500, fn.Name)
		}
	}
}

// family strips the number of arms.
func family(name string) string {
	for len(name) > 0 && name[len(name)-1] >= '0' && name[len(name)-1] <= '9' {
		name = name[:len(name)-1]
	}
	return name
}

// TestGenerationIsDeterministic: twice the same bytes from one seed, others from
// another.
func TestGenerationIsDeterministic(t *testing.T) {
	a, err := generated()
	require.NoError(t, err)
	b, err := generate.All(generate.Seed)
	require.NoError(t, err)
	other, err := generate.All(generate.Seed + 1)
	require.NoError(t, err)
	require.Len(t, b, len(a))
	for i := range a {
		x, err := a[i].Encode()
		require.NoError(t, err)
		y, err := b[i].Encode()
		require.NoError(t, err)
		require.True(t, slices.Equal(x, y), a[i].Name)
		z, err := other[i].Encode()
		require.NoError(t, err)
		require.False(t, slices.Equal(x, z), a[i].Name)
	}
}
