package p4

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCosts: the path with the most operations, over tables, conditions and the jumps of actions.
func TestCosts(t *testing.T) {
	const assign = `{"op": "assign", "parameters": [{"type": "field", "value": ["m", "x"]}, {"type": "expression", "value": {"op": "+", "left": {"type": "expression", "value": {"op": "d2b", "left": null, "right": {"type": "field", "value": ["m", "y"]}}}, "right": {"type": "hexstr", "value": "0x01"}}}]}`
	jump := func(op, to string) string {
		return `{"op": "` + op + `", "parameters": [{"type": "hexstr", "value": "` + to + `"}]}`
	}
	program := `{"register_arrays": [{"name": "a"}, {"name": "b"}], "extern_instances": [{"type": "Register"}, {"type": "Hash"}],
		"actions": [
			{"id": 0, "primitives": [` + assign + `]},
			{"id": 1, "primitives": [` + jump("_jump_if_zero", "0x3") + "," + assign + "," + jump("_jump", "0x6") + "," + assign + "," + assign + "," + assign + `]}],
		"pipelines": [{"name": "ingress", "init_table": "if", "tables": [
			{"name": "left", "action_ids": [0, 1], "next_tables": {"x": "last"}, "base_default_next": null},
			{"name": "right", "action_ids": [0], "next_tables": {"x": null}, "base_default_next": "last"},
			{"name": "last", "action_ids": [], "next_tables": {}}],
			"conditionals": [{"name": "if", "expression": {"type": "expression", "value": {"op": "==", "left": {}, "right": {}}}, "true_next": "left", "false_next": "right"}]}]}`
	c, err := count([]byte(program))
	require.NoError(t, err)
	// The condition and its comparison; the left table, its jump and three sums; the last table.
	require.Equal(t, costs{operations: 2 + 1 + 1 + 3*2 + 1, tables: 3, registers: 3}, c)

	_, err = count([]byte("{"))
	require.ErrorContains(t, err, "the compiled program: unexpected end of JSON input")
}
