package sample

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/logs/capture/trace"
	"smartnic-cc/internal/logs/capture/trace/summary"
)

const (
	goldenTr       = "../../../../../docs/sample/incast.tr.gz"
	goldenCounters = "../../../../../docs/sample/counters.csv"
)

// The derived samples are what the generator makes.
func TestDerivedGolden(t *testing.T) {
	var tr, counters bytes.Buffer
	require.NoError(t, GenerateTr(&tr))
	require.NoError(t, GenerateCounters(&counters))
	if *update {
		var z bytes.Buffer
		w, err := gzip.NewWriterLevel(&z, gzip.BestCompression)
		require.NoError(t, err)
		_, err = w.Write(tr.Bytes())
		require.NoError(t, err)
		require.NoError(t, w.Close())
		require.NoError(t, os.WriteFile(goldenTr, z.Bytes(), 0o666))
		require.NoError(t, os.WriteFile(goldenCounters, counters.Bytes(), 0o666))
	}
	f, err := os.Open(goldenTr)
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	plain, err := io.ReadAll(z)
	require.NoError(t, err)
	require.True(t, bytes.Equal(tr.Bytes(), plain), "docs/sample/incast.tr.gz is stale: go test ./internal/logs/capture/trace/sample -update")
	got, err := os.ReadFile(goldenCounters)
	require.NoError(t, err)
	require.Equal(t, counters.String(), string(got), "docs/sample/counters.csv is stale: go test ./internal/logs/capture/trace/sample -update")
}

func summaryOf(t *testing.T, path string, o trace.Options) *summary.Summary {
	t.Helper()
	o.Measure = true
	r, err := trace.OpenWith(path, o)
	require.NoError(t, err)
	defer r.Close()
	return summary.Of(path, r)
}

// The simulator's trace and the capture tell the same of every connection: how
// much was sent, how much of it marked, and the gaps between CNPs.
func TestTrAgreesWithCapture(t *testing.T) {
	capture, tr := summaryOf(t, goldenNg, trace.Options{}), summaryOf(t, goldenTr, trace.Options{})
	require.Len(t, tr.Conns, Connections)
	byNode := map[string]summary.Conn{}
	for _, c := range tr.Conns {
		byNode[c.Name] = c
	}
	for i, want := range capture.Conns {
		got := byNode[fmt.Sprintf("11.0.%d.1:%#x->11.0.8.1:%#x", i, simPriority<<16|simPort+i, simPriority<<16|simPort+i)]
		require.Equal(t, want.DataPackets, got.DataPackets)
		require.Equal(t, want.DataBytes, got.DataBytes)
		require.Equal(t, want.Marked, got.Marked)
		require.Equal(t, *want.MarkedShare, *got.MarkedShare)
		require.Equal(t, want.CNPs, got.CNPs)
		require.Equal(t, want.Acks, got.Acks)
		require.Equal(t, want.Gaps, got.Gaps)
		require.InDelta(t, *want.Rate, *got.Rate, 1)
		require.Equal(t, *want.Coalescing, *got.Coalescing)
		require.Zero(t, *got.Resent)
	}
}

// What is made of the counters adds up to what the capture saw.
func TestCountersAgreeWithCapture(t *testing.T) {
	capture := summaryOf(t, goldenNg, trace.Options{})
	for _, how := range []trace.Reconstruction{trace.Uniform, trace.Burst} {
		c := summaryOf(t, goldenCounters, trace.Options{Reconstruct: how})
		require.Equal(t, how.String(), c.Reconstructed)
		byName := map[string]summary.Conn{}
		for _, x := range c.Conns {
			byName[x.Name] = x
		}
		rx, tx := byName["receiver rx"], byName["sender tx"]
		require.InDelta(t, capture.Total.DataBytes, rx.DataBytes, 2*4140)
		require.InDelta(t, capture.Total.Marked, rx.Marked, 1)
		require.Equal(t, capture.Total.CNPs, rx.CNPs)
		want := capture.Conns[portSender]
		require.InDelta(t, want.DataBytes, tx.DataBytes, 4140)
		require.Equal(t, want.CNPs, tx.CNPs)
		require.Contains(t, fmt.Sprint(c.Warnings), "sender: port_xmit_data or what is counted with it wrapped around 1 time")
	}
}
