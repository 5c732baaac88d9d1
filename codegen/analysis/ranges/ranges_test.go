package ranges

import (
	"bytes"
	"fmt"
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

	smartnic "smartnic-cc"
	"smartnic-cc/codegen"
	"smartnic-cc/codegen/frontend"
	"smartnic-cc/codegen/ir"
)

// load compiles one file as a package.
func load(t testing.TB, name, src string) *ir.Program {
	t.Helper()
	dir := strings.TrimSuffix(name, ".go")
	p, err := frontend.Load(fstest.MapFS{dir + "/" + name: {Data: []byte(src)}}, "m", []string{dir}, frontend.Options{})
	require.NoError(t, err)
	return p
}

// A comment // ERROR "text" expects a failure that contains text on its line, ERROR-1 on the line before. Several
// texts expect one failure each.
var errorRE = regexp.MustCompile(`// ERROR(-[0-9]+)? (".*")$`)

func wanted(src string) []string {
	var want []string
	for i, line := range strings.Split(src, "\n") {
		if m := errorRE.FindStringSubmatch(line); m != nil {
			off, _ := strconv.Atoi(m[1])
			for _, text := range strings.Split(strings.Trim(m[2], `"`), `" "`) {
				want = append(want, fmt.Sprintf("%d %s", i+1+off, text))
			}
		}
	}
	return want
}

// TestRefuse checks that the sources of testdata/refuse fail exactly as their comments announce, at the same lines.
func TestRefuse(t *testing.T) {
	files, err := filepath.Glob("testdata/refuse/*.go")
	require.NoError(t, err)
	total := 0
	for _, name := range files {
		src, err := os.ReadFile(name)
		require.NoError(t, err)
		r := Analyse(load(t, filepath.Base(name), string(src)))
		type failure struct {
			line int
			msg  string
		}
		var got []failure
		for _, s := range r.Unproven() {
			got = append(got, failure{s.Pos.Line, s.problem().Error()})
			require.NotEmpty(t, s.Facts)
		}
		for _, p := range r.Problems {
			got = append(got, failure{p.Pos.Line, p.Error()})
		}
		for _, w := range wanted(string(src)) {
			line, text, _ := strings.Cut(w, " ")
			found := false
			for i, g := range got {
				if strconv.Itoa(g.line) == line && strings.Contains(g.msg, text) {
					got = append(got[:i], got[i+1:]...)
					found = true
					break
				}
			}
			assert.True(t, found, "%s:%s: not refused: %s", name, line, text)
			total++
		}
		assert.Empty(t, got, "%s: refused without cause", name)
	}
	require.GreaterOrEqual(t, total, 40)
}

// TestAccept holds the neighbours that are just inside.
func TestAccept(t *testing.T) {
	files, err := filepath.Glob("testdata/accept/*.go")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, name := range files {
		src, err := os.ReadFile(name)
		require.NoError(t, err)
		assert.Empty(t, Analyse(load(t, filepath.Base(name), string(src))).Failures(), name)
	}
}

// TestFirmware holds the firmware to the bar: nothing unproven.
func TestFirmware(t *testing.T) {
	r := firmware(t)
	require.Empty(t, r.Failures())
	n := map[Proof]int{}
	for _, s := range r.Sites {
		n[s.Proof]++
		if s.Proof == ByWrapDirective {
			require.NotEmpty(t, s.Reason, s.Pos)
		}
	}
	require.Greater(t, n[ByInterval], 400)
	require.NotZero(t, n[ByRun])
	var b bytes.Buffer
	require.NoError(t, r.WriteTable(&b))
	require.Contains(t, b.String(), "share")
}

var firmwareReport *Report

func firmware(t testing.TB) *Report {
	if firmwareReport == nil {
		p, err := codegen.Firmware()
		require.NoError(t, err)
		firmwareReport = Analyse(p)
	}
	return firmwareReport
}

// TestExplain checks that every function is explained, with ranges and cover.
func TestExplain(t *testing.T) {
	r := firmware(t)
	for _, f := range r.Program.Funcs() {
		e, err := r.Explain(smartnic.Source, f)
		require.NoError(t, err)
		require.Equal(t, f.FullName(), e.Func)
		require.NotEmpty(t, e.Lines)
	}
	e, err := r.Explain(smartnic.Source, Find(r.Program, "bandit.learn")[0])
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, e.Write(&b))
	for _, want := range []string{"n is 2..65535", "argument w of bandit.share: interval", "declared 1..min(n-1, 17408)"} {
		require.Contains(t, b.String(), want)
	}
	require.Len(t, Find(r.Program, "bandit.Update"), 3)
	require.Empty(t, Find(r.Program, "bandit.Nothing"))
	names := Names(r.Program)
	require.True(t, sort.StringsAreSorted(names))
}

// TestWide holds the width report.
func TestWide(t *testing.T) {
	r := Analyse(load(t, "w.go", `package w

//ccgen:export
func F(a, b uint16) uint64 {
	x := uint64(a) * uint64(b)
	y := x + 131070
	return y + 1
}
`))
	require.Empty(t, r.Failures())
	var got []string
	for _, w := range r.Wide() {
		got = append(got, fmt.Sprintf("%d %s", w.Pos.Line, w.Text))
	}
	require.Equal(t, []string{"5 uint64 * on 0..4294836225", "6 uint64 + on 0..2^32-1"}, got)
}

// TestFirmwareWidths holds the firmware to the bar: nothing is done in 64 bits that fits
// 32. A comparison and a choice count too.
func TestFirmwareWidths(t *testing.T) {
	for _, w := range firmware(t).Wide() {
		t.Errorf("%s: in %s: 32 bits would do for %s", w.Pos, w.Func.FullName(), w.Text)
	}
	r := Analyse(load(t, "w.go", `package w

//ccgen:export
func F(a uint32, b int64) bool {
	x := min(uint64(a), 7)
	y := max(b, 0) >> 32
	return x == 3 || -y < -5 || b > 1
}
`))
	require.Empty(t, r.Failures())
	var got []string
	for _, w := range r.Wide() {
		got = append(got, fmt.Sprintf("%d %s", w.Pos.Line, w.Text))
	}
	require.Equal(t, []string{"5 uint64 min on 0..2^32-1", "7 uint64 == on 0..7", "7 int64 unary - on -2^31+1..2^31-1", "7 int64 < on -2^31+1..0"}, got)
}

// TestDeterministic checks that two runs give the same report.
func TestDeterministic(t *testing.T) {
	p, err := frontend.Load(smartnic.Source, smartnic.Module, smartnic.FirmwareDirs(), frontend.Options{})
	require.NoError(t, err)
	text := func(r *Report) string {
		var b strings.Builder
		for _, s := range r.Sites {
			fmt.Fprintln(&b, s.Pos, s.Func.FullName(), s.What, s.Proof, s.Result, s.Facts)
		}
		return b.String()
	}
	require.Equal(t, text(firmware(t)), text(Analyse(p)))
}
