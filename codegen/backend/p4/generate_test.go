package p4_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/backend/p4"
	"smartnic-cc/codegen/check/conformance"
	"smartnic-cc/codegen/check/p4check"
	"smartnic-cc/codegen/flat/flattest"
	"smartnic-cc/codegen/frontend"
	"smartnic-cc/codegen/ir"
	_ "smartnic-cc/internal/nicconf" // reads files
	"smartnic-cc/testvectors"
)

func corner(t testing.TB) *ir.Program {
	t.Helper()
	p, err := frontend.Load(os.DirFS("../../.."), "smartnic-cc", []string{"codegen/backend/p4/testdata/corner"}, frontend.Options{})
	require.NoError(t, err)
	return p
}

func generate(t testing.TB, p *ir.Program, o p4.Options) []byte {
	t.Helper()
	key := generation{p, fmt.Sprintf("%+v", o)}
	if text, ok := generated.Load(key); ok {
		return slices.Clone(text.([]byte))
	}
	text, err := p4.Generate(p, o)
	require.NoError(t, err)
	again, err := p4.Generate(p, o)
	require.NoError(t, err)
	require.True(t, bytes.Equal(text, again), "two runs differ")
	_, err = p4check.Parse(string(text))
	require.NoError(t, err)
	generated.Store(key, slices.Clone(text))
	return text
}

// generation is what a program was generated of.
type generation struct {
	of      *ir.Program
	options string
}

// generated are the programs so far, by generation: tests share them.
var generated sync.Map

// TestGolden shows what is printed: the programs with parameters of the paper, DCQCN's with
// registers, and the corners.
func TestGolden(t *testing.T) {
	fw := firmware(t)
	check(t, "dcqcn.p4", generate(t, fw, p4.Options{Algorithm: "dcqcn", Command: "ccgen p4 dcqcn"}))
	for _, name := range []string{"dcqcn", "dolcerc4", "dolcercplus4"} {
		values, title, err := params(name, "paper", "100G")
		require.NoError(t, err)
		check(t, name+"-paper.p4", generate(t, fw, p4.Options{Algorithm: name, Values: values, Profile: title, Command: "ccgen p4 " + name + " --profile paper"}))
	}
	check(t, "dcqcnnp-no-mul.p4", generate(t, fw, p4.Options{Algorithm: "dcqcnnp", NoMul: true}))
	c := corner(t)
	check(t, "corner.p4", generate(t, c, p4.Options{Algorithm: "corner", Lines: true, Connections: 3, Rounding: "one\ntwo"}))
	check(t, "counter-no-mul.p4", generate(t, c, p4.Options{Algorithm: "counter", NoMul: true}))
}

// same runs drawn events on the text and on the interpreter.
func same(t testing.TB, p *ir.Program, name string, text []byte, connections int) {
	t.Helper()
	tr := p.Transducer(name)
	have, err := (&p4.Text{Program: text, Def: tr, Connections: connections}).BuiltIn()
	require.NoError(t, err)
	want := conformance.Interpreter(p)
	r := rand.New(rand.NewPCG(5, 6))
	for range 40 {
		params := flattest.Draw(r, ir.Layout(tr.Params))
		w, err := want.Open(name, params)
		require.NoError(t, err)
		h, err := have.Open(name, params)
		require.NoError(t, err)
		for range 40 {
			e := flattest.Draw(r, ir.Layout(tr.Event))
			wo, ws, err := w.Step(e)
			require.NoError(t, err)
			ho, hs, err := h.Step(e)
			require.NoError(t, err)
			require.Equal(t, wo, ho)
			require.Equal(t, ws, hs)
		}
	}
}

func TestCorners(t *testing.T) {
	c := corner(t)
	same(t, c, "corner", generate(t, c, p4.Options{Algorithm: "corner", Connections: 1}), 1)
	same(t, c, "counter", generate(t, c, p4.Options{Algorithm: "counter"}), 0)
	text := generate(t, c, p4.Options{Algorithm: "counter", NoMul: true})
	require.NotContains(t, noComments(text), "*")
	same(t, c, "counter", text, 0)
}

// TestWords: narrow values of long tables, several in a word, are those of the source; a word of zeros has no entry.
func TestWords(t *testing.T) {
	p, err := frontend.Load(os.DirFS("../../.."), "smartnic-cc", []string{"codegen/backend/p4/testdata/words"}, frontend.Options{})
	require.NoError(t, err)
	text := generate(t, p, p4.Options{Algorithm: "words"})
	same(t, p, "words", text, 0)
	for table, entries := range map[string]int{"octets_set_1": 6, "halves_set_1": 18, "wide_set_1": 64, "wide_set_2": 64, "long_set_1": 64} {
		require.Equal(t, entries, len(regexp.MustCompile(`(?m)^ +\d+w\w+ : `+table+`\(`).FindAll(text, -1)), table)
	}
}

func noComments(text []byte) string {
	return regexp.MustCompile(`//[^\n]*`).ReplaceAllString(string(text), "")
}

// TestInsideV1model: what the compiler for v1model is known to refuse or get wrong is not
// there.
func TestInsideV1model(t *testing.T) {
	fw := firmware(t)
	for _, tr := range fw.Transducers {
		text := noComments(generate(t, fw, p4.Options{Algorithm: tr.Name}))
		for _, word := range []string{"for ", "/", "%", "[", "switch", "while", "@", "extern"} {
			require.NotContains(t, text, word, tr.Name)
		}
		// Shifts are by a constant of 8 bits, a cast to them, or a choice of such.
		for _, m := range regexp.MustCompile(`(?:<<|>>) (\S+ ?\S*)`).FindAllStringSubmatch(text, -1) {
			require.Regexp(t, `^(8w\d+|\(+bit<8>\)|\(\w|\(meta|hdr\.event\.\w+|meta\.\w+|\w+_\d+)`, m[1], tr.Name)
		}
		for _, m := range regexp.MustCompile(`(\w+_table_\d+)\.apply`).FindAllStringSubmatch(text, -1) {
			require.Equal(t, 1, strings.Count(text, m[1]+".apply"))
		}
	}
}

// TestNoMul: what cannot be expressed is listed with its place in the source, function
// by function, and no program comes out.
func TestNoMul(t *testing.T) {
	fw := firmware(t)
	for _, name := range []string{"dcqcn", "dolcerc4", "dolcercplus4", "bandit2"} {
		text, err := p4.Generate(fw, p4.Options{Algorithm: name, NoMul: true})
		require.Nil(t, text)
		var u *p4.UnsupportedError
		require.ErrorAs(t, err, &u)
		for _, s := range u.Sites {
			// The place holds a multiplication, or a call of one.
			source, err := os.ReadFile("../../../" + s.Pos.File)
			require.NoError(t, err)
			line := strings.Split(string(source), "\n")[s.Pos.Line-1]
			require.Regexp(t, `\*|Mul64`, line, s.String())
			require.Contains(t, u.Grouped(), "  "+s.Pos.String()+": "+s.What)
		}
	}
	c := corner(t)
	_, err := p4.Generate(c, p4.Options{Algorithm: "third", NoMul: true})
	var u *p4.UnsupportedError
	require.ErrorAs(t, err, &u)
	require.Equal(t, `corner.StepThird
  codegen/backend/p4/testdata/corner/plain.go:24:12: division by 3, which is no power of two
  codegen/backend/p4/testdata/corner/plain.go:24:24: multiplication of two variables (uint32)
`, u.Grouped())
	_, err = p4.Generate(c, p4.Options{Algorithm: "third"})
	require.EqualError(t, err, "target v1model cannot express 1 places of the source; the first is codegen/backend/p4/testdata/corner/plain.go:24:12: corner.StepThird: division by 3, which is no power of two")
}

func TestWrongOptions(t *testing.T) {
	fw := firmware(t)
	for want, o := range map[string]p4.Options{
		`unknown algorithm "dcqn" (did you mean dcqcn?); one of bandit2, bandit4, bandit8, dcqcnnp, dcqcn, dolcerc4, dolcerc8, dolcercplus4, dolcercplus8`: {Algorithm: "dcqn"},
		"connections: 65537 is out of range 1..65536":     {Algorithm: "dcqcn", Connections: 65537},
		"connections: -1 is out of range 1..65536":        {Algorithm: "dcqcn", Connections: -1},
		"dcqcn has 27 parameters, not 1":                  {Algorithm: "dcqcn", Values: []uint64{1}},
		`unknown architecture "psa"; one of v1model, pna`: {Algorithm: "dcqcn", Arch: "psa"},
	} {
		_, err := p4.Generate(fw, o)
		require.EqualError(t, err, want)
	}
	_, _, err := params("dolcercplus4", "hpcc", "100G")
	require.EqualError(t, err, `unknown profile "hpcc" of dolcercplus4; it has paper`)
	_, _, err = params("dcqcn", "none", "100G")
	require.ErrorContains(t, err, `unknown profile "none"; one of paper`)
	_, _, err = params("dolcerc8", "dolcerc-recommended", "100G")
	require.EqualError(t, err, "profile dolcerc-recommended has 4 arms; name dolcerc4, or another profile")
	_, _, err = params("dolcerc4", "none", "100G")
	require.EqualError(t, err, `unknown profile "none"; one of paper, connectx, ionic, irdma, hpcc, dolcerc-recommended, or a file such as ./none.toml`)
	_, _, err = params("dcqcn", "paper", "100")
	require.ErrorContains(t, err, "is not a rate")
}

// TestProfilesAreConstants: a program with constants runs the vectors of its parameters,
// and says so where it is given others.
func TestProfilesAreConstants(t *testing.T) {
	fw := firmware(t)
	files, err := testvectors.Corpus()
	require.NoError(t, err)
	for name, profiles := range map[string][]string{
		"dcqcn": {"paper", "connectx", "ionic", "irdma", "hpcc"}, "dolcerc4": {"paper", "dolcerc-recommended"}, "dolcerc8": {"paper"},
		"dolcercplus4": {"paper"}, "dolcercplus8": {"paper"}, "bandit4": {"paper"},
	} {
		for _, profile := range profiles {
			values, title, err := params(name, profile, "100G")
			require.NoError(t, err)
			text := &p4.Text{Program: generate(t, fw, p4.Options{Algorithm: name, Values: values, Profile: title}), Def: fw.Transducer(name), Values: values}
			require.NotContains(t, string(text.Program), "params_t")
			o, err := text.CheckBuiltin(t.Context(), files)
			require.NoError(t, err, name)
			require.Nil(t, o.Report)
			require.Greater(t, o.Steps, 400, "%s %s", name, profile)
		}
	}
	values, _, err := params("dcqcn", "paper", "25G")
	require.NoError(t, err)
	text := &p4.Text{Program: generate(t, fw, p4.Options{Algorithm: "dcqcn", Values: values}), Def: fw.Transducer("dcqcn"), Values: values}
	_, err = text.CheckBuiltin(t.Context(), files)
	require.EqualError(t, err, "no vectors of dcqcn have these parameters; check the program with --params register, which runs them all")
	fw2, err := text.BuiltIn()
	require.NoError(t, err)
	_, err = fw2.Open("dcqcn", make([]uint64, len(values)))
	require.EqualError(t, err, "the program was made for other parameters; the first that differs is MinRate")
	_, err = fw2.Open("bandit2", nil)
	require.EqualError(t, err, "the program runs dcqcn, not bandit2")
	_, err = fw2.Call("fixedpoint.Log2", []uint64{1})
	require.EqualError(t, err, "a P4 program runs events of dcqcn, not function fixedpoint.Log2")
}

// TestProfileFromAFile: a file gives the numbers of the built-in profile that it restates,
// and its changes.
func TestProfileFromAFile(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(text string) {
		require.NoError(t, os.WriteFile("leaf.toml", []byte("base = \"connectx\"\n"+text), 0o666))
	}
	for _, algorithm := range []string{"dcqcn", "dcqcnnp", "dolcerc2", "dolcerc4", "dolcerc8"} {
		want, _, err := params(algorithm, "connectx", "200G")
		require.NoError(t, err)
		write("")
		got, title, err := params(algorithm, "leaf.toml", "200G")
		require.NoError(t, err)
		require.Equal(t, want, got)
		require.Contains(t, title, "Profile leaf.toml at 200G")
		write("[reaction_point]\nai_rate = \"7Mbps\"\n[notification_point]\nmin_time_between_cnps = \"9us\"\n")
		got, _, err = params(algorithm, "leaf.toml", "200G")
		require.NoError(t, err)
		changed := uint64(7000)
		if algorithm == "dcqcnnp" {
			changed = 9000
		}
		require.NotContains(t, want, changed)
		require.Contains(t, got, changed)
	}
	for _, name := range []string{"dolcercplus4", "bandit4"} {
		_, _, err := params(name, "leaf.toml", "100G")
		require.ErrorContains(t, err, `unknown profile "leaf.toml" of `+name+"; it has paper")
	}
	require.NoError(t, os.WriteFile("le\naf.toml", []byte("base = \"connectx\"\n"), 0o666))
	for _, algorithm := range []string{"dcqcn", "dolcerc4"} {
		_, _, err := params(algorithm, "./le\naf.toml", "100G")
		require.ErrorContains(t, err, "cannot hold")
	}
}
