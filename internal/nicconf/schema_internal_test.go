package nicconf

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/dcqcn/profile"
	"smartnic-cc/internal/dev/golden"
)

// node is a part of a JSON schema.
type node struct {
	Schema      string           `json:"$schema,omitempty"`
	Title       string           `json:"title,omitempty"`
	Description string           `json:"description,omitempty"`
	Type        any              `json:"type,omitempty"` // one name, or several
	Enum        []string         `json:"enum,omitempty"`
	Pattern     string           `json:"pattern,omitempty"`
	Default     string           `json:"default,omitempty"`
	Minimum     *int             `json:"minimum,omitempty"`
	Maximum     *int             `json:"maximum,omitempty"`
	Required    []string         `json:"required,omitempty"`
	Properties  map[string]*node `json:"properties,omitempty"`
	Items       *node            `json:"items,omitempty"`
	// Additional is false, or the node of other keys.
	Additional any `json:"additionalProperties,omitempty"`
}

// TestSchemaIsCurrent makes the schema of the fields of a profile and of the table of parameters: every one of mlx5 and irdma
// with its meaning, unit, default and range.
func TestSchemaIsCurrent(t *testing.T) {
	root := table(reflect.TypeFor[document]())
	root.Schema, root.Title, root.Required = "https://json-schema.org/draft/2020-12/schema", "A profile of cctrace: the congestion control settings of a NIC", []string{"base"}
	top := root.Properties
	top["base"].Type, top["base"].Enum = nil, profile.Names()
	for _, end := range []string{"reaction_point", "notification_point"} {
		top[end].Additional, top[end].Properties = false, map[string]*node{}
	}
	top["reaction_point"].Properties[conventionKey] = &node{
		Enum:        []string{profile.OldWeight.String(), profile.NewWeight.String()},
		Description: "Which weight dce_tcp_g is: that of the old alpha (1019/1024 is the default), or of what is new (64/1024). It goes with dce_tcp_g.",
	}
	for _, v := range []profile.Vendor{profile.MLX5, profile.IRDMA} {
		for _, name := range Names(v) {
			k, end := knob(name), "reaction_point"
			if k.Prefix == "np_" {
				end = "notification_point"
			}
			top[end].Properties[name] = parameter(k)
		}
	}
	text, err := json.MarshalIndent(root, "", "  ")
	require.NoError(t, err)
	golden.Check(t, "schema.json", append(text, '\n'))
}

// table describes the keys of a struct.
func table(of reflect.Type) *node {
	n := &node{Type: "object", Additional: false, Properties: map[string]*node{}}
	least, most := 0, 7
	for _, f := range reflect.VisibleFields(of) {
		key := &node{Type: "string"}
		switch f.Type.Kind() {
		case reflect.Struct:
			key = table(f.Type)
		case reflect.Map:
			key = &node{Type: "object", Additional: &node{Type: "string"}}
		case reflect.Pointer: // priorities
			key = &node{Type: "array", Items: &node{Type: "integer", Minimum: &least, Maximum: &most}}
		}
		key.Description = f.Tag.Get("doc")
		n.Properties[f.Tag.Get("toml")] = key
	}
	return n
}

// parameter describes the key of a parameter.
func parameter(k profile.Knob) *node {
	n := &node{Description: fmt.Sprintf("%s%s. On the vendor's hardware %d to %d %s.", strings.ToUpper(k.Meaning[:1]), k.Meaning[1:], k.Min, k.Max, k.Unit)}
	units := unitsOf[k.Unit]
	switch {
	case k.Unit == "bool":
		n.Type = "boolean"
		n.Description = strings.ToUpper(k.Meaning[:1]) + k.Meaning[1:] + "."
	case units == nil:
		n.Type, n.Pattern = []string{"integer", "string"}, decimalForm().String()
	default:
		var suffixes []string
		for _, u := range units {
			suffixes = append(suffixes, u.suffix)
		}
		n.Type = "string"
		n.Pattern = "^[0-9]+([.][0-9]+)? *(" + strings.Join(suffixes, "|") + ")$"
	}
	if k.Unit != "bool" {
		n.Default = withUnit(k, k.Default)
	}
	return n
}
