package p4_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/p4"
	"smartnic-cc/codegen/check/p4check"
	"smartnic-cc/codegen/frontend"
)

// TestGoldenPNA shows a program for PNA.
func TestGoldenPNA(t *testing.T) {
	check(t, "dcqcnnp-pna.p4", generate(t, firmware(t), p4.Options{Algorithm: "dcqcnnp", Arch: p4.PNA, Command: "ccgen p4 dcqcnnp --arch pna"}))
}

// TestSharedCore: what an algorithm does is the same text on both architectures. What differs is the lines that the
// table of architectures has.
func TestSharedCore(t *testing.T) {
	fw := firmware(t)
	for _, tr := range fw.Transducers {
		core := func(arch string) string {
			text := string(generate(t, fw, p4.Options{Algorithm: tr.Name, Arch: arch}))
			_, text, _ = strings.Cut(text, "            if (hdr.event.isValid()) {")
			text, _, _ = strings.Cut(text, "        if (meta.answer) {")
			return text
		}
		require.Greater(t, len(core(p4.PNA)), 1000)
		require.Empty(t, cmp.Diff(core(p4.V1Model), core(p4.PNA)))
	}
}

// TestExamplesOnPNA runs drawn events of the examples, and of sources with names of v1model and PNA, on the text.
func TestExamplesOnPNA(t *testing.T) {
	folders, err := filepath.Glob("../../../docs/examples/*/profiles.toml")
	require.NoError(t, err)
	require.Len(t, folders, 8)
	for _, folder := range folders {
		p, err := codegen.Load([]string{filepath.Dir(folder)})
		require.NoError(t, err)
		name := p.Algorithms()[0]
		same(t, p.Program, name, generate(t, p.Program, p4.Options{Algorithm: name, Arch: p4.PNA}), 0)
	}
	for _, name := range []string{"direct", "corner"} {
		p, err := frontend.Load(os.DirFS("../../.."), "smartnic-cc", []string{"codegen/backend/p4/testdata/" + name}, frontend.Options{})
		require.NoError(t, err)
		same(t, p, name, generate(t, p, p4.Options{Algorithm: name, Arch: p4.PNA}), 0)
	}
}

// TestOddPacketsOnPNA: what is not a request leaves on the port that does not exist, and changes nothing.
func TestOddPacketsOnPNA(t *testing.T) {
	c := corner(t)
	prog, err := p4check.Parse(string(generate(t, c, p4.Options{Algorithm: "corner", Connections: 2, Arch: p4.PNA})))
	require.NoError(t, err)
	w := prog.NewSwitch()
	before := append([]uint64{}, w.Register("state_Seen")...)
	p := p4.NewPackets(c.Transducer("corner"))
	event, err := p.Event(1, 0, []uint64{9, 2, 3, 1})
	require.NoError(t, err)
	for _, packet := range [][]byte{nil, event[:20], event[:len(event)-1], append([]byte{0}, event...)} {
		out, _, err := w.Process(0, packet)
		require.NoError(t, err)
		require.Nil(t, out)
	}
	require.Equal(t, before, w.Register("state_Seen"))
	out, port, err := w.Process(5, event)
	require.NoError(t, err)
	require.NotNil(t, out)
	require.EqualValues(t, 1, port)
}

// TestTooLarge: bmv2's devices add at most 512 bytes to a packet.
func TestTooLarge(t *testing.T) {
	dir := t.TempDir()
	source := func(n string) string {
		return `package big

type Params struct{ A uint8 }
type State struct{ All [` + n + `]uint64 }
type Event struct{ A uint8 }
type Output struct{ A uint64 }

func Init(p *Params, s *State) { s.All[0] = uint64(p.A) }

//
//ccgen:transducer big init=Init
func Step(p *Params, s *State, e *Event) Output {
	s.All[1] += uint64(e.A)
	return Output{s.All[1]}
}
`
	}
	require.NoError(t, os.Mkdir(filepath.Join(dir, "big"), 0o755))
	for n, want := range map[string]string{"63": "", "64": "output and state of big are 520 bytes; bmv2's devices add at most 512 to a packet, so make them smaller"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "big", "big.go"), []byte(source(n)), 0o644))
		p, err := frontend.Load(os.DirFS(dir), "m", []string{"big"}, frontend.Options{})
		require.NoError(t, err)
		for _, arch := range p4.Archs() {
			_, err := p4.Generate(p, p4.Options{Algorithm: "big", Arch: arch})
			if want == "" {
				require.NoError(t, err)
			} else {
				require.EqualError(t, err, want)
			}
		}
	}
}
