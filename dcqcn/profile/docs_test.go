package profile_test

import (
	"flag"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/dcqcn"
	"smartnic-cc/dcqcn/profile"
)

var update = flag.Bool("update", false, "rewrite the tables of docs/profiles.md")

const document = "../../docs/profiles.md"

// TestDocumentedTablesAreCurrent compares the tables of docs/profiles.md with the
// code; -update rewrites them.
func TestDocumentedTablesAreCurrent(t *testing.T) {
	text, err := os.ReadFile(document)
	require.NoError(t, err)
	want := string(text)
	for name, table := range map[string]string{"values": values(t), "names": names()} {
		begin, end := "<!-- table "+name+" -->\n", "<!-- end "+name+" -->"
		i := strings.Index(want, begin)
		j := strings.Index(want, end)
		require.True(t, i >= 0 && j > i, "%s has no table %s", document, name)
		want = want[:i+len(begin)] + table + want[j:]
	}
	if *update {
		require.NoError(t, os.WriteFile(document, []byte(want), 0o666))
		return
	}
	require.Equal(t, want, string(text), "run go test ./dcqcn/profile -update")
}

// modes are the names of the values of parameters that choose.
var modes = map[string][]string{
	"CutMode":       {"CutAtOnce", "CutSpaced", "CutFreeRunning"},
	"AlphaMode":     {"AlphaOnCNP", "AlphaPeriodic", "AlphaFreeRunning"},
	"AlphaRounding": {"RoundDown", "RoundHalfUp"},
	"Halving":       {"HalveSum", "HalveEach"},
	"Hyper":         {"HyperFlat", "HyperStaged"},
	"FirstCNP":      {"FirstCuts", "FirstArms"},
}

// values is the table of all parameters of all profiles at 100 Gb/s.
func values(t *testing.T) string {
	var b strings.Builder
	b.WriteString("| parameter |")
	rule := "| --- |"
	var columns []reflect.Value
	var np []uint32
	for _, name := range profile.Names() {
		p := get(t, name)
		fmt.Fprintf(&b, " %s |", name)
		rule += " --- |"
		columns = append(columns, reflect.ValueOf(p.RP))
		np = append(np, p.NP.Interval)
	}
	b.WriteString("\n" + rule + "\n")
	for i := range reflect.TypeFor[dcqcn.Params]().NumField() {
		field := reflect.TypeFor[dcqcn.Params]().Field(i).Name
		fmt.Fprintf(&b, "| %s |", field)
		for _, c := range columns {
			if m := modes[field]; m != nil {
				fmt.Fprintf(&b, " %s |", m[c.Field(i).Uint()])
			} else {
				fmt.Fprintf(&b, " %v |", c.Field(i))
			}
		}
		b.WriteString("\n")
	}
	b.WriteString("| NP Interval |")
	for _, v := range np {
		fmt.Fprintf(&b, " %d |", v)
	}
	b.WriteString("\n")
	return b.String()
}

// names is the table of the vendors' names.
func names() string {
	var b strings.Builder
	b.WriteString("| name | unit | range | default | meaning |\n| --- | --- | --- | --- | --- |\n")
	for _, k := range profile.Knobs() {
		fmt.Fprintf(&b, "| %s%s | %s | %d..%d | %s | %s |\n", k.Prefix, k.Name, k.Unit, k.Min, k.Max, k.Default, k.Meaning)
	}
	return b.String()
}
