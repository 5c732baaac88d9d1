package equiv

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/verilog"
	"smartnic-cc/codegen/flat"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/dev/tier"
)

var (
	update = flag.Bool("update", false, "with -long: ask z3 about every function and list the answers")
	limit  = flag.Int("limit", 40_000_000, "with -update: what z3 may use for a problem, in its own count")
	jobs   = flag.Int("jobs", 1, "how many solvers run at once")
)

// slack is how much more z3 may use for what was proved before.
const slack = 100_000_000

// gates is how much less z3 may use, with -update, for a netlist of gates: it ends early, or it does not
// end, where there is a product of two unknown words.
const gates = 8

// point are the functions of the reaction point that are proved in addition to those of fixedpoint: those that cut,
// raise and time a rate, and the notification point's step.
var point = []string{"Rates_Start", "Rates_Notice", "Rates_CutTimer", "Rates_restart", "Rates_Cut", "Rates_increase", "Rates_IncreaseTimer", "Rates_Next", "InitNP", "StepNP"}

// circuits are what is listed, by name.
func circuits(t testing.TB) (names []string, of map[string]*verilog.Circuit) {
	p, err := codegen.Firmware()
	require.NoError(t, err)
	var list []*ir.Func
	for _, q := range p.Packages {
		if q.Name == "fixedpoint" {
			list = append(list, Functions(q)...)
		}
	}
	for _, name := range point {
		f := p.Func("dcqcn." + name)
		require.NotNil(t, f, name)
		list = append(list, f)
	}
	of = map[string]*verilog.Circuit{}
	for _, f := range list {
		c, err := verilog.FunctionCircuit(p, f)
		require.NoError(t, err)
		names = append(names, f.FullName())
		of[f.FullName()] = c
	}
	return names, of
}

// listed is a line of a list.
type listed struct {
	word   string
	effort int // that z3 used, or of one that is open was given
	split  string
}

func read(t testing.TB, file string) map[string]listed {
	m := map[string]listed{}
	text, err := os.ReadFile(filepath.Join("testdata", file))
	if *update && os.IsNotExist(err) {
		return m
	}
	require.NoError(t, err)
	for s := bufio.NewScanner(bytes.NewReader(text)); s.Scan(); {
		if strings.HasPrefix(s.Text(), "#") {
			continue
		}
		var name, netlist string
		var l listed
		n, err := fmt.Sscan(s.Text(), &name, &netlist, &l.word, &l.effort, &l.split)
		require.True(t, err == nil || n == 4, "%s: %q: write NAME NETLIST ANSWER EFFORT, and a split where there is one", file, s.Text())
		m[name+" "+netlist] = l
	}
	return m
}

// TestListed: every function of fixedpoint without a table, and those of the reaction point, are
// in one of both lists for each netlist, and nothing else is.
func TestListed(t *testing.T) {
	if *update {
		t.Skip("the lists are made")
	}
	names, _ := circuits(t)
	proved, open := read(t, "proved.txt"), read(t, "open.txt")
	for _, n := range names {
		for _, netlist := range Netlists() {
			_, isProved := proved[n+" "+netlist]
			_, isOpen := open[n+" "+netlist]
			require.True(t, isProved != isOpen, "%s %s must be in one of testdata/proved.txt and open.txt: go test ./codegen/check/equiv -run TestEqual -long -update", n, netlist)
		}
	}
	require.Len(t, names, (len(proved)+len(open))/len(Netlists()), "a listed function is gone: go test ./codegen/check/equiv -run TestEqual -long -update")
	for n, l := range proved {
		require.Equal(t, "unsat", l.word, n)
	}
	for n, l := range open {
		require.Equal(t, "unknown", l.word, n)
	}
}

// TestEqual proves again what is listed as proved.
func TestEqual(t *testing.T) {
	tier.Nightly(t)
	tier.Require(t, "yosys", "z3")
	names, of := circuits(t)
	proved := read(t, "proved.txt")
	var mu sync.Mutex
	answers := map[string]listed{}
	todo := make(chan [2]string)
	var wg sync.WaitGroup
	for range *jobs {
		wg.Go(func() {
			for x := range todo {
				name, netlist := x[0], x[1]
				was, ok := proved[name+" "+netlist]
				effort := *limit
				if netlist == "gates" {
					effort /= gates
				}
				if !*update {
					if !ok {
						continue
					}
					effort = was.effort*2 + slack
				}
				a := ask(t, of[name], netlist, was.split, effort)
				l := listed{a.Word, a.Effort, was.split}
				if a.Word == "unknown" {
					l.effort = effort
				}
				t.Logf("%s %s %s %d", name, netlist, l.word, l.effort)
				if a.Word == "sat" || !*update && a.Word != "unsat" {
					t.Errorf("%s, %s: z3 says %s after %d: circuit and flat form differ on %v", name, netlist, a.Word, a.Effort, a.Inputs)
				}
				mu.Lock()
				answers[name+" "+netlist] = l
				mu.Unlock()
			}
		})
	}
	for _, n := range names {
		for _, netlist := range Netlists() {
			todo <- [2]string{n, netlist}
		}
	}
	close(todo)
	wg.Wait()
	t.Logf("%d functions, %d problems solved", len(names), len(answers))
	if *update && !t.Failed() {
		write(t, names, answers)
	}
}

// ask returns what z3 says of a circuit: first that its ports are wide enough, then that it is equal, in
// the cases of a split if there is one.
func ask(t testing.TB, c *verilog.Circuit, netlist, split string, effort int) Answer {
	a, err := Answer{}, error(nil)
	if split == "" {
		a, err = Prove(t.Context(), c, netlist, effort)
	} else if s, wrong := ParseSplit(split); wrong != nil {
		err = wrong
	} else {
		a, err = ProveSplit(t.Context(), c, netlist, s, effort)
	}
	if err != nil {
		t.Errorf("%s, %s: %v", c.Form.Func.FullName(), netlist, err)
	}
	return a
}

func write(t testing.TB, names []string, answers map[string]listed) {
	proved := "# Circuits that z3 shows to be equal to the flat form: function, netlist, answer, what z3 used, and\n# the split into cases where it takes one.\n"
	open := "# Circuits of which z3 does not end: function, netlist, answer, what it was allowed. Vectors\n# test them, and of most the netlist of words is proved.\n"
	for _, n := range names {
		for _, netlist := range Netlists() {
			l := answers[n+" "+netlist]
			line := strings.TrimSpace(fmt.Sprintf("%s %s %s %d %s", n, netlist, l.word, l.effort, l.split)) + "\n"
			if l.word == "unsat" {
				proved += line
			} else {
				open += line
			}
		}
	}
	require.NoError(t, os.WriteFile("testdata/proved.txt", []byte(proved), 0o644))
	require.NoError(t, os.WriteFile("testdata/open.txt", []byte(open), 0o644))
}

// TestPlanted: another operator or constant in the circuit's text is found, with arguments on which
// it and the flat form differ.
func TestPlanted(t *testing.T) {
	tier.Nightly(t)
	tier.Require(t, "yosys", "z3")
	_, of := circuits(t)
	for _, x := range []struct{ name, old, new string }{
		{"fixedpoint.AddSatU8", " + ", " - "},
		{"fixedpoint.Time_Before", " - ", " + "},
		{"fixedpoint.Pack16Down", " >> ", " << "},
		{"dcqcn.Rates_restart", "30'd1", "30'd2"},
		{"dcqcn.Rates_CutTimer", " + ", " - "},
		{"dcqcn.StepNP", " < ", " > "},
	} {
		for _, netlist := range Netlists() {
			c := *of[x.name]
			require.Contains(t, string(c.Text), x.old, x.name)
			c.Text = []byte(strings.Replace(string(c.Text), x.old, x.new, 1))
			a := ask(t, &c, netlist, "", slack)
			require.Equal(t, "sat", a.Word, "%s with%sfor%s", x.name, x.new, x.old)
			require.Len(t, a.Inputs, len(c.Inputs), x.name)
			t.Logf("%s, %s:%sfor%s: %v", x.name, netlist, x.new, x.old, a.Inputs)
		}
	}
}

// TestNarrowPort: a port that leaves out bits of an argument in its range is found before anything
// is asked about the circuit.
func TestNarrowPort(t *testing.T) {
	tier.Require(t, "z3")
	_, of := circuits(t)
	c := *of["dcqcn.Rates_restart"]
	a, err := Solve(t.Context(), &c, Fits(&c), slack)
	require.NoError(t, err)
	require.Equal(t, "unsat", a.Word)
	c.Inputs = append([]verilog.Port(nil), c.Inputs...)
	for i := range c.Inputs {
		if c.Inputs[i].Name == "p_IncreasePeriod" {
			c.Inputs[i].Bits--
		}
	}
	a, err = Solve(t.Context(), &c, Fits(&c), slack)
	require.NoError(t, err)
	require.Equal(t, "sat", a.Word)
	require.EqualValues(t, 1<<30, a.Inputs["p_IncreasePeriod"])
}

// TestNetlist: what is not a circuit without registers of driven values is refused, with its line.
func TestNetlist(t *testing.T) {
	input := func(port string, lo, width int) (string, error) {
		return part("x0", &verilog.Port{Name: port, Bits: 8, Leaf: ir.Leaf{Kind: ir.Uint32}}, lo, width)
	}
	n, err := readNetlist("; text\n(declare-sort |m_s| 0)\n(declare-fun |m_is| (|m_s|) Bool)\n"+
		"(declare-fun |m#0| (|m_s|) (_ BitVec 3)) ; \\a [4:2]\n(declare-fun |m#1| (|m_s|) Bool) ; \\a [7]\n"+
		"(define-fun |m_n q| ((state |m_s|)) Bool (or (|m#1| state) (= (|m#0| state) #b101))) ; \\q\n"+
		"(define-fun |m_t| ((state |m_s|) (next_state |m_s|)) Bool true) ; end of module m\n", "m", input)
	require.NoError(t, err)
	require.Equal(t, []string{"((_ extract 4 2) x0)", "(= ((_ extract 7 7) x0) #b1)", "(or |m#1| (= |m#0| #b101))"}, n.terms)
	for text, want := range map[string]string{
		"(declare-fun |m#0| (|m_s|) Bool)":                                                     "line 1: a value that nothing drives",
		"; a\n(declare-fun |m#0| (|m_s|) (_ BitVec 2)) ; \\a [8:7]":                            "line 2: bit 8 of a, which has 8",
		"(define-fun |m_t| ((state |m_s|) (next_state |m_s|)) Bool (= a b)) ; end of module m": "line 1: m has registers",
		"(check-sat)": "line 1: not read",
	} {
		_, err := readNetlist(text, "m", input)
		require.ErrorContains(t, err, want)
	}
	_, err = Problem(t.Context(), &verilog.Circuit{}, "cells")
	require.ErrorContains(t, err, `unknown netlist "cells"; one of words, gates`)
}

// TestHasTable: what looks up is left out.
func TestHasTable(t *testing.T) {
	p, err := codegen.Firmware()
	require.NoError(t, err)
	require.True(t, HasTable(flat.Build(p.Func("fixedpoint.Recip"), nil)))
	require.False(t, HasTable(flat.Build(p.Func("fixedpoint.Hash32"), nil)))
}
