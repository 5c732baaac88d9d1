package scenario_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/golden"
	"smartnic-cc/nicmodel/keys"
	"smartnic-cc/nicmodel/lab/scenario"
)

func compiled(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(scenario.Schema()))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("scenario.json", doc))
	s, err := c.Compile("scenario.json")
	require.NoError(t, err)
	return s
}

// validate holds a scenario's text to the schema.
func validate(t *testing.T, s *jsonschema.Schema, text []byte) error {
	t.Helper()
	var v map[string]any
	require.NoError(t, toml.Unmarshal(text, &v))
	b, err := json.Marshal(v)
	require.NoError(t, err)
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
	require.NoError(t, err)
	return s.Validate(doc)
}

// TestSchema: what ships passes the schema, and what is wrong in form does not.
func TestSchema(t *testing.T) {
	s := compiled(t)
	for _, name := range append(append(samples(t), beds(t)...), "testdata/small.toml") {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		require.NoError(t, validate(t, s, text), name)
		if first, _, _ := strings.Cut(string(text), "\n"); strings.Contains(name, "docs/sample") {
			to, ok := strings.CutPrefix(first, "#:schema ")
			require.True(t, ok, "%s: the first line names the schema", name)
			named, err := os.ReadFile(filepath.Join(filepath.Dir(name), to))
			require.NoError(t, err)
			require.True(t, bytes.Equal(scenario.Schema(), named), name)
		}
	}
	require.NoError(t, validate(t, s, []byte(busy)))
	inForm := 0
	for _, b := range bads {
		var v map[string]any
		if toml.Unmarshal([]byte(b.text), &v) != nil {
			continue
		}
		if validate(t, s, []byte(b.text)) == nil {
			inForm++
		}
	}
	// What refers to other keys, to hosts or to files is beyond a schema.
	require.Less(t, inForm, len(bads)*2/3)
	for _, bad := range []string{
		"unknown = 1", "[topology]\nkind = \"ring\"", "[run]\nend = 5", "[run]\nseed = -1", "[switch]\npfc = 1", "[[nic]]\npayload = \"1 K\"",
		"[switch]\nkind = \"credit\"", "[[nic]]\nprofile = \"hpc\"", "[[workload]]\nkind = \"incast\"\nload = 2", "[[switch.marking]]\nkmin = 1", "[record]\nrates = \"1-\"",
	} {
		text := "[topology]\n[[nic]]\n[[workload]]\nkind = \"incast\"\n"
		table, _, _ := strings.Cut(bad, "\n")
		if strings.HasPrefix(table, "[") {
			text = strings.Replace(text, table+"\n", "", 1) + bad
		} else {
			text = bad + "\n" + text
		}
		require.Error(t, validate(t, s, []byte(text)), text)
	}
}

// TestAllDescribed: each key has its words.
func TestAllDescribed(t *testing.T) {
	all := every()
	require.Greater(t, len(all), 150)
	for name, k := range all {
		require.Regexp(t, `^\S.*\.$`, k.Doc, name)
	}
}

// TestTables: the page has a line a table, with those in it, and the first sentence of what its field says.
func TestTables(t *testing.T) {
	var names func(k *keys.Key, path string) []string // none of a key that is not a table
	names = func(k *keys.Key, path string) (list []string) {
		of, name := k.Type, "["+path+"]"
		for of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice {
			if of.Kind() == reflect.Slice {
				name = "[" + name + "]"
			}
			of = of.Elem()
		}
		if of.Kind() != reflect.Struct {
			return nil
		}
		list = []string{"`" + name + "`"}
		for _, in := range keys.Of(of) {
			list = append(list, names(in, path+"."+in.Name)...)
		}
		return list
	}
	text := "| table | what it says |\n| --- | --- |\n"
	for _, k := range keys.Of(reflect.TypeFor[scenario.Scenario]()) {
		if list := names(k, k.Name); list != nil {
			says, _, _ := strings.Cut(k.Doc, ". ")
			text += "| " + strings.Join(list, ", ") + " | " + strings.TrimSuffix(says, ".") + " |\n"
		}
	}
	golden.CheckPart(t, "../../../docs/nicmodel.md", "tables", text)
}

// TestDocs: the document lists all files.
func TestDocs(t *testing.T) {
	b, err := os.ReadFile("../../../docs/nicmodel.md")
	require.NoError(t, err)
	text := string(b)
	_, files := run(t, parse(t, busy), 1)
	for name := range files {
		if !strings.HasPrefix(name, "rates-") {
			require.Contains(t, text, "| `"+name+"` |")
		}
	}
	for i, line := range strings.Split(text, "\n") {
		require.LessOrEqual(t, len(line), 160, "line %d", i+1)
	}
}
