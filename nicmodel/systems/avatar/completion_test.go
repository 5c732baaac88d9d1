package avatar

import (
	"testing"

	"smartnic-cc/internal/base/num/quantile"
	"smartnic-cc/nicmodel/event"
)

// TestTold: the hook gets each block that the result counts, and no others in that time.
func TestTold(t *testing.T) {
	c := Default()
	for _, system := range []System{Native, Locked, Avatar} {
		var blocks, bytes [2]uint64
		var sum event.Time
		l := Load{
			Flows: []Flow{{Block: 1 << 10, Most: 3 << 10, Outstanding: 2, Pause: us}, {Thread: 1, Block: 32 << 10, Outstanding: 4}},
			From:  100 * us, Until: 600 * us,
		}
		l.OnComplete = func(flow uint32, posted, told event.Time, n uint32) {
			if told < l.From || told >= l.Until {
				return
			}
			blocks[flow]++
			bytes[flow] += uint64(n)
			if flow == 0 && posted >= l.From {
				sum += told - posted
			}
		}
		r, err := Run(&c, system, &l)
		if err != nil {
			t.Fatal(err)
		}
		for i := range r.Flows {
			if f := &r.Flows[i]; f.Blocks == 0 || f.Blocks != blocks[i] || f.Bytes != bytes[i] {
				t.Errorf("%v: flow %d: told of %d blocks, %d bytes; the result has %d, %d", system, i, blocks[i], bytes[i], f.Blocks, f.Bytes)
			}
		}
		if want := quantile.Mean(r.Flows[0].Latency) * event.Time(len(r.Flows[0].Latency)); sum < want || sum-want >= event.Time(len(r.Flows[0].Latency)) {
			t.Errorf("%v: times of %v; the result has %v", system, sum, want)
		}
	}
}
