package python_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/printer"
	"smartnic-cc/codegen/backend/python"
	"smartnic-cc/codegen/check/agreetest"
	"smartnic-cc/codegen/check/conformance"
	"smartnic-cc/codegen/frontend"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/dev/golden"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/pipe"
)

func firmware(t testing.TB) *ir.Program {
	t.Helper()
	p, err := codegen.Firmware()
	require.NoError(t, err)
	return p
}

func module(t testing.TB, p *ir.Program, name string) *printer.Program {
	t.Helper()
	m, err := python.NewModule(p, python.Options{Name: name, Command: "ccgen python " + name})
	require.NoError(t, err)
	return m
}

// running starts a module, which ends with the test.
func running(t testing.TB, m *printer.Program) *pipe.Program {
	t.Helper()
	tier.Require(t, "python3")
	p, remove, err := m.Run(t.Context())
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
	golden.Check(t, "testdata/dcqcnnp.py.golden", m.Files[0].Text)
	require.Equal(t, m.Files, module(t, firmware(t), "dcqcnnp").Files)
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
	agreetest.Compare(t, conformance.Interpreter(p), running(t, module(t, p, "odd")), p.Transducers[0], 1, 20, 20)
}

// TestChanged: a module that was changed by hand is reported where it differs first.
func TestChanged(t *testing.T) {
	tier.Require(t, "python3")
	m := module(t, firmware(t), "dcqcnnp")
	f, err := testvectors.Decode("dcqcnnp.json", corpusFile(t, "dcqcnnp.json"))
	require.NoError(t, err)
	g := &f.Groups[0]
	now := g.Sequences[0].Steps[2][0] // of the third event
	edited := fmt.Sprintf("        out = StepNP(self.params, self.state, event)\n        self.state.Marked ^= event.Now == %d\n        return out", now)
	text := &m.Files[0].Text
	*text = bytes.Replace(*text, []byte("        return StepNP(self.params, self.state, event)"), []byte(edited), 1)
	require.Contains(t, string(*text), "self.state.Marked ^=", "the edit is made")
	o, err := m.Check(t.Context(), []*testvectors.File{f}, nil)
	require.NoError(t, err)
	require.NotNil(t, o.Report)
	require.Positive(t, o.Facts.Int("steps per s"))
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

// TestOld: an interpreter that is too old is refused.
func TestOld(t *testing.T) {
	files, err := testvectors.Corpus()
	require.NoError(t, err)
	bin := t.TempDir()
	t.Setenv("PATH", bin)
	fake := filepath.Join(bin, "python3")
	require.NoError(t, os.WriteFile(fake, []byte("#!/bin/sh\necho CPython 3.8.2 False\n"), 0o755))
	_, err = module(t, firmware(t), "dcqcnnp").Check(t.Context(), files, nil)
	require.EqualError(t, err, fake+" is CPython 3.8.2; a module needs Python 3.10 or later")
}
