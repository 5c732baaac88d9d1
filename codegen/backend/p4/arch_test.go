package p4_test

import (
	"encoding/hex"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/p4"
	"smartnic-cc/codegen/check/p4check"
	"smartnic-cc/codegen/frontend"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/testvectors"
)

// TestGoldenPNA shows a program for PNA.
func TestGoldenPNA(t *testing.T) {
	check(t, "dcqcnnp-pna.p4", generate(t, firmware(t), p4.Options{Algorithm: "dcqcnnp", Arch: p4.PNA, Command: "ccgen p4 dcqcnnp --arch pna"}))
}

// TestGoldenCarried shows programs whose packets carry the state, with parameters in them and as constants.
func TestGoldenCarried(t *testing.T) {
	fw := firmware(t)
	check(t, "dcqcnnp-packet.p4", generate(t, fw, p4.Options{Algorithm: "dcqcnnp", Arch: p4.PNA, Carried: true, Command: "ccgen p4 dcqcnnp --arch pna --state packet"}))
	values, title, err := params("bandit4", "paper", "100G")
	require.NoError(t, err)
	program := generate(t, fw, p4.Options{Algorithm: "bandit4", Values: values, Profile: title, Carried: true})
	require.NotContains(t, noComments(program), "params")
	require.NotContains(t, noComments(program), "register")
	files, err := testvectors.Corpus()
	require.NoError(t, err)
	o, err := (&p4.Text{Program: program, Def: fw.Transducer("bandit4"), Values: values, Carried: true}).CheckBuiltin(t.Context(), files)
	require.NoError(t, err)
	require.Nil(t, o.Report)
	require.Greater(t, o.Steps, 400)
}

// TestCarriedPackets: the layout that docs/ports.md states, and that what is cut short is dropped.
func TestCarriedPackets(t *testing.T) {
	c := corner(t)
	p := p4.NewPackets(c.Transducer("corner"))
	event, err := p.Whole(7, 9, []uint64{3, 1}, []uint64{1, ^uint64(0), 3, 1 << 40, 1}, []uint64{0x11223344, 5, ^uint64(1), 7})
	require.NoError(t, err)
	require.Equal(t, strings.ReplaceAll("020000000002 020000000001 88b5 01 01 0007 00000009 00000003 01 00000001 ffffffff 00000003 0000010000000000 01 11223344 00000005 fe 07", " ", ""), hex.EncodeToString(event))
	begin, err := p.Whole(7, 9, []uint64{3, 1}, nil, nil)
	require.NoError(t, err)
	for _, wrong := range [][3][]uint64{{{1}, nil, nil}, {{3, 1}, {1}, {1, 2, 3, 4}}, {{3, 1}, {1, 2, 3, 4, 5}, {1}}} {
		_, err := p.Whole(0, 0, wrong[0], wrong[1], wrong[2])
		require.ErrorContains(t, err, "values; want")
	}
	prog, err := p4check.Parse(string(generate(t, c, p4.Options{Algorithm: "corner", Arch: p4.PNA, Carried: true})))
	require.NoError(t, err)
	w := prog.NewSwitch()
	for _, whole := range [][]byte{event, begin} {
		for n := range len(whole) + 1 {
			out, _, err := w.Process(0, whole[:n])
			require.NoError(t, err)
			require.Equal(t, n == len(whole), out != nil, n)
		}
	}
	for op := range byte(255) {
		other := append([]byte{}, event...)
		other[15] = op
		out, _, err := w.Process(0, other)
		require.NoError(t, err)
		require.Equal(t, op == 1 || op == 2, out != nil, op)
	}
}

// TestSharedCore: what an algorithm does is the same statements on both architectures, in actions or not. What differs
// is the lines that the table of architectures has.
func TestSharedCore(t *testing.T) {
	fw := firmware(t)
	statement := regexp.MustCompile(`(?m)^ +(?:(?:bit|int)<\d+> |bool )?((?:hdr\.after\.|hdr\.output\.)?\w+ = .*;)$`)
	for _, tr := range fw.Transducers {
		if !tier.Long() && !slices.Contains([]string{"dcqcn", "bandit2"}, tr.Name) {
			continue
		}
		core := func(arch string) (lines []string) {
			text, err := p4.Generate(fw, p4.Options{Algorithm: tr.Name, Arch: arch})
			require.NoError(t, err)
			for _, m := range statement.FindAllStringSubmatch(string(text), -1) {
				lines = append(lines, m[1])
			}
			slices.Sort(lines)
			return lines
		}
		require.Greater(t, len(core(p4.PNA)), 15)
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
	for n, want := range map[string]string{"63": "", "64": "a reply of big is 519 bytes longer than the request, and bmv2's devices add at most 512 to a packet; make the state smaller, or have packets carry it (--state packet)"} {
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
			_, err = p4.Generate(p, p4.Options{Algorithm: "big", Arch: arch, Carried: true})
			require.NoError(t, err)
		}
	}
}
