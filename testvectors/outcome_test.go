package testvectors_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/reference"
	"smartnic-cc/testvectors"
)

// TestOutcome: files are run up to the first difference, and what was run is counted.
func TestOutcome(t *testing.T) {
	b, err := testvectors.CorpusBytes("dcqcnnp.json")
	require.NoError(t, err)
	f, err := testvectors.Decode("dcqcnnp.json", b)
	require.NoError(t, err)
	files, err := testvectors.Select([]*testvectors.File{f, {Name: "none.json"}, f}, "dcqcnnp", func(g *testvectors.Group) bool { return g.Type == testvectors.SequenceTest })
	require.NoError(t, err)
	require.Len(t, files, 2, "a file without groups is left out")
	_, err = testvectors.Select(files, "dcqcn", func(*testvectors.Group) bool { return false })
	var none *testvectors.NoVectorsError
	require.ErrorAs(t, err, &none)
	require.EqualError(t, err, "no vectors of dcqcn; give files that ccgen vectors wrote")

	o := testvectors.Outcome{Target: "port"}
	calls := 0
	require.NoError(t, o.Run(t.Context(), reference.New(), files, func(done, total int) {
		calls++
		require.Equal(t, calls, done)
		require.Equal(t, 2*f.Tests(), total)
	}))
	require.True(t, o.OK)
	require.Equal(t, []int{2, 2 * f.Tests(), 2 * f.Steps(), calls}, []int{o.Files, o.Tests, o.Steps, o.Tests})

	o = testvectors.Outcome{Target: "port"}
	require.NoError(t, o.Run(t.Context(), &wrong{Firmware: reference.New(), at: 3, field: 0, bit: 0}, files, nil))
	require.False(t, o.OK)
	require.Len(t, o.Reports, 1)
	require.Equal(t, "port", o.Report.Firmware)
	require.Equal(t, []int{1, 1, 3}, []int{o.Files, o.Tests, o.Steps})

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	o = testvectors.Outcome{}
	require.ErrorIs(t, o.Run(ctx, reference.New(), files, nil), context.Canceled)
	require.False(t, o.OK)
	require.Empty(t, o.Reports)
}

// TestWriteOutcomes: facts are columns, in JSON an object in their order.
func TestWriteOutcomes(t *testing.T) {
	list := []testvectors.Outcome{
		{Target: "core", Tests: 2, Steps: 30, OK: true},
		{Target: "wrapper", Tool: "sim 5", Tests: 2, Steps: 29, OK: true, Facts: testvectors.Facts{
			{Name: "step ns", Value: 4.25}, {Name: "stack", Value: 88, Unit: "B"}, {Name: "runs on", Value: "x < y"}}, Note: "stack: of 512 B"},
		{Target: "dead", Err: errors.New("died")},
		{Target: "idle", Note: "stack: of 512 B"},
	}
	var b strings.Builder
	require.NoError(t, testvectors.WriteOutcomes(&b, list))
	require.Equal(t, `target   vectors  steps  result     step ns  stack  runs on  tool
core     2        30     bit-exact
wrapper  2        29     bit-exact  4.2      88 B   x < y    sim 5
dead     0        0      FAILED
idle     0        0      not run
stack: of 512 B
`, b.String())
	text, err := json.Marshal(list[1])
	require.NoError(t, err)
	require.Contains(t, string(text), `"facts":{"stepNs":4.25,"stack":88,"runsOn":"x \u003c y"}`)
	require.Equal(t, 88, list[1].Facts.Int("stack"))
	require.Zero(t, list[1].Facts.Int("step ns"))
	text, err = json.Marshal(testvectors.Facts{})
	require.NoError(t, err)
	require.Equal(t, "{}", string(text))
	_, err = json.Marshal(testvectors.Facts{{Name: "x", Value: func() {}}})
	require.Error(t, err)
}
