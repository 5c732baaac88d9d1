package nicmodel_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/topology"
	"smartnic-cc/nicmodel/workload"
)

// thief is a hook that drops chosen packets at one switch: those of a kind with a number, a given number of times.
type thief struct {
	node  uint32
	kind  uint8
	seq   uint32
	times int
	taken int
}

func (h *thief) Arrive(_ event.Time, node uint32, _ uint16, k *fabric.Packet) bool {
	if node != h.node || k.Kind != h.kind || k.Seq != h.seq || h.taken == h.times {
		return true
	}
	h.taken++
	return false
}

// TestGoBackN drops one chosen packet of 20 and counts what recovers it. Lost data is found by a gap if more follow,
// and by the timeout if it was the last or lost again; acknowledgements are cumulative, so that only the loss of the
// last costs a timeout.
func TestGoBackN(t *testing.T) {
	top := build(t, topology.Star{Hosts: 2, Rate: 100 * gigabit, Delay: event.Microsecond})
	const n = 20
	for _, one := range []struct {
		name              string
		kind              uint8
		seq               uint32
		times             int
		returns, timeouts uint64
	}{
		{"first", fabric.Data, 0, 1, 1, 0},
		{"middle", fabric.Data, 10, 1, 1, 0},
		{"last but one", fabric.Data, n - 2, 1, 1, 0},
		{"last", fabric.Data, n - 1, 1, 1, 1},
		{"middle twice", fabric.Data, 10, 2, 2, 1},
		{"first five times", fabric.Data, 0, 5, 5, 4},
		{"acknowledgement", fabric.Ack, 10, 1, 0, 0},
		{"last acknowledgement", fabric.Ack, n, 1, 1, 1},
		{"last acknowledgement thrice", fabric.Ack, n, 3, 3, 3},
	} {
		for _, window := range []uint32{0, 1, 7} {
			t.Run(fmt.Sprintf("%s window %d", one.name, window), func(t *testing.T) {
				c := plain(top, flows(flow{src: 0, dst: 1, bytes: n*1000 - 1}))
				c.NICs[0].Window = window
				c.NICs[0].RTO = 100 * event.Microsecond
				r, notes := proof{Config: c, cuts: [][2]int{{2, 1}}, watch: func() (fabric.Hook, func(testing.TB)) {
					h := &thief{node: 2, kind: one.kind, seq: one.seq, times: one.times}
					return h, func(t testing.TB) { require.Equal(t, one.times, h.taken) }
				}}.run(t)
				require.Equal(t, uint64(one.times), r.DroppedPackets)
				require.Zero(t, r.Buffered)
				require.Zero(t, r.Lossy)
				if window != 1 {
					require.Equal(t, one.returns, r.GoBacks, "returns")
					require.Equal(t, one.timeouts, r.Timeouts, "timeouts")
				} else {
					// One packet at a time: nothing shows a gap.
					require.Equal(t, uint64(one.times), r.Timeouts, "timeouts")
				}
				took := notes.Completions[0].At - notes.Completions[0].Posted
				require.GreaterOrEqual(t, took, event.Time(r.Timeouts)*c.NICs[0].RTO)
				require.Less(t, took, event.Time(r.Timeouts+1)*c.NICs[0].RTO+100*event.Microsecond)
			})
		}
	}
}

// TestNackLost: the packet that reports a gap is lost; a gap is reported once, so the timeout recovers it.
func TestNackLost(t *testing.T) {
	top := build(t, topology.Star{Hosts: 2, Rate: 100 * gigabit, Delay: event.Microsecond})
	c := plain(top, flows(flow{src: 0, dst: 1, bytes: 20_000}))
	c.NICs[0].RTO = 100 * event.Microsecond
	r, _ := proof{Config: c, cuts: [][2]int{{2, 1}}, watch: func() (fabric.Hook, func(testing.TB)) {
		h := &thieves{{node: 2, kind: fabric.Data, seq: 5, times: 1}, {node: 2, kind: fabric.Nack, seq: 5, times: 1}}
		return h, func(t testing.TB) { require.Equal(t, 2, h[0].taken+h[1].taken) }
	}}.run(t)
	require.Equal(t, uint64(1), r.Timeouts)
	require.Equal(t, uint64(1), r.GoBacks)
}

// TestTwoGaps: the second gap of a connection is reported like the first.
func TestTwoGaps(t *testing.T) {
	top := build(t, topology.Star{Hosts: 2, Rate: 100 * gigabit, Delay: event.Microsecond})
	c := plain(top, flows(flow{src: 0, dst: 1, bytes: 300_000}))
	r, _ := proof{Config: c, cuts: [][2]int{{2, 1}}, watch: func() (fabric.Hook, func(testing.TB)) {
		h := &thieves{{node: 2, kind: fabric.Data, seq: 5, times: 1}, {node: 2, kind: fabric.Data, seq: 200, times: 1}}
		return h, func(t testing.TB) { require.Equal(t, 2, h[0].taken+h[1].taken) }
	}}.run(t)
	require.Zero(t, r.Timeouts)
	require.Equal(t, uint64(2), r.GoBacks)
}

type thieves [2]thief

func (h *thieves) Arrive(now event.Time, node uint32, port uint16, k *fabric.Packet) bool {
	return h[0].Arrive(now, node, port, k) && h[1].Arrive(now, node, port, k)
}

// TestRandomLoss: links lose up to a fifth of all packets, there and back; everything is
// delivered once and in order all the same, in all styles of acknowledging.
func TestRandomLoss(t *testing.T) {
	for _, ppb := range []uint32{1_000_000, 20_000_000, 200_000_000} {
		for _, every := range []uint16{0, 1, 4} {
			t.Run(fmt.Sprintf("%d ppb, an acknowledgement every %d", ppb, every), func(t *testing.T) {
				top := build(t, topology.LeafSpine{Leaves: 2, HostsPerLeaf: 3, Spines: 2, HostRate: 100 * gigabit, UpRate: 100 * gigabit, Delay: event.Microsecond})
				for i := range top.Links {
					top.Links[i].LossPPB = ppb
				}
				plan := &workload.Plan{}
				for i := range 12 {
					src := uint32(i % 6)
					plan.Conns = append(plan.Conns, workload.Conn{Src: src, Dst: (src + 1 + uint32(i/6)) % 6, SrcPort: uint16(i), DstPort: 4791, Class: 1})
					for j := range 4 {
						plan.Messages = append(plan.Messages, workload.Message{
							Conn: uint32(i), After: workload.NoDependency, OnArrival: workload.NoDependency, OnAck: workload.NoDependency,
							Bytes: uint64(1 + 5003*((i+j*7)%9)), Start: event.Time(j) * 20 * event.Microsecond,
						})
					}
				}
				plan.Sort()
				c := controlled(t, plain(top, plan), "hpcc", 100*gigabit, nicmodel.NotifyCNP)
				c.NICs[0].RTO = 50 * event.Microsecond
				c.NICs[0].AckEvery = every
				if every != 0 {
					c.NICs[0].Window = 16
				}
				c.Fabric.Seed = uint64(every)
				r, _ := proof{Config: c, watch: watch(top, false), cuts: [][2]int{{2, 2}, {4, 1}}}.run(t)
				require.Positive(t, r.Lossy)
				require.Equal(t, r.Lossy, r.DroppedPackets)
				require.Positive(t, r.GoBacks)
				require.GreaterOrEqual(t, r.GoBacks, r.Timeouts)
				// Each link loses the share that it is said to, within five standard deviations
				// of a binomial variate: (lossy - n p)^2 < 25 n p (1-p). Packets pass two or four
				// links, so the number of transmissions is taken from below and above.
				n := r.SentPackets
				require.Less(t, r.Lossy, 4*n*uint64(ppb)/1_000_000_000+5*isqrt(4*n*uint64(ppb)/1_000_000_000)+5)
				require.Greater(t, r.Lossy+5*isqrt(4*n*uint64(ppb)/1_000_000_000)+5, n*uint64(ppb)/1_000_000_000)
			})
		}
	}
}

// isqrt is the square root, rounded up.
func isqrt(x uint64) uint64 {
	r := uint64(0)
	for r*r < x {
		r++
	}
	return r
}

// TestTotalLoss: what cannot arrive never completes, and is tried again for ever.
func TestTotalLoss(t *testing.T) {
	top := build(t, topology.Star{Hosts: 2, Rate: 100 * gigabit, Delay: event.Microsecond})
	top.Links[1].LossPPB = topology.LossUnit
	c := plain(top, flows(flow{src: 0, dst: 1, bytes: 3000}))
	c.NICs[0].RTO = event.Millisecond
	c.End = 20*event.Millisecond - event.Microsecond
	r, _ := proof{Config: c, unfinished: true}.run(t)
	require.Zero(t, r.Completed)
	require.Zero(t, r.PayloadBytes)
	require.Equal(t, uint64(19), r.Timeouts)
	require.Equal(t, uint64(60), r.DroppedPackets)
}

// shares is a hook that marks all data of message 1, loses the first acknowledgement, and
// notes the shares that acknowledgements report.
type shares struct {
	lost bool
	seen map[uint32]uint16
}

func (h *shares) Arrive(_ event.Time, _ uint32, _ uint16, k *fabric.Packet) bool {
	if k.Kind == fabric.Data {
		if k.Arg == 1 {
			k.Flags |= fabric.Marked
		}
		return true
	}
	if !h.lost {
		h.lost = true
		return false
	}
	h.seen[k.Seq] = max(h.seen[k.Seq], uint16(k.Arg))
	return true
}

// TestShareOfARepetition: the acknowledgement of a message's end that is sent again, while
// the next message is under way, does not tell the next one's share of marks.
func TestShareOfARepetition(t *testing.T) {
	top := build(t, topology.Star{Hosts: 2, Rate: 100 * gigabit, Delay: event.Microsecond})
	plan := &workload.Plan{}
	many(plan, 0, 1, 1, 1, 2000)
	many(plan, 0, 1, 1, 1, 2_000_000)
	plan.Messages[1].Conn = 0
	c := plain(top, plan)
	c.NICs[0].AckEvery = 0
	c.NICs[0].RTO = 50 * event.Microsecond
	c.NICs[0].Notify = nicmodel.NotifyNone
	r, _ := proof{Config: c, cuts: [][2]int{}, watch: func() (fabric.Hook, func(testing.TB)) {
		h := &shares{seen: map[uint32]uint16{}}
		return h, func(t testing.TB) {
			for seq, share := range h.seen {
				require.Equal(t, seq == 2002, share != 0, "acknowledgement of %d tells %d", seq, share)
			}
			require.Equal(t, uint16(0xFFFF), h.seen[2002])
			require.Greater(t, len(h.seen), 1)
		}
	}}.run(t)
	require.Positive(t, r.Timeouts)
}
