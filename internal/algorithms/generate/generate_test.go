package generate_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/algorithms/generate"
	"smartnic-cc/internal/dev/tree"
)

// TestCurrent: the tables are those of the directives in the sources.
func TestCurrent(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	files, err := generate.Files(tree.Of(t, root))
	require.NoError(t, err)
	require.Len(t, files, 3)
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(root, name))
		require.NoError(t, err, "make it with: %s", generate.Command)
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("%s is stale; make it again with: %s\n%s", name, generate.Command, diff)
		}
	}
}

const small = `// Package small is an algorithm of one folder.
package small

// Params are as simple as can be.
type Params struct{ Rate uint32 }

// State is the state.
type State struct{ Rate uint32 }

// Event is an event.
type Event struct{ Kind uint8 }

// Init begins.
func Init(p *Params, s *State) { s.Rate = p.Rate }

// Step goes on.
//
//ccgen:transducer small init=Init
func Step(p *Params, s *State, e *Event) uint32 { return s.Rate }

// Halves halves.
//
//ccgen:export half rest
func (p *Params) Halves(x uint32) (uint32, uint32) { return x >> 1, x & 1 }
`

func TestFiles(t *testing.T) {
	tree := fstest.MapFS{
		"small/small.go":             {Data: []byte(small)},
		"small/small_test.go":        {Data: []byte("package small\n")},
		"small/profiles.toml":        {Data: []byte("[default]\nRate = 1\n")},
		"tool/tool.go":               {Data: []byte("package tool\n\n// It knows \"//ccgen:export\".\n")},
		"docs/examples/other/go.mod": {Data: []byte("module other\n")},
		"docs/examples/other/o.go":   {Data: []byte(small)},
		"docs/examples/more/o.go":    {Data: []byte(strings.NewReplacer("package small", "package more", "small init", "more init").Replace(small))},
	}
	files, err := generate.Files(tree)
	require.NoError(t, err)
	source := string(files["firmware.go"])
	require.Contains(t, source, `FirmwareDirs() []string { return []string{"small"} }`)
	require.Contains(t, source, `InstanceDirs() []string { return []string{"docs/examples/more"} }`)
	require.Contains(t, source, "//go:embed small/*.go small/profiles.toml docs/examples/more/*.go\n")
	table := string(files["internal/reference/table.go"])
	require.Contains(t, table, `register("small", small.Init, small.Step, nil, nil, nil),`)
	require.Contains(t, table, `fn("small.Params_Halves", (*small.Params).Halves, "p x -> half rest"),`)
	require.Contains(t, table, `register("more", more.Init, more.Step, nil, nil, nil),`)
	require.NotContains(t, table, "codegen/driver")

	_, err = generate.Files(fstest.MapFS{"tool/tool.go": tree["tool/tool.go"]})
	require.ErrorContains(t, err, "run it at the root of the source tree")
	_, err = generate.Files(fstest.MapFS{"other/small.go": tree["small/small.go"]})
	require.ErrorContains(t, err, "other: its package is called small")
	tree["small/more.go"] = &fstest.MapFile{Data: []byte("package small\n\nvar f float64\n")}
	_, err = generate.Files(tree)
	require.ErrorContains(t, err, "small/more.go:3")
}

func TestWrite(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{"small/small.go": small, "internal/reference/reference.go": "", "internal/algorithms/doc.go": ""} {
		require.NoError(t, os.MkdirAll(filepath.Join(root, filepath.Dir(name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(root, name), []byte(text), 0o644))
	}
	require.NoError(t, generate.Write(root))
	files, err := generate.Files(os.DirFS(root))
	require.NoError(t, err)
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(root, name))
		require.NoError(t, err)
		require.Equal(t, string(want), string(got))
	}
	require.Error(t, generate.Write(t.TempDir()))
}
