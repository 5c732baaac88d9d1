package tracedriver_test

import (
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/internal/reference"
	"smartnic-cc/internal/replay"
	"smartnic-cc/internal/trace"
	"smartnic-cc/internal/tracedriver"
)

// inMemory reads a sample.
func inMemory(t testing.TB, name string) *fake {
	r, err := trace.Open("../../docs/sample/" + name)
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

// BenchmarkReplay replays the sample from memory, without a log: as the replay of built-in
// algorithms does (reaction), and by the driver with both engines. An op is a whole replay.
func BenchmarkReplay(b *testing.B) {
	src := inMemory(b, "incast.pcapng")
	all := builtIns(b, line)
	for _, one := range []builtIn{all[0], all[2]} {
		var steps uint64
		measure := func(what string, run func() (uint64, error)) {
			b.Run(one.name+"/"+what, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					src.at = 0
					var err error
					if steps, err = run(); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(steps), "ns/step")
			})
		}
		measure("reaction", func() (uint64, error) {
			sum, err := replay.Run(src, replay.Options{Setup: one.setup})
			return sum.Steps, err
		})
		a := algorithm(b, one.name)
		for _, e := range []struct {
			what   string
			engine driver.Engine
		}{{"native", reference.Native(one.name)}, {"interpreted", interpreted(b, one.name)}} {
			measure(e.what, func() (uint64, error) {
				sum, err := tracedriver.Run(src, tracedriver.Options{Algorithm: a, Engine: e.engine, Params: one.setup.Params, Port: line})
				return sum.Steps, err
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
		a := algorithm(t, one.name)
		for _, e := range []driver.Engine{reference.Native(one.name), interpreted(t, one.name)} {
			var rows int
			allocs := func(events []trace.Event) float64 {
				src.events = events
				return testing.AllocsPerRun(3, func() {
					src.at = 0
					_, err := tracedriver.Run(src, tracedriver.Options{Algorithm: a, Engine: e, Params: one.setup.Params, Port: line, WantState: true,
						Row: func(r *tracedriver.Row) error { rows += len(r.Shows); return nil }})
					require.NoError(t, err)
				})
			}
			whole, half := allocs(all), allocs(all[:len(all)/2])
			require.InDelta(t, half, whole, 10, "%s: of %d events", one.name, len(all))
			require.NotZero(t, rows)
		}
	}
}
