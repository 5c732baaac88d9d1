package replay_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/internal/logs/capture/trace"
	"smartnic-cc/internal/logs/replay"
)

// TestSummarySaysHowMarksWereCounted: in text, in lines of 80 columns, and in JSON, of which
// nothing is new where nothing is learnt.
func TestSummarySaysHowMarksWereCounted(t *testing.T) {
	src := &fake{conns: []trace.Conn{{Name: "0", CNPs: 5}}, stats: trace.Stats{Reconstruction: trace.Uniform, Duration: 1}}
	marks := reaction.Marks{Reconstructed: true}
	marks.Add(5, 0)
	sum, err := replay.Run(src, replay.Options{Setup: ready(t, reaction.DolceRC(dolce(t), 4)), Port: 100_000_000})
	require.NoError(t, err)
	sum.Estimate = reaction.EstimateOf(marks, "")
	var text bytes.Buffer
	require.NoError(t, sum.Write(&text))
	require.Contains(t, strings.Join(strings.Fields(text.String()), " "), "estimate tx-slots: CNPs made of counters report no marked packets: time slots are counted")
	for line := range strings.Lines(text.String()) {
		require.LessOrEqual(t, len(line), 81, line)
	}
	text.Reset()
	require.NoError(t, sum.WriteJSON(&text))
	var got struct{ Estimate map[string]any }
	require.NoError(t, json.Unmarshal(text.Bytes(), &got))
	require.Equal(t, map[string]any{"used": "tx-slots", "asked": false, "cnps": 5.0, "cnps_with_marks": 0.0, "connections_without_marks": 1.0, "reason": sum.Estimate.Reason}, got.Estimate)

	sum, err = replay.Run(src, replay.Options{Setup: ready(t, reaction.DCQCN(paper())), Port: 100_000_000})
	require.NoError(t, err)
	text.Reset()
	require.NoError(t, sum.Write(&text))
	require.NoError(t, sum.WriteJSON(&text))
	require.NotContains(t, text.String(), "estimate")
}
