package bpf_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/backend/bpf"
	"smartnic-cc/codegen/frontend"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/testvectors"
)

// large is an algorithm whose state is too large for clang to clear or copy store by store; BODY is
// the end of a step.
const large = `package p

type Params struct{ X uint32 }

type Pair struct {
	A uint32
	B [3]uint16
}

type State struct {
	Row  [40]Pair
	Wide [130]int64
	N    uint32
	On   bool
}

type Event struct{ X uint32 }

func Init(p *Params, s *State) { *s = State{} }

//ccgen:transducer large init=Init
func Step(p *Params, s *State, e *Event) uint32 {
	i := e.X & 31
	BODY
	return s.N
}
`

func largeProgram(t *testing.T, body string) *bpf.Program {
	t.Helper()
	p, err := frontend.Load(fstest.MapFS{"p/p.go": {Data: []byte(strings.Replace(large, "BODY", body, 1))}}, "m", []string{"p"}, frontend.Options{})
	require.NoError(t, err)
	g, err := bpf.Generate(p, bpf.Options{Algorithm: "large"})
	require.NoError(t, err)
	return g
}

// TestLargeClear: a large value is set to zero in loops, struct or array; clang would call memset. A
// small one is assigned.
func TestLargeClear(t *testing.T) {
	tier.Require(t, "clang")
	g := largeProgram(t, "s.Wide = [130]int64{}\n\ts.Row[i] = Pair{}")
	text := string(g.Header.Data)
	require.Contains(t, text, "s->row[i].b[i_2] = 0;")
	require.Contains(t, text, "\ts->on = false;\n")
	require.Contains(t, text, "s->row[cc_within_u32(i, 40)] = cc_p_pair_zero();")
	compiled(t, g, g.Packets)
}

// TestLargeRefused: what clang cannot make for BPF is one line with the remedy.
func TestLargeRefused(t *testing.T) {
	tier.Require(t, "clang")
	g := largeProgram(t, "c := s.Wide\n\tc[i] = int64(p.X)\n\tfor k := uint32(0); k < 130; k++ {\n\t\tj := uint32(c[k]) & 31\n\t\ts.Wide[k] = c[j] ^ s.Wide[k]\n\t\tc[j] += 3\n\t}")
	_, err := g.Compile(context.Background(), g.Packets)
	require.Error(t, err)
	require.Regexp(t, `^clang: \S+:\d+: Looks like the BPF stack limit[^;\n]*; a step keeps more than 512 bytes beside its state[^\n]*$`, err.Error())
}

// TestKernelModel: the kernels of the NIC model that are algorithms. Two are hard for the verifier, and
// timed: a histogram, which is so large, and a search in loops whose bounds are parameters.
func TestKernelModel(t *testing.T) {
	inKernel(t)
	for _, folder := range []string{
		"avatar/egress", "avatar/ingress", "drum/bucket", "drum/budget", "drum/topk",
		"rperf/rttmeter", "saba/weigh", "themis/notify", "themis/pace", "themis/resubmit",
	} {
		folder := filepath.Join("../../../nicmodel/systems", folder)
		p := packages(t, folder)
		paths, err := filepath.Glob(folder + "/testdata/*.json")
		require.NoError(t, err)
		files, err := testvectors.Load(paths)
		require.NoError(t, err)
		for _, name := range p.Algorithms() {
			g := generate(t, p, bpf.Options{Algorithm: name})
			check(t, g, files)
			if name != "histogram" && name != "sabaweigh8" {
				continue
			}
			times, err := g.Time(context.Background(), files, 100)
			require.NoError(t, err)
			require.Positive(t, times.Events)
		}
	}
}
