package testvectors_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/internal/reference"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/pipe"
	"smartnic-cc/testvectors/transducer"
)

func text(t testing.TB, f *testvectors.File) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, testvectors.WriteText(&b, f))
	return b.String()
}

// TestTextIsAConversation: what stands left of the equals signs, sent to a firmware
// program as it is, brings what stands right of them.
func TestTextIsAConversation(t *testing.T) {
	files, err := generated()
	require.NoError(t, err)
	for _, f := range files {
		steps := 0
		var requests, want strings.Builder
		for _, line := range strings.Split(text(t, f), "\n") {
			if line == "" || line[0] == '#' {
				continue
			}
			line, _, _ = strings.Cut(line, " ; ")
			request, reply, found := strings.Cut(line+" ", " = ")
			require.True(t, found)
			if strings.HasPrefix(request, "call ") || strings.HasPrefix(request, "step ") {
				steps++
			}
			fmt.Fprintln(&requests, request)
			fmt.Fprintln(&want, strings.TrimRight("ok "+reply, " "))
		}
		require.Equal(t, f.Steps(), steps)
		var have strings.Builder
		require.NoError(t, pipe.Serve(strings.NewReader(requests.String()), &have, reference.New(), reference.Catalog(), "x"))
		haveLines, wantLines := strings.Split(have.String(), "\n"), strings.Split(want.String(), "\n")
		require.Len(t, haveLines, len(wantLines))
		for i := range wantLines {
			if wantLines[i] != "ok *" && wantLines[i] != haveLines[i] {
				t.Fatalf("%s: %q, expected %q", f.Name, haveLines[i], wantLines[i])
			}
		}
	}
}

// TestDerivedGolden holds the derived forms of small files to their golden files.
func TestDerivedGolden(t *testing.T) {
	for _, f := range []*testvectors.File{smallSequences(t), smallCalls(t)} {
		base := strings.TrimSuffix(f.Name, ".json")
		compareGolden(t, base+".json", encode(t, f))
		compareGolden(t, base+".txt", []byte(text(t, f)))
		var c bytes.Buffer
		require.NoError(t, testvectors.WriteCTable(&c, f))
		compareGolden(t, base+".h", c.Bytes())
	}
}

// full is a writer without room.
type full struct{ err error }

func (f full) Write([]byte) (int, error) { return 0, f.err }

// TestDerivedErrors: an invalid file is not written, and a full disk is reported.
func TestDerivedErrors(t *testing.T) {
	disk := errors.New("no space left on device")
	r, err := testvectors.Verify(reference.New(), find(t, "timers.json"), testvectors.Options{})
	require.NoError(t, err)
	require.ErrorIs(t, r.Write(full{disk}), disk)
	for _, write := range []func(f *testvectors.File, w full) error{
		func(f *testvectors.File, w full) error { return testvectors.WriteText(w, f) },
		func(f *testvectors.File, w full) error { return testvectors.WriteCTable(w, f) },
	} {
		require.ErrorIs(t, write(smallCalls(t), full{disk}), disk)
		bad := smallCalls(t)
		bad.Schema = "x"
		require.ErrorContains(t, write(bad, full{disk}), "schema:")
	}
}

// cLoop walks over all tables and prints every word and name, hashed.
const cLoop = `
#include <stdio.h>

static uint64_t h = 1469598103934665603u;

static void byte_in(uint32_t b) { h = (h ^ b) * 1099511628211u; }
static void word_in(uint32_t w) { int i; for (i = 0; i < 4; i++) byte_in((w >> (8 * i)) & 255u); }
static void text_in(const char *s) { for (; *s; s++) byte_in((unsigned char)*s); byte_in(0); }
static void words_in(const uint32_t *w, uint32_t n) { uint32_t i; for (i = 0; i < n; i++) word_in(w[i]); }

static void file_in(const cc_vector_file *f) {
    uint32_t i, j, k;
    text_in(f->name); text_in(f->algorithm);
    for (i = 0; i < f->n_groups; i++) {
        const cc_vector_group *g = &f->groups[i];
        text_in(g->type); text_in(g->name); text_in(g->comment);
        for (j = 0; j < g->n_params + g->n_event + g->n_output + g->n_state; j++) {
            text_in(g->fields[j].name);
            byte_in(g->fields[j].bits); byte_in(g->fields[j].is_signed);
        }
        if (g->params != NULL) words_in(g->params, g->w_params);
        for (j = 0; j < g->n_tests; j++) {
            const cc_vector_test *t = &g->tests[j];
            const uint32_t *row = t->words;
            word_in(t->tc_id); text_in(t->comment); byte_in(t->loaded);
            words_in(row, g->w_state);
            row += g->w_state;
            for (k = 0; k < t->steps; k++) {
                words_in(row, g->w_event + g->w_output + g->w_state);
                row += g->w_event + g->w_output + g->w_state;
            }
        }
    }
}
`

// hasher is cLoop in Go, over the file instead of its table.
type hasher uint64

func (h *hasher) byteIn(b uint32) { *h = (*h ^ hasher(b)) * 1099511628211 }

func (h *hasher) word(w uint32) {
	for i := range 4 {
		h.byteIn(w >> (8 * i) & 255)
	}
}

func (h *hasher) text(s string) {
	for i := range len(s) {
		h.byteIn(uint32(s[i]))
	}
	h.byteIn(0)
}

func (h *hasher) row(leaves []transducer.Leaf, values []uint64) {
	for i, l := range leaves {
		h.word(uint32(values[i]))
		if l.Bits == 64 {
			h.word(uint32(values[i] >> 32))
		}
	}
}

func (h *hasher) file(f *testvectors.File) {
	h.text(f.Name)
	h.text(f.Algorithm)
	for i := range f.Groups {
		g := &f.Groups[i]
		h.text(g.Type)
		h.text(g.Name)
		h.text(g.Comment)
		for _, leaves := range [][]transducer.Leaf{g.Params, g.Args, g.Results, g.Event, g.Output, g.State} {
			for _, l := range leaves {
				h.text(l.Name)
				h.byteIn(uint32(l.Bits))
				signed := uint32(0)
				if l.Signed {
					signed = 1
				}
				h.byteIn(signed)
			}
		}
		h.row(g.Params, g.ParamValues)
		head := func(t testvectors.Test, loaded uint32) {
			h.word(uint32(t.ID))
			h.text(t.Comment)
			h.byteIn(loaded)
		}
		for _, c := range g.Calls {
			head(c.Test, 0)
			h.row(g.Args, c.Args)
			h.row(g.Results, c.Results)
		}
		for _, s := range g.Sequences {
			loaded := uint32(0)
			if s.Loaded {
				loaded = 1
			}
			head(s.Test, loaded)
			h.row(g.State, s.Initial)
			for _, step := range s.Steps {
				event, output, state := g.Split(step)
				h.row(g.Event, event)
				h.row(g.Output, output)
				h.row(g.State, state)
			}
		}
	}
}

// TestCTable: the C tables of the small files and of some of the corpus, with -long more, compile without
// a warning in one program, as C99 and as C++, and a loop over them meets every number
// and name of the files.
func TestCTable(t *testing.T) {
	tier.Require(t, "gcc", "clang", "g++")
	files := []*testvectors.File{smallSequences(t), smallCalls(t), find(t, "dolcerc4-limits.json"), find(t, "dcqcnnp.json")}
	if tier.Long() {
		files = append(files, find(t, "fixedpoint.json"))
	}
	dir := t.TempDir()
	var source strings.Builder
	var calls string
	h := hasher(1469598103934665603)
	for _, f := range files {
		h.file(f)
		base := strings.TrimSuffix(f.Name, ".json")
		var b bytes.Buffer
		require.NoError(t, testvectors.WriteCTable(&b, f))
		require.NoError(t, os.WriteFile(filepath.Join(dir, base+".h"), b.Bytes(), 0o644))
		fmt.Fprintf(&source, "#include \"%s.h\"\n", base)
		calls += fmt.Sprintf("    file_in(&cc_vectors_%s);\n", strings.ReplaceAll(base, "-", "_"))
	}
	source.WriteString(cLoop + "\nint main(void) {\n" + calls + "    printf(\"%08lx%08lx\\n\", (unsigned long)(h >> 32), (unsigned long)(h & 0xffffffffu));\n    return 0;\n}\n")
	flags := []string{"-O0", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion", "-Werror"}
	for _, c := range []struct{ compiler, file, std string }{
		{"gcc", "main.c", "-std=c99"},
		{"clang", "main.c", "-std=c99"},
		{"g++", "main.cc", "-std=c++11"},
	} {
		path := filepath.Join(dir, c.file)
		require.NoError(t, os.WriteFile(path, []byte(source.String()), 0o644))
		bin := filepath.Join(dir, c.compiler+".bin")
		out, err := exec.Command(c.compiler, append(flags, c.std, "-o", bin, path)...).CombinedOutput()
		require.NoError(t, err, "%s: %s", c.compiler, out)
		out, err = exec.Command(bin).CombinedOutput()
		require.NoError(t, err, "%s", out)
		require.Equal(t, fmt.Sprintf("%016x\n", uint64(h)), string(out), c.compiler)
	}
}

// TestVerifyThroughPipe: a whole file through the pipe, right and with a wrong bit, is
// found in the same place as without it.
func TestVerifyThroughPipe(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	for _, how := range []string{"right", "wrong"} {
		p, err := pipe.Run(self, pipe.Options{Args: []string{"firmware:" + how}, Catalog: reference.Catalog()})
		require.NoError(t, err)
		f := find(t, "dolcerc8-tx-slots.json")
		have, err := testvectors.Verify(p, f, testvectors.Options{Continue: true})
		require.NoError(t, err)
		fw := transducer.Firmware(reference.New())
		if how == "wrong" {
			fw = program()
		}
		want, err := testvectors.Verify(fw, f, testvectors.Options{Continue: true})
		require.NoError(t, err)
		have.Firmware, want.Firmware = "", ""
		if how == "wrong" {
			// A batch has gone past its difference: the same test and step all the same.
			require.False(t, have.OK())
			require.Equal(t, want.First, have.First)
		} else {
			require.Equal(t, want, have)
		}
		require.NoError(t, p.Close())
	}
}

// program is the wrong firmware behind the pipe: one bit at one step.
func program() transducer.Firmware {
	return &wrong{Firmware: reference.New(), at: 777, field: 3, bit: 2}
}

// TestMain lets the test binary be a firmware program as well.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && strings.HasPrefix(os.Args[1], "firmware:") {
		fw := transducer.Firmware(reference.New())
		if os.Args[1] == "firmware:wrong" {
			fw = program()
		}
		if err := pipe.Serve(os.Stdin, os.Stdout, fw, reference.Catalog(), "test"); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func BenchmarkVerify(b *testing.B) {
	f := find(b, "dcqcn-paper.json")
	for b.Loop() {
		if r, err := testvectors.Verify(reference.New(), f, testvectors.Options{}); err != nil || !r.OK() {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*f.Steps()), "ns/step")
}

func BenchmarkDecodeCorpus(b *testing.B) {
	for b.Loop() {
		for _, name := range testvectors.CorpusNames() {
			text, err := testvectors.CorpusBytes(name)
			require.NoError(b, err)
			_, err = testvectors.Decode(name, text)
			require.NoError(b, err)
		}
	}
}
