package sweep

import (
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"smartnic-cc/internal/dev/golden"
	"smartnic-cc/nicmodel/keys"
	"smartnic-cc/nicmodel/lab/scenario"
)

// TestSchemasAreCurrent makes the schemas of scenarios and of sweeps from what is stated at the fields of their keys.
func TestSchemasAreCurrent(t *testing.T) {
	golden.Check(t, "../scenario/schema.json", schema("A scenario of cctrace sim: what is connected, what is sent, how NICs and switches behave, and what is recorded",
		reflect.TypeFor[scenario.Scenario](), rules))
	golden.Check(t, "schema.json", schema("A sweep of cctrace sweep: two schemes, the scenarios in which they compete, and the parameters that are searched",
		reflect.TypeFor[file](), `{"allOf": [{"properties": {"scenario": {"items": {"oneOf": [{"required": ["file"]}, {"required": ["builtin"]}]}}}}]}`))
}

// rules are what holds for a scenario as a whole: which tables it needs, and the profiles of built-in algorithms.
const rules = `{
	"if": {"required": ["bed"]},
	"else": {
		"required": ["topology"],
		"if": {"properties": {"switch": {"properties": {"kind": {"const": "credit"}}, "required": ["kind"]}}, "required": ["switch"]},
		"then": {"required": ["probe"]},
		"else": {"required": ["nic", "workload"]}
	},
	"allOf": [{"properties": {"nic": {"items": {
		"if": {"properties": {"algorithm": {"enum": ["dcqcn", "dolcerc", "dolcercplus", "none"]}}},
		"then": {"properties": {"profile": {"anyOf": [{"enum": ["paper", "connectx", "ionic", "irdma", "hpcc", "dolcerc-recommended"]}, {"pattern": "/|\\.toml$"}]}}}
	}}}}]
}`

// forms are the units that keys have, as a JSON schema has them.
var forms = map[string]string{
	"count":         `{"anyOf": [{"type": "integer", "minimum": 0}, {"type": "string", "pattern": "^[0-9]+$"}]}`,
	"time":          `{"type": "string", "pattern": "^(0|[0-9]+(\\.[0-9]+)? ?(s|ms|us|µs|ns|ps))$"}`,
	"rate":          `{"type": "string", "pattern": "^[0-9]+(\\.[0-9]+)? ?([TGMKk]?(bps|b/s))?$"}`,
	"bytes":         `{"anyOf": [{"type": "integer", "minimum": 0}, {"type": "string", "pattern": "^[0-9]+(\\.[0-9]+)? ?([kKMGT]B|[KMGT]iB|B)?$"}]}`,
	"clock":         `{"type": "string", "pattern": "^[0-9]+(\\.[0-9]+)? ?[GMk]?Hz$"}`,
	"part":          `{"anyOf": [{"type": "number", "minimum": 0, "maximum": 1}, {"type": "string", "pattern": "^[0-9]+(\\.[0-9]+)? ?%?$"}]}`,
	"decimal":       `{"anyOf": [{"type": "number"}, {"type": "string", "pattern": "^[0-9]+(\\.[0-9]+)?$"}]}`,
	"list":          `{"anyOf": [{"type": "integer", "minimum": 0}, {"type": "string", "pattern": "^(all|[0-9]+( ?- ?[0-9]+)?( ?, ?[0-9]+( ?- ?[0-9]+)?)*)$"}]}`,
	"path":          `{"type": "string", "minLength": 1}`,
	"line":          `{"type": "string", "maxLength": 200, "pattern": "^[^\\x00-\\x1f\\x7f-\\x9f]*$"}`,
	"label":         `{"type": "string", "pattern": "^[ -~]{1,40}$"}`,
	"seeds":         `{"type": "string", "pattern": "^ *[0-9]+ *(- *[0-9]+ *)?(, *[0-9]+ *(- *[0-9]+ *)?)*$"}`,
	"change":        `{"type": "string", "pattern": "="}`,
	"change-or-set": `{"type": "string", "pattern": "=|^@"}`,
	"value":         `{"type": ["string", "number", "boolean", "array"]}`,
	"load":          `{"type": ["string", "number"]}`,
	"folder":        `{"type": "string", "pattern": "[/\\\\]|^\\.\\.?(:|$)"}`,
}

// node is a JSON schema or a part of one.
type node = map[string]any

// schema makes the JSON schema (draft 2020-12) of files that are read into a struct of tables and keys. rules is a JSON
// object of what else holds for the whole.
func schema(title string, file reflect.Type, rules string) []byte {
	defs := node{}
	root := tableNode(file, defs)
	root["$schema"], root["title"], root["$defs"] = "https://json-schema.org/draft/2020-12/schema", title, defs
	if err := json.Unmarshal([]byte(rules), &root); err != nil {
		panic(err)
	}
	text, err := json.MarshalIndent(root, "", "  ")
	if err != nil {
		panic(err)
	}
	return append(text, '\n')
}

// tableNode describes a table; defs gets the forms of its keys.
func tableNode(table reflect.Type, defs node) node {
	properties, required := node{}, []string{}
	for _, k := range keys.Of(table) {
		properties[k.Name] = keyNode(k, defs)
		if k.Need != "" && k.For == nil {
			required = append(required, k.Name)
		}
	}
	n := node{"type": "object", "additionalProperties": false, "properties": properties}
	if len(required) > 0 {
		n["required"] = required
	}
	return n
}

// keyNode describes a key.
func keyNode(k *keys.Key, defs node) (n node) {
	list := k.Type.Kind() == reflect.Slice
	if t := element(k.Type); t.Kind() == reflect.Struct {
		n = tableNode(t, defs)
	} else {
		n = form(k, t, defs)
	}
	least, most, _ := k.Ends()
	limit := func(name, end string) {
		// Of texts the description alone has the ends.
		if _, err := strconv.ParseFloat(end, 64); err == nil {
			n[name] = json.Number(end)
		}
	}
	if list {
		n = node{"type": "array", "items": n}
		limit("minItems", least)
		limit("maxItems", most)
	} else {
		limit("minimum", least)
		limit("maximum", most)
	}
	n["description"] = describe(k)
	if k.Default != "" || k.Type.Kind() == reflect.Bool {
		n["default"] = value(k)
	}
	return n
}

// element is what a pointer or a list is of.
func element(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	return t
}

// form is how a value is written.
func form(k *keys.Key, t reflect.Type, defs node) node {
	if k.Unit != "" {
		if defs[k.Unit] = json.RawMessage(forms[k.Unit]); k.Words == nil {
			return node{"$ref": "#/$defs/" + k.Unit}
		}
		return node{"anyOf": []node{{"enum": k.Words}, {"$ref": "#/$defs/" + k.Unit}}}
	}
	if k.Words != nil {
		return node{"enum": k.Words}
	}
	switch t.Kind() {
	case reflect.Bool:
		return node{"type": "boolean"}
	case reflect.Uint64:
		return node{"type": "integer", "minimum": 0}
	case reflect.Int64:
		return node{"type": "integer"}
	case reflect.Float64:
		return node{"type": "number"}
	}
	return node{"type": "string"}
}

// value is the default in JSON: a number if a file can write it as one.
func value(k *keys.Key) any {
	switch _, err := strconv.ParseFloat(k.Default, 64); {
	case element(k.Type).Kind() == reflect.Bool:
		return k.Default == "true"
	case err == nil && k.Unit != "decimal" && k.Unit != "time" && k.Unit != "seeds":
		return json.Number(k.Default)
	}
	return k.Default
}

// describe says what a key means, for which kinds, and in what range.
func describe(k *keys.Key) string {
	text := k.Doc
	if k.For != nil {
		first := []rune(text)
		if len(first) > 1 && !unicode.IsUpper(first[1]) {
			first[0] = unicode.ToLower(first[0])
		}
		text = strings.Join(k.For, ", ") + ": " + string(first)
	}
	if in := k.Within(); in != "" && k.Type.Kind() != reflect.Slice {
		text += " " + strings.ToUpper(in[:1]) + in[1:] + "."
	}
	return text
}
