package svdpi

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/cgen/cc"
	"smartnic-cc/codegen/flat/flattest"
	"smartnic-cc/codegen/frontend"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/codegen/vectors"
	"smartnic-cc/internal/base/sys/child"
	"smartnic-cc/internal/dev/golden"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/testvectors"
)

func firmware(t testing.TB) *ir.Program {
	t.Helper()
	p, err := codegen.Firmware()
	require.NoError(t, err)
	return p
}

func corpus(t testing.TB) []*testvectors.File {
	t.Helper()
	files, err := testvectors.Corpus()
	require.NoError(t, err)
	return files
}

func model(t testing.TB, p *ir.Program, name string) *Model {
	t.Helper()
	m, err := NewModel(p, Options{Algorithm: name, Command: "ccgen sv-dpi " + name})
	require.NoError(t, err)
	return m
}

// TestGolden: package, glue, scoreboard and bench of a small algorithm, as people read them.
func TestGolden(t *testing.T) {
	m := model(t, firmware(t), "dcqcnnp")
	for _, f := range m.Files[1:] { // the header is that of the C port
		golden.Check(t, "testdata/"+f.Name+".golden", f.Text)
	}
	again := model(t, firmware(t), "dcqcnnp")
	require.Equal(t, m.Files, again.Files)
}

// TestPack: the first leaf is in the highest bits, and unpack takes back what pack makes.
func TestPack(t *testing.T) {
	tr := firmware(t).Transducer("dcqcnnp")
	require.Equal(t, "102030483", pack(tr.State, []uint64{0x00810182, 0x41, 1}))
	for _, tr := range firmware(t).Transducers {
		r := rand.New(rand.NewPCG(1, 2))
		for range 50 {
			v := flattest.Draw(r, ir.Layout(tr.State))
			w, err := unpack(tr.State, pack(tr.State, v))
			require.NoError(t, err)
			require.Equal(t, v, w)
		}
	}
	for _, bad := range []string{"", "x", "-1", "2" + strings.Repeat("0", 10)} {
		_, err := unpack(tr.State, bad)
		require.ErrorContains(t, err, "is no number of 41 bits in hexadecimal")
	}
}

// inC plays the vectors to the glue with a program in C instead of a simulator, and returns its answers.
func inC(t *testing.T, m *Model, compiler string, files []*testvectors.File, flags ...string) string {
	t.Helper()
	tier.Require(t, compiler)
	job := cc.Job{Compiler: cc.Compiler{Name: compiler}, Flags: append(flags, "-O1", "-Wall", "-Wextra", "-Werror"), Sources: []string{m.Files[1].Name, "main.c"}}
	for _, name := range []string{"svdpi.h", "main.c"} {
		text, err := os.ReadFile(filepath.Join("testdata", name))
		require.NoError(t, err)
		next := "0"
		if m.g.t.Next != nil {
			next = "1"
		}
		job.Files = append(job.Files, cc.File{Name: name, Data: []byte(strings.NewReplacer("@ID@", m.g.id, "@NEXT@", next).Replace(string(text)))})
	}
	for _, f := range m.Files[:2] {
		job.Files = append(job.Files, cc.File{Name: f.Name, Data: f.Text})
	}
	bin, cleanup, err := job.Build(t.Context())
	t.Cleanup(cleanup)
	require.NoError(t, err)
	var in bytes.Buffer
	require.NoError(t, m.WriteVectors(&in, files))
	cmd := exec.Command(bin)
	cmd.Stdin = &in
	out, err := cmd.Output()
	require.NoError(t, err)
	return string(out)
}

// TestGlue: all vectors through the glue, as C99 and as C++, which is what simulators compile it as.
func TestGlue(t *testing.T) {
	p := firmware(t)
	for _, name := range []string{"dcqcn", "dcqcnnp", "dolcerc4", "dolcercplus8", "bandit2"} {
		if name != "dcqcn" && !tier.Sampled(name, 3) {
			continue
		}
		m := model(t, p, name)
		files, err := m.pick(corpus(t))
		require.NoError(t, err)
		var o testvectors.Outcome
		require.NoError(t, o.Run(t.Context(), m.player(inC(t, m, "gcc", files, "-std=c99")), files, nil))
		require.Nil(t, o.Report, name)
		require.Positive(t, o.Steps)
		t.Logf("%s: %d tests, %d steps", name, o.Tests, o.Steps)
	}
	m := model(t, p, "dcqcnnp")
	files, err := m.pick(corpus(t))
	require.NoError(t, err)
	var o testvectors.Outcome
	require.NoError(t, o.Run(t.Context(), m.player(inC(t, m, "g++", files, "-std=c++11")), files, nil))
	require.Nil(t, o.Report)

	// An answer that is wrong is reported where it stands, and one too few is an error.
	answers := strings.Split(strings.TrimSpace(inC(t, m, "gcc", files, "-std=c99")), "\n")
	last := len(answers) - 1
	good := answers[last]
	answers[last] = strings.Replace(good, " ", "1 ", 1)
	o = testvectors.Outcome{}
	err = o.Run(t.Context(), m.player(strings.Join(answers, "\n")), files, nil)
	if err == nil {
		require.NotNil(t, o.Report)
		require.Equal(t, o.Report.First.Steps, o.Report.First.Step)
	} else {
		require.ErrorContains(t, err, "is no number of 9 bits")
	}
	err = o.Run(t.Context(), m.player(strings.Join(answers[:last], "\n")), files, nil)
	require.ErrorIs(t, err, errEnded)
}

// odd has names that are words of SystemVerilog, signed fields, arrays of arrays and of structs, an output that is
// not a struct, and comments that end in a backslash.
const odd = `package odd

// Config ends its comment with a backslash \
type Config struct {
	//ccgen:unit ns
	reg [2][3]int8
	Input, input uint64
}

type logic struct {
	wire int16 // trail \
	On   bool
}

type State struct {
	begin [3]logic
	Int   int32
	module, Bit uint8
}

type Event struct {
	//ccgen:signal now
	Now uint32
	//ccgen:signal kind
	Kind Kind
}

type Kind uint8

const (
	//ccgen:event timer
	always Kind = 1
	//ccgen:event cnp
	Always Kind = 2
)

//ccgen:transducer odd init=start next=soon
func Step(p *Config, s *State, e *Event) uint16 {
	s.begin[e.Kind&1].wire -= int16(p.reg[1][2]) * 3
	s.begin[2].On = !s.begin[2].On
	s.Int += (int32(s.begin[0].wire) << 3) - int32(p.reg[0][e.Kind&1])
	s.Bit ^= uint8(p.Input>>7) + uint8(p.input)
	s.module++
	if s.begin[2].On && e.Kind == Always {
		return 65535
	}
	return uint16(s.module)
}

func start(p *Config, s *State) { *s = State{Int: -1, begin: [3]logic{{wire: -2}, {On: true}}} }

type When struct{ at uint32; what Kind }

func soon(s *State, now uint32) When { return When{at: now + uint32(s.module), what: always} }
`

// oddModel returns the model of odd, with vectors.
func oddModel(t *testing.T) (*Model, []*testvectors.File) {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module m\n\ngo 1.26\n"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "odd.go"), []byte(odd), 0o600))
	_, err := frontend.Load(fstest.MapFS{"go.mod": {Data: []byte("module m\n")}, "odd/odd.go": {Data: []byte(odd)}}, "m", []string{"odd"}, frontend.Options{})
	require.NoError(t, err)
	p, err := codegen.Load([]string{dir})
	require.NoError(t, err)
	r, err := vectors.Generate(t.Context(), p, vectors.Options{Seed: vectors.DefaultSeed})
	require.NoError(t, err)
	return model(t, p.Program, "odd"), r.Files
}

func TestOddNames(t *testing.T) {
	m, files := oddModel(t)
	// The type is named once, before its constants, of which two differ in case only.
	require.Regexp(t, `;\n\n  // Kind\.\n  localparam logic \[7:0\] ALWAYS = 8'd1;\n  localparam logic \[7:0\] ALWAYS\w+ = 8'd2;\n\n`, string(m.Files[2].Text))
	picked, err := m.pick(files)
	require.NoError(t, err)
	var o testvectors.Outcome
	require.NoError(t, o.Run(t.Context(), m.player(inC(t, m, "gcc", picked, "-std=c99")), picked, nil))
	require.Nil(t, o.Report)
	require.Greater(t, o.Steps, 100)
}

// benches are the algorithms whose benches are run.
const benches = "dcqcn dolcerc4 dolcercplus8 bandit2"

// TestVerilator: all vectors on the bench, without a warning of -Wall; and what is wrong is found, by the scoreboard
// and by the check.
func TestVerilator(t *testing.T) {
	tier.Nightly(t)
	tier.Require(t, "verilator")
	check := func(m *Model, files []*testvectors.File) testvectors.Outcome {
		o, err := m.Check(t.Context(), files)
		require.NoError(t, err)
		require.True(t, o.Steps > 0 || o.Report != nil)
		t.Logf("%s by %s: %d tests, %d steps", o.Target, o.Tool, o.Tests, o.Steps)
		return o
	}
	p := firmware(t)
	for _, name := range strings.Fields(benches) {
		o := check(model(t, p, name), corpus(t))
		require.Nil(t, o.Report, name)
	}
	m, files := oddModel(t)
	o := check(m, files)
	require.Nil(t, o.Report)

	// The scoreboard sees a vector that is wrong, and goes on.
	text, err := testvectors.CorpusBytes("dcqcnnp.json")
	require.NoError(t, err)
	f, err := testvectors.Decode("dcqcnnp.json", text)
	require.NoError(t, err)
	steps := f.Groups[0].Sequences[0].Steps
	last := steps[len(steps)-1]
	last[len(last)-1] ^= 1
	m = model(t, p, "dcqcnnp")
	o = check(m, []*testvectors.File{f})
	require.Equal(t, len(steps), o.Report.First.Step)
	path, _, err := tool.Find(t.Context())
	require.NoError(t, err)
	_, said, err := m.simulate(t.Context(), path, []*testvectors.File{f})
	require.NoError(t, err)
	require.Contains(t, said, "state Sent is 0, expected 1\n")
	require.Contains(t, said, " events, 1 differences\n")
	last[len(last)-1] ^= 1
	_, said, err = m.simulate(t.Context(), path, []*testvectors.File{f})
	require.NoError(t, err)
	require.Contains(t, said, " events, 0 differences\n")

	// Glue that is wrong.
	m = model(t, p, "dcqcnnp")
	wrong := bytes.Replace(m.Files[1].Text, []byte("{\n\tfw_give(v);"), []byte("{\n\tfw_give(v ^ 4u);"), 1)
	require.NotEqual(t, string(m.Files[1].Text), string(wrong))
	m.Files[1].Text = wrong
	o = check(m, corpus(t))
	require.NotNil(t, o.Report)

	// What verilator does not take.
	m.Files[2].Text = append(m.Files[2].Text, "endmodule\n"...)
	_, err = m.Check(t.Context(), corpus(t))
	var tool *child.ToolError
	require.ErrorAs(t, err, &tool)
	require.Regexp(t, `^verilator fails \(exit status 1\): %Error: dcqcnnp_dpi\.sv:\d+:1: syntax error`, err.Error())
}

// TestErrors: what is wrong is one line with the remedy.
func TestErrors(t *testing.T) {
	p := firmware(t)
	_, err := Generate(p, Options{Algorithm: "dcqcm"})
	require.ErrorContains(t, err, `unknown algorithm "dcqcm" (did you mean dcqcn?); one of `)
	m := model(t, p, "dcqcnnp")
	_, err = m.Check(t.Context(), nil)
	require.EqualError(t, err, "no vectors of dcqcnnp; give files that ccgen vectors wrote")
	bin := t.TempDir()
	t.Setenv("PATH", bin)
	_, err = m.Check(t.Context(), corpus(t))
	require.EqualError(t, err, "verilator is not installed; version 5 or later is needed to run the bench (on Debian: apt-get install verilator g++ make)")
	fake := filepath.Join(bin, "verilator")
	require.NoError(t, os.WriteFile(fake, []byte("#!/bin/sh\necho Verilator 4.038 2020-07-11\n"), 0o755))
	_, _, err = tool.Find(context.Background())
	require.EqualError(t, err, fake+` is "Verilator 4.038 2020-07-11"; the bench needs version 5 or later, which has --timing`)
	require.NoError(t, os.WriteFile(fake, []byte("#!/bin/sh\nexit 3\n"), 0o755))
	_, _, err = tool.Find(context.Background())
	require.EqualError(t, err, fake+" does not run: exit status 3; try "+fake+" --version")
}
