package python_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	smartnic "smartnic-cc"
	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/python"
	"smartnic-cc/codegen/check/conformance"
	"smartnic-cc/codegen/flat/flattest"
	"smartnic-cc/codegen/frontend"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/dev/golden"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/internal/reference"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/pipe"
	"smartnic-cc/testvectors/transducer"
)

func firmware(t testing.TB) *ir.Program {
	t.Helper()
	p, err := codegen.Firmware()
	require.NoError(t, err)
	return p
}

func module(t testing.TB, p *ir.Program, name string) *python.Module {
	t.Helper()
	m, err := python.NewModule(p, python.Options{Name: name, Command: "ccgen python " + name})
	require.NoError(t, err)
	return m
}

// running starts a module, which ends with the test.
func running(t testing.TB, m *python.Module) *pipe.Program {
	t.Helper()
	tier.Needs(t, "python3")
	p, remove, err := m.Run()
	require.NoError(t, err)
	t.Cleanup(func() {
		require.NoError(t, p.Close())
		remove()
	})
	return p
}

// TestGolden: the text of a small algorithm, as people read it.
func TestGolden(t *testing.T) {
	m := module(t, firmware(t), "dcqcnnp")
	golden.Check(t, "testdata/dcqcnnp.py.golden", m.Text)
	require.Equal(t, m.Text, module(t, firmware(t), "dcqcnnp").Text)
}

// TestCorpus: all vectors, on a module for each algorithm and for each package that exports functions.
func TestCorpus(t *testing.T) {
	tier.Needs(t, "python3")
	files, err := testvectors.Corpus()
	require.NoError(t, err)
	p := firmware(t)
	covered := map[string]bool{} // algorithms and functions
	for _, name := range python.Names(p) {
		if p.Transducer(name) == nil && name != "fixedpoint" || !tier.Takes(name, 4) && name != "fixedpoint" {
			continue
		}
		m := module(t, p, name)
		for _, a := range m.Catalog.Algorithms {
			covered[a.Name] = true
		}
		for _, f := range m.Catalog.Funcs {
			covered[f.Name] = true
		}
		o, err := m.Check(t.Context(), files, nil)
		require.NoError(t, err, name)
		require.Nil(t, o.Report, name)
		require.Positive(t, o.Steps)
		t.Logf("%s: %d tests, %d steps, %d steps a CPU second (%s)", name, o.Tests, o.Steps, o.Facts.Int("steps per s"), o.Tool)
	}
	for _, f := range files {
		for i := range f.Groups {
			require.True(t, covered[f.Groups[i].Name] || !tier.Long(), "no module ran %s", f.Groups[i].Name)
		}
	}
}

// TestFuzz runs random parameters, states and events on Go and on a module.
func TestFuzz(t *testing.T) {
	p := firmware(t)
	runs, steps := 10, 20
	if tier.Long() {
		runs, steps = 500, 100
	}
	for i, tr := range p.Transducers {
		if !tier.Takes(tr.Name, 2) {
			continue
		}
		compare(t, p, reference.New(), running(t, module(t, p, tr.Name)), tr, uint64(i), runs, steps)
	}
}

// compare runs the same on two firmwares. Params that are wild in their ranges, and states, are given with the
// rest: the model has the bits of Go there too.
func compare(t *testing.T, p *ir.Program, want, have transducer.Firmware, tr *ir.Transducer, seed uint64, runs, steps int) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 20))
	for range runs {
		params := flattest.Draw(r, ir.Layout(tr.Params))
		w, err := want.Open(tr.Name, params)
		require.NoError(t, err)
		h, err := have.Open(tr.Name, params)
		require.NoError(t, err)
		ws, err := w.State()
		require.NoError(t, err)
		hs, err := h.State()
		require.NoError(t, err)
		require.Equal(t, ws, hs, "%s: the first state of %d", tr.Name, params)
		if r.IntN(2) == 0 {
			s := flattest.Draw(r, ir.Layout(tr.State))
			require.NoError(t, w.Load(s))
			require.NoError(t, h.Load(s))
		}
		events := make([][]uint64, steps)
		for i := range events {
			events[i] = flattest.Draw(r, ir.Layout(tr.Event))
			if leaf, kinds := tr.EventChoices(); leaf >= 0 && r.IntN(8) > 0 {
				events[i][leaf] = kinds[r.IntN(len(kinds))].Value
			}
		}
		type answer struct{ output, state []uint64 }
		answers := make([]answer, 0, steps)
		refused := transducer.Steps(h, steps, func(i int) []uint64 { return events[i] }, func(_ int, output, state []uint64) error {
			answers = append(answers, answer{slices.Clone(output), slices.Clone(state)})
			return nil
		})
		for i, e := range events {
			output, state, trap := step(t, w, e)
			if trap { // both have to stop here
				require.Len(t, answers, i, "%s: Go indexes out of range, the model does not: %v", tr.Name, refused)
				require.ErrorContains(t, refused, "index out of range")
				break
			}
			require.Greater(t, len(answers), i, "%s: event %d: %v", tr.Name, i, refused)
			require.Equal(t, output, answers[i].output, "%s: output of event %d, %d, with parameters %d", tr.Name, i, e, params)
			require.Equal(t, state, answers[i].state, "%s: state after event %d, %d, with parameters %d", tr.Name, i, e, params)
		}
	}
}

// step runs one event on Go; trap says that an index was out of range.
func step(t *testing.T, c transducer.Connection, event []uint64) (output, state []uint64, trap bool) {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			trap = true
		}
	}()
	output, state, err := c.Step(event)
	if conformance.Trapped(err) {
		return nil, nil, true
	}
	require.NoError(t, err)
	return output, state, false
}

// TestRandomPrograms compares modules of drawn programs with the interpreter.
func TestRandomPrograms(t *testing.T) {
	programs := uint64(6)
	if tier.Long() {
		programs = 150
	}
	for seed := range programs {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { // each ends its module
			p, src, err := flattest.Program(seed)
			require.NoError(t, err)
			t.Cleanup(func() {
				if t.Failed() {
					t.Log(src)
				}
			})
			compare(t, p, conformance.Interpreter(p), running(t, module(t, p, "rand")), p.Transducers[0], seed, 10, 8)
		})
	}
}

// TestConstructs calls the functions of packages that have every construct of the subset.
func TestConstructs(t *testing.T) {
	const accept = "codegen/frontend/testdata/accept/"
	p, err := frontend.Load(os.DirFS("../../.."), smartnic.Module,
		[]string{accept + "arith", accept + "control", accept + "generic", accept + "structs", "codegen/backend/cgen/testdata/corner"}, frontend.Options{})
	require.NoError(t, err)
	want := conformance.Interpreter(p)
	calls := 20
	if tier.Long() {
		calls = 2000
	}
	for _, name := range python.Names(p) {
		pkg := p.Package(name)
		if pkg == nil {
			continue
		}
		m := module(t, p, name)
		have := running(t, m)
		r := rand.New(rand.NewPCG(3, 4))
		for _, f := range p.Exports() {
			if _, err := m.Catalog.Func(f.FullName()); err != nil {
				continue
			}
			for range calls {
				var args []uint64
				for _, v := range f.Params {
					args = append(args, flattest.Draw(r, ir.Layout(v.Type))...)
				}
				w, err := want.Call(f.FullName(), slices.Clone(args)) // it writes through pointers
				h, refused := have.Call(f.FullName(), args)
				if conformance.Trapped(err) {
					require.ErrorContains(t, refused, "index out of range", f.FullName())
					continue
				}
				require.NoError(t, err)
				require.NoError(t, refused, f.FullName())
				require.Equal(t, len(w), len(h), f.FullName())
				for i := range w {
					require.Equal(t, w[i], h[i], "%s: result %d of %d", f.FullName(), i, args)
				}
			}
		}
		for _, tr := range p.Transducers {
			if tr.Pkg == pkg {
				compare(t, p, want, have, tr, 5, 5, 10)
			}
		}
	}
}

// TestAwkwardSource: names and comments that Python would read as its own.
func TestAwkwardSource(t *testing.T) {
	src := "package odd\n\n" + `
// None is a "type" \ with """quotes""" and a \n.
type None struct {
	copy uint8 // "trail" \
	pass [2]lambda
	LEAVES, self bool
}

type lambda struct{ def, int uint16 }

// Connection's name is taken.
type Connection struct{ X uint32 }

type uint struct{ Y uint8 }

const exec, print = 7, 1 << 2 //ends with \

//ccgen:transducer odd init=list
func Step(in *Connection, s *None, from *uint) uint8 {
	global := s.pass[from.Y&1].int
	s.pass[0] = s.pass[1]
	s.pass[1].def += uint16(print) + global
	s.self = !s.LEAVES && s.self == s.LEAVES
	is := yield(in.X, 3)
	s.copy = is
	tag, exact := uint8(2), uint8(3)
	switch (is + tag) & 3 { // a """comment""" \
	case 1, 2:
		exact--
	default:
	}
	return is ^ exact ^ exec
}

func list(min *Connection, s *None) { *s = None{copy: 3} }

// yield has a word of Python's for a name, a line with a tab:	and one that ends in a quote: "
func yield(max uint32, None uint8) uint8 { return uint8(max>>None) * min(3, None) }
`
	src = strings.Replace(src, "type uint struct", "type Uint struct", 1)
	src = strings.ReplaceAll(src, "*uint)", "*Uint)")
	p, err := frontend.Load(fstest.MapFS{"go.mod": {Data: []byte("module m\n")}, "odd/odd.go": {Data: []byte(src)}}, "m", []string{"odd"}, frontend.Options{})
	require.NoError(t, err)
	compare(t, p, conformance.Interpreter(p), running(t, module(t, p, "odd")), p.Transducers[0], 1, 20, 20)
}

// TestDiffers: a wrong vector, and a module that was changed by hand, are reported where they differ first.
func TestDiffers(t *testing.T) {
	tier.Needs(t, "python3")
	m := module(t, firmware(t), "dcqcnnp")
	f, err := testvectors.Decode("dcqcnnp.json", corpusFile(t, "dcqcnnp.json"))
	require.NoError(t, err)
	g := &f.Groups[0]
	last := g.Sequences[0].Steps[len(g.Sequences[0].Steps)-1]
	last[len(last)-1] ^= 1
	o, err := m.Check(t.Context(), []*testvectors.File{f}, nil)
	require.NoError(t, err)
	require.NotNil(t, o.Report)
	require.Equal(t, len(g.Sequences[0].Steps), o.Report.First.Step)
	last[len(last)-1] ^= 1

	now := g.Sequences[0].Steps[2][0] // of the third event
	edited := fmt.Sprintf("        out = StepNP(self.params, self.state, event)\n        self.state.Marked ^= event.Now == %d\n        return out", now)
	m.Text = bytes.Replace(m.Text, []byte("        return StepNP(self.params, self.state, event)"), []byte(edited), 1)
	require.Contains(t, string(m.Text), "self.state.Marked ^=", "the edit is made")
	o, err = m.Check(t.Context(), []*testvectors.File{f}, nil)
	require.NoError(t, err)
	require.NotNil(t, o.Report)
	first := slices.IndexFunc(g.Sequences[0].Steps, func(s []uint64) bool { return s[0] == now }) + 1
	require.Equal(t, g.Sequences[0].ID, o.Report.First.TcID)
	require.Equal(t, first, o.Report.First.Step)
	require.Contains(t, o.Report.First.Summary(), "state Marked is ")
}

func corpusFile(t *testing.T, name string) []byte {
	t.Helper()
	b, err := testvectors.CorpusBytes(name)
	require.NoError(t, err)
	return b
}

// TestErrors: what is wrong is one line with the remedy.
func TestErrors(t *testing.T) {
	p := firmware(t)
	_, err := python.NewModule(p, python.Options{Name: "dcqcm"})
	require.ErrorContains(t, err, `unknown algorithm "dcqcm" (did you mean dcqcn?); one of bandit, `)
	m := module(t, p, "dcqcn")
	_, err = m.Check(t.Context(), nil, nil)
	require.EqualError(t, err, "no vectors of dcqcn; give files that ccgen vectors wrote")

	files, err := testvectors.Corpus()
	require.NoError(t, err)
	bin := t.TempDir()
	t.Setenv("PATH", bin)
	_, err = m.Check(t.Context(), files, nil)
	require.EqualError(t, err, "python3 is not installed; it is needed to run the module (3.10 or later; on Debian: apt-get install python3)")
	fake := filepath.Join(bin, "python3")
	require.NoError(t, os.WriteFile(fake, []byte("#!/bin/sh\necho CPython 3.8.2 False\n"), 0o755))
	_, err = m.Check(t.Context(), files, nil)
	require.EqualError(t, err, fake+" is CPython 3.8.2; a module needs Python 3.10 or later")
	require.NoError(t, os.WriteFile(fake, []byte("#!/bin/sh\nexit 3\n"), 0o755))
	_, err = m.Check(t.Context(), files, nil)
	require.EqualError(t, err, fake+" does not run: exit status 3; try "+fake+" --version")
}
