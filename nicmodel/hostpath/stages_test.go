package hostpath_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/hostpath"
)

// alone posts a batch on an idle host and returns what is polled, by User.
func alone(t *testing.T, c hostpath.Config, q hostpath.Queues, batch ...hostpath.WQE) []hostpath.Completion {
	t.Helper()
	got := make([]hostpath.Completion, len(batch))
	s := pair(t, c, q, &program{
		begin: func(s *hostpath.Sim) {
			for i := range batch {
				batch[i].User = uint64(i)
			}
			s.NIC(0).Post(0, 0, 0, batch...)
		},
		polled: func(_ *hostpath.Sim, host uint32, _ event.Time, c *hostpath.Completion) {
			if host == 0 {
				require.Zero(t, got[c.User].Polled)
				got[c.User] = *c
			}
		},
	})
	s.Run(event.Second)
	return got
}

// TestStages: the time of each stage of a WQE alone, by hand. 64 B take 4.063 ns on PCIe, 1000 B
// 63.492 ns; 1050 B take 84 ns in the pipe.
func TestStages(t *testing.T) {
	c, q := usual(), queues(1)
	q.CQs[0].Poll = 30 * ns
	c.Contexts, c.ContextMiss = 1, 700*ns
	k := alone(t, c, q, hostpath.WQE{Bytes: 1000})[0]
	require.Equal(t, hostpath.Times{
		DoorbellRung: 100 * ns, Fetched: 704_064, Chosen: 704_064, Processed: 1_504_064, Staged: 1_967_557, Sent: 1_967_557,
		Acked:   1_967_557 + 84_000 + 2_010_000,
		Written: 1_967_557 + 84_000 + 2_010_000 + 254_064, Polled: 1_967_557 + 84_000 + 2_010_000 + 284_064,
	}, k.Times)

	// What comes with the doorbell is not read.
	c.InlineBytes, c.Contexts = 200, 0
	k = alone(t, c, q, hostpath.WQE{Bytes: 200})[0]
	require.Equal(t, 300*ns, k.Fetched)
	require.Equal(t, 400*ns, k.Sent)
	k = alone(t, c, q, hostpath.WQE{Bytes: 201})[0]
	require.Equal(t, event.Time(704_064), k.Fetched)

	// A loop-back passes the pipe once and no wire.
	q.QPs[0].Loopback = true
	k = alone(t, c, q, hostpath.WQE{Bytes: 1000})[0]
	require.Equal(t, k.Sent+84*ns+50*ns, k.Acked)
}

// TestBatch: a batch rings once and is fetched at once; a completion covers the quiet ones before
// it, in order, and none comes for what nothing covers.
func TestBatch(t *testing.T) {
	c, q := usual(), queues(1)
	c.Message = 0
	list := alone(t, c, q, hostpath.WQE{Bytes: 8, Unsignaled: true}, hostpath.WQE{Bytes: 8, Unsignaled: true}, hostpath.WQE{Bytes: 8}, hostpath.WQE{Bytes: 8, Unsignaled: true})
	for _, k := range list[:3] {
		require.Equal(t, 4*40*ns+60*ns, k.DoorbellRung)
		require.Equal(t, k.DoorbellRung+200*ns+400*ns+hostpath.Serial(4*64, c.PCIeRate), k.Fetched)
		require.Equal(t, list[2].Polled, k.Polled)
	}
	require.Equal(t, []hostpath.Kind{hostpath.Unsignaled, hostpath.Unsignaled, hostpath.Sent}, []hostpath.Kind{list[0].Kind, list[1].Kind, list[2].Kind})
	require.Zero(t, list[3].Polled)
}

// TestCaps: each stage caps the throughput of a closed loop that is deep enough, at its own rate.
func TestCaps(t *testing.T) {
	const until = event.Millisecond
	for _, k := range []struct {
		name   string
		change func(c *hostpath.Config)
		depth  int
		bytes  uint64
		each   event.Time // at best
	}{
		{"message processor", func(c *hostpath.Config) { c.Message = 130 * ns }, 64, 64, 130 * ns},
		{"thread", func(c *hostpath.Config) { c.Message, c.Doorbell = 20*ns, 460*ns }, 64, 64, 500 * ns},
		{"pipe", func(*hostpath.Config) {}, 16, 64 << 10, hostpath.Serial(65536+16*50, 100_000_000_000)},
		{"PCIe", func(c *hostpath.Config) { c.PCIeRate, c.StageBytes = 50_000_000_000, 256<<10 }, 16, 64 << 10, hostpath.Serial(65536+64, 50_000_000_000)},
	} {
		c := usual()
		k.change(&c)
		load := &closed{depth: k.depth, bytes: []uint64{k.bytes}, until: until}
		n := sum(load.run(t, c, queues(1)))
		require.InEpsilon(t, float64(until/2)/float64(k.each), float64(n), 0.01, k.name)
	}
}

// TestLock: t threads that share a QP get 1/(1 + 0.8 (1 - 1/t)) of what a single thread gets.
func TestLock(t *testing.T) {
	c := usual()
	c.Message = 0
	one := 0.0
	for _, threads := range []uint32{1, 3, 9} {
		q := hostpath.Queues{Threads: threads + 1, CQs: []hostpath.CQ{{Thread: threads}}, QPs: []hostpath.QP{{SRQ: hostpath.None, Threads: threads}}}
		turn := uint32(0)
		load := &closed{depth: 128, bytes: []uint64{8}, until: event.Millisecond, thread: func(uint32) uint32 { turn = (turn + 1) % threads; return turn }}
		n := float64(sum(load.run(t, c, q)))
		if threads == 1 {
			one = n
			continue
		}
		require.InDelta(t, 1/(1+0.8*(1-1/float64(threads))), n/one, 0.01, "%d threads", threads)
	}
}

// TestPoll: a thread that takes Budget completions each Period holds a closed loop to that.
func TestPoll(t *testing.T) {
	for _, budget := range []uint32{1, 5, 10} {
		q := queues(1)
		q.CQs[0].Period, q.CQs[0].Budget = 10*event.Microsecond, budget
		load := &closed{depth: 64, bytes: []uint64{8}, until: 10 * event.Millisecond}
		require.InDelta(t, 500*uint64(budget), sum(load.run(t, usual(), q)), float64(budget), "budget %d", budget)
	}
}

// TestContexts: with more QPs than contexts a random order hits as often as the cache holds the
// QP; a cyclic one never; and no QP loses while there is room.
func TestContexts(t *testing.T) {
	for _, pick := range []hostpath.Arbitration{hostpath.Random, hostpath.RoundRobin} {
		full := 0.0
		for _, qps := range []int{5, 20, 40, 100} {
			c := usual()
			c.Message, c.Contexts, c.ContextMiss, c.Arbitration, c.Seed = 270*ns, 20, 550*ns, pick, 1
			q := queues(qps)
			if qps == 40 {
				q.QPs[3].NoContext = true
			}
			load := &closed{depth: 4, bytes: []uint64{32}, until: 4 * event.Millisecond}
			n := float64(sum(load.run(t, c, q)))
			if qps == 5 {
				full = n
			}
			hit := min(1, 20/float64(qps))
			if pick == hostpath.RoundRobin && qps > 20 {
				hit = 0
			}
			require.InEpsilon(t, full*270/(270+550*(1-hit)), n, 0.03, "%d QPs, order %d", qps, pick)
		}
	}
}
