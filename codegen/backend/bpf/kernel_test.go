package bpf_test

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/backend/bpf"
	"smartnic-cc/codegen/backend/p4"
	"smartnic-cc/codegen/profile"
	"smartnic-cc/codegen/vectors"
	"smartnic-cc/internal/algorithms"
	"smartnic-cc/internal/base/sys/child"
	"smartnic-cc/testvectors"
)

// check runs all vectors of an algorithm in the kernel and compares what it costs with the limits.
func check(t *testing.T, g *bpf.Program, files []*testvectors.File) testvectors.Outcome {
	t.Helper()
	row, err := g.Check(context.Background(), compiled(t, g, g.Packets), files, nil)
	require.NoError(t, err)
	if row.Report != nil {
		var b bytes.Buffer
		require.NoError(t, row.Report.Write(&b))
		t.Fatal(b.String())
	}
	require.True(t, row.OK)
	require.Positive(t, row.Steps)
	require.Positive(t, row.Facts.Int("stack"))
	require.LessOrEqual(t, row.Facts.Int("stack"), bpf.StackLimit)
	require.Positive(t, row.Facts.Int("verified"))
	require.Less(t, row.Facts.Int("verified"), bpf.VerifierLimit/2, "the verifier is near its end")
	require.Positive(t, row.Facts.Int("code"))
	t.Logf("%s: %+v", row.Target, row.Facts)
	return row
}

// TestKernelBuiltIn: the kernel takes every built-in algorithm, and each answers as its vectors say.
func TestKernelBuiltIn(t *testing.T) {
	inKernel(t)
	p, files := packages(t), corpus(t)
	for _, name := range p.Algorithms() {
		t.Run(name, func(t *testing.T) { check(t, generate(t, p, bpf.Options{Algorithm: name}), files) })
	}
}

// TestKernelExamples: so it is with algorithms that come in folders.
func TestKernelExamples(t *testing.T) {
	inKernel(t)
	for _, folder := range []string{"aimd", "dctcp", "hpcc", "nscc", "swift", "timely", "timelyns3"} {
		t.Run(folder, func(t *testing.T) {
			p := packages(t, filepath.Join("../../../docs/examples", folder))
			files, err := vectors.Load(context.Background(), p, nil, vectors.Options{Seed: vectors.DefaultSeed, Calls: 2000})
			require.NoError(t, err)
			for _, name := range p.Algorithms() {
				check(t, generate(t, p, bpf.Options{Algorithm: name}), files)
			}
		})
	}
}

// TestKernelExamplePrograms: the kernel takes the programs that show how to call the functions, and
// they pass the frame on.
func TestKernelExamplePrograms(t *testing.T) {
	inKernel(t)
	params, _, err := algorithms.Params("dcqcn", profile.Choice{Profile: profile.PaperName, Line: "100G"})
	require.NoError(t, err)
	g := generate(t, packages(t), bpf.Options{Algorithm: "dcqcn", Values: params})
	for _, f := range []bpf.File{g.XDP, g.TC} {
		verdict, err := bpf.RunExample(compiled(t, g, f), make([]byte, 64))
		require.NoError(t, err)
		require.Equal(t, map[string]uint32{g.XDP.Name: 2, g.TC.Name: 0}[f.Name], verdict)
	}
}

// TestKernelFrames: other packets than requests pass, and wrong requests are dropped without a change.
func TestKernelFrames(t *testing.T) {
	inKernel(t)
	p := packages(t)
	params, _, err := algorithms.Params("dcqcnnp", profile.Choice{Profile: profile.PaperName, Line: "100G"})
	require.NoError(t, err)
	g := generate(t, p, bpf.Options{Algorithm: "dcqcnnp", Connections: 2})
	m, err := g.Open(compiled(t, g, g.Packets))
	require.NoError(t, err)
	defer m.Close()
	require.NoError(t, m.Load(params))
	packets := p4.NewPackets(p.Program.Transducer("dcqcnnp"))
	event, err := packets.Event(1, 7, make([]uint64, len(p.Program.Transducer("dcqcnnp").Event.Fields)))
	require.NoError(t, err)
	const drop, pass, tx = 1, 2, 3
	at := func(i int, b byte) []byte {
		c := bytes.Clone(event)
		c[i] = b
		return c
	}
	for _, c := range []struct {
		name   string
		packet []byte
		want   uint32
	}{
		{"event", event, tx},
		{"padded event", append(bytes.Clone(event), make([]byte, 40)...), tx},
		{"other type", at(13, 0xB6), pass},
		{"shorter than a request", event[:21], pass},
		{"cut short", event[:len(event)-1], drop},
		{"other version", at(14, 2), drop},
		{"unknown operation", at(15, 9), drop},
		{"parameters", at(15, 5), drop},
		{"reply", at(15, 0x81), drop},
		{"connection beyond", at(17, 2), drop},
		{"load cut short", at(15, 3)[:23], drop},
	} {
		verdict, _, err := m.Run(c.packet)
		require.NoError(t, err, c.name)
		require.Equal(t, c.want, verdict, c.name)
	}
}

// TestKernelFindsAWrongProgram: a program that differs from the vectors is found at its first step.
func TestKernelFindsAWrongProgram(t *testing.T) {
	inKernel(t)
	g := generate(t, packages(t), bpf.Options{Algorithm: "dcqcn"})
	right := string(g.Header.Data)
	wrong := strings.Replace(right, "r->rc = r->rt / 2u + r->rc / 2u;", "r->rc = r->rt / 2u + r->rc / 4u;", 1)
	require.NotEqual(t, right, wrong)
	g.Header.Data = []byte(wrong)
	row, err := g.Check(context.Background(), compiled(t, g, g.Packets), corpus(t), nil)
	require.NoError(t, err)
	require.False(t, row.OK)
	require.NotNil(t, row.Report.First)
	require.NotEmpty(t, row.Report.First.Fields)
}

// TestKernelLaws: programs that check laws answer as without, and a planted fault is reported by the law that it breaks,
// where no vector is asked. The reaction point's took more stack than BPF has, with structs by value.
func TestKernelLaws(t *testing.T) {
	inKernel(t)
	for _, name := range []string{"dcqcnnp", "dcqcn", "dolcerc4", "bandit4", "dolcercplus4"} {
		check(t, generate(t, packages(t), bpf.Options{Algorithm: name, Laws: true}), corpus(t))
	}
	g := generate(t, packages(t), bpf.Options{Algorithm: "dcqcnnp", Laws: true})
	wrong := strings.Replace(string(g.Header.Data), "s->last_cnp = e->now;", "s->last_cnp = e->now + 1u;", 1)
	require.NotEqual(t, string(g.Header.Data), wrong)
	g.Header.Data = []byte(wrong)
	_, err := g.Check(context.Background(), compiled(t, g, g.Packets), corpus(t), nil)
	require.ErrorContains(t, err, "law cnp-is-remembered of dcqcnnp does not hold")
}

// TestKernelRefuses: the verifier takes no index beyond an array, and its reason is a line.
func TestKernelRefuses(t *testing.T) {
	inKernel(t)
	g := generate(t, packages(t), bpf.Options{Algorithm: "dolcerc4"})
	wrong := bytes.ReplaceAll(g.Header.Data, []byte("return at & (n - 1u);"), []byte("return at + 4096u;"))
	require.False(t, bytes.Equal(g.Header.Data, wrong), "the header has the text no more")
	g.Header.Data = wrong
	_, err := g.Check(context.Background(), compiled(t, g, g.Packets), corpus(t), nil)
	var refused *child.ToolError
	require.True(t, errors.As(err, &refused), "%v", err)
	require.Regexp(t, `the kernel's verifier refuses cc_bpf_dolcerc4_packets: [^\n]+$`, err.Error())
	require.NotEmpty(t, refused.Output)
}

// TestKernelTimes: the timed programs run, in the kernel and natively.
func TestKernelTimes(t *testing.T) {
	inKernel(t)
	times, err := generate(t, packages(t), bpf.Options{Algorithm: "dcqcnnp"}).Time(context.Background(), corpus(t), 1000)
	require.NoError(t, err)
	require.Positive(t, times.Events)
	require.Positive(t, times.Call)
}
