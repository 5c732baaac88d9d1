package nicmodel_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/random"
	"smartnic-cc/nicmodel/topology"
	"smartnic-cc/nicmodel/workload"
)

// pair notes the data that comes into two switches.
type pair struct {
	nodes [2]uint32
	seen  [2][]sniffed
}

func (h *pair) Arrive(now event.Time, node uint32, _ uint16, k *fabric.Packet) bool {
	for i, n := range h.nodes {
		if n == node && k.Kind == fabric.Data {
			h.seen[i] = append(h.seen[i], sniffed{now, k.Class(), k.Size, k.Conn})
		}
	}
	return true
}

// setting is a change of a port's queues.
type setting struct {
	at     event.Time
	queues fabric.Queues
}

// weigh runs a model with seven queues at a port, a level a connection, and the changes of the trunk's
// queues in the order of time; cut in any way it has to do the same. It returns what came into the switches.
func weigh(t testing.TB, c nicmodel.Config, lossless bool, changes []setting, nodes [2]uint32) (*nicmodel.Result, [2][]sniffed) {
	t.Helper()
	c.Fabric.Classes = []fabric.Class{{Strict: true}}
	for len(c.Fabric.Classes) < fabric.Classes {
		c.Fabric.Classes = append(c.Fabric.Classes, fabric.Class{Weight: 1, Lossless: lossless})
	}
	c.Fabric.Queues = changes[0].queues
	if c.Fabric.Levels == nil {
		for i := range c.Plan.Conns {
			c.Fabric.Levels = append(c.Fabric.Levels, uint8(i))
		}
	}
	var first *nicmodel.Result
	var seen [2][]sniffed
	for _, cut := range [][2]int{{1, 1}, {2, 2}} {
		hook := &pair{nodes: nodes}
		c.Partitions, c.Threads, c.Fabric.Hook = cut[0], cut[1], hook
		m, err := nicmodel.New(&c)
		require.NoError(t, err)
		left := changes[1:]
		r, err := m.Run(nil, func(now event.Time, _ uint64) error {
			for len(left) > 0 && left[0].at <= now {
				require.NoError(t, m.SetQueues(nodes[0], 7, &left[0].queues)) // the trunk
				left = left[1:]
			}
			return nil
		})
		require.NoError(t, err)
		require.True(t, r.Conserved())
		require.Zero(t, r.DroppedPackets)
		require.Zero(t, r.GoBacks, "reordered")
		if first == nil {
			first, seen = r, hook.seen
			continue
		}
		require.Equal(t, first, r)
		require.Equal(t, seen, hook.seen)
	}
	return first, seen
}

// weighing makes queues: the queue of each level, and weights of the queues from 1.
func weighing(of []uint8, weights ...uint8) fabric.Queues {
	q := fabric.OneQueue()
	copy(q.Of[:], of)
	copy(q.Weight[1:], weights)
	return q
}

// funnel is a plan of one long connection from each of seven hosts, through a trunk of 10 Gb/s, to an
// eighth, and its model.
func funnel(t testing.TB, bytes uint64, sizes func(i int) uint16) nicmodel.Config {
	top := build(t, topology.Dumbbell{Left: 7, Right: 1, HostRate: 25 * gigabit, TrunkRate: 10 * gigabit, HostDelay: event.Microsecond, TrunkDelay: event.Microsecond})
	plan := &workload.Plan{}
	for i := range uint32(7) {
		many(plan, i, 7, 1, 1, bytes)
	}
	c := plain(top, plan)
	c.NICs, c.Kind = nil, make([]uint8, 8)
	for i := range 7 {
		nic := nicmodel.DefaultNIC()
		nic.Payload, nic.RTO = sizes(i), 0
		c.NICs = append(c.NICs, nic)
		c.Kind[i] = uint8(i)
	}
	c.Fabric.Buffer.Bytes = 1 << 30
	return c
}

// TestWeightedShares: under backlog each queue has its weight's share within 2 %, whatever the sizes of
// its packets; when queues run dry the others have all of the link.
func TestWeightedShares(t *testing.T) {
	for _, one := range []struct {
		of      []uint8
		weights []uint8
		sizes   func(i int) uint16
	}{
		{[]uint8{1, 2}, []uint8{3, 1}, func(int) uint16 { return 1000 }},
		{[]uint8{1, 2, 3, 4, 5, 6, 7}, []uint8{4, 4, 4, 4, 4, 4, 4}, func(int) uint16 { return 1000 }},
		{[]uint8{1, 2, 3, 4, 5, 6, 7}, []uint8{1, 2, 3, 5, 8, 13, 21}, func(i int) uint16 { return uint16(1000 - 100*i) }},
		{[]uint8{1, 1, 2, 2, 3, 3, 3}, []uint8{90, 6, 4}, func(i int) uint16 { return uint16(400 + 100*i) }},
	} {
		t.Run(fmt.Sprint(one.of, one.weights), func(t *testing.T) {
			const bytes = 1_000_000
			c := funnel(t, bytes, one.sizes)
			c.Plan.Conns, c.Plan.Messages = c.Plan.Conns[:len(one.of)], c.Plan.Messages[:len(one.of)]
			r, seen := weigh(t, c, false, []setting{{queues: weighing(one.of, one.weights...)}}, [2]uint32{8, 9})
			require.Equal(t, r.Messages, r.Completed)
			out := seen[1]
			// While all queues have packets, from when the first have built up.
			begin := 20 * event.Microsecond
			var sum [fabric.Classes]uint64
			end := event.Never
			last := map[uint8]event.Time{}
			for _, k := range out {
				last[k.class] = k.at
			}
			for _, at := range last {
				end = min(end, at)
			}
			total, weights := uint64(0), uint64(0)
			for _, k := range out {
				if k.at > begin && k.at <= end {
					sum[k.class] += uint64(k.size)
					total += uint64(k.size)
				}
			}
			for i := range one.weights {
				weights += uint64(one.weights[i])
			}
			for i, w := range one.weights {
				share, want := float64(sum[i+1])/float64(total), float64(w)/float64(weights)
				t.Logf("queue %d: %.4f of the bytes, weight's share %.4f", i+1, share, want)
				require.InEpsilon(t, want, share, 0.02, "queue %d", i+1)
			}
			// The link is never idle from the first packet to the last.
			all := uint64(0)
			for _, k := range out {
				all += uint64(k.size)
			}
			span := out[len(out)-1].at - out[0].at + serial(uint64(out[0].size), 10*gigabit)
			use := float64(all) * 800 / float64(span)
			t.Logf("link use %.4f", use)
			require.GreaterOrEqual(t, use, 0.98)
			require.LessOrEqual(t, use, 1.0001)
		})
	}
}

// TestWeightedOrder compares the order and the times in which packets leave a port with an oracle written
// from the text-book, queues as slices: random levels, weights, sizes and pauses of the sources.
func TestWeightedOrder(t *testing.T) {
	for seed := range uint64(12) {
		s := random.New(seed, "weighted", 0)
		c := funnel(t, 60_000, func(int) uint16 { return uint16(100 + s.Below(900)) })
		c.Plan.Messages = nil
		for conn := range uint32(7) {
			for range 1 + s.Below(4) {
				c.Plan.Messages = append(c.Plan.Messages, workload.Message{Conn: conn, Bytes: uint64(1 + s.Below(80_000)),
					Start: event.Time(s.Below(100)) * event.Microsecond, After: workload.NoDependency, OnArrival: workload.NoDependency, OnAck: workload.NoDependency})
			}
		}
		c.Plan.Sort()
		var q fabric.Queues
		for i := range q.Of {
			q.Of[i] = uint8(1 + s.Below(7))
		}
		for i := range q.Weight {
			q.Weight[i] = uint8(1 + s.Below(20))
		}
		_, seen := weigh(t, c, false, []setting{{queues: q}}, [2]uint32{8, 9})
		want := deficit(seen[0], &q, 1048, 10*gigabit, event.Microsecond)
		require.Equal(t, want, seen[1], "seed %d", seed)
	}
}

// deficit is deficit round robin at one port of a rate: of what comes in, what arrives at the end of the
// link, a delay later, and when.
func deficit(in []sniffed, q *fabric.Queues, mtu int, rate uint64, delay event.Time) (out []sniffed) {
	queues := make([][]sniffed, 8)
	credit := make([]int, 8)
	turn, free := 0, event.Time(0)
	ready := func() (list []int) {
		for i := range queues {
			if len(queues[i]) > 0 {
				list = append(list, i)
			}
		}
		return list
	}
	send := func(at event.Time, k sniffed, queue int) {
		free = at + serial(uint64(k.size), rate)
		k.at, k.class = free+delay, uint8(queue)
		out = append(out, k)
	}
	serve := func() {
		list := ready()
		pick := list[0]
		if len(list) > 1 { // one alone neither uses credit nor earns any
			for {
				if len(queues[turn]) > 0 {
					if credit[turn] >= int(queues[turn][0].size) {
						break
					}
				} else {
					credit[turn] = 0
				}
				for turn = (turn + 1) % 8; len(queues[turn]) == 0; turn = (turn + 1) % 8 {
				}
				credit[turn] += int(q.Weight[turn]) * mtu / 4
			}
			pick = turn
			credit[pick] -= int(queues[pick][0].size)
		}
		k := queues[pick][0]
		queues[pick] = queues[pick][1:]
		send(free, k, pick)
	}
	for _, k := range in {
		for len(ready()) > 0 && free < k.at {
			serve()
		}
		queue := int(q.Of[k.conn])
		if len(ready()) == 0 && free <= k.at {
			send(k.at, k, queue)
			continue
		}
		queues[queue] = append(queues[queue], k)
	}
	for len(ready()) > 0 {
		serve()
	}
	return out
}

// TestWeightsChange: weights and the map from levels to queues change while packets wait. Shares follow,
// and no packet passes another of its connection.
func TestWeightsChange(t *testing.T) {
	c := funnel(t, 1_500_000, func(int) uint16 { return 1000 })
	c.Plan.Conns, c.Plan.Messages = c.Plan.Conns[:2], c.Plan.Messages[:2]
	// Sources that pause now and then let their levels move to other queues.
	for i := range c.NICs {
		c.NICs[i].Bucket = &nicmodel.Bucket{Rate: 9 * gigabit, Burst: 2000}
	}
	changes := []setting{
		{0, weighing([]uint8{1, 2}, 3, 1, 1)},
		{400 * event.Microsecond, weighing([]uint8{1, 2}, 1, 3, 1)},
		{800 * event.Microsecond, weighing([]uint8{3, 2}, 1, 1, 9)},
	}
	r, seen := weigh(t, c, false, changes, [2]uint32{8, 9})
	require.Equal(t, r.Messages, r.Completed)
	of := func(conn uint32, from, to event.Time) float64 {
		sum, all := 0, 0
		for _, k := range seen[1] {
			if k.at > from && k.at <= to {
				all += int(k.size)
				if k.conn == conn {
					sum += int(k.size)
				}
			}
		}
		return float64(sum) / float64(all)
	}
	require.InDelta(t, 0.75, of(0, 100*event.Microsecond, 400*event.Microsecond), 0.02)
	require.InDelta(t, 0.25, of(0, 450*event.Microsecond, 800*event.Microsecond), 0.02)
	// Level 0 waits all the time, so it stays in queue 1, which has half of what queue 2 and it have.
	require.InDelta(t, 0.5, of(0, 850*event.Microsecond, 1200*event.Microsecond), 0.02)
	late := seen[1][len(seen[1])-1]
	require.Contains(t, []uint8{2, 3}, late.class)
}

// TestQueuesArePaused: a queue that is paused holds up no other, though the ports of a link have levels in
// different queues: the pause is of the lane by which the packets came.
func TestQueuesArePaused(t *testing.T) {
	// Hosts 0 and 1 send to host 2 through a trunk and a slow link, host 0 to host 3 besides.
	top := wired(t, 4, 2,
		topology.Link{A: 0, B: 4, Rate: 100 * gigabit, Delay: event.Microsecond}, topology.Link{A: 1, B: 4, Rate: 100 * gigabit, Delay: event.Microsecond},
		topology.Link{A: 4, B: 5, Rate: 100 * gigabit, Delay: event.Microsecond},
		topology.Link{A: 2, B: 5, Rate: 10 * gigabit, Delay: event.Microsecond}, topology.Link{A: 3, B: 5, Rate: 100 * gigabit, Delay: event.Microsecond})
	c := plain(top, flows(flow{src: 0, dst: 2, bytes: 400_000, class: 1}, flow{src: 1, dst: 2, bytes: 400_000, class: 1}, flow{src: 0, dst: 3, bytes: 500_000, class: 2}))
	c.Fabric.Levels = []uint8{0, 0, 1}
	c.Fabric.Classes = make([]fabric.Class, fabric.Classes)
	for i := range c.Fabric.Classes {
		c.Fabric.Classes[i] = fabric.Class{Strict: i == 0, Weight: 1, Lossless: true}
	}
	c.Fabric.Queues = weighing([]uint8{3, 5}, 4, 4, 4, 4, 4, 4, 4)
	c.Fabric.Buffer.Bytes = 1_050_000 // 100 KB more than reserves and headrooms
	c.Record.Pauses = true
	r, notes := proof{Config: c, watch: watch(top, true), cuts: [][2]int{{2, 2}}}.run(t)
	require.Zero(t, r.DroppedPackets)
	lanes := map[uint8]bool{}
	for _, k := range notes.Pauses {
		if k.Node == 5 {
			lanes[k.Class] = true
		}
	}
	require.Equal(t, map[uint8]bool{3: true}, lanes, "the trunk's lane of level 0")
	for _, k := range notes.Completions {
		if k.Conn == 2 {
			require.Less(t, k.At, 2*serial(500*1048, 100*gigabit)+20*event.Microsecond)
		}
	}
}

// TestBucket: a NIC with a token bucket sends its burst and then at the bucket's rate; what it
// acknowledges does not wait.
func TestBucket(t *testing.T) {
	top := build(t, topology.Star{Hosts: 3, Rate: 100 * gigabit, Delay: event.Microsecond})
	for _, rate := range []uint64{1 * gigabit, 5 * gigabit, 33 * gigabit, 75 * gigabit} {
		for _, burst := range []uint32{1, 10_000} {
			// Host 0 sends over two connections; host 2 sends to it at line rate.
			c := plain(top, flows(flow{src: 0, dst: 1, bytes: 300_000}, flow{src: 0, dst: 2, bytes: 300_000}, flow{src: 2, dst: 0, bytes: 100_000}))
			c.NICs = append(c.NICs, c.NICs[0])
			c.NICs[0].Bucket = &nicmodel.Bucket{Rate: rate, Burst: burst}
			c.NICs[0].RTO, c.NICs[1].RTO = 0, 0
			c.Kind = []uint8{0, 1, 1}
			r, notes := proof{Config: c, watch: watch(top, true), cuts: [][2]int{{2, 2}}}.run(t)
			require.Zero(t, r.GoBacks)
			end := notes.Completions[len(notes.Completions)-1].At
			if k := notes.Completions[0]; k.Conn == 2 {
				require.Less(t, k.At, serial(100*1048, 100*gigabit)+10*event.Microsecond, "acknowledgements wait")
			}
			// All bytes but the burst at the rate, with the acknowledgements of host 2's packets, and the way.
			bytes := uint64(600*1048 + 100*60 - 1048)
			low := serial(bytes-100*60-uint64(burst), rate)
			high := serial(bytes, rate) + 8*event.Microsecond + 3*serial(1048, 100*gigabit)
			require.True(t, low <= end && end <= high, "%d bit/s, burst %d: %v, want %v to %v", rate, burst, end, low, high)
		}
	}
}

// TestBucketUnderPauses: a bucket and PFC hold back one NIC by turns; neither lets go what the other holds.
func TestBucketUnderPauses(t *testing.T) {
	top := build(t, topology.Dumbbell{Left: 2, Right: 1, HostRate: 100 * gigabit, TrunkRate: 10 * gigabit, HostDelay: event.Microsecond, TrunkDelay: event.Microsecond})
	c := plain(top, flows(flow{src: 0, dst: 2, bytes: 400_000}, flow{src: 1, dst: 2, bytes: 400_000}))
	c.NICs = append(c.NICs, c.NICs[0])
	c.NICs[0].Bucket = &nicmodel.Bucket{Rate: 4 * gigabit, Burst: 3000}
	c.Kind = []uint8{0, 1, 1}
	c.Fabric.Buffer.Bytes = fixedBytes(top, &c.Fabric) + 30_000
	c.Record.Pauses = true
	r, notes := proof{Config: c, watch: watch(top, true), cuts: [][2]int{{2, 2}}}.run(t)
	require.Zero(t, r.DroppedPackets)
	require.Greater(t, r.Pauses, uint64(10))
	for _, k := range notes.Completions {
		if k.Conn == 0 {
			require.Greater(t, k.At, serial(400*1048-3000, 4*gigabit))
		}
	}
}

// TestBadQueues: what cannot be is said.
func TestBadQueues(t *testing.T) {
	c := funnel(t, 1000, func(int) uint16 { return 1000 })
	m, err := nicmodel.New(&c)
	require.NoError(t, err)
	q := fabric.OneQueue()
	require.EqualError(t, m.SetQueues(8, 0, &q), "connections have no priority levels; give them by Config.Levels")
	require.EqualError(t, m.SetQueues(0, 0, &q), "connections have no priority levels; give them by Config.Fabric.Levels")
	c.Fabric.Levels, c.Fabric.Queues = make([]uint8, 7), q
	m, err = nicmodel.New(&c)
	require.NoError(t, err)
	require.EqualError(t, m.SetQueues(10, 0, &q), "node 10 does not exist; there are 10")
	require.EqualError(t, m.SetQueues(0, 1, &q), "host 0 has no port 1; a NIC has one")
	require.EqualError(t, m.SetQueues(9, 2, &q), "switch 9 has no port 2; it has 2 ports")
	q.Of[3] = 2
	require.EqualError(t, m.SetQueues(9, 1, &q), "level 3 has queue 2; the queues of a port are 1 to 1")
	q = fabric.OneQueue()
	q.Weight[1] = 0
	require.EqualError(t, m.SetQueues(0, 0, &q), "queue 1 has weight 0; use 1 to 255")
	c.Fabric.Levels[2] = 32
	_, err = nicmodel.New(&c)
	require.EqualError(t, err, "connection 2 has priority level 32; use 0 to 31")
	c.Fabric.Levels[2], c.Fabric.Gateway = 1, func(uint32) fabric.Gateway { return nil }
	_, err = nicmodel.New(&c)
	require.ErrorContains(t, err, "gateways and priority levels do not go together")
	c.Fabric.Gateway = nil
	c.Fabric.Levels = c.Fabric.Levels[:2]
	_, err = nicmodel.New(&c)
	require.EqualError(t, err, "priority levels of 2 connections, but there are 7")
	c.Fabric.Levels = nil
	c.NICs[0].Bucket = &nicmodel.Bucket{Rate: 5, Burst: 1}
	_, err = nicmodel.New(&c)
	require.EqualError(t, err, "bucket.rate: 5 bit/s; use 1 Mb/s to 1.6 Tb/s")
	c.NICs[0].Bucket = &nicmodel.Bucket{Rate: gigabit}
	_, err = nicmodel.New(&c)
	require.EqualError(t, err, "bucket.burst: 0 bytes; use 1 to 16777216")
}
