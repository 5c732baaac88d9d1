package floors

import (
	"fmt"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/golden"
	"smartnic-cc/internal/dev/tree"
)

const (
	module = "smartnic-cc"
	root   = "../../../"
)

// floor is a group of packages: those below its folders that no other floor names more closely.
type floor struct {
	name    string
	folders []string // "" is the root, "*/derive" a folder below each of the root's
	what    string
}

// floors are in order: a package imports those of its own floor and of the floors after it.
var floors = []floor{
	{"commands", []string{"cmd", "internal/dev"}, "ccgen and cctrace; what only tests and make use"},
	{"experiments", []string{"nicmodel/lab/experiment", "nicmodel/lab/sweep", "nicmodel/lab/compare"}, "the paper's evaluation, sweeps of parameters, algorithms side by side"},
	{"reports", []string{"internal/render", "internal/explain"}, "figures and pages of logs; the cause of a wrong bit"},
	{"scenarios", []string{"nicmodel/lab/scenario", "internal/live"}, "one TOML file to one run of the NIC model, or to packets through a kernel"},
	{"systems", []string{"nicmodel/systems"}, "the systems of papers on the NIC model"},
	{"NIC model", []string{"nicmodel"}, "NICs, switches and traffic in simulated time"},
	{"logs", []string{"internal/capture", "internal/replay", "internal/ratelog", "internal/firmwarelog"}, "captures, simulator traces, counters, replays, rate logs, firmware's logs"},
	{"checks", []string{"codegen/analysis", "codegen/check", "codegen/vectors"}, "proofs of ranges, cost, vectors, planted faults, fuzzing, other machines"},
	{"back ends", []string{"codegen/backend", "codegen/folder"}, "P4, Verilog, DOCA PCC, Python, SystemVerilog, ports with profiles; algorithms of a folder"},
	{"settings", []string{"internal/nicconf"}, "NICs' and switches' settings: read, checked, written"},
	{"algorithms", []string{"internal/algorithms", "internal/reaction", "internal/paramset", "*/derive"}, "the table of built-in algorithms, their parameters"},
	{"reference", []string{"internal/reference", "testvectors/pipe"}, "the firmware behind one interface, and behind the line protocol"},
	{"compiler", []string{"codegen", "codegen/backend/cgen", "codegen/backend/doca/device", "codegen/check/p4check", "nicmodel/cost"}, "the subset to IR, interpreter, C; the loop that drives an algorithm; the table of costs"},
	{"vectors", []string{"testvectors"}, "values of a transducer, the format of golden vectors"},
	{"firmware", []string{"fixedpoint", "bandit", "dcqcn", "dolcerc", "dolcercplus", "", "internal/version"}, "the algorithms in pure integers, with their profiles"},
	{"base", []string{"internal/packet", "internal/num", "internal/text", "internal/sys", "internal/cli", "docs/sample"}, "formats of packets, numbers, text, files and processes, command lines, samples"},
}

// apart are folders that do not meet, not through others either.
var apart = []struct{ from, to, why string }{
	{"nicmodel", "internal/capture", "a model of NICs reads no captures"},
	{"codegen", "internal/nicconf", "a compiler reads no NIC's settings"},
}

// imports returns the packages of this module, the root's as "", with those of it that they import.
// It reads the files itself, so that go test knows what its result depends on.
func imports(t *testing.T) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for _, file := range tree.Names(t, tree.Of(t, root), tree.Source) {
		parsed, err := parser.ParseFile(token.NewFileSet(), root+file, nil, parser.ImportsOnly)
		require.NoError(t, err)
		from := inside(path.Join(module, path.Dir(file)))
		all[from] = append(all[from], nil...)
		for _, spec := range parsed.Imports {
			to, err := strconv.Unquote(spec.Path.Value)
			require.NoError(t, err)
			if to == module || strings.HasPrefix(to, module+"/") {
				all[from] = append(all[from], inside(to))
			}
		}
	}
	require.Greater(t, len(all), 50)
	return all
}

// inside returns an import path without the module's.
func inside(path string) string { return strings.TrimPrefix(strings.TrimPrefix(path, module), "/") }

// below reports whether a package is a folder or lies below it.
func below(pkg, folder string) bool {
	if last, any := strings.CutPrefix(folder, "*/"); any {
		first, rest, _ := strings.Cut(pkg, "/")
		return first != "" && below(rest, last)
	}
	return pkg == folder || folder != "" && strings.HasPrefix(pkg, folder+"/")
}

// of returns the floor of a package, -1 if it has none.
func of(pkg string) int {
	at, closest := -1, -1
	for i, f := range floors {
		for _, folder := range f.folders {
			if depth := strings.Count(folder, "/"); below(pkg, folder) && depth > closest {
				at, closest = i, depth
			}
		}
	}
	return at
}

// TestImportsRunDown: no package imports one of a floor above its own.
func TestImportsRunDown(t *testing.T) {
	for pkg, list := range imports(t) {
		require.GreaterOrEqual(t, of(pkg), 0, "%s is on no floor; put its folder on one", pkg)
		for _, to := range list {
			require.GreaterOrEqual(t, of(to), 0, "%s is on no floor; put its folder on one", to)
			require.LessOrEqual(t, of(pkg), of(to), "%s (%s) imports %s (%s), which is above it", pkg, floors[of(pkg)].name, to, floors[of(to)].name)
		}
	}
}

// TestApart: folders that are to stay apart do.
func TestApart(t *testing.T) {
	all := imports(t)
	var reaches func(pkg, folder string, seen map[string]bool) bool
	reaches = func(pkg, folder string, seen map[string]bool) bool {
		if seen[pkg] {
			return false
		}
		seen[pkg] = true
		return below(pkg, folder) || slices.ContainsFunc(all[pkg], func(to string) bool { return reaches(to, folder, seen) })
	}
	for _, a := range apart {
		for pkg := range all {
			if below(pkg, a.from) {
				require.False(t, reaches(pkg, a.to, map[string]bool{}), "%s comes to %s: %s", pkg, a.to, a.why)
			}
		}
	}
}

// TestPicture: the README's picture and the table of CONTRIBUTING.md are those of the imports.
func TestPicture(t *testing.T) {
	direct := make([][]bool, len(floors))
	for i := range direct {
		direct[i] = make([]bool, len(floors))
	}
	for pkg, list := range imports(t) {
		for _, to := range list {
			direct[of(pkg)][of(to)] = of(pkg) != of(to)
		}
	}
	// reach[i][j] is whether i imports j, through others too.
	reach := make([][]bool, len(floors))
	for i := len(floors) - 1; i >= 0; i-- {
		reach[i] = slices.Clone(direct[i])
		for j := range floors {
			for k := range floors {
				reach[i][k] = reach[i][k] || direct[i][j] && reach[j][k]
			}
		}
	}
	var picture, table strings.Builder
	picture.WriteString("```mermaid\nflowchart TD\n")
	table.WriteString("| floor | folders | what is there |\n| --- | --- | --- |\n")
	for i, f := range floors {
		folders := slices.DeleteFunc(slices.Clone(f.folders), func(folder string) bool { return folder == "" })
		fmt.Fprintf(&picture, "    f%d[\"<b>%s</b><br/>%s\"]\n", i, f.name, strings.Join(folders, ", "))
		fmt.Fprintf(&table, "| %s | `%s` | %s |\n", f.name, strings.Join(folders, "`, `"), f.what)
	}
	for i := range floors {
		for j := range floors {
			// An arrow that others say is left out.
			if direct[i][j] && !slices.ContainsFunc(seq(len(floors)), func(k int) bool { return direct[i][k] && reach[k][j] }) {
				fmt.Fprintf(&picture, "    f%d --> f%d\n", i, j)
			}
		}
	}
	picture.WriteString("```\n")
	golden.CheckPart(t, root+"README.md", "floors", picture.String())
	golden.CheckPart(t, root+"CONTRIBUTING.md", "floors", table.String())
}

// seq returns 0 to n-1.
func seq(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}
