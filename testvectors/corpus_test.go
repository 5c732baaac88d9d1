package testvectors_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/vectors"
	"smartnic-cc/internal/reference"
	"smartnic-cc/testvectors"
)

var update = flag.Bool("update", false, "rewrite the corpus and the golden files of this package")

// generated is the corpus with the answers of today, for all tests that look at it. It is read
// from the disk, where a case may have been added by hand.
var generated = sync.OnceValues(func() ([]*testvectors.File, error) {
	paths, err := filepath.Glob(filepath.Join("corpus", "*.json"))
	if err != nil {
		return nil, err
	}
	var files []*testvectors.File
	for _, path := range paths {
		b, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		f, err := testvectors.Draft(filepath.Base(path), b)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		files = append(files, f)
	}
	return vectors.Corpus(context.Background(), files, vectors.Options{Seed: vectors.DefaultSeed, Calls: vectors.DefaultCalls})
})

// TestCorpusIsCurrent: the corpus in the repository has the answers of the reference, byte for
// byte. A difference is either a bug in the firmware packages or a wanted change; then
// -update rewrites it.
func TestCorpusIsCurrent(t *testing.T) {
	files, err := generated()
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, f := range files {
		b, err := f.Encode()
		require.NoError(t, err)
		path := filepath.Join("corpus", f.Name)
		if *update {
			require.NoError(t, os.WriteFile(path, b, 0o644))
			continue
		}
		have, err := os.ReadFile(path)
		require.NoError(t, err, "run go test ./testvectors -update")
		if at := firstByte(have, b); at >= 0 {
			t.Errorf("%s differs from what the code makes, first at byte %d:\n have %s\n made %s\n%s\nif the change is meant, run go test ./testvectors -update",
				path, at, around(have, at), around(b, at), firstCase(have, f.Name))
		}
	}
}

// firstCase says in which case the code differs from a file of the corpus, if it is
// not what stands around the answers.
func firstCase(have []byte, name string) string {
	f, err := testvectors.Decode(name, have)
	if err != nil {
		return err.Error()
	}
	r, err := testvectors.Verify(reference.New(), f, testvectors.Options{})
	switch {
	case err != nil:
		return err.Error()
	case r.OK():
		return "the code agrees with all its cases"
	}
	var b strings.Builder
	if err := r.Write(&b); err != nil {
		return err.Error()
	}
	return b.String()
}

func firstByte(a, b []byte) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	if len(a) != len(b) {
		return min(len(a), len(b))
	}
	return -1
}

func around(b []byte, at int) string {
	return fmt.Sprintf("%q", b[min(len(b), max(at-60, 0)):min(len(b), at+20)])
}

// TestCorpusSize: at least what is promised, at most what a repository should hold.
func TestCorpusSize(t *testing.T) {
	files, err := generated()
	require.NoError(t, err)
	total := 0
	steps := map[string]int{}
	functions := map[string]int{}
	for _, f := range files {
		b, err := f.Encode()
		require.NoError(t, err)
		total += len(b)
		t.Logf("%-26s %8d bytes %6d tests %6d steps", f.Name, len(b), f.Tests(), f.Steps())
		sequences := 0
		for _, g := range f.Groups {
			if g.Type == testvectors.FunctionTest {
				functions[g.Name] += len(g.Calls)
				continue
			}
			sequences += len(g.Sequences)
			steps[family(g.Name)] += g.Steps()
			steps[g.Name] += g.Steps()
		}
		if f.Schema == testvectors.SequenceSchema {
			require.GreaterOrEqual(t, sequences, 20, f.Name)
		}
	}
	t.Logf("total %d bytes", total)
	require.Less(t, total, 18_000_000)
	for _, name := range []string{"bandit", "dcqcn", "dolcerc", "dolcercplus"} {
		require.GreaterOrEqual(t, steps[name], 20_000, name)
	}
	for _, a := range reference.Catalog().Algorithms {
		require.GreaterOrEqual(t, steps[a.Name], 5_000, a.Name)
	}
	for _, fn := range reference.Catalog().Funcs {
		least := 200 // made of the source
		if strings.HasPrefix(fn.Name, "fixedpoint.") {
			least = 500
		}
		require.GreaterOrEqual(t, functions[fn.Name], least, fn.Name)
	}
}

// family strips the number of arms.
func family(name string) string {
	for len(name) > 0 && name[len(name)-1] >= '0' && name[len(name)-1] <= '9' {
		name = name[:len(name)-1]
	}
	return name
}

// TestAnswersAreComputedAgain: wrong answers become right, and inputs stay.
func TestAnswersAreComputedAgain(t *testing.T) {
	files, err := generated()
	require.NoError(t, err)
	for _, f := range files {
		want := encode(t, f)
		wrong, err := testvectors.Draft(f.Name, []byte(want))
		require.NoError(t, err)
		g := &wrong.Groups[0]
		if g.Type == testvectors.FunctionTest {
			g.Calls[0].Results[0] ^= 1
			g.Calls[0].ID = 0
		} else {
			g.Sequences[0].Steps[0][len(g.Event)] ^= 1
			g.Sequences[0].Initial[0] ^= map[bool]uint64{false: 1}[g.Sequences[0].Loaded]
			g.Sequences[0].ID = 0
		}
		again, err := vectors.Corpus(t.Context(), append(without(files, f), wrong), vectors.Options{})
		require.NoError(t, err)
		require.Equal(t, want, encode(t, again[len(files)-1]), f.Name)
		if f.Schema == testvectors.SequenceSchema {
			break // one of each schema
		}
	}
}

// TestInputsFollowTheirNames: where fields have moved since a file was written, its inputs go where
// their names are, and a field that it lacks is 0.
func TestInputsFollowTheirNames(t *testing.T) {
	files, err := generated()
	require.NoError(t, err)
	i := slices.IndexFunc(files, func(f *testvectors.File) bool { return f.Name == "dcqcnnp.json" })
	old, err := testvectors.Draft(files[i].Name, encode(t, files[i]))
	require.NoError(t, err)
	g := &old.Groups[0]
	require.Equal(t, []string{"Now", "Marked"}, []string{g.Event[0].Name, g.Event[1].Name})
	g.Event[0], g.Event[1] = g.Event[1], g.Event[0]
	for _, s := range g.Sequences {
		for _, row := range s.Steps {
			row[0], row[1] = row[1], row[0]
		}
	}
	again, err := vectors.Corpus(t.Context(), append(without(files, files[i]), old), vectors.Options{})
	require.NoError(t, err)
	require.Equal(t, encode(t, files[i]), encode(t, again[len(files)-1]))

	g.Event[1].Name = "Then" // so nothing is called Now
	again, err = vectors.Corpus(t.Context(), append(without(files, files[i]), old), vectors.Options{})
	require.NoError(t, err)
	for _, row := range again[len(files)-1].Groups[0].Sequences[0].Steps {
		require.Zero(t, row[0])
	}
}

func without(files []*testvectors.File, f *testvectors.File) []*testvectors.File {
	return slices.DeleteFunc(slices.Clone(files), func(o *testvectors.File) bool { return o == f })
}

// TestWhatTheCorpusLacksIsMade: a function that no file has gets vectors of its source.
func TestWhatTheCorpusLacksIsMade(t *testing.T) {
	files, err := generated()
	require.NoError(t, err)
	lacking := without(files, nil)
	i := slices.IndexFunc(files, func(f *testvectors.File) bool { return f.Name == "timers.json" })
	timers := *files[i]
	timers.Groups = slices.DeleteFunc(slices.Clone(timers.Groups), func(g testvectors.Group) bool { return g.Name == "dcqcn.Next" })
	lacking[i] = &timers
	again, err := vectors.Corpus(t.Context(), lacking, vectors.Options{})
	require.NoError(t, err)
	require.Len(t, again, len(files)+1)
	made := again[len(files)]
	require.Equal(t, "dcqcn-functions.json", made.Name)
	require.Len(t, made.Groups, 1)
	require.Equal(t, "dcqcn.Next", made.Groups[0].Name)
	require.GreaterOrEqual(t, len(made.Groups[0].Calls), 200)

	// A file of that name is there: it gets the groups.
	timers.Name = made.Name
	again, err = vectors.Corpus(t.Context(), lacking, vectors.Options{})
	require.NoError(t, err)
	require.Len(t, again, len(files))
	require.Len(t, again[i].Groups, len(files[i].Groups))
	require.NoError(t, again[i].Check())
}

// TestTimersComeInOrder: where a driver fed random events, no timer of the state has been due
// for longer than the event before it. What is due comes first, at one instant the lower kind.
func TestTimersComeInOrder(t *testing.T) {
	p, err := codegen.Firmware()
	require.NoError(t, err)
	for name, groups := range byAlgorithm(t) {
		a := p.Transducer(name)
		contract := a.Declared()
		if contract.Timer == nil {
			continue
		}
		tried := 0
		for _, g := range groups {
			for i := range g.Sequences {
				s := &g.Sequences[i]
				if !slices.Contains(s.Flags, "Random") || s.Loaded {
					continue
				}
				tried++
				state := s.Initial
				for j, row := range s.Steps {
					event, _, after := g.Split(row)
					due, err := reference.New().Call(a.Next.FullName(), slices.Concat(state, []uint64{event[contract.Now]}))
					require.NoError(t, err)
					kind, at := due[contract.Timer.Kind], due[contract.Timer.At]
					if kind != 0 && int32(uint32(event[contract.Now])-uint32(at)) >= 0 && (kind != event[contract.Kind] || at != event[contract.Now]) {
						t.Fatalf("%s, tcId %d, step %d: timer %d was due at %d", name, s.ID, j+1, kind, at)
					}
					state = after
				}
			}
		}
		require.Greater(t, tried, 20, name)
	}
}
