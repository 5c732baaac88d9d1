package sweep

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/golden"
	"smartnic-cc/nicmodel/keys"
)

// valid compares a sweep's text with the schema.
func valid(t *testing.T, text string) error {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema()))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("sweep.json", doc))
	s, err := c.Compile("sweep.json")
	require.NoError(t, err)
	var v map[string]any
	require.NoError(t, toml.Unmarshal([]byte(text), &v))
	b, err := json.Marshal(v)
	require.NoError(t, err)
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
	require.NoError(t, err)
	return s.Validate(value)
}

// TestSchema: the samples and the sweeps of the reproduction pass, name the schema in their first line, and what is wrong
// in form does not pass.
func TestSchema(t *testing.T) {
	all := samples(t)
	for _, name := range []string{"table1", "table2", "causes1", "causes2", "fig5", "exchange", "causes5", "vasp", "fig8", "causes8"} {
		all = append(all, "../reproduce/"+name+".toml")
	}
	for _, path := range all {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		require.NoError(t, valid(t, string(text)), path)
		first, _, _ := strings.Cut(string(text), "\n")
		to, ok := strings.CutPrefix(first, "#:schema ")
		require.True(t, ok, path)
		named, err := os.ReadFile(filepath.Join(filepath.Dir(path), to))
		require.NoError(t, err)
		require.True(t, bytes.Equal(Schema(), named), "%s names another schema", path)
	}
	text, err := os.ReadFile(sampleDir + "sweep-small.toml")
	require.NoError(t, err)
	fit, err := os.ReadFile(sampleDir + "fit-small.toml")
	require.NoError(t, err)
	for _, c := range [][2]string{
		{`value = 481.43`, `value = "481.43"`}, {`value = 481.43`, `value = 0`}, {`held_out = true`, `heldout = true`}, {`metric = "fct-mean"`, `metric = "fct"`},
	} {
		require.Contains(t, string(fit), c[0])
		require.Error(t, valid(t, strings.Replace(string(fit), c[0], c[1], 1)), c[1])
	}
	for _, c := range [][2]string{
		{"title =", "titel ="}, {`"fct-mean"`, `"fct"`}, {"budget = 8", `budget = "8"`}, {`"101-102"`, `"101-"`}, {`name = "Dolce-RC"`, `label = "Dolce-RC"`},
		{`builtin = "fattree"`, `builtin = "tree"`}, {`"nic[0].algorithm=dcqcn", "nic[0].profile=paper"`, `"nic[0].algorithm"`}, {`file = "incast.toml"`, `file = "incast.toml"` + "\nbuiltin = \"fattree\""}, {`for = "baseline"`, `for = "all"`},
		{`keys = ["nic[0].cnp_interval"]`, `keys = "nic[0].cnp_interval"`}, {`title = "`, `title = "\u001b[31m`},
	} {
		require.Contains(t, string(text), c[0])
		require.Error(t, valid(t, strings.Replace(string(text), c[0], c[1], 1)), c[1])
	}
}

// stated returns what is stated of a key.
func stated(t *testing.T, path string) *keys.Key {
	t.Helper()
	in, found := reflect.TypeFor[file](), (*keys.Key)(nil)
	for _, name := range strings.Split(path, ".") {
		i := slices.IndexFunc(keys.Of(in), func(k *keys.Key) bool { return k.Name == name })
		require.GreaterOrEqual(t, i, 0, path)
		found = keys.Of(in)[i]
		if in = found.Type; in.Kind() == reflect.Slice {
			in = in.Elem()
		}
	}
	return found
}

// TestNames: the fields name the metrics and the scenarios that there are.
func TestNames(t *testing.T) {
	var known []string
	for _, m := range metrics {
		known = append(known, m.Name)
	}
	for _, path := range []string{"search.metric", "target.metric"} {
		require.Equal(t, known, stated(t, path).Words)
		require.Equal(t, known[0], stated(t, path).Default, "that of ParseMetric")
	}
	builtin, err := filepath.Glob("../experiment/scenarios/*.toml")
	require.NoError(t, err)
	for i, path := range builtin {
		builtin[i] = strings.TrimSuffix(filepath.Base(path), ".toml")
	}
	require.Equal(t, slices.Sorted(slices.Values(builtin)), stated(t, "scenario.builtin").Words)
}

// TestRanges: of each range the ends are accepted, and what is beyond them is refused.
func TestRanges(t *testing.T) {
	const fit = "[compare.baseline]\nname = \"a\"\nset = [\"nic[0].algorithm=dcqcn\"]\n[compare.rival]\nname = \"b\"\nset = [\"nic[0].algorithm=dolcerc\"]\n[[scenario]]\nbuiltin = \"fattree\"\n"
	axis := func(name string, values int) string {
		var list []string
		for i := range values {
			list = append(list, strconv.Itoa(i))
		}
		return fmt.Sprintf("[[axis]]\nname = %q\nkeys = [\"nic[0].window\"]\nvalues = [%s]\n", name, strings.Join(list, ", "))
	}
	tried := map[string]bool{}
	for path, text := range map[string]func(n string) string{
		"search.budget": func(n string) string { return "[search]\nwalk = \"random\"\nbudget = " + n + "\n" + fit + axis("x", 2) },
		"scenario": func(n string) string {
			return strings.ReplaceAll(fit, "[[scenario]]\nbuiltin = \"fattree\"\n", strings.Repeat("[[scenario]]\nbuiltin = \"fattree\"\n", number(t, n)))
		},
		"compare.baseline.set": func(n string) string {
			return strings.Replace(fit, "\"nic[0].algorithm=dcqcn\"", strings.Repeat("\"nic[0].algorithm=dcqcn\", ", number(t, n)), 1)
		},
		"compare.rival.set": func(n string) string {
			return strings.Replace(fit, "\"nic[0].algorithm=dolcerc\"", strings.Repeat("\"nic[0].algorithm=dolcerc\", ", number(t, n)), 1)
		},
		"change": func(n string) string {
			text := fit
			for i := range number(t, n) {
				text += fmt.Sprintf("[[change]]\nname = \"c%d\"\n", i)
			}
			return text
		},
		"axis": func(n string) string {
			text := fit
			for i := range number(t, n) {
				text += axis(fmt.Sprint("x", i), 1)
			}
			return text
		},
		"axis.keys": func(n string) string {
			return fit + strings.Replace(axis("x", 1), "\"nic[0].window\"", strings.Repeat("\"nic[0].window\", ", number(t, n)), 1)
		},
		"axis.values": func(n string) string { return fit + axis("x", number(t, n)) },
		"target": func(n string) string {
			text := fit + "[[target]]\nscheme = \"a\"\nenvironment = \"fattree\"\nvalue = 1\n"
			switch n {
			case "0":
				return fit
			case "1000", "1001":
				// One each of 500 environments and schemes.
				text = strings.Replace(fit, "builtin = \"fattree\"", "builtin = \"fattree\"\nloads = ["+strings.Join(loads(501), ", ")+"]", 1)
				for i, load := range loads(501) {
					for k, scheme := range []string{"a", "b"} {
						if 2*i+k < number(t, n) {
							text += fmt.Sprintf("[[target]]\nscheme = %q\nenvironment = \"fattree %s\"\nvalue = 1\n", scheme, load)
						}
					}
				}
			}
			return text
		},
		"target.value": func(n string) string {
			return fit + "[[target]]\nscheme = \"a\"\nenvironment = \"fattree\"\nvalue = " + n + "\n"
		},
	} {
		tried[path] = true
		least, most, _ := stated(t, path).Ends()
		parsed := func(n string) error {
			_, err := Parse([]byte(text(n)), "x.toml")
			return err
		}
		if path == "search.budget" {
			least = "1" // 0 is that of a grid
		}
		require.NoError(t, parsed(least), "%s %s", path, least)
		over, under := "", "-1"
		if most != "" {
			require.NoError(t, parsed(most), "%s %s", path, most)
			over = strconv.Itoa(number(t, most) + 1)
		}
		if path == "target.value" {
			over, under = "1.1e15", "0.9e-6"
		} else if least == "1" {
			under = "0"
		}
		if over != "" {
			require.Error(t, parsed(over), "%s %s", path, over)
		}
		if least == "1" || path == "target.value" {
			require.Error(t, parsed(under), "%s %s", path, under)
		}
	}
	var walk func(path string, in reflect.Type)
	walk = func(path string, in reflect.Type) {
		for _, k := range keys.Of(in) {
			at, of := strings.TrimPrefix(path+"."+k.Name, "."), k.Type
			if of.Kind() == reflect.Slice {
				of = of.Elem()
			}
			if k.Range != "" && at != "compare.other.set" {
				require.True(t, tried[at], at)
			}
			require.Regexp(t, `^\S.*\.$`, k.Doc, at)
			if of.Kind() == reflect.Struct {
				walk(at, of)
			}
		}
	}
	walk("", reflect.TypeFor[file]())
}

func number(t *testing.T, text string) int {
	v, err := strconv.ParseFloat(text, 64)
	require.NoError(t, err)
	return int(v)
}

func loads(n int) (list []string) {
	for i := range n {
		list = append(list, fmt.Sprintf("0.%03d1", i+1))
	}
	return list
}

// TestDefaults: a sweep that gives every default of its keys is that which leaves them out.
func TestDefaults(t *testing.T) {
	const text = "[compare.baseline]\nname = \"a\"\nset = [\"nic[0].algorithm=dcqcn\"]\n[compare.rival]\nname = \"b\"\nset = [\"nic[0].algorithm=dolcerc\"]\n[[scenario]]\nbuiltin = \"fattree\"\n" +
		"[[axis]]\nname = \"x\"\nkeys = [\"nic[0].window\"]\nvalues = [1]\n"
	settings := ""
	for _, k := range keys.Of(reflect.TypeFor[searchTable]()) {
		if value := k.Default; value != "" {
			if k.Type.Kind() == reflect.String {
				value = strconv.Quote(value)
			}
			settings += k.Name + " = " + value + "\n"
		}
	}
	want, err := Parse([]byte(text), "x.toml")
	require.NoError(t, err)
	got, err := Parse([]byte("[search]\n"+settings+text+"for = \""+stated(t, "axis.for").Default+"\"\n"), "x.toml")
	require.NoError(t, err)
	require.Equal(t, "fct-mean", got.Metric.Name)
	require.Equal(t, want.Metric.Name, got.Metric.Name)
	want.Metric, got.Metric = Metric{}, Metric{} // of functions
	require.Equal(t, want, got)
}

// TestPage: the page has what is stated of each key, those of [search] and of targets in a row each, others in that of their table.
func TestPage(t *testing.T) {
	says := func(k *keys.Key) string {
		text := strings.TrimSuffix(describe(k), ".")
		if k.Words != nil && len(k.Words) < 9 {
			text += " (`" + strings.Join(k.Words, "`, `") + "`)"
		}
		if k.Default != "" {
			text += "; by default `" + k.Default + "`"
		}
		return text
	}
	text := "| key | what it says |\n| --- | --- |\n"
	row := func(name, what string) { text += "| `" + name + "` | " + what + " |\n" }
	table := func(name string, k *keys.Key, of reflect.Type) {
		what := says(k)
		for _, k := range keys.Of(of) {
			what += ". `" + k.Name + "`: " + says(k)
		}
		row(name, what)
	}
	for _, k := range keys.Of(reflect.TypeFor[searchTable]()) {
		row("search."+k.Name, says(k))
	}
	table("[compare.baseline]", stated(t, "compare.baseline"), reflect.TypeFor[schemeTable]())
	row("[compare.rival]", says(stated(t, "compare.rival")))
	row("[[compare.other]]", says(stated(t, "compare.other")))
	table("[[scenario]]", stated(t, "scenario"), reflect.TypeFor[base]())
	table("[[change]]", stated(t, "change"), reflect.TypeFor[changeTable]())
	row("sets", says(stated(t, "sets")))
	table("[[axis]]", stated(t, "axis"), reflect.TypeFor[axisTable]())
	first, _, _ := strings.Cut(says(stated(t, "target")), ".")
	row("[[target]]", first+": [below](#fitting-published-numbers)")
	golden.CheckPart(t, "../../../docs/comparison.md", "keys of sweeps", text)
	text = "| key of `[[target]]` | what it says |\n| --- | --- |\n"
	for _, k := range keys.Of(reflect.TypeFor[targetTable]()) {
		row(k.Name, says(k))
	}
	golden.CheckPart(t, "../../../docs/comparison.md", "keys of targets", text)
}
