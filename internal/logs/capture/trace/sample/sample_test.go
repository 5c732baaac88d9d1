package sample

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

var update = flag.Bool("update", false, "rewrite docs/sample")

const (
	goldenNg = "../../../../../docs/sample/incast.pcapng"
	goldenGz = "../../../../../docs/sample/incast.pcap.gz"
)

func generate(t testing.TB, f trace.Format) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, Generate(&b, f))
	return b.Bytes()
}

// The shipped files are what the generator makes, byte for byte. Of the gzip
// file the content counts: the compressor may change with the Go version.
func TestGolden(t *testing.T) {
	ng, plain := generate(t, trace.FormatPcapng), generate(t, trace.FormatPcap)
	require.Equal(t, ng, generate(t, trace.FormatPcapng), "two runs differ")
	if *update {
		var z bytes.Buffer
		w, err := gzip.NewWriterLevel(&z, gzip.BestCompression)
		require.NoError(t, err)
		_, err = w.Write(plain)
		require.NoError(t, err)
		require.NoError(t, w.Close())
		require.NoError(t, os.MkdirAll(filepath.Dir(goldenNg), 0o777))
		require.NoError(t, os.WriteFile(goldenNg, ng, 0o666))
		require.NoError(t, os.WriteFile(goldenGz, z.Bytes(), 0o666))
	}
	gotNg, err := os.ReadFile(goldenNg)
	require.NoError(t, err)
	require.True(t, bytes.Equal(ng, gotNg), "docs/sample/incast.pcapng is stale: go test ./internal/logs/capture/trace/sample -update")
	f, err := os.Open(goldenGz)
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	gotPlain, err := io.ReadAll(z)
	require.NoError(t, err)
	require.True(t, bytes.Equal(plain, gotPlain), "docs/sample/incast.pcap.gz is stale: go test ./internal/logs/capture/trace/sample -update")
	require.Less(t, len(ng), 1_500_000, "the sample is to stay small")
}

// The sample holds what its comment promises.
func TestContent(t *testing.T) {
	for _, path := range []string{goldenNg, goldenGz} {
		tr, err := trace.ReadAll(path)
		require.NoError(t, err)
		require.Empty(t, tr.Warnings)
		require.Len(t, tr.Conns, Connections)
		require.Zero(t, tr.Stats.BadICRC)
		require.Zero(t, tr.Stats.Reordered)
		require.Equal(t, int64(Start), tr.Stats.Start)
		last := make(map[trace.ConnID]int64)
		counted := make([]uint64, Connections)
		for _, e := range tr.Events {
			if e.Kind != trace.KindCNP {
				continue
			}
			if before, ok := last[e.Conn]; ok {
				require.GreaterOrEqual(t, e.Time-before, int64(cnpInterval), "at most one CNP an interval and connection")
			}
			last[e.Conn] = e.Time
			counted[e.Conn] += uint64(e.Marked)
		}
		var v6, silent int
		for i, c := range tr.Conns {
			require.Equal(t, trace.PairPSN, c.Pairing, c.Name)
			require.NotZero(t, c.CNPs, c.Name)
			require.NotZero(t, c.Acks, c.Name)
			require.Greater(t, c.DataPackets, uint64(100), c.Name)
			require.GreaterOrEqual(t, c.Marked, c.CNPs, c.Name)
			if c.Sender.Is6() {
				v6++
			}
			if counted[i] == 0 {
				silent++
			} else {
				require.LessOrEqual(t, counted[i], c.Marked, "%s: CNPs report more marks than packets carry", c.Name)
				require.GreaterOrEqual(t, counted[i]*10, c.Marked*9, "%s: CNPs report too few marks", c.Name)
			}
		}
		require.Equal(t, 1, v6)
		require.Equal(t, 2, silent)
		rate := tr.Stats.DataBytes * 8000 / uint64(tr.Stats.Duration) // Mb/s
		require.Greater(t, rate, uint64(LinkMbps*7/10), "the port is to be busy")
		require.Less(t, rate, uint64(LinkMbps))
	}
}
