package trace_test

import (
	"compress/gzip"
	"flag"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/capture/trace"
	"smartnic-cc/internal/capture/trace/largecapture"
)

var captureFlag = flag.String("capture", "", "capture to benchmark the reader on, in place of generated ones")

// write makes a large capture in a temporary folder.
func write(t testing.TB, o largecapture.Options, compress bool) (string, largecapture.Totals) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "large")
	f, err := os.Create(path)
	require.NoError(t, err)
	var totals largecapture.Totals
	if compress {
		z := gzip.NewWriter(f)
		totals, err = largecapture.Write(z, o)
		require.NoError(t, err)
		require.NoError(t, z.Close())
	} else {
		totals, err = largecapture.Write(f, o)
		require.NoError(t, err)
	}
	require.NoError(t, f.Close())
	return path, totals
}

// readThrough reads a capture as a command does: Open, then every event.
func readThrough(t testing.TB, path string, o trace.Options) (trace.Stats, uint64) {
	r, err := trace.OpenWith(path, o)
	require.NoError(t, err)
	events := uint64(0)
	for {
		if _, err = r.Next(); err != nil {
			break
		}
		events++
	}
	require.Equal(t, io.EOF, err)
	st := r.Stats()
	require.NoError(t, r.Close())
	return st, events
}

// BenchmarkLarge reads from the page cache, both passes: bytes are counted
// once. Run it with -cpu 1.
func BenchmarkLarge(b *testing.B) {
	measure := func(path string, o trace.Options) func(*testing.B) {
		return func(b *testing.B) {
			info, err := os.Stat(path)
			require.NoError(b, err)
			b.SetBytes(info.Size())
			b.ReportAllocs()
			packets := uint64(0)
			for b.Loop() {
				st, _ := readThrough(b, path, o)
				packets += st.Packets
			}
			b.ReportMetric(b.Elapsed().Seconds()*1e9/float64(packets), "ns/packet")
		}
	}
	if *captureFlag != "" {
		b.Run("given", measure(*captureFlag, trace.Options{AllowNoCNP: true}))
		b.Run("given, ICRC", measure(*captureFlag, trace.Options{AllowNoCNP: true, CheckICRC: true}))
		return
	}
	const size = 64 << 20
	pcap, _ := write(b, largecapture.Options{Size: size}, false)
	ng, _ := write(b, largecapture.Options{Size: size, Format: trace.FormatPcapng}, false)
	many, _ := write(b, largecapture.Options{Size: size, Conns: 20_000}, false)
	jumbo, _ := write(b, largecapture.Options{Size: size, Frame: 4_154}, false)
	packed, _ := write(b, largecapture.Options{Size: size}, true)
	b.Run("pcap", measure(pcap, trace.Options{}))
	b.Run("pcap, ICRC", measure(pcap, trace.Options{CheckICRC: true}))
	b.Run("pcapng", measure(ng, trace.Options{}))
	b.Run("20000 connections", measure(many, trace.Options{}))
	b.Run("4 KB packets", measure(jumbo, trace.Options{}))
	b.Run("gzip", measure(packed, trace.Options{}))
}
