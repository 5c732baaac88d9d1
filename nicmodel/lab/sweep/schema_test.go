package sweep

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
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

// TestSchemaHasAllKeys: the schema describes the keys that files have, and no others.
func TestSchemaHasAllKeys(t *testing.T) {
	type node struct {
		Ref        string `json:"$ref"`
		Properties map[string]*node
		Items      *node
		Defs       map[string]*node `json:"$defs"`
		Enum       []string
	}
	var root node
	require.NoError(t, json.Unmarshal(Schema(), &root))
	var walk func(at string, n *node, typ reflect.Type)
	walk = func(at string, n *node, typ reflect.Type) {
		if def, ok := strings.CutPrefix(n.Ref, "#/$defs/"); ok {
			n = root.Defs[def]
		}
		require.Equal(t, typ.NumField(), len(n.Properties), at)
		for i := range typ.NumField() {
			f := typ.Field(i)
			p, ok := n.Properties[f.Tag.Get("toml")]
			require.True(t, ok, "%s.%s", at, f.Name)
			switch elem := f.Type; {
			case elem.Kind() == reflect.Struct:
				walk(at+"."+f.Name, p, elem)
			case elem.Kind() == reflect.Slice && elem.Elem().Kind() == reflect.Struct:
				walk(at+"."+f.Name, p.Items, elem.Elem())
			}
		}
	}
	walk("", &root, reflect.TypeFor[file]())
	var known []string
	for _, m := range metrics {
		known = append(known, m.Name)
	}
	require.Equal(t, known, root.Defs["metric"].Enum)
	require.Equal(t, "#/$defs/metric", root.Properties["search"].Properties["metric"].Ref)
	require.Equal(t, "#/$defs/metric", root.Properties["target"].Items.Properties["metric"].Ref)
	builtin, err := filepath.Glob("../experiment/scenarios/*.toml")
	require.NoError(t, err)
	for i, path := range builtin {
		builtin[i] = strings.TrimSuffix(filepath.Base(path), ".toml")
	}
	require.Equal(t, slices.Sorted(slices.Values(builtin)), root.Properties["scenario"].Items.Properties["builtin"].Enum)
}
