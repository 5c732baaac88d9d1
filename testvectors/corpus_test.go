package testvectors_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
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

// corpusFolder is the corpus in the repository: files NAME.json.gz, and SHA256SUMS of their JSON, which a
// difference of commits shows.
const corpusFolder, sums = "corpus", "SHA256SUMS"

// generated is the corpus with the answers of today, for all tests that look at it. It is read
// from the disk, where a case may have been added by hand.
var generated = sync.OnceValues(func() ([]*testvectors.File, error) {
	files, err := onDisk(corpusFolder)
	if err != nil {
		return nil, err
	}
	return vectors.Corpus(context.Background(), files, vectors.Options{Seed: vectors.DefaultSeed, Calls: vectors.DefaultCalls})
})

// onDisk reads the files of a folder. NAME.json goes before NAME.json.gz, of which it is an edited copy.
func onDisk(dir string) ([]*testvectors.File, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.json*"))
	if err != nil {
		return nil, err
	}
	var files []*testvectors.File
	for _, path := range paths { // sorted
		name := strings.TrimSuffix(filepath.Base(path), ".gz")
		if n := len(files); n > 0 && files[n-1].Name == name {
			continue
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		f, err := testvectors.Draft(name, b)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		files = append(files, f)
	}
	return files, nil
}

// save writes the files into a folder of a corpus. A file that is current stays as it is, since another release of Go
// may compress the same content to other bytes. Edited copies are gone then.
func save(t *testing.T, dir string, files []*testvectors.File) {
	t.Helper()
	var list strings.Builder
	for _, f := range files {
		b := encode(t, f)
		path := filepath.Join(dir, f.Name)
		if have, err := os.ReadFile(path + ".gz"); err != nil || !bytes.Equal(b, content(t, have)) {
			require.NoError(t, os.WriteFile(path+".gz", compress(t, b), 0o644))
		}
		if err := os.Remove(path); err != nil {
			require.ErrorIs(t, err, fs.ErrNotExist)
		}
		fmt.Fprintf(&list, "%x  %s\n", sha256.Sum256(b), f.Name)
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, sums), []byte(list.String()), 0o644))
}

// compress returns the bytes in gzip, without a name or a time.
func compress(t *testing.T, b []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	require.NoError(t, err)
	_, err = z.Write(b)
	require.NoError(t, err)
	require.NoError(t, z.Close())
	return out.Bytes()
}

// content returns what gzip holds.
func content(t *testing.T, b []byte) []byte {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(b))
	require.NoError(t, err)
	b, err = io.ReadAll(z)
	require.NoError(t, err)
	return b
}

// TestCorpusIsCurrent: the corpus in the repository has the answers of the reference, byte for
// byte, and the digests that are committed with it. A difference is either a bug in the firmware packages or a
// wanted change; then -update rewrites it.
func TestCorpusIsCurrent(t *testing.T) {
	files, err := generated()
	require.NoError(t, err)
	require.NotEmpty(t, files)
	if *update {
		save(t, corpusFolder, files)
		return
	}
	var list strings.Builder
	for _, f := range files {
		b := encode(t, f)
		path := filepath.Join(corpusFolder, f.Name)
		require.NoFileExists(t, path, "an edited copy; run go test ./testvectors -update, which compresses it")
		packed, err := os.ReadFile(path + ".gz")
		require.NoError(t, err, "run go test ./testvectors -update")
		have := content(t, packed)
		if at := firstByte(have, b); at >= 0 {
			t.Errorf("%s.gz differs from what the code makes, first at byte %d of its content:\n have %s\n made %s\n%s\nif the change is meant, run go test ./testvectors -update",
				path, at, around(have, at), around(b, at), firstCase(have, f.Name))
		}
		fmt.Fprintf(&list, "%x  %s\n", sha256.Sum256(have), f.Name)
	}
	want, err := os.ReadFile(filepath.Join(corpusFolder, sums))
	require.NoError(t, err)
	require.Equal(t, string(want), list.String(), "digests of the corpus; if the change is meant, run go test ./testvectors -update")
}

// TestCompressedAlike: -update gives the same bytes again, on every machine. Those of the compressor are compared with
// the repository's under the release of Go only that made these.
func TestCompressedAlike(t *testing.T) {
	const release = "go1.26"
	dir := t.TempDir()
	before := map[string]string{}
	for _, name := range []string{"dcqcnnp.json", "bandit2.json"} {
		b, err := os.ReadFile(filepath.Join(corpusFolder, name+".gz"))
		require.NoError(t, err)
		require.Equal(t, []byte{0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 255}, b[:10], "no flags, so no name; no time; level 9; no operating system")
		if strings.HasPrefix(runtime.Version(), release) {
			require.True(t, bytes.Equal(b, compress(t, content(t, b))), name)
		}
		require.NoError(t, os.WriteFile(filepath.Join(dir, name+".gz"), b, 0o644))
		before[name] = string(b)
	}
	saved := func() map[string]string {
		files, err := onDisk(dir)
		require.NoError(t, err)
		save(t, dir, files)
		after := map[string]string{}
		for name := range before {
			b, err := os.ReadFile(filepath.Join(dir, name+".gz"))
			require.NoError(t, err)
			after[name] = string(b)
		}
		return after
	}
	require.Equal(t, before, saved())

	// A copy that was edited takes the file's place, and is gone then.
	edited := filepath.Join(dir, "dcqcnnp.json")
	text := content(t, []byte(before["dcqcnnp.json"]))
	require.NoError(t, os.WriteFile(edited, bytes.Replace(text, []byte(`"header": [`), []byte(`"header": ["edited", `), 1), 0o644))
	after := saved()
	require.NoFileExists(t, edited)
	require.Equal(t, before["bandit2.json"], after["bandit2.json"])
	require.Contains(t, string(content(t, []byte(after["dcqcnnp.json"]))), `"edited"`)
	require.NoError(t, os.WriteFile(edited, text, 0o644))
	require.Equal(t, string(compress(t, text)), saved()["dcqcnnp.json"])
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
