package bpf_test

import (
	"bytes"
	"debug/elf"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/backend/bpf"
	"smartnic-cc/internal/dev/golden"
	"smartnic-cc/internal/dev/tier"
)

const aimd = "../../../docs/examples/aimd"

// TestGolden compares all printed files but the header, for which cgen has a golden file.
func TestGolden(t *testing.T) {
	p := packages(t, aimd)
	g := generate(t, p, bpf.Options{Algorithm: "aimd", Values: values(p.Program.Transducer("aimd").Params.Leaves()), Connections: 64, Command: "ccgen bpf aimd --connections 64 ./aimd", Profile: "made up"})
	for _, f := range g.Files()[1:] {
		golden.Check(t, filepath.Join("testdata", f.Name+".golden"), f.Data)
	}
}

func values(n int) []uint64 {
	v := make([]uint64, n)
	for i := range v {
		v[i] = uint64(i + 1)
	}
	return v
}

// TestCompiles: the program and both examples are objects of BPF without a warning, with nothing
// that a loader would have to find elsewhere, and the same bytes again.
func TestCompiles(t *testing.T) {
	tier.Require(t, "clang")
	g := generate(t, packages(t), bpf.Options{Algorithm: "dcqcn"})
	for _, f := range []bpf.File{g.Packets, g.XDP, g.TC} {
		object := compiled(t, g, f)
		e, err := elf.NewFile(bytes.NewReader(object))
		require.NoError(t, err)
		require.Equal(t, elf.EM_BPF, e.Machine)
		symbols, err := e.Symbols()
		require.NoError(t, err)
		for _, s := range symbols {
			require.False(t, s.Section == elf.SHN_UNDEF && s.Name != "", "%s: %s is defined nowhere", f.Name, s.Name)
		}
		require.NotContains(t, string(object), os.TempDir())
		require.Equal(t, object, compiled(t, g, f))
	}
}

// TestGuards: what indexes an array is bounded where it stands, and what is a constant or a loop's
// variable is not.
func TestGuards(t *testing.T) {
	g := generate(t, packages(t), bpf.Options{Algorithm: "bandit4"})
	text := string(g.Header.Data)
	require.Contains(t, text, "&s->arm[cc_within_u32(arm, 4)]")
	require.Contains(t, text, "s->arm[i].count")
	require.NotContains(t, text, "__builtin_clz")
	require.Contains(t, string(generate(t, packages(t), bpf.Options{Algorithm: "dolcerc4"}).Header.Data), "cc_within_u32((uint32_t)((*(const volatile uint8_t *)&s->react.flags &")
}

func TestGenerateRefuses(t *testing.T) {
	p := packages(t)
	for want, o := range map[string]bpf.Options{
		`unknown algorithm "dcqc" (did you mean dcqcn?); one of`: {Algorithm: "dcqc"},
		"connections: 65537 is out of range 1..65536":            {Algorithm: "dcqcn", Connections: 65537},
		"connections: -1 is out of range 1..65536":               {Algorithm: "dcqcn", Connections: -1},
		"dcqcn has ": {Algorithm: "dcqcn", Values: []uint64{1}},
	} {
		_, err := bpf.Generate(p.Program, o)
		require.Error(t, err)
		if !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q does not begin with %q", err, want)
		}
	}
}
