package floors

import (
	"fmt"
	"go/ast"
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
	room    string
	name    string
	folders []string // "" is the root, "*/derive" a folder below each of the root's
	what    string
}

// floors are in order: a package imports those of the same floor and of the floors after it. Rooms of several floors
// share a box of the README's picture.
var floors = []floor{
	{"commands", "commands", []string{"cmd", "internal/dev"}, "ccgen and cctrace; what only tests and make use"},
	{"commands", "tools", []string{"internal/tool"}, "what only the commands use: the cause of a wrong bit, packets through a kernel"},
	{"laboratory", "experiments", []string{"nicmodel/lab"}, "the paper's evaluation, sweeps of parameters, algorithms side by side"},
	{"laboratory", "reports", []string{"internal/reports"}, "figures and pages of logs"},
	{"laboratory", "scenarios", []string{"nicmodel/lab/scenario"}, "one TOML file to one run of the NIC model"},
	{"NIC model", "systems", []string{"nicmodel/systems"}, "the systems of papers on the NIC model"},
	{"NIC model", "NIC model", []string{"nicmodel"}, "NICs, switches and traffic in simulated time"},
	{"logs and settings", "logs", []string{"internal/logs"}, "captures, simulator traces, counters, replays, rate logs, firmware's logs"},
	{"logs and settings", "settings", []string{"internal/nicconf"}, "NICs' and switches' settings: read, checked, written"},
	{"compiler", "checks", []string{"codegen/analysis", "codegen/check", "codegen/vectors"}, "proofs of ranges, cost, vectors, planted faults, fuzzing, other machines"},
	{"compiler", "back ends", []string{"codegen/backend", "codegen/folder"}, "P4, Verilog, DOCA PCC, Python, Rust, SystemVerilog, ports with profiles; algorithms of a folder"},
	{"compiler", "algorithms", []string{"internal/algorithms", "*/derive"}, "the table of built-in algorithms, their parameters"},
	{"compiler", "reference", []string{"internal/reference", "testvectors/pipe"}, "the firmware behind one interface, and behind the line protocol"},
	{"compiler", "compiler", []string{"codegen", "codegen/analysis/ranges", "codegen/backend/cgen", "codegen/backend/doca/device", "codegen/check/p4check", "nicmodel/cost"}, "the subset to IR, interpreter, C; the loop that drives an algorithm; the table of costs"},
	{"compiler", "vectors", []string{"testvectors"}, "values of a transducer, the format of golden vectors"},
	{"firmware", "peers", []string{"docs/examples/dctcp", "docs/examples/hpcc", "docs/examples/timelyns3"}, "HPCC, TIMELY and DCTCP as HPCC's simulator has them: examples that are built in"},
	{"firmware", "firmware", []string{"fixedpoint", "bandit", "dcqcn", "dolcerc", "dolcercplus", "", "internal/version"}, "the algorithms in pure integers, with their profiles"},
	{"firmware", "base", []string{"internal/base", "docs/sample"}, "formats of packets, numbers, text, files and processes, command lines, samples"},
}

// apart are folders that do not meet, not through others either.
var apart = []struct{ from, to, why string }{
	{"nicmodel", "internal/logs/capture", "a model of NICs reads no captures"},
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

// TestInternalByFloor: a floor is at most one folder of internal, and that folder is of one floor, so that a path
// there says what may import it.
func TestInternalByFloor(t *testing.T) {
	on := map[string]string{}
	for _, f := range floors {
		var own []string
		for _, folder := range f.folders {
			if name, is := strings.CutPrefix(folder, "internal/"); is {
				require.NotContains(t, name, "/", "floor %s has a part of a folder of internal", f.name)
				require.Empty(t, on[name], "internal/%s is on floor %s, too", name, f.name)
				on[name] = f.name
				own = append(own, name)
			}
		}
		require.LessOrEqual(t, len(own), 1, "floor %s has several folders of internal: %v", f.name, own)
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

// TestLaboratoryNamesNoSystem: what runs scenarios and experiments and draws them names none of the papers' systems: it
// imports the list of them and what they implement, and has no system's name in quotes.
func TestLaboratoryNamesNoSystem(t *testing.T) {
	const folder = "nicmodel/systems"
	open := []string{folder, folder + "/extend", folder + "/companion"}
	var names []string
	all, sources := imports(t), tree.Of(t, root)
	for pkg := range all {
		name, is := strings.CutPrefix(pkg, folder+"/")
		if is && !strings.Contains(name, "/") && !slices.Contains(open, pkg) {
			names = append(names, name)
		}
	}
	require.Greater(t, len(names), 3)
	for _, room := range []string{"nicmodel/lab", "internal/reports/figures"} {
		for pkg, list := range all {
			if !below(pkg, room) {
				continue
			}
			for _, to := range list {
				require.False(t, below(to, folder) && !slices.Contains(open, to), "%s imports %s; add what it needs of it to %s", pkg, to, open[1])
			}
			files := tree.Names(t, sources, func(name string) bool { return path.Dir(name) == pkg && tree.Source(name) })
			for _, file := range files {
				parsed, err := parser.ParseFile(token.NewFileSet(), root+file, nil, 0)
				require.NoError(t, err)
				ast.Inspect(parsed, func(n ast.Node) bool {
					word, is := n.(*ast.BasicLit)
					if is && word.Kind == token.STRING {
						text, err := strconv.Unquote(word.Value)
						require.NoError(t, err)
						require.NotContains(t, names, strings.ToLower(text), "%s names a system; have it in %s", file, folder)
					}
					return true
				})
			}
		}
	}
}

// TestPicture: the README's picture, a box a room, and the table of CONTRIBUTING.md are those of the imports.
func TestPicture(t *testing.T) {
	var rooms []string
	room := make([]int, len(floors)) // by floor
	var where [][]string
	var table strings.Builder
	table.WriteString("| room | floor | folders | what is there |\n| --- | --- | --- | --- |\n")
	for i, f := range floors {
		if i == 0 || floors[i-1].room != f.room {
			require.NotContains(t, rooms, f.room, "a room's floors follow one another")
			rooms, where = append(rooms, f.room), append(where, nil)
		}
		room[i] = len(rooms) - 1
		folders := slices.DeleteFunc(slices.Clone(f.folders), func(folder string) bool { return folder == "" })
		fmt.Fprintf(&table, "| %s | %s | `%s` | %s |\n", f.room, f.name, strings.Join(folders, "`, `"), f.what)
		where[room[i]] = append(where[room[i]], folders...)
	}
	require.Len(t, rooms, 6)
	direct, reach := make([][]bool, len(rooms)), make([][]bool, len(rooms)) // reach is by way of others, too
	for i := range direct {
		direct[i] = make([]bool, len(rooms))
	}
	for pkg, list := range imports(t) {
		from := room[of(pkg)]
		for _, to := range list {
			direct[from][room[of(to)]] = from != room[of(to)]
		}
	}
	for i := len(rooms) - 1; i >= 0; i-- {
		reach[i] = slices.Clone(direct[i])
		for j := range rooms {
			for k := range rooms {
				reach[i][k] = reach[i][k] || direct[i][j] && reach[j][k]
			}
		}
	}
	var picture strings.Builder
	picture.WriteString("```mermaid\nflowchart TD\n")
	for i, name := range rooms {
		// A folder says those below it.
		folders := slices.DeleteFunc(slices.Clone(where[i]), func(folder string) bool {
			return slices.ContainsFunc(where[i], func(other string) bool { return other != folder && below(folder, other) })
		})
		fmt.Fprintf(&picture, "    r%d[\"<b>%s</b><br/>%s\"]\n", i, name, strings.Join(folders, ", "))
	}
	for i := range rooms {
		for j := range rooms {
			// An arrow that others imply is left out.
			if direct[i][j] && !slices.ContainsFunc(seq(len(rooms)), func(k int) bool { return direct[i][k] && reach[k][j] }) {
				fmt.Fprintf(&picture, "    r%d --> r%d\n", i, j)
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
