package nicconf

import (
	"encoding/json"
	"fmt"
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

// TestSchemaIsCurrent makes the schema of the table of parameters: every one of mlx5 and irdma with its meaning, unit,
// default and range.
func TestSchemaIsCurrent(t *testing.T) {
	ends := map[bool]*node{
		false: {Type: "object", Description: "What the sender does on notification packets.", Additional: false, Properties: map[string]*node{
			conventionKey: {Enum: []string{profile.OldWeight.String(), profile.NewWeight.String()}, Description: "Which weight dce_tcp_g is: that of the old alpha (1019/1024 is the default), or of what is new (64/1024). It goes with dce_tcp_g."},
		}},
		true: {Type: "object", Description: "What the receiver does on marked packets.", Additional: false, Properties: map[string]*node{}},
	}
	for _, v := range []profile.Vendor{profile.MLX5, profile.IRDMA} {
		for _, name := range Names(v) {
			k := knob(name)
			ends[k.Prefix == "np_"].Properties[name] = parameter(k)
		}
	}
	least, most := 0, 7
	priorities := func(of string) *node {
		return &node{Type: "array", Description: "Priorities on which it is enabled for " + of + ".", Items: &node{Type: "integer", Minimum: &least, Maximum: &most}}
	}
	root := &node{
		Schema: "https://json-schema.org/draft/2020-12/schema",
		Title:  "A profile of cctrace: the congestion control settings of a NIC",
		Type:   "object", Additional: false, Required: []string{"base"},
		Properties: map[string]*node{
			"name":               {Type: "string", Description: "What the profile is called."},
			"base":               {Enum: profile.Names(), Description: "The built-in profile that holds for modes and for what is not given."},
			"source":             {Type: "string", Description: "What it was read from."},
			"line_rate":          {Type: "string", Description: "Speed of the port, as in 100Gbps."},
			"reaction_point":     ends[false],
			"notification_point": ends[true],
			"enabled": {Type: "object", Description: "Where congestion control is on.", Additional: false, Properties: map[string]*node{
				"reaction_point": priorities("the sender"), "notification_point": priorities("the receiver"),
			}},
			"other": {Type: "object", Description: "Settings of the source that no algorithm has.", Additional: &node{Type: "string"}},
		},
	}
	text, err := json.MarshalIndent(root, "", "  ")
	require.NoError(t, err)
	golden.Check(t, "schema.json", append(text, '\n'))
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
		n.Type, n.Pattern = []string{"integer", "string"}, decimalForm.String()
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
