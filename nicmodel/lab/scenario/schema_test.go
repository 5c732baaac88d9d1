package scenario_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/lab/scenario"
	"smartnic-cc/nicmodel/systems/saba/cluster"
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

// node is a part of the schema.
type node struct {
	Ref         string `json:"$ref"`
	Type        string
	Description string
	Properties  map[string]node
	Items       *node
	Enum        []string
	Default     any
	Required    []string
}

// TestSchemaHasAllKeys: the schema describes the keys that scenarios have, and no others; what
// it says a key goes with is what the reader says.
func TestSchemaHasAllKeys(t *testing.T) {
	var root node
	require.NoError(t, json.Unmarshal(scenario.Schema(), &root))
	seen := 0
	var walk func(at string, n node, typ reflect.Type)
	walk = func(at string, n node, typ reflect.Type) {
		var keys []string
		for _, f := range reflect.VisibleFields(typ) {
			key, ok := f.Tag.Lookup("toml")
			if !ok {
				continue
			}
			seen++
			keys = append(keys, key)
			p, ok := n.Properties[key]
			require.True(t, ok, "%s.%s is not in the schema", at, key)
			require.NotEmpty(t, p.Description, "%s.%s", at, key)
			if kinds, ok := f.Tag.Lookup("for"); ok && !(at == ".topology" && strings.Contains(kinds, ",")) && len(strings.Split(kinds, ",")) < 4 {
				require.Contains(t, p.Description, strings.ReplaceAll(kinds, ",", ", ")+":", "%s.%s", at, key)
			}
			ft := f.Type
			if ft.Kind() == reflect.Slice && ft.Elem().Kind() == reflect.Struct {
				require.NotNil(t, p.Items, "%s.%s", at, key)
				walk(at+"."+key, *p.Items, ft.Elem())
				continue
			}
			if ft.Kind() == reflect.Pointer {
				ft = ft.Elem()
			}
			switch {
			case ft.Kind() == reflect.Struct:
				walk(at+"."+key, p, ft)
			case ft.Kind() == reflect.Bool:
				require.Equal(t, "boolean", p.Type, "%s.%s", at, key)
			}
		}
		require.Equal(t, len(keys), len(n.Properties), "%s: the schema has keys that scenarios do not have", at)
	}
	walk("", root, reflect.TypeFor[scenario.Scenario]())
	require.Greater(t, seen, 100)
}

// TestDefaults: a scenario that gives every default of the schema runs as one that leaves
// them out.
func TestDefaults(t *testing.T) {
	var root node
	require.NoError(t, json.Unmarshal(scenario.Schema(), &root))
	for _, tables := range []string{
		"[[nic]]\nalgorithm = \"dcqcn\"\n[nic.engine]\n[[switch.class]]\n[[switch.marking]]\nkmin = 1000\nkmax = 9000\n[[workload]]\nkind = \"incast\"\nreceiver = 3\nbytes = \"100KB\"\n",
		"[[nic]]\nalgorithm = \"dolcerc\"\n[[switch.marking]]\nkmin = 1000\nkmax = 9000\n[[workload]]\nkind = \"alltoall\"\nbytes = \"10KB\"\n",
		"[[nic]]\nalgorithm = \"dolcercplus\"\n[[switch.marking]]\nkmin = 1000\nkmax = 9000\n[[workload]]\nkind = \"messages\"\nsrc = 1\ndst = 2\nbytes = \"100KB\"\n",
		"[[nic]]\nalgorithm = \"none\"\n[nic.host]\n[[nic.host.class]]\n[[workload]]\nkind = \"poisson\"\nload = 0.5\nduration = \"50us\"\ndistribution = \"hadoop\"\n",
		"[[nic]]\nalgorithm = \"none\"\n[saba]\n[[switch.marking]]\nkmin = 1000\nkmax = 9000\n[[workload]]\nkind = \"stages\"\nstages = 2\nserial = \"100KB\"\n",
	} {
		text := star + tables
		algorithm := text[strings.Index(text, "algorithm = \"")+13:]
		algorithm = algorithm[:strings.IndexByte(algorithm, '"')]
		kind := text[strings.LastIndex(text, "kind = \"")+8:]
		kind = kind[:strings.IndexByte(kind, '"')]
		var settings []string
		add := func(at string, props map[string]node, typ reflect.Type, what string) {
			var keys []string
			for key := range props {
				keys = append(keys, key)
			}
			slices.Sort(keys)
			for _, key := range keys {
				n := props[key]
				if n.Default == nil || key == "algorithm" {
					continue
				}
				for _, f := range reflect.VisibleFields(typ) {
					kinds, limited := f.Tag.Lookup("for")
					if f.Tag.Get("toml") == key && (!limited || slices.Contains(strings.Split(kinds, ","), what)) {
						settings = append(settings, fmt.Sprintf("%s.%s=%v", at, key, n.Default))
					}
				}
			}
		}
		p := root.Properties
		add("run", p["run"].Properties, reflect.TypeFor[scenario.Limits](), "")
		add("topology", p["topology"].Properties, reflect.TypeFor[scenario.Topology](), "star")
		add("switch", p["switch"].Properties, reflect.TypeFor[scenario.Switch](), "")
		add("nic[0]", p["nic"].Items.Properties, reflect.TypeFor[scenario.NIC](), algorithm)
		add("workload[0]", p["workload"].Items.Properties, reflect.TypeFor[scenario.Workload](), kind)
		if strings.Contains(text, "[saba]") {
			add("saba", p["saba"].Properties, reflect.TypeFor[cluster.Table](), "")
		}
		if strings.Contains(text, "engine") {
			add("nic[0].engine", p["nic"].Items.Properties["engine"].Properties, reflect.TypeFor[scenario.Engine](), "")
			add("switch.class[0]", p["switch"].Properties["class"].Items.Properties, reflect.TypeFor[scenario.Class](), "")
		}
		if strings.Contains(text, "host.class") {
			host := p["nic"].Items.Properties["host"].Properties
			add("nic[0].host", host, reflect.TypeFor[scenario.Host](), "")
			add("nic[0].host.class[0]", host["class"].Items.Properties, reflect.TypeFor[scenario.HostClass](), "")
		}
		if strings.Contains(text, "marking") {
			add("switch.marking[0]", p["switch"].Properties["marking"].Items.Properties, reflect.TypeFor[scenario.Marking](), "")
		}
		require.Greater(t, len(settings), 20)
		want, err := scenario.Run(parse(t, text), scenario.Options{})
		require.NoError(t, err)
		got, err := scenario.Run(parse(t, text, settings...), scenario.Options{})
		require.NoError(t, err)
		require.Equal(t, want, got, "%s with %s", text, settings)
		require.Equal(t, want.Messages, want.Completed)
	}
}

// TestDocs: the document lists all tables and all files.
func TestDocs(t *testing.T) {
	b, err := os.ReadFile("../../../docs/nicmodel.md")
	require.NoError(t, err)
	text := string(b)
	for _, table := range []string{"[run]", "[topology]", "[switch]", "[probe]", "[[switch.class]]", "[[switch.marking]]", "[[nic]]", "[nic.engine]", "[nic.host]", "[[nic.host.class]]", "[[workload]]", "[saba]", "[record]", "[bed]", "[[bed.flow]]"} {
		require.Contains(t, text, "`"+table+"`")
	}
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
