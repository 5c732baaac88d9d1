package frontend

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A comment // ERROR "text" expects a refusal that contains text on its line, or on the line after it for ERROR+1 (a
// directive cannot bear a comment). Several texts expect one refusal each.
var (
	errorRE = regexp.MustCompile(`// ERROR(\+[0-9]+)? (".*")$`)
)

func wanted(src string) map[int][]string {
	want := map[int][]string{}
	for i, line := range strings.Split(src, "\n") {
		m := errorRE.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		n := i + 1
		if m[1] != "" {
			d, _ := strconv.Atoi(m[1][1:])
			n += d
		}
		want[n] = append(want[n], strings.Split(strings.Trim(m[2], `"`), `" "`)...)
	}
	return want
}

// loadOne lints one file as a package.
func loadOne(name, src string) ([]Diagnostic, error) {
	dir := strings.TrimSuffix(name, ".go")
	return Lint(fstest.MapFS{dir + "/" + name: {Data: []byte(src)}}, module, []string{dir})
}

// TestRefuse checks that the sources of testdata/refuse are refused exactly as their comments announce, each with a
// remedy.
func TestRefuse(t *testing.T) {
	files, err := filepath.Glob("testdata/refuse/*.go")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	total := 0
	rules := map[string]bool{}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			src, err := os.ReadFile(name)
			require.NoError(t, err)
			want := wanted(string(src))
			require.NotEmpty(t, want)
			ds, err := loadOne(filepath.Base(name), string(src))
			require.NoError(t, err)
			for _, d := range ds {
				rules[d.Rule] = true
				total++
				texts := want[d.Pos.Line]
				i := indexOf(texts, d.Msg)
				if i < 0 {
					t.Errorf("not announced: %s (%s)", d, d.Rule)
					continue
				}
				want[d.Pos.Line] = append(texts[:i:i], texts[i+1:]...)
				assert.NotEmpty(t, d.Remedy, "%s has no remedy", d)
				assert.Positive(t, d.Pos.Col)
			}
			for line, texts := range want {
				for _, text := range texts {
					t.Errorf("%s:%d: not refused: %q", name, line, text)
				}
			}
		})
	}
	t.Logf("%d refusals by %d rules in %d files", total, len(rules), len(files))
	for _, r := range allRules(t) {
		if r != ruleSyntax { // see TestRefusePackages
			assert.True(t, rules[r], "no source is refused by rule %s", r)
		}
	}
}

func indexOf(texts []string, msg string) int {
	for i, s := range texts {
		if strings.Contains(msg, s) {
			return i
		}
	}
	return -1
}

// TestLargestArray: an array may have 2^20 elements, and 2^19 of two values.
func TestLargestArray(t *testing.T) {
	ds, err := loadOne("a.go", "package a\n\ntype Pair struct{ X, Y uint8 }\n\ntype S struct{ A [1 << 20]uint8 }\n\ntype T struct{ A [1 << 19]Pair }\n\nfunc F(s *S, t *T) uint8 { return s.A[0] + t.A[0].X }\n")
	require.NoError(t, err)
	require.Empty(t, ds)
}

// TestRulesDocumented checks that docs/subset.md has every rule.
func TestRulesDocumented(t *testing.T) {
	doc, err := os.ReadFile("../../docs/subset.md")
	require.NoError(t, err)
	for _, r := range allRules(t) {
		assert.Contains(t, string(doc), "`"+r+"`", "rule %s is not in docs/subset.md", r)
	}
}

func allRules(t *testing.T) []string {
	src, err := os.ReadFile("rules.go")
	require.NoError(t, err)
	var rules []string
	for _, m := range regexp.MustCompile(`rule\w+\s+= "([a-z-]+)"`).FindAllStringSubmatch(string(src), -1) {
		rules = append(rules, m[1])
	}
	require.NotEmpty(t, rules)
	return rules
}

func mapFS(files map[string]string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for name, src := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(src)}
	}
	return fsys
}

// TestRefusePackages has what takes several packages or cannot be formatted.
func TestRefusePackages(t *testing.T) {
	tests := []struct {
		name  string
		files map[string]string
		dirs  []string
		want  []string
	}{
		{"syntax", map[string]string{"a/a.go": "package a\n\nfunc f( {\n"}, []string{"a"},
			[]string{"a/a.go:3:9: expected ')', found '{'"}},
		{"cycle", map[string]string{
			"a/a.go": "package a\n\nimport \"smartnic-cc/b\"\n\nconst A = b.B\n",
			"b/b.go": "package b\n\nimport \"smartnic-cc/a\"\n\nconst B = a.A\n"}, []string{"a"},
			[]string{`b/b.go:3:8: import cycle through "smartnic-cc/a": move what both need to a third package`}},
		{"same name", map[string]string{
			"a/x/x.go": "package x\n\nconst A = 1\n",
			"b/x/x.go": "package x\n\nconst B = 1\n"}, []string{"b/x", "a/x"},
			[]string{"b/x/x.go:1:9: packages smartnic-cc/a/x and smartnic-cc/b/x have the same name: rename one: the name is the prefix of what is generated"}},
		{"two names in a directory", map[string]string{
			"a/a.go": "package a\n", "a/b.go": "package b\n"}, []string{"a"},
			[]string{"a/b.go:1:1: package b; expected package a: make it compile first (go vet shows the same)"}},
		{"imported package", map[string]string{
			"a/a.go": "package a\n\nimport \"smartnic-cc/b\"\n\nfunc F(x uint32) uint32 { return b.G(x, x) }\n",
			"b/b.go": "package b\n\nfunc G(x, y uint32) uint32 { return x / y }\n"}, []string{"a"},
			[]string{"b/b.go:3:41: division by a variable: divide by a constant, or use fixedpoint.Div or a reciprocal"}},
		{"table of another package", map[string]string{
			"a/a.go": "package a\n\nimport \"smartnic-cc/b\"\n\nfunc F(i uint8) { b.T[i] = 3 }\n",
			"b/b.go": "package b\n\nvar T = [2]uint8{1, 2}\n"}, []string{"a"},
			[]string{"a/a.go:5:19: table T is not only read: keep what changes in a struct that the caller passes"}},
		{"event of another package's type", map[string]string{
			"a/a.go": "package a\n\nimport \"smartnic-cc/b\"\n\n//ccgen:event cnp\nconst A b.Kind = 2\n",
			"b/b.go": "package b\n\ntype Kind uint8\n\n//ccgen:event timer\nconst B Kind = 1\n"}, []string{"a"},
			[]string{"//ccgen:event on A, a constant of a type of package b: declare it beside its type"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ds, err := Lint(mapFS(tt.files), module, tt.dirs)
			require.NoError(t, err)
			var got []string
			for _, d := range ds {
				got = append(got, d.String())
			}
			require.Len(t, got, len(tt.want), "%s", strings.Join(got, "\n"))
			for i := range got {
				assert.Contains(t, got[i], tt.want[i])
			}
		})
	}
}

func TestUnreadable(t *testing.T) {
	fsys := mapFS(map[string]string{"a/a_test.go": "package a\n"})
	_, err := Load(fsys, module, []string{"none"}, Options{})
	require.EqualError(t, err, "none: no such directory: name the directory of a package")
	_, err = Load(fsys, module, []string{"a"}, Options{})
	require.EqualError(t, err, "a: no Go source file there: name the directory of a package")
	_, err = Lint(fsys, module, []string{"../x"})
	require.EqualError(t, err, "../x: not a directory below the root that is loaded: name it without .. and with forward slashes")
}

// TestNamesArePassedOver: a file of names may use what firmware may not; firmware that
// uses a name does not compile.
func TestNamesArePassedOver(t *testing.T) {
	files := map[string]string{
		"a/a.go":        "package a\n\ntype Mode uint8\n\nfunc F(m Mode) uint8 { return uint8(m) + 1 }\n",
		"a/a_string.go": "package a\n\nimport \"strconv\"\n\nfunc (m Mode) String() string { return strconv.Itoa(int(m)) }\n",
	}
	p, err := Load(mapFS(files), module, []string{"a"}, Options{})
	require.NoError(t, err)
	require.Len(t, p.Package("a").Files, 1)

	files["a/b.go"] = "package a\n\nfunc G(m Mode) uint32 { return uint32(len(m.String())) }\n"
	_, err = Load(mapFS(files), module, []string{"a"}, Options{})
	require.ErrorContains(t, err, "a/b.go:3:45: ")
	require.ErrorContains(t, err, "m.String undefined")
}

func TestLimitAndError(t *testing.T) {
	src := "package a\n\nfunc F(x, y uint32) uint32 { return x / y }\n\nfunc G(x, y uint32) uint32 { return x % y }\n"
	_, err := Load(mapFS(map[string]string{"a/a.go": src}), module, []string{"a"}, Options{Limit: 1})
	var r *Diagnostics
	require.True(t, errors.As(err, &r))
	require.Len(t, r.List, 1)
	_, err = Load(mapFS(map[string]string{"a/a.go": src}), module, []string{"a"}, Options{})
	require.EqualError(t, err, "a/a.go:3:41: division by a variable: divide by a constant, or use fixedpoint.Div or a reciprocal\n"+
		"a/a.go:5:41: division by a variable: divide by a constant, or use fixedpoint.Div or a reciprocal")
}

// TestDeterministic loads the same packages in another order, many times.
func TestDeterministic(t *testing.T) {
	print := func(dirs []string) string {
		prog, err := Load(os.DirFS("../.."), module, dirs, Options{})
		require.NoError(t, err)
		return dump(prog)
	}
	want := print(acceptDirs)
	for range 10 {
		back := append([]string{}, acceptDirs...)
		sort.Sort(sort.Reverse(sort.StringSlice(back)))
		require.Equal(t, want, print(back))
	}
}
