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

// sniffer is a hook that notes the data that comes into one switch.
type sniffer struct {
	node uint32
	seen []sniffed
}

type sniffed struct {
	at    event.Time
	class uint8
	size  uint16
	conn  uint32
}

func (h *sniffer) Arrive(now event.Time, node uint32, _ uint16, k *fabric.Packet) bool {
	if node == h.node && k.Kind == fabric.Data {
		h.seen = append(h.seen, sniffed{now, k.Class(), k.Size, k.Conn})
	}
	return true
}

// sniff runs a model and returns what came into a switch.
func sniff(t testing.TB, c nicmodel.Config, node uint32) []sniffed {
	t.Helper()
	var last *sniffer
	proof{Config: c, cuts: [][2]int{{2, 1}}, watch: func() (fabric.Hook, func(testing.TB)) {
		last = &sniffer{node: node}
		return last, func(testing.TB) {}
	}}.run(t)
	return last.seen
}

// classes makes control and classes of given weights, without PFC; weight 0 is strict.
func classes(weights ...uint8) []fabric.Class {
	c := []fabric.Class{{Strict: true}}
	for _, w := range weights {
		c = append(c, fabric.Class{Weight: w, Strict: w == 0})
	}
	return c
}

// many is n messages of a size on one connection, all at once.
func many(p *workload.Plan, src, dst uint32, class uint8, n int, bytes uint64) {
	conn := uint32(len(p.Conns))
	p.Conns = append(p.Conns, workload.Conn{Src: src, Dst: dst, SrcPort: uint16(conn), DstPort: 4791, Class: class})
	for range n {
		p.Messages = append(p.Messages, workload.Message{Conn: conn, Bytes: bytes, After: workload.NoDependency, OnArrival: workload.NoDependency, OnAck: workload.NoDependency})
	}
}

// trunk is a dumbbell whose trunk is the bottleneck, of three senders and a receiver.
func trunk(t testing.TB) *topology.Topology {
	return build(t, topology.Dumbbell{Left: 3, Right: 1, HostRate: 100 * gigabit, TrunkRate: 25 * gigabit, HostDelay: event.Microsecond, TrunkDelay: event.Microsecond})
}

// TestWeights: while three classes are backlogged at a switch's port, or at a NIC, each
// gets bytes by its weight, whatever the sizes of its packets. Deficit round robin is off
// by a round's quantum and a packet a class at most.
func TestWeights(t *testing.T) {
	for _, weights := range [][]uint8{{1, 1, 1}, {1, 2, 4}, {3, 1, 7}} {
		for _, sizes := range [][3]uint64{{1000, 1000, 1000}, {1000, 200, 52}} {
			for _, where := range []string{"switch", "NIC"} {
				t.Run(fmt.Sprint(weights, sizes, where), func(t *testing.T) {
					plan := &workload.Plan{}
					for i := range uint32(3) {
						src := i
						if where == "NIC" {
							src = 0
						}
						// As many bytes each; headers come on top.
						many(plan, src, 3, uint8(i+1), int(300_000/(sizes[i]+48)), sizes[i])
					}
					top, node := trunk(t), uint32(5)
					if where == "NIC" {
						top = build(t, topology.Star{Hosts: 4, Rate: 100 * gigabit, Delay: event.Microsecond})
						node = 4
					}
					c := plain(top, plan)
					c.Fabric.Classes = classes(weights...)
					seen := sniff(t, c, node)
					var sum [4]int64
					// The first class to end, and when all had begun.
					total := [4]int64{}
					for i, m := range sizes {
						total[i+1] = int64(300_000/(m+48)) * int64(m+48)
					}
					for i, k := range seen {
						sum[k.class] += int64(k.size)
						if i < 100 {
							// Until queues are built up.
							sum = [4]int64{}
							total[k.class] -= int64(k.size)
							continue
						}
						if sum[k.class] >= total[k.class] {
							break
						}
						for a := range weights {
							for b := range weights {
								// Shares in rounds, times both weights.
								d := sum[a+1]*int64(weights[b]) - sum[b+1]*int64(weights[a])
								require.LessOrEqual(t, d, 2*int64(weights[a])*int64(weights[b])*1048+1048*int64(max(weights[a], weights[b])),
									"classes %d and %d after %d packets", a+1, b+1, i)
							}
						}
					}
					require.Greater(t, sum[1]+sum[2]+sum[3], int64(300_000))
				})
			}
		}
	}
}

// TestStrict: a strict class passes all others: while it has packets, nothing else
// leaves but what was in transmission; and control goes before strict data.
func TestStrict(t *testing.T) {
	plan := flows(
		flow{src: 0, dst: 3, bytes: 400_000, class: 2},
		flow{src: 1, dst: 3, bytes: 400_000, class: 3},
		flow{src: 2, dst: 3, bytes: 100_000, class: 1, at: 20 * event.Microsecond},
	)
	c := plain(trunk(t), plan)
	c.Fabric.Classes = classes(0, 1, 200)
	seen := sniff(t, c, 5)
	first, last := -1, -1
	for i, k := range seen {
		if k.class == 1 {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	require.Equal(t, 99, last-first, "packets of other classes between strict ones")
	// It has waited for one packet at most.
	slot := serial(1048, 25*gigabit)
	alone := 20*event.Microsecond + serial(1048, 100*gigabit) + slot + 2*event.Microsecond
	require.LessOrEqual(t, seen[first].at, alone+slot)
}

// TestStrictOrder: of two strict classes the lower number goes first.
func TestStrictOrder(t *testing.T) {
	c := plain(trunk(t), flows(
		flow{src: 0, dst: 3, bytes: 300_000, class: 2},
		flow{src: 1, dst: 3, bytes: 100_000, class: 1, at: 10 * event.Microsecond},
		flow{src: 2, dst: 3, bytes: 100_000, class: 3},
	))
	c.Fabric.Classes = classes(0, 0, 9)
	seen := sniff(t, c, 5)
	end := map[uint8]event.Time{}
	begin := map[uint8]event.Time{}
	for _, k := range seen {
		end[k.class] = k.at
		if k.at > 15*event.Microsecond && begin[k.class] == 0 {
			begin[k.class] = k.at
		}
	}
	require.Less(t, end[1], end[2])
	require.Less(t, end[2], begin[3])
}

// TestRoundRobinOfConnections: a NIC sends for each of its connections in turn, and one
// that has not begun until later gets the same share at once.
func TestRoundRobinOfConnections(t *testing.T) {
	top := build(t, topology.Star{Hosts: 4, Rate: 100 * gigabit, Delay: event.Microsecond})
	c := plain(top, flows(
		flow{src: 0, dst: 1, bytes: 100_000}, flow{src: 0, dst: 2, bytes: 100_000}, flow{src: 0, dst: 3, bytes: 30_000, at: 5 * event.Microsecond},
	))
	seen := sniff(t, c, 4)
	late := 0
	for i, k := range seen[:200] {
		switch {
		case k.conn == 2:
			late++
			require.True(t, late == 1 || seen[i-3].conn == 2, "packet %d", i)
		case late == 0 && i > 0:
			require.NotEqual(t, seen[i-1].conn, k.conn, "packet %d", i)
		}
	}
	require.Equal(t, 30, late)
}

// TestPausedClassAlone: PFC stops one class and leaves the other.
func TestPausedClassAlone(t *testing.T) {
	top := build(t, topology.Star{Hosts: 4, Rate: 100 * gigabit, Delay: event.Microsecond})
	// Host 0 sends class 1 to host 2, on which hosts 1 and 0 converge, and class 2 to host 3.
	plan := flows(
		flow{src: 0, dst: 2, bytes: 500_000, class: 1}, flow{src: 1, dst: 2, bytes: 500_000, class: 1},
		flow{src: 0, dst: 3, bytes: 300_000, class: 2},
	)
	c := plain(top, plan)
	c.Fabric.Classes = []fabric.Class{{Strict: true}, {Weight: 1, Lossless: true}, {Weight: 1, Lossless: true}}
	c.Fabric.Buffer.Bytes = 2*fixedBytes(top, &c.Fabric) + 50_000
	c.Record.Pauses = true
	r, notes := proof{Config: c, watch: watch(top, true), cuts: [][2]int{}}.run(t)
	require.Zero(t, r.DroppedPackets)
	require.NotEmpty(t, notes.Pauses)
	for _, k := range notes.Pauses {
		require.Equal(t, uint8(1), k.Class)
	}
	// Class 2 has half of host 0's link at least.
	for _, k := range notes.Completions {
		if k.Conn == 2 {
			require.Less(t, k.At, 2*300*serial(1048, 100*gigabit)+10*event.Microsecond)
		}
	}
}
