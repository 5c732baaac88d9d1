package printer_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	smartnic "smartnic-cc"
	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/printer"
	"smartnic-cc/codegen/backend/python"
	"smartnic-cc/codegen/backend/rust"
	"smartnic-cc/codegen/check/agreetest"
	"smartnic-cc/codegen/check/conformance"
	"smartnic-cc/codegen/flat/flattest"
	"smartnic-cc/codegen/frontend"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/internal/reference"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/pipe"
)

// build is what a program is printed for.
type build struct {
	unproven  bool // nothing of the source is proven
	unchecked bool // arithmetic that overflows does not stop it
}

// language is a back end that prints the structured IR, with how much of it the first tier runs.
type language struct {
	print      func(p *ir.Program, name string, b build) (*printer.Program, error)
	outOfRange string // what it says of an index
	corpus     func(name string) bool
	fuzzed     func(name string) bool
	constructs func(name string) bool
	runs, long int    // of random events
	programs   uint64 // that are drawn
	nightly    uint64 // in the longest tier
}

var languages = map[string]language{
	"python": {
		print: func(p *ir.Program, name string, _ build) (*printer.Program, error) {
			return python.NewModule(p, python.Options{Name: name})
		},
		outOfRange: "index out of range",
		corpus:     func(name string) bool { return name == "fixedpoint" || tier.Sampled(name, 4) },
		fuzzed:     func(name string) bool { return tier.Sampled(name, 2) },
		constructs: func(string) bool { return true },
		runs:       10, long: 500, programs: 6, nightly: 150,
	},
	"rust": {
		print: func(p *ir.Program, name string, b build) (*printer.Program, error) {
			o := rust.Options{Name: name}
			if b.unproven {
				o.Unproven = func(ir.Pos) bool { return true }
			}
			c, err := rust.New(p, o)
			if err != nil {
				return nil, err
			}
			c.Unchecked = b.unchecked
			return &c.Program, nil
		},
		outOfRange: "index out of bounds",
		corpus:     func(name string) bool { return name == "dcqcn" || tier.Long() },
		fuzzed:     func(name string) bool { return name == "dolcercplus4" || tier.Long() },
		constructs: func(name string) bool { return name == "structs" || name == "corner" || tier.Long() },
		runs:       20, long: 1000, programs: 1, nightly: 60,
	},
}

// each runs a test for each language.
func each(t *testing.T, test func(t *testing.T, l language)) {
	for name, l := range languages {
		t.Run(name, func(t *testing.T) { test(t, l) })
	}
}

func firmware(t testing.TB) *ir.Program {
	t.Helper()
	p, err := codegen.Firmware()
	require.NoError(t, err)
	return p
}

func (l language) program(t testing.TB, p *ir.Program, name string, b build) *printer.Program {
	t.Helper()
	g, err := l.print(p, name, b)
	require.NoError(t, err)
	return g
}

// running starts a program, which ends with the test.
func running(t testing.TB, g *printer.Program) *pipe.Program {
	t.Helper()
	tier.Require(t, g.Tool)
	p, remove, err := g.Run(t.Context())
	require.NoError(t, err)
	t.Cleanup(func() {
		require.NoError(t, p.Close())
		remove()
	})
	return p
}

// TestCorpus: all vectors, on a program of each algorithm and of each package that only exports functions. In Rust with
// overflow checks: nothing that is printed as an operator overflows.
func TestCorpus(t *testing.T) {
	files, err := testvectors.Corpus()
	require.NoError(t, err)
	p := firmware(t)
	each(t, func(t *testing.T, l language) {
		covered := map[string]bool{} // algorithms and functions
		for _, name := range printer.Names(p) {
			if p.Transducer(name) == nil && name != "fixedpoint" || !l.corpus(name) {
				continue
			}
			g := l.program(t, p, name, build{})
			tier.Require(t, g.Tool)
			for _, a := range g.Catalog.Algorithms {
				covered[a.Name] = true
			}
			for _, f := range g.Catalog.Funcs {
				covered[f.Name] = true
			}
			o, err := g.Check(t.Context(), files, nil)
			require.NoError(t, err, name)
			require.Nil(t, o.Report, name)
			require.Positive(t, o.Steps)
			t.Logf("%s: %d tests, %d steps (%s)", name, o.Tests, o.Steps, o.Tool)
		}
		for _, f := range files {
			for i := range f.Groups {
				require.True(t, covered[f.Groups[i].Name] || !tier.Long(), "no program ran %s", f.Groups[i].Name)
			}
		}
	})
}

// TestFuzz runs random parameters, states and events on Go and on a program, wild ones too: it has the bits of Go, in Rust
// without overflow checks.
func TestFuzz(t *testing.T) {
	p := firmware(t)
	each(t, func(t *testing.T, l language) {
		runs, steps := l.runs, 20
		if tier.Long() {
			runs, steps = l.long, 100
		}
		for i, tr := range p.Transducers {
			if l.fuzzed(tr.Name) {
				agreetest.Compare(t, reference.New(), running(t, l.program(t, p, tr.Name, build{unchecked: true})), tr, uint64(i), runs, steps)
			}
		}
	})
}

// TestRandomPrograms compares drawn programs, of which nothing is proven, with the interpreter. In Rust, with overflow checks,
// nothing panics but for an index.
func TestRandomPrograms(t *testing.T) {
	each(t, func(t *testing.T, l language) {
		programs := l.programs
		if tier.Long() {
			programs = l.nightly
		}
		for seed := range programs {
			t.Run(fmt.Sprint(seed), func(t *testing.T) { // each ends its program
				p, src, err := flattest.Program(seed)
				require.NoError(t, err)
				t.Cleanup(func() {
					if t.Failed() {
						t.Log(src)
					}
				})
				agreetest.Compare(t, conformance.Interpreter(p), running(t, l.program(t, p, "rand", build{unproven: true})), p.Transducers[0], seed, 10, 8)
			})
		}
	})
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
	each(t, func(t *testing.T, l language) {
		ran := 0
		for _, name := range printer.Names(p) {
			pkg := p.Package(name)
			if pkg == nil || !l.constructs(name) {
				continue
			}
			ran++
			g := l.program(t, p, name, build{unproven: true})
			have := running(t, g)
			r := rand.New(rand.NewPCG(3, 4))
			for _, f := range p.Exports() {
				if _, err := g.Catalog.Func(f.FullName()); err != nil {
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
						require.ErrorContains(t, refused, l.outOfRange, f.FullName())
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
					agreetest.Compare(t, want, have, tr, 5, 5, 10)
				}
			}
		}
		require.Positive(t, ran)
	})
}

// TestDiffers: a wrong vector is reported where it differs first.
func TestDiffers(t *testing.T) {
	b, err := testvectors.CorpusBytes("dcqcnnp.json")
	require.NoError(t, err)
	f, err := testvectors.Decode("dcqcnnp.json", b)
	require.NoError(t, err)
	s := &f.Groups[0].Sequences[0]
	last := s.Steps[len(s.Steps)-1]
	last[len(last)-1] ^= 1
	each(t, func(t *testing.T, l language) {
		g := l.program(t, firmware(t), "dcqcnnp", build{})
		tier.Require(t, g.Tool)
		o, err := g.Check(t.Context(), []*testvectors.File{f}, nil)
		require.NoError(t, err)
		require.NotNil(t, o.Report)
		require.Equal(t, len(s.Steps), o.Report.First.Step)
	})
}

// TestErrors: what is wrong is said in one line with the remedy.
func TestErrors(t *testing.T) {
	p := firmware(t)
	files, err := testvectors.Corpus()
	require.NoError(t, err)
	for name, want := range map[string]string{
		"python": "python3 is not installed; it is needed to run the module (3.10 or later; on Debian: apt-get install python3)",
		"rust":   "rustc is not installed; it is needed to build the crate (1.63 or later; on Debian: apt-get install rustc)",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := languages[name].print(p, "dcqcm", build{})
			require.ErrorContains(t, err, `unknown algorithm "dcqcm" (did you mean dcqcn?); one of bandit, `)
			g := languages[name].program(t, p, "dcqcnnp", build{})
			_, err = g.Check(t.Context(), nil, nil)
			require.EqualError(t, err, "no vectors of dcqcnnp; give files that ccgen vectors wrote")
			bin := t.TempDir()
			t.Setenv("PATH", bin)
			_, err = g.Check(t.Context(), files, nil)
			require.EqualError(t, err, want)
			fake := filepath.Join(bin, g.Tool)
			require.NoError(t, os.WriteFile(fake, []byte("#!/bin/sh\nexit 3\n"), 0o755))
			_, err = g.Check(t.Context(), files, nil)
			require.EqualError(t, err, fake+" does not run: exit status 3; try "+fake+" --version")
		})
	}
}
