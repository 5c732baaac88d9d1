package folder_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/driver/testdata/all"
	"smartnic-cc/codegen/folder"
	"smartnic-cc/codegen/ir"
)

const source = "../driver/testdata/all"

// params are those of the package all.
var params = []string{"Early=1000", "Late=700", "Stuck=false", "Rate=5"}

// run drives a connection and returns what it shows after each event.
func run(t *testing.T, a *folder.Algorithm) (steps [][]uint64) {
	t.Helper()
	engine, err := a.Engine()
	require.NoError(t, err)
	d := driver.NewDriver(a.Algorithm, engine, 100)
	d.Seen = func(c *driver.Conn, s *driver.Step) error {
		shown, err := c.Probes(append([]uint64{s.Event.Value}, s.Output...))
		steps = append(steps, shown)
		return err
	}
	c, err := d.Open(0, a.Params, 0)
	require.NoError(t, err)
	require.NoError(t, c.Handle(&driver.NICEvent{Kind: ir.OnCNP, Time: 1500}))
	require.NoError(t, c.ExpireTimers(5000))
	return steps
}

// TestLinked: what is linked in from the same source is what runs, and does what the
// interpreter does; from another source it is passed by, and said to be.
func TestLinked(t *testing.T) {
	interpreted, err := folder.Open(source, folder.Options{Set: params})
	require.NoError(t, err)
	require.False(t, interpreted.Linked || interpreted.Stale)
	require.Equal(t, []uint64{1000, 700, 0, 5}, interpreted.Params)

	engines := 0
	linked := folder.Native{Name: "all", Digest: interpreted.Packages.Digest(), Engine: func() driver.Engine {
		engines++
		return driver.Native(driver.Table[all.Params, all.State, all.Event, all.Output]{
			Init: all.Init, Step: all.Step, First: all.First, Next: driver.NextOf(all.Next), View: driver.ViewOf(all.Look),
		})
	}}
	other := linked
	other.Digest = "00"
	other.Engine = func() driver.Engine { panic("of another source") }
	native, err := folder.Open(source+":all", folder.Options{Set: params, Native: []folder.Native{other, linked}})
	require.NoError(t, err)
	require.True(t, native.Linked)
	require.False(t, native.Stale)
	require.Equal(t, run(t, interpreted), run(t, native))
	require.Equal(t, 1, engines)

	stale, err := folder.Open(source, folder.Options{Set: params, Native: []folder.Native{other}})
	require.NoError(t, err)
	require.True(t, stale.Stale)
	require.Equal(t, run(t, interpreted), run(t, stale))
}

// TestProfiles: all sets of a folder in order, the first if none is named, with changes.
func TestProfiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "all")
	require.NoError(t, os.CopyFS(dir, os.DirFS(source)))
	a, err := folder.Load(dir)
	require.NoError(t, err)
	list, err := a.Profiles()
	require.NoError(t, err)
	require.Empty(t, list)
	_, err = a.Choose("fast", nil)
	require.ErrorContains(t, err, `profile: "fast" is unknown; there is no `)

	const text = "[slow]\nEarly = 1\nLate = 2\nStuck = false\nRate = 3\n[fast]\nEarly = 1\nLate = 2\nStuck = true\nRate = 9\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "profiles.toml"), []byte(text), 0o644))
	list, err = a.Profiles()
	require.NoError(t, err)
	require.Equal(t, []folder.Profile{{Name: "slow", Values: []uint64{1, 2, 0, 3}}, {Name: "fast", Values: []uint64{1, 2, 1, 9}}}, list)
	first, err := a.Choose("", []string{"Late=7"})
	require.NoError(t, err)
	require.Equal(t, folder.Profile{Name: "slow", Values: []uint64{1, 7, 0, 3}}, first)
	_, err = a.Choose("fats", nil)
	require.ErrorContains(t, err, "did you mean fast?")
	_, err = a.Choose("fast", []string{"Rat=1"})
	require.ErrorContains(t, err, "Rat")
}

// TestDigest: it changes with the source, and not with where that lies.
func TestDigest(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(source, "all.go"))
	require.NoError(t, err)
	of := func(text string) string {
		dir := filepath.Join(t.TempDir(), "all")
		require.NoError(t, os.Mkdir(dir, 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "all.go"), []byte(text), 0o644))
		a, err := folder.Open(dir, folder.Options{Set: params})
		require.NoError(t, err)
		return a.Packages.Digest()
	}
	require.Equal(t, of(string(text)), of(string(text)))
	require.NotEqual(t, of(string(text)), of(string(text)+"\n"))
}

// TestIs: how a name is written says whether it is a folder.
func TestIs(t *testing.T) {
	for _, name := range []string{".", "..", ".:fast", "..:fast", "./mycc", "../cc:fast", "/src/cc", "a/b"} {
		require.True(t, folder.IsFolder(name), name)
	}
	for _, name := range []string{"", "dcqcn", "cc:fast", "..."} {
		require.False(t, folder.IsFolder(name), name)
	}
}
