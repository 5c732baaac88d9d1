package scenario_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/lab/scenario"
)

// small reads the small scenario.
func small(t *testing.T, settings ...string) *scenario.Scenario {
	t.Helper()
	s, err := scenario.Read("testdata/small.toml", settings...)
	require.NoError(t, err)
	return s
}

// names lists a folder.
func names(t *testing.T, dir string) []string {
	t.Helper()
	var list []string
	for name := range read(t, dir) {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}

// TestRunReplacesRun: a second run into a folder leaves nothing of the first, and files of
// others stay.
func TestRunReplacesRun(t *testing.T) {
	dir := t.TempDir()
	note := filepath.Join(dir, "note.txt")
	require.NoError(t, os.WriteFile(note, []byte("mine"), 0o666))
	first, err := scenario.Run(small(t), scenario.Options{Out: dir})
	require.NoError(t, err)
	require.Contains(t, first.Files, "capture.pcapng")
	require.NoError(t, scenario.CheckRun(dir))

	// A run that fails leaves the first as it was.
	before := read(t, dir)
	_, err = scenario.Run(small(t), scenario.Options{Out: dir, Firmware: []nicmodel.External{{Conns: []uint32{1 << 20}}}})
	require.Error(t, err)
	require.Equal(t, before, read(t, dir))

	second, err := scenario.Run(small(t, "record.rates=0", "record.captures=false", "record.pauses=false"), scenario.Options{Out: dir})
	require.NoError(t, err)
	require.NotContains(t, second.Files, "capture.pcapng")
	require.Less(t, len(second.Files), len(first.Files))
	want := append(slices.Clone(second.Files), "note.txt")
	slices.Sort(want)
	require.Equal(t, want, names(t, dir))
	require.NoError(t, scenario.CheckRun(dir))
}

// TestRunRefusesFolder: files of outputs' names that no run wrote are not lost, and two runs do
// not write into one folder.
func TestRunRefusesFolder(t *testing.T) {
	dir := t.TempDir()
	mine := filepath.Join(dir, "rates.csv")
	require.NoError(t, os.WriteFile(mine, []byte("mine"), 0o666))
	_, err := scenario.Run(small(t), scenario.Options{Out: dir})
	require.ErrorContains(t, err, mine+": would be lost")
	require.Equal(t, []string{"rates.csv"}, names(t, dir))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "summary.json"), []byte(`{"algorithm":"dcqcn"}`), 0o666))
	_, err = scenario.Run(small(t), scenario.Options{Out: dir})
	require.ErrorContains(t, err, "would be lost", "the folder of a replay")

	dir = filepath.Join(t.TempDir(), "out")
	var inner error
	within := sinkFunc(func(*nicmodel.Batch) error {
		if inner == nil {
			_, inner = scenario.Run(small(t), scenario.Options{Out: dir})
		}
		return nil
	})
	sum, err := scenario.Run(small(t), scenario.Options{Out: dir, Open: func(*nicmodel.Config) (nicmodel.Sink, error) { return within, nil }})
	require.NoError(t, err)
	require.ErrorContains(t, inner, dir+": another run is writing to the folder")
	require.Len(t, names(t, dir), len(sum.Files))
}

// sinkFunc is a sink that is a function.
type sinkFunc func(*nicmodel.Batch) error

func (f sinkFunc) Flush(b *nicmodel.Batch) error { return f(b) }

// TestOneRun: a file of another run, or one that was changed, is found.
func TestOneRun(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, scenario.CheckRun(dir))
	_, err := scenario.Run(small(t, "record.pauses=false"), scenario.Options{Out: dir})
	require.NoError(t, err)
	require.NoError(t, scenario.CheckRun(dir))

	pauses := filepath.Join(dir, "pauses.csv")
	require.NoError(t, os.WriteFile(pauses, nil, 0o666))
	require.ErrorContains(t, scenario.CheckRun(dir), pauses+": is not of the run whose summary.json is beside it, which wrote completions.csv, ")
	require.NoError(t, os.Remove(pauses))
	require.NoError(t, scenario.CheckRun(dir))

	queues := filepath.Join(dir, "queues.csv")
	b, err := os.ReadFile(queues)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(queues, b[:len(b)-1], 0o666))
	require.ErrorContains(t, scenario.CheckRun(dir), queues+": has ")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "summary.json"), []byte("{}"), 0o666))
	require.NoError(t, scenario.CheckRun(dir), "of no run that is known")
}
