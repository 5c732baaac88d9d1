package trace_test

import (
	"bytes"
	"compress/gzip"
	"flag"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/logs/capture/trace"
)

var captureFlag = flag.String("capture", "", "capture to benchmark the reader on, in place of generated ones")

// file makes a large capture in a temporary folder.
func (o large) file(t testing.TB, compress bool) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "large")
	f, err := os.Create(path)
	require.NoError(t, err)
	defer f.Close()
	if !compress {
		_, err = o.write(f)
		require.NoError(t, err)
		return path
	}
	z := gzip.NewWriter(f)
	_, err = o.write(z)
	require.NoError(t, err)
	require.NoError(t, z.Close())
	return path
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
	b.Run("pcap", measure(large{size: size}.file(b, false), trace.Options{}))
	b.Run("pcap, ICRC", measure(large{size: size}.file(b, false), trace.Options{CheckICRC: true}))
	b.Run("pcapng", measure(large{size: size, ng: true}.file(b, false), trace.Options{}))
	b.Run("20000 connections", measure(large{size: size, conns: 20_000}.file(b, false), trace.Options{}))
	b.Run("4 KB packets", measure(large{size: size, frame: 4_154}.file(b, false), trace.Options{}))
	b.Run("gzip", measure(large{size: size}.file(b, true), trace.Options{}))
}

// BenchmarkText reads the sample as text, both passes.
func BenchmarkText(b *testing.B) {
	all, err := trace.ReadAll("../../../../docs/sample/incast.pcapng")
	require.NoError(b, err)
	for _, f := range []trace.Format{trace.FormatCSV, trace.FormatJSONLines} {
		b.Run(f.String(), func(b *testing.B) {
			var text bytes.Buffer
			w, err := trace.NewWriter(&text, f, all.Conns, trace.WriterOptions{})
			require.NoError(b, err)
			for _, e := range all.Events {
				require.NoError(b, w.WriteEvent(e))
			}
			require.NoError(b, w.Flush())
			b.SetBytes(int64(text.Len()))
			b.ReportAllocs()
			rows := 0
			for b.Loop() {
				r, err := trace.NewReader("in", bytes.NewReader(text.Bytes()), trace.Options{})
				require.NoError(b, err)
				for ; err == nil; rows++ {
					_, err = r.Next()
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(rows), "ns/row")
		})
	}
}
