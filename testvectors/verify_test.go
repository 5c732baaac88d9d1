package testvectors_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/reference"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/transducer"
)

// TestReferenceAgrees: the reference passes the corpus that it made, through the same
// code that checks ports.
func TestReferenceAgrees(t *testing.T) {
	files, err := generated()
	require.NoError(t, err)
	for _, f := range files {
		progress := 0
		r, err := testvectors.Verify(reference.New(), f, testvectors.Options{Progress: func(done, total int) {
			progress++
			require.Equal(t, progress, done)
			require.Equal(t, f.Tests(), total)
		}})
		require.NoError(t, err)
		require.True(t, r.OK())
		tests, steps, failed := r.Total()
		require.Equal(t, f.Tests(), tests)
		require.Equal(t, f.Steps(), steps)
		require.Zero(t, failed)
		require.Equal(t, f.Tests(), progress)
	}
}

// wrong is the reference with one bit flipped: at the n-th step (or call) over all, in
// field f of output and state (or results) taken together.
type wrong struct {
	transducer.Firmware
	at, field, bit int
	n              int
	sticky         bool // wrong from the n-th on
}

func (w *wrong) Name() string { return "wrong" }

func (w *wrong) flip(parts ...[]uint64) {
	w.n++
	if w.n == w.at || w.sticky && w.n > w.at {
		i := w.field
		for _, p := range parts {
			if i < len(p) {
				p[i] ^= 1 << w.bit
				return
			}
			i -= len(p)
		}
	}
}

func (w *wrong) Call(name string, args []uint64) ([]uint64, error) {
	r, err := w.Firmware.Call(name, args)
	w.flip(r)
	return r, err
}

func (w *wrong) Open(name string, params []uint64) (transducer.Connection, error) {
	c, err := w.Firmware.Open(name, params)
	return &wrongConnection{c, w}, err
}

type wrongConnection struct {
	transducer.Connection
	w *wrong
}

func (c *wrongConnection) Step(event []uint64) (output, state []uint64, err error) {
	output, state, err = c.Connection.Step(event)
	c.w.flip(output, state)
	return output, state, err
}

// TestWrongBitIsFoundInItsPlace: one wrong bit anywhere in the corpus, in any field,
// is reported with the file, the case, the step, the field and the bit.
func TestWrongBitIsFoundInItsPlace(t *testing.T) {
	files, err := generated()
	require.NoError(t, err)
	for _, f := range files {
		for k := range 12 {
			at := 1 + k*(f.Steps()-1)/11
			group, test, step, row := place(f, at)
			g := &f.Groups[group]
			leaves := g.Results
			if g.Type == testvectors.SequenceTest {
				leaves = append(append([]transducer.Leaf{}, g.Output...), g.State...)
			}
			field := k * 7 % len(leaves)
			bit := k * 5 % leaves[field].Bits
			if leaves[field].Bool {
				bit = 0
			}
			fw := &wrong{Firmware: reference.New(), at: at, field: field, bit: bit}
			r, err := testvectors.Verify(fw, f, testvectors.Options{})
			require.NoError(t, err)
			require.False(t, r.OK())
			d := r.First
			require.Equal(t, f.Name, d.File)
			require.Equal(t, group, d.Group)
			require.Equal(t, test, d.TcID)
			require.Equal(t, step, d.Step)
			differing := 0
			for i, x := range d.Fields {
				if !x.Differs {
					continue
				}
				differing++
				require.Equal(t, field, i)
				require.Equal(t, bit, x.Bit)
				require.Equal(t, leaves[field].Name, x.Name)
				require.Equal(t, leaves[field].Format(row[field]), x.Expected)
				require.NotEqual(t, x.Expected, x.Found)
			}
			require.Equal(t, 1, differing)
			require.Contains(t, d.Summary(), leaves[field].Name)
			_, _, failed := r.Total()
			require.Equal(t, 1, failed)
		}
	}
}

// place returns what the n-th step of the file belongs to: group, tcId, step (0 for a
// call) and the values that are expected there.
func place(f *testvectors.File, n int) (group, id, step int, row []uint64) {
	for i := range f.Groups {
		g := &f.Groups[i]
		for _, c := range g.Calls {
			if n--; n == 0 {
				return i, c.ID, 0, c.Results
			}
		}
		for _, s := range g.Sequences {
			if n <= len(s.Steps) {
				return i, s.ID, n, s.Steps[n-1][len(g.Event):]
			}
			n -= len(s.Steps)
		}
	}
	panic("no such step")
}

// TestContinueCountsAll: with Continue every failed test is counted, a sequence once,
// and the first difference stays the first.
func TestContinueCountsAll(t *testing.T) {
	files, err := generated()
	require.NoError(t, err)
	for _, f := range files {
		r, err := testvectors.Verify(&wrong{Firmware: reference.New(), at: 1, sticky: true}, f, testvectors.Options{Continue: true})
		require.NoError(t, err)
		tests, _, failed := r.Total()
		require.Equal(t, f.Tests(), tests)
		require.Equal(t, f.Tests(), failed)
		require.Equal(t, 1, r.First.TcID)
	}
}

// TestWrongInitialState: what init leaves is compared too.
func TestWrongInitialState(t *testing.T) {
	f := find(t, "dcqcn-paper.json")
	g := f.Groups[0]
	g.Sequences = append([]testvectors.Sequence{}, g.Sequences...)
	g.Sequences[2].Initial = append([]uint64{}, g.Sequences[2].Initial...)
	g.Sequences[2].Initial[1] ^= 1 << 9
	changed := *f
	changed.Groups = []testvectors.Group{g}
	r, err := testvectors.Verify(reference.New(), &changed, testvectors.Options{})
	require.NoError(t, err)
	require.Equal(t, 3, r.First.TcID)
	require.Zero(t, r.First.Step)
	require.Contains(t, r.First.Summary(), "initial state: state Rates.RT is")
	require.Contains(t, r.First.Summary(), "(first differing bit 9)")
}

func find(t testing.TB, name string) *testvectors.File {
	t.Helper()
	files, err := generated()
	require.NoError(t, err)
	for _, f := range files {
		if f.Name == name {
			return f
		}
	}
	t.Fatalf("no file %s", name)
	return nil
}

// broken fails at the n-th step or call.
type broken struct {
	wrong
	err error
}

func (b *broken) Open(name string, params []uint64) (transducer.Connection, error) {
	c, err := b.Firmware.Open(name, params)
	return &brokenConnection{c, b}, err
}

type brokenConnection struct {
	transducer.Connection
	b *broken
}

func (c *brokenConnection) Step(event []uint64) (output, state []uint64, err error) {
	c.b.n++
	if c.b.n == c.b.at {
		return nil, nil, c.b.err
	}
	return c.Connection.Step(event)
}

// TestBrokenFirmware: a firmware that fails is an error with the place, not a
// difference.
func TestBrokenFirmware(t *testing.T) {
	f := find(t, "bandit4.json")
	dead := errors.New("it is dead")
	n := len(f.Groups[0].Sequences[0].Steps) + 7
	_, err := testvectors.Verify(&broken{wrong{Firmware: reference.New(), at: n}, dead}, f, testvectors.Options{})
	require.ErrorIs(t, err, dead)
	require.EqualError(t, err, "bandit4.json: group 0 (bandit4 the paper's parameters): tcId 2: step 7: it is dead")

	g := smallCalls(t)
	_, err = testvectors.Verify(reference.New(), g, testvectors.Options{})
	require.EqualError(t, err, `calls.json: group 0 (p.F): tcId 1: unknown function "p.F"; names are package.Function, as in fixedpoint.Log2`)
	s := smallSequences(t)
	_, err = testvectors.Verify(reference.New(), s, testvectors.Options{})
	require.ErrorContains(t, err, `small.json: group 0 (counter by 3): tcId 1: open: unknown algorithm "counter"; one of`)
}

// short answers with one field too few or too many.
type short struct {
	transducer.Firmware
	less bool
}

func (s *short) Call(name string, args []uint64) ([]uint64, error) {
	r, err := s.Firmware.Call(name, args)
	if s.less {
		return r[:len(r)-1], err
	}
	return append(r, 7), err
}

// TestWrongFieldCount: a missing or extra field differs.
func TestWrongFieldCount(t *testing.T) {
	for _, less := range []bool{true, false} {
		r, err := testvectors.Verify(&short{reference.New(), less}, find(t, "timers.json"), testvectors.Options{})
		require.NoError(t, err)
		require.False(t, r.OK())
		last := r.First.Fields[len(r.First.Fields)-1]
		require.True(t, last.Differs)
		if less {
			require.Equal(t, "missing", last.Found)
		} else {
			require.Equal(t, "7", last.Found)
		}
	}
}

// TestReportText holds the report to its golden file: what a porter sees.
func TestReportText(t *testing.T) {
	var b strings.Builder
	for _, w := range []struct {
		file           string
		at, field, bit int
	}{{"dcqcn-paper.json", 130, 2, 4}, {"fixedpoint.json", 1100, 0, 31}} {
		r, err := testvectors.Verify(&wrong{Firmware: reference.New(), at: w.at, field: w.field, bit: w.bit}, golden(t, w.file), testvectors.Options{})
		require.NoError(t, err)
		require.NoError(t, r.Write(&b))
		b.WriteString("\n")
	}
	compareGolden(t, "report.txt", []byte(b.String()))
}

// golden returns a small fixed excerpt of a file of the corpus, so that the golden
// files of reports and derived forms change seldom: the first sequences or groups.
func golden(t testing.TB, name string) *testvectors.File {
	f := *find(t, name)
	f.Groups = append([]testvectors.Group{}, f.Groups[:min(3, len(f.Groups))]...)
	return &f
}

func compareGolden(t *testing.T, name string, have []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(path, have, 0o644))
		return
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "run go test ./testvectors -update")
	if d := cmp.Diff(string(want), string(have)); d != "" {
		t.Errorf("%s differs; if that is meant run go test ./testvectors -update\n%s", path, d)
	}
}

// TestReportJSON: the JSON form carries the same facts.
func TestReportJSON(t *testing.T) {
	r, err := testvectors.Verify(&wrong{Firmware: reference.New(), at: 5, field: 0, bit: 3}, find(t, "bandit2.json"), testvectors.Options{})
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, r.WriteJSON(&b))
	var back testvectors.Report
	require.NoError(t, json.Unmarshal(b.Bytes(), &back))
	require.NotNil(t, r.First.Answer)
	back.First.Answer = r.First.Answer // not in the JSON
	require.Equal(t, r, back)
	require.Contains(t, b.String(), `"tcId": 1`)
}

// Example verifies the Go reference, with a bit flipped, against one file of the
// corpus.
func Example() {
	b, err := testvectors.CorpusBytes("dcqcnnp.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err := testvectors.Decode("dcqcnnp.json", b)
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := testvectors.Verify(reference.New(), f, testvectors.Options{})
	fmt.Println(r.OK(), err)

	r, err = testvectors.Verify(&wrong{Firmware: reference.New(), at: 3, field: 0, bit: 0}, f, testvectors.Options{})
	fmt.Println(r.OK(), err)
	fmt.Println(r.First.Summary())
	// Output:
	// true <nil>
	// false <nil>
	// dcqcnnp.json, group 0 (dcqcnnp interval 50000 ns), tcId 1 "marks around the end of the interval", step 3 of 22: output CNP is 1, expected 0 (first differing bit 0)
}
