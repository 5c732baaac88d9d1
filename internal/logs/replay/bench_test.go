package replay_test

import (
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/logs/capture/trace"
	"smartnic-cc/internal/logs/ratelog"
	"smartnic-cc/internal/logs/replay"
)

// inMemory reads a sample.
func inMemory(t testing.TB, name string) *fake {
	r, err := trace.Open("../../../docs/sample/" + name)
	require.NoError(t, err)
	defer r.Close()
	f := &fake{conns: r.Conns(), stats: r.Stats()}
	for {
		e, err := r.Next()
		if err == io.EOF {
			return f
		}
		require.NoError(t, err)
		f.events = append(f.events, e)
	}
}

// BenchmarkReplay replays the sample from memory, without a log, with both engines. An op is a
// whole replay.
func BenchmarkReplay(b *testing.B) {
	src := inMemory(b, "incast.pcapng")
	all := builtIns(b, line)
	for _, one := range []builtIn{all[0], all[2]} {
		for what, setup := range engines(b, one) {
			b.Run(one.name+"/"+what, func(b *testing.B) {
				b.ReportAllocs()
				var steps uint64
				for b.Loop() {
					src.at = 0
					sum, err := replay.Run(src, replay.Options{Setup: setup, Port: line})
					if err != nil {
						b.Fatal(err)
					}
					steps = sum.Steps
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(steps), "ns/step")
			})
		}
	}
}

// TestNoGarbage: a replay of twice the events makes no more garbage than one of half, but for the
// batch of an instant, with both engines.
func TestNoGarbage(t *testing.T) {
	src := inMemory(t, "incast.pcapng")
	all := src.events
	for _, one := range []builtIn{builtIns(t, line)[0], builtIns(t, line)[2]} {
		for _, setup := range engines(t, one) {
			var rows int
			allocs := func(events []trace.Event) float64 {
				src.events = events
				return testing.AllocsPerRun(3, func() {
					src.at = 0
					_, err := replay.Run(src, replay.Options{Setup: setup, Port: line, WantState: true,
						Row: func(r *ratelog.Row) error { rows += len(r.Probes); return nil }})
					require.NoError(t, err)
				})
			}
			whole, half := allocs(all), allocs(all[:len(all)/2])
			require.InDelta(t, half, whole, 10, "%s: of %d events", one.name, len(all))
			require.NotZero(t, rows)
		}
	}
}
