package nicconf_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/nicconf"
)

// TestSchema: profiles as they are written pass the schema, with what is commented out too,
// and what is wrong in form does not.
func TestSchema(t *testing.T) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(nicconf.Schema()))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("profile.json", doc))
	s, err := c.Compile("profile.json")
	require.NoError(t, err)
	valid := func(text string) error {
		var v map[string]any
		require.NoError(t, toml.Unmarshal([]byte(text), &v), text)
		b, err := json.Marshal(v)
		require.NoError(t, err)
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
		require.NoError(t, err)
		return s.Validate(value)
	}
	written, err := filepath.Glob("testdata/golden/*.toml")
	require.NoError(t, err)
	require.Greater(t, len(written), 10)
	for _, path := range written {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		require.NoError(t, valid(string(text)), path)
		var all []string
		for _, line := range strings.Split(string(text), "\n") {
			if given, ok := strings.CutPrefix(line, "# "); ok && strings.Contains(given, " = ") && !strings.Contains(given, ":") {
				line = given
			}
			all = append(all, line)
		}
		require.NoError(t, valid(strings.Join(all, "\n")), path)
	}
	head := "base = \"connectx\"\n"
	require.NoError(t, valid(head))
	for _, bad := range []string{
		"name = \"x\"", head + "speed = 1", head + "[reaction_point]\nai_rate = 5", head + "[reaction_point]\nai_rate = \"5us\"", head + "[reaction_point]\nthreshold = \"one\"",
		head + "[reaction_point]\nclamp_tgt_rate = 1", head + "[reaction_point]\ncnp_dscp = 48", head + "[enabled]\nreaction_point = [8]", head + "[other]\na = 1", "base = \"fast\"",
		head + "[reaction_point]\ndce_tcp_g_convention = \"new\"",
	} {
		require.Error(t, valid(bad), bad)
	}
}
