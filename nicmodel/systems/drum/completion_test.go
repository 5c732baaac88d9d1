package drum

import (
	"slices"
	"testing"

	"smartnic-cc/nicmodel/event"
)

// TestTold: the hook gets the batches whose times the testbed measures, and nothing before a connection's start.
func TestTold(t *testing.T) {
	const start = 2 * event.Millisecond
	for _, scheme := range []Scheme{Raw, Share, Scheduled} {
		b := Testbed{
			Scheme: scheme, Loads: []Load{{Batch: 3, Bytes: 1000, Window: 2}, {Batch: 1, Bytes: 64, Pause: 20 * us, Start: start}},
			Warm: event.Millisecond, Length: 4 * event.Millisecond, Seed: 1,
		}
		times := make([][]event.Time, 2)
		b.OnComplete = func(conn uint32, posted, told event.Time, bytes uint64) {
			l := b.Loads[conn]
			if want := uint64(l.Batch) * l.Bytes; bytes != want || posted < l.Start {
				t.Fatalf("%v: connection %d told at %v of %d bytes, posted at %v; want %d, not before %v", scheme, conn, told, bytes, posted, want, l.Start)
			}
			if posted >= b.Warm {
				times[conn] = append(times[conn], told-posted)
			}
		}
		m, err := b.Run()
		if err != nil {
			t.Fatal(err)
		}
		for i := range times {
			if len(times[i]) == 0 || !slices.Equal(times[i], m.Times[i]) {
				t.Errorf("%v: connection %d: told of %d batches, measured %d", scheme, i, len(times[i]), len(m.Times[i]))
			}
		}
	}
	b := Testbed{Loads: []Load{{Batch: 1, Bytes: 1, Start: -1}}, Length: 1}
	if b.Check() == nil {
		t.Error("a start before 0 passes")
	}
}
