package codegen_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	smartnic "smartnic-cc"
	"smartnic-cc/codegen"
	"smartnic-cc/codegen/ir"
)

// write makes files of texts below a new folder and goes there.
func write(t *testing.T, files map[string]string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	t.Chdir(dir)
}

func namesOf(list []*ir.Package) (names []string) {
	for _, p := range list {
		names = append(names, p.Name)
	}
	return names
}

// TestLoad takes packages of one module, of several and of none, with what they import of
// their module and of the binary.
func TestLoad(t *testing.T) {
	write(t, map[string]string{
		"one/go.mod":         "// A module.\nmodule\texample.org/one // its path\n\ngo 1.26\n",
		"one/one.go":         "package one\n\nimport \"example.org/one/deep/util\"\n\nfunc F(a uint8) uint8 { return util.G(a) }\n",
		"one/deep/util/u.go": "package util\n\nimport \"smartnic-cc/fixedpoint\"\n\nfunc G(a uint8) uint8 { return fixedpoint.AddSatU8(a, a) }\n",
		"two/go.mod":         "module \"example.org/two\"\n",
		"two/cc/cc.go":       "package cc\n\nfunc F(a uint8) uint8 { return a }\n",
		"three/go.mod":       "module example.org/two/three\n",
		"three/t/t.go":       "package t\n\nimport \"example.org/two/cc\"\n\nfunc F(a uint8) uint8 { return cc.F(a) }\n",
		"two/up/up.go":       "package up\n\nimport \"example.org/two/three/t\"\n\nfunc F(a uint8) uint8 { return t.F(a) }\n",
		"loose/loose.go":     "package loose\n\nimport \"smartnic-cc/bandit\"\n\nfunc F(a bandit.Params) bandit.Params { return a }\n",
	})
	for _, c := range []struct {
		folders         []string
		all, named, own string
		file            string // of the first package of Named
	}{
		{[]string{"one"}, "fixedpoint util one", "one", "util one", "one.go"},
		{[]string{"./one/deep/util"}, "fixedpoint util", "util", "util", "deep/util/u.go"},
		{[]string{"one", "one/deep/util"}, "fixedpoint util one", "util one", "util one", "deep/util/u.go"},
		{[]string{"two/cc", "one"}, "cc fixedpoint util one", "cc one", "cc util one", "example.org/two/cc/cc.go"},
		{[]string{"two/up", "three/t"}, "cc t up", "t up", "cc t up", "example.org/two/three/t/t.go"},
		{[]string{"loose"}, "fixedpoint bandit loose", "loose", "loose", "loose.go"},
	} {
		p, err := codegen.Load(c.folders)
		require.NoError(t, err, c.folders)
		require.Equal(t, c.all, strings.Join(namesOf(p.Program.Packages), " "))
		require.Equal(t, c.named, strings.Join(p.Names(), " "))
		require.Equal(t, c.own, strings.Join(namesOf(p.Own), " "))
		require.Equal(t, c.file, p.Named[0].Files[0].Name)
		require.False(t, p.BuiltIn())
		for _, q := range p.Program.Packages {
			for _, f := range q.Files {
				_, err := fs.ReadFile(p.Source, f.Name)
				require.NoError(t, err)
			}
		}
		found, err := codegen.Lint(c.folders)
		require.NoError(t, err)
		require.Empty(t, found)
	}

	p, err := codegen.Load(nil)
	require.NoError(t, err)
	require.True(t, p.BuiltIn())
	require.Equal(t, smartnic.FirmwareDirs(), p.Names())
	firmware, err := codegen.Firmware()
	require.NoError(t, err)
	require.Same(t, firmware, p.Program)
}

// TestLoadRefuses checks for an error of one line with the place, under the folder's name as given, and the remedy.
func TestLoadRefuses(t *testing.T) {
	write(t, map[string]string{
		"m/go.mod":       "module example.org/m\n",
		"m/same/x.go":    "package fixedpoint\n\nimport theirs \"smartnic-cc/fixedpoint\"\n\nfunc F(a uint8) uint8 { return theirs.AddSatU8(a, a) }\n",
		"m/cycle/x.go":   "package cycle\n\nimport \"example.org/m/back\"\n\nfunc F(a uint8) uint8 { return back.F(a) }\n",
		"m/back/x.go":    "package back\n\nimport \"example.org/m/cycle\"\n\nfunc F(a uint8) uint8 { return cycle.F(a) }\n",
		"m/missing/x.go": "package missing\n\nimport \"example.org/m/none\"\n\nfunc F(a uint8) uint8 { return none.F(a) }\n",
		"m/tool/x.go":    "package tool\n\nimport \"smartnic-cc/nicmodel\"\n\nfunc F(a uint8) uint8 { return nicmodel.F(a) }\n",
		"m/other/x.go":   "package other\n\nimport \"example.org/elsewhere\"\n\nfunc F(a uint8) uint8 { return elsewhere.F(a) }\n",
		"m/float/x.go":   "package float\n\nfunc F(a uint8) uint8 { return a / a }\n",
		"m/user/x.go":    "package user\n\nimport \"example.org/m/float\"\n\nfunc F(a uint8) uint8 { return float.F(a) }\n",
		"m/empty/x.txt":  "",
		"n/go.mod":       "go 1.26\n",
		"n/x.go":         "package n\n",
		"a/x/x.go":       "package x\n\nconst A = 1\n",
		"b/x/x.go":       "package y\n\nconst A = 1\n",
	})
	for _, c := range []struct {
		folders []string
		want    string
	}{
		{[]string{"m/same"}, `m/same/x.go:1:9: packages smartnic-cc/fixedpoint and example.org/m/same have the same name: rename one`},
		{[]string{"m/cycle"}, `m/back/x.go:3:8: import cycle through "example.org/m/cycle": move what both need to a third package`},
		{[]string{"m/missing"}, `m/missing/x.go:3:8: import of "example.org/m/none": there is no package in directory none: check the path`},
		{[]string{"m/tool"}, `m/tool/x.go:3:8: import of "smartnic-cc/nicmodel": there is no package in directory nicmodel: import a package that ccgen carries: smartnic-cc/fixedpoint, smartnic-cc/bandit`},
		{[]string{"m/other"}, `m/other/x.go:3:8: import of "example.org/elsewhere": firmware code may import`},
		{[]string{"m/user"}, `m/float/x.go:3:36: `},
		{[]string{"m/empty"}, "m/empty: no Go source file there; name the folder of a package"},
		{[]string{"none"}, "none: is not a folder; name the folder of a Go package"},
		{[]string{"n"}, "no module line"},
		{[]string{"a/x", "b/x"}, "b/x: its module main/x is that of "},
	} {
		_, err := codegen.Load(c.folders)
		require.ErrorContains(t, err, c.want)
		require.NotContains(t, err.Error(), "\n")
	}
	t.Chdir("m/user")
	_, err := codegen.Load([]string{"."})
	require.ErrorContains(t, err, "../float/x.go:3:36: ")
	found, err := codegen.Lint([]string{".", "../float"})
	require.NoError(t, err)
	require.Equal(t, "../float/x.go", found[0].Pos.File)
}
