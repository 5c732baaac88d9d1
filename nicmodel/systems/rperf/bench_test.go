package rperf

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/credit"
)

// BenchmarkMixed measures with five sources.
func BenchmarkMixed(b *testing.B) {
	s := Mixed(5, MaxPayload, credit.FCFS)
	s.Samples = 200
	events := uint64(0)
	for b.Loop() {
		r, err := Run(&s)
		require.NoError(b, err)
		events += r.Events
	}
	b.ReportMetric(float64(events)/b.Elapsed().Seconds(), "events/s")
}
