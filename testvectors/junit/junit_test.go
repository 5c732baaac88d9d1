package junit_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/golden"
	"smartnic-cc/internal/reference"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/junit"
	"smartnic-cc/testvectors/transducer"
)

// TestGolden: a run that passes; and one with a target that differs, one that dies in its second file, and
// one that cannot be started.
func TestGolden(t *testing.T) {
	files := corpus(t)
	right := ran(t, reference.New(), files)
	golden.Check(t, "testdata/passed.xml", written(t, of("reference", files, right, nil)))

	wrong := ran(t, flipped{reference.New(), "dcqcnnp"}, files)
	require.Len(t, wrong, 2)
	golden.Check(t, "testdata/failed.xml", written(t,
		of("gcc -O2", files, wrong, nil),
		of("board", files, right[:1], errors.New("board: request 7 (step 0 5): died (signal: segmentation fault); it wrote \"\x1b[31mfault\xff\"\nat 0x80000000")),
		of("clang -O2", files, nil, errors.New("compiler clang is not installed; on Debian: apt-get install clang"))))
}

// TestLateError: an error behind the last file is that of the last file.
func TestLateError(t *testing.T) {
	files := corpus(t)
	s := of("x", files, ran(t, reference.New(), files), errors.New("answered \"\" to quit, not ok"))
	require.Nil(t, s.Cases[1].Error)
	require.Equal(t, `answered "" to quit, not ok`, s.Cases[2].Error.Message)
}

// TestSchema: what is written keeps the rules that junit-10.xsd of Jenkins's xunit plugin has for the elements
// that stand in it.
func TestSchema(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.xml")
	require.NoError(t, err)
	require.Len(t, paths, 2)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		root, err := parsed(text)
		require.NoError(t, err)
		require.Equal(t, "testsuites", root.name)
		require.NoError(t, root.valid(), path)
	}
	for _, bad := range []string{
		`<testsuites><testcase name="a"/></testsuites>`,
		`<testsuites><testsuite name="a" tests="0" failures="0"/></testsuites>`,
		`<testsuites><testsuite name="a" tests="1" failures="0" errors="0"><testcase classname="a"/></testsuite></testsuites>`,
		`<testsuites skipped="0"/>`,
		`<testsuites>text</testsuites>`,
	} {
		root, err := parsed([]byte(bad))
		require.NoError(t, err)
		require.Error(t, root.valid(), bad)
	}
}

// TestRoundTrip: whatever a firmware says can be read back, with its control characters and bytes that are not UTF-8
// in a form that can be seen, and the counts are right.
func TestRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"a", " ", "\n", "\t", "\r", "<", "]]>", "&", `"`, "'", "\x00", "\x1b[1m", "\xff", "\xc3", "é", "\ufffe", "\uffff", "\ufffd", "\u0085", "\u202e", "\U0001f600"}
	text := func() string {
		var b strings.Builder
		for range r.IntN(8) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		return b.String()
	}
	for range 500 {
		s := junit.Suite{Name: text()}
		var failures, errs, skipped int
		for range r.IntN(4) {
			c := junit.Case{Name: text()}
			result := &junit.Result{Type: "difference", Message: text(), Text: text()}
			switch r.IntN(4) {
			case 0:
				c.Failure = result
				failures++
			case 1:
				c.Error = result
				errs++
			case 2:
				c.Skipped = result
				skipped++
			}
			s.Cases = append(s.Cases, c)
		}
		root, err := parsed(written(t, s))
		require.NoError(t, err)
		require.NoError(t, root.valid())
		suite := root.children[0]
		require.Equal(t, visible(s.Name), suite.attrs["name"])
		for name, n := range map[string]int{"tests": len(s.Cases), "failures": failures, "errors": errs, "skipped": skipped} {
			require.Equal(t, strconv.Itoa(n), suite.attrs[name], name)
		}
		for i, c := range s.Cases {
			got := suite.children[i]
			require.Equal(t, visible(c.Name), got.attrs["name"])
			for kind, want := range map[string]*junit.Result{"failure": c.Failure, "error": c.Error, "skipped": c.Skipped} {
				at := slices.IndexFunc(got.children, func(e *element) bool { return e.name == kind })
				require.Equal(t, want != nil, at >= 0, kind)
				if want != nil {
					require.Equal(t, visible(want.Message), got.children[at].attrs["message"])
					require.Equal(t, visible(want.Text), got.children[at].text)
				}
			}
		}
	}
}

// TestFull: a writer that fails is reported.
func TestFull(t *testing.T) {
	for n := range 3 {
		require.ErrorIs(t, junit.Write(&full{n}, []junit.Suite{{Name: "a"}}), io.ErrShortWrite, n)
	}
	folder := t.TempDir()
	require.ErrorContains(t, junit.WriteFile(folder, nil), folder+": is a directory")
}

type full struct{ left int }

func (f *full) Write(b []byte) (int, error) {
	if f.left--; f.left < 0 {
		return 0, io.ErrShortWrite
	}
	return len(b), nil
}

// visible is a text as it is to be read: a second implementation, rune by rune.
func visible(text string) string {
	var b strings.Builder
	for len(text) > 0 {
		r, n := utf8.DecodeRuneInString(text)
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, text[0])
		case strings.ContainsRune("\r\x00\x1b\u0085\u202e\ufffe\uffff", r):
			b.WriteString(strings.Trim(strconv.QuoteToASCII(string(r)), `"`))
		default:
			b.WriteString(text[:n])
		}
		text = text[n:]
	}
	return b.String()
}

// element is one of an XML document.
type element struct {
	name     string
	attrs    map[string]string
	text     string
	children []*element
}

func parsed(text []byte) (*element, error) {
	d := xml.NewDecoder(bytes.NewReader(text))
	root := &element{}
	stack := []*element{root}
	for {
		token, err := d.Token()
		if err == io.EOF {
			return root.children[0], nil
		}
		if err != nil {
			return nil, err
		}
		top := stack[len(stack)-1]
		switch token := token.(type) {
		case xml.StartElement:
			e := &element{name: token.Name.Local, attrs: map[string]string{}}
			for _, a := range token.Attr {
				e.attrs[a.Name.Local] = a.Value
			}
			top.children = append(top.children, e)
			stack = append(stack, e)
		case xml.EndElement:
			stack = stack[:len(stack)-1]
		case xml.CharData:
			top.text += string(token)
		}
	}
}

// rule is what an element may have.
type rule struct{ required, optional, children string }

var rules = map[string]rule{
	"testsuites": {"", "name time tests failures errors", "testsuite"},
	"testsuite":  {"name tests failures errors", "group time skipped timestamp hostname id package file log url", "testsuite properties testcase system-out system-err"},
	"testcase":   {"name", "time classname group", "skipped error failure system-out system-err"},
	"failure":    {"", "type message", ""},
	"error":      {"", "type message", ""},
	"skipped":    {"", "type message", ""},
}

// valid checks an element and those in it.
func (e *element) valid() error {
	r, ok := rules[e.name]
	if !ok {
		return fmt.Errorf("no element %s", e.name)
	}
	for _, name := range strings.Fields(r.required) {
		if _, ok := e.attrs[name]; !ok {
			return fmt.Errorf("%s without %s", e.name, name)
		}
	}
	for name := range e.attrs {
		if !slices.Contains(strings.Fields(r.required+" "+r.optional), name) {
			return fmt.Errorf("%s has no %s", e.name, name)
		}
	}
	if r.children != "" && strings.TrimSpace(e.text) != "" {
		return fmt.Errorf("%s has text", e.name)
	}
	for _, c := range e.children {
		if !slices.Contains(strings.Fields(r.children), c.name) {
			return fmt.Errorf("%s in %s", c.name, e.name)
		}
		if err := c.valid(); err != nil {
			return err
		}
	}
	return nil
}

func written(t *testing.T, suites ...junit.Suite) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, junit.Write(&b, suites))
	return b.Bytes()
}

func corpus(t *testing.T) (files []*testvectors.File) {
	t.Helper()
	for _, name := range []string{"timers.json", "dcqcnnp.json", "bandit2.json"} {
		b, err := testvectors.CorpusBytes(name)
		require.NoError(t, err)
		f, err := testvectors.Decode(name, b)
		require.NoError(t, err)
		files = append(files, f)
	}
	return files
}

// ran runs files up to the first difference.
func ran(t *testing.T, fw transducer.Firmware, files []*testvectors.File) (reports []testvectors.Report) {
	t.Helper()
	for _, f := range files {
		r, err := testvectors.Verify(fw, f, testvectors.Options{})
		require.NoError(t, err)
		if reports = append(reports, r); !r.OK() {
			break
		}
	}
	return reports
}

// flipped has a bit of each output of one algorithm wrong.
type flipped struct {
	transducer.Firmware
	algorithm string
}

func (f flipped) Open(algorithm string, params []uint64) (transducer.Connection, error) {
	c, err := f.Firmware.Open(algorithm, params)
	if err == nil && algorithm == f.algorithm {
		c = connection{c}
	}
	return c, err
}

type connection struct{ transducer.Connection }

func (c connection) Step(event []uint64) (output, state []uint64, err error) {
	output, state, err = c.Connection.Step(event)
	output = slices.Clone(output)
	output[0] ^= 1
	return output, state, err
}

func of(target string, files []*testvectors.File, reports []testvectors.Report, err error) junit.Suite {
	return junit.Of(&testvectors.Outcome{Target: target, Given: files, Reports: reports, Err: err})
}
