package algorithms_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	smartnic "smartnic-cc"
	"smartnic-cc/codegen"
	"smartnic-cc/internal/dev/tree"
)

// tools are the folders of what works for any algorithm.
var tools = []string{"cmd", "codegen", "internal", "nicmodel", "testvectors"}

// exceptions are files and folders of tools that name an algorithm, and why they may.
var exceptions = map[string]string{
	"nicmodel/lab/experiment":                "runs of these that tell whether the model is the same, and what connections learn from",
	"nicmodel/lab/reproduce":                 "the experiments of the papers, which are of these algorithms",
	"internal/reports/figures/arms.go":       "a figure of one of these",
	"internal/reports/figures/fig3.go":       "another",
	"codegen/analysis/cost/vectors.go":       "a file that no cost is measured over, so that simulations keep their cycles",
	"internal/algorithms/reaction":           "the two that replays and simulations choose by flags of their own, the default, and the notification point",
	"internal/tool/explain/builtin.go":       "what an engineer may have misread of these",
	"internal/nicconf":                       "settings of NICs, which run DCQCN",
	"cmd/cctrace/command/profile.go":         "the same, as the next",
	"cmd/cctrace/command/profile_check.go":   "",
	"nicmodel/exact":                         "HPCC's simulator, whose modes are these",
	"nicmodel/config.go":                     "the receivers of the NIC model, which send CNPs as DCQCN's notification point does",
	"nicmodel/conn.go":                       "the same, as the next two",
	"nicmodel/partition.go":                  "",
	"nicmodel/receive.go":                    "",
	"nicmodel/lab/scenario/nic.go":           "keys of scenarios for the two that internal/algorithms/reaction has, and for Dolce-RC+",
	"nicmodel/lab/scenario/origin.go":        "the same",
	"nicmodel/lab/scenario/withalgorithm.go": "the same, for comparisons",
	"nicmodel/lab/compare/contender.go":      "the same",
	"nicmodel/systems/themis":                "THEMIS, whose gateways have DCQCN's reaction point",
	"nicmodel/systems/saba/cluster":          "the baseline of Saba's comparison, which is DCQCN",
}

// TestNoToolNamesAnAlgorithm: in the code of tools no import, identifier or word in quotes is that
// of an algorithm that a NIC can drive. Sentences for people (help, errors) and comments may have
// one as an example; tests and generated files are left out.
func TestNoToolNamesAnAlgorithm(t *testing.T) {
	found := naming(t, tree.Of(t, filepath.Join("..", "..")), names(t))
	used := map[string]bool{}
	var bad []string
	for file, places := range found {
		excepted := false
		for e := range exceptions {
			if file == e || strings.HasPrefix(file, e+"/") {
				excepted, used[e] = true, true
			}
		}
		if !excepted {
			bad = append(bad, places[0])
		}
	}
	slices.Sort(bad)
	require.Empty(t, bad, "these name an algorithm: ask internal/algorithms or the algorithm's directives instead")
	for e := range exceptions {
		require.True(t, used[e], "%s names no algorithm any more; take it off the exceptions", e)
	}
}

// names are those of the algorithms that a NIC can drive and of their packages.
func names(t *testing.T) []string {
	t.Helper()
	p, err := codegen.Firmware()
	require.NoError(t, err)
	var names []string
	for _, a := range p.Transducers {
		if _, err := a.Contract(); err == nil {
			names = append(names, a.Pkg.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// naming returns where the files of tools name one of names: by file, its places.
func naming(t *testing.T, root fs.FS, names []string) map[string][]string {
	t.Helper()
	word := regexp.MustCompile("(?i)" + strings.Join(names, "|"))
	firmware := regexp.MustCompile("^" + smartnic.Module + "/(" + strings.Join(names, "|") + ")(/|$)")
	found := map[string][]string{}
	for _, dir := range tools {
		require.NoError(t, fs.WalkDir(root, dir, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() && d.Name() == "testdata" {
				if err == nil {
					err = fs.SkipDir
				}
				return err
			}
			if path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
				return nil
			}
			text, err := fs.ReadFile(root, name)
			if err != nil {
				return err
			}
			files := token.NewFileSet()
			f, err := parser.ParseFile(files, name, text, parser.ParseComments)
			if err != nil || ast.IsGenerated(f) {
				return err
			}
			note := func(n ast.Node, what string) {
				at := files.Position(n.Pos())
				found[name] = append(found[name], name+":"+strconv.Itoa(at.Line)+": "+what)
			}
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.ImportSpec:
					if from, _ := strconv.Unquote(n.Path.Value); firmware.MatchString(from) {
						note(n, from)
					}
					return false
				case *ast.Ident:
					if word.MatchString(n.Name) {
						note(n, n.Name)
					}
				case *ast.BasicLit:
					if n.Kind == token.STRING && word.MatchString(n.Value) && !strings.ContainsFunc(n.Value, unicode.IsSpace) {
						note(n, n.Value)
					}
				}
				return true
			})
			return nil
		}))
	}
	return found
}

// TestNaming: what is found, and what is not.
func TestNaming(t *testing.T) {
	root := t.TempDir()
	for _, dir := range tools {
		require.NoError(t, os.Mkdir(filepath.Join(root, dir), 0o755))
	}
	for name, text := range map[string]string{
		"cmd/a.go":      "package a\n\nimport \"smartnic-cc/dcqcn/profile\"\n",
		"cmd/b.go":      "package b\n\nvar isDCQCN = \"x\"\n",
		"cmd/c.go":      "package c\n\nvar c = \"dcqcn_params_\"\n",
		"cmd/d.go":      "package d\n\n// As dcqcn does.\nvar d = \"name one, as in dcqcn\"\n",
		"cmd/e.go":      "// Code generated by a test; DO NOT EDIT.\n\npackage e\n\nvar e = \"dcqcn\"\n",
		"cmd/f_test.go": "package f\n\nvar f = \"dcqcn\"\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(root, name), []byte(text), 0o644))
	}
	require.Equal(t, map[string][]string{
		"cmd/a.go": {"cmd/a.go:3: smartnic-cc/dcqcn/profile"}, "cmd/b.go": {"cmd/b.go:3: isDCQCN"}, "cmd/c.go": {`cmd/c.go:3: "dcqcn_params_"`},
	}, naming(t, os.DirFS(root), []string{"dcqcn"}))
}
