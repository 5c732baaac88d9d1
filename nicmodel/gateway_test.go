package nicmodel_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/num/sums"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/systems/themis"
	"smartnic-cc/nicmodel/topology"
	"smartnic-cc/nicmodel/workload"
)

// longHaul is WebSearch flows between two data centres of four hosts, half of them far ones.
func longHaul(t testing.TB, notify nicmodel.Notify) nicmodel.Config {
	t.Helper()
	top := build(t, topology.LongHaul{ToRs: 2, HostsPerToR: 2, Aggs: 2, HostRate: 100 * gigabit, AggRate: 100 * gigabit, GatewayRate: 400 * gigabit,
		LongRate: 1600 * gigabit, Delay: event.Microsecond, LongDelay: 100*event.Microsecond + 300*event.Nanosecond})
	sizes, err := workload.Named("websearch")
	require.NoError(t, err)
	plan, err := workload.Sites{
		Poisson: workload.Poisson{Hosts: []uint32{0, 1, 2, 3, 4, 5, 6, 7}, Load: 900_000, Rate: 100 * gigabit, Size: sizes, Duration: 50 * event.Millisecond, Count: 90, Class: 1, Seed: 3},
		Number:  2, Far: 500_000, Front: true,
	}.Plan()
	require.NoError(t, err)
	c := controlled(t, plain(top, plan), "hpcc", 100*gigabit, notify)
	c.NICs[0].Window, c.NICs[0].ScaleWindow, c.NICs[0].AckAsData, c.NICs[0].RTO = 3000, true, true, 0
	c.Fabric.Deep = top.LongLinks(100 * event.Microsecond)
	c.Record.Pauses, c.Record.Bin, c.End = true, 50*event.Microsecond, 200*event.Millisecond
	c.Fabric.SampleEvery = 100 * event.Microsecond
	return c
}

// spacing is a hook that records the gaps between the notifications of a connection that a gateway lets through to
// its data centre, along with what watcher records.
type spacing struct {
	fabric.Hook
	hosts, gateway uint32
	last           []map[uint32]event.Time // by switch and connection
	least          []event.Time
	seen           []int
	port           [][]bool // from a gateway
}

func (s *spacing) Arrive(now event.Time, node uint32, port uint16, k *fabric.Packet) bool {
	i := node - s.hosts
	if s.port[i][port] && (k.Kind == fabric.CNP || k.Kind == fabric.Ack && k.Flags&fabric.Echo != 0) {
		if last, ok := s.last[i][k.Conn]; ok {
			s.least[i] = min(s.least[i], now-last)
		}
		s.last[i][k.Conn] = now
		s.seen[i]++
	}
	return s.Hook.Arrive(now, node, port, k)
}

// TestGateways: whatever gateways hold, no packet of a connection passes another, none is lost or
// counted twice, and notifications leave at least an interval apart; all cuts of the network agree, that
// at the long link too.
func TestGateways(t *testing.T) {
	for _, notify := range []nicmodel.Notify{nicmodel.NotifyEcho, nicmodel.NotifyCNP} {
		for name, change := range map[string]func(*themis.Config){
			"pace": func(*themis.Config) {}, "resubmit": func(c *themis.Config) { c.Hold = themis.HoldResubmit },
			"little room": func(c *themis.Config) { c.Capacity = 30_000 }, "few flows": func(c *themis.Config) { c.TableBits = 2 },
		} {
			if notify == nicmodel.NotifyCNP && name != "pace" {
				continue
			}
			c := longHaul(t, notify)
			k := themis.Default(rateOf(100 * gigabit))
			k.Long = 100 * event.Microsecond
			change(&k)
			gateways, err := k.Gateways(c.Topology)
			require.NoError(t, err)
			var made []*themis.Gateway
			c.Fabric.Gateway = func(node uint32) fabric.Gateway {
				g := gateways(node)
				if g == nil {
					return nil
				}
				made = append(made, g.(*themis.Gateway))
				return g
			}
			ports := c.Topology.Ports()
			p := proof{Config: c, cuts: [][2]int{{2, 2}, {8, 1}}, watch: func() (fabric.Hook, func(testing.TB)) {
				inner, check := watch(c.Topology, true)()
				s := &spacing{Hook: inner, hosts: c.Topology.Hosts, gateway: c.Topology.Nodes() - 2}
				for i := range c.Topology.Switches {
					from := make([]bool, len(ports[c.Topology.Hosts+i]))
					for port, to := range ports[c.Topology.Hosts+i] {
						from[port] = to.Peer >= s.gateway && c.Topology.Hosts+i < s.gateway
					}
					s.port, s.last, s.least, s.seen = append(s.port, from), append(s.last, map[uint32]event.Time{}), append(s.least, event.Never), append(s.seen, 0)
				}
				return s, func(t testing.TB) {
					check(t)
					seen := 0
					for i, least := range s.least {
						seen += s.seen[i]
						if notify == nicmodel.NotifyCNP && k.TableBits > 2 {
							// A CNP waits for at most one packet at each port.
							require.Greater(t, least, 50*event.Microsecond-100*event.Nanosecond, name)
						}
					}
					require.Positive(t, seen, name)
				}
			}}
			r, _ := p.run(t)
			require.Zero(t, r.DroppedPackets, name)
			require.Zero(t, r.InFlightPackets, name)
			first := made[0].Stats
			sums.Add(&first, &made[1].Stats)
			require.Positive(t, first.Delayed, name)
			require.Positive(t, first.Reactions, name)
			require.Equal(t, k.TableBits == 2, first.Collisions > 10, name)
			require.Equal(t, k.Capacity != 0, first.Early > 0, name)
			if k.Capacity != 0 {
				require.LessOrEqual(t, first.PeakBytes, k.Capacity+1048)
			}
			for i := 2; i < len(made); i += 2 {
				again := made[i].Stats
				sums.Add(&again, &made[i+1].Stats)
				require.Equal(t, first, again, name)
			}
		}
	}
}

// crossed is a hook that counts the data that a switch's port takes in, and how much of it is marked.
type crossed struct {
	fabric.Hook
	node         uint32
	port         uint16
	data, marked int
}

func (s *crossed) Arrive(now event.Time, node uint32, port uint16, k *fabric.Packet) bool {
	if node == s.node && port == s.port && k.Kind == fabric.Data {
		s.data++
		if k.Flags&fabric.Marked != 0 {
			s.marked++
		}
	}
	return s.Hook.Arrive(now, node, port, k)
}

// TestOwnMarks: of a long link that is the bottleneck the marks pass, and its gateway takes them where it
// converts them: nothing marked crosses then, the sources hear of it a round trip sooner, less waits, and all
// are done much sooner. All cuts agree.
func TestOwnMarks(t *testing.T) {
	var minted [2]uint64
	var peak [2]uint32
	var last [2]event.Time
	for i, convert := range []bool{false, true} {
		c := longHaul(t, nicmodel.NotifyEcho)
		for l := range c.Topology.Links {
			if c.Topology.Links[l].Rate == 1600*gigabit {
				c.Topology.Links[l].Rate = 100 * gigabit
			}
		}
		// Only flows that leave the first data centre.
		plan, err := workload.Incast{Senders: []uint32{0, 1, 2, 3}, Receiver: 4, Bytes: 8_000_000, Class: 1}.Plan()
		require.NoError(t, err)
		for k := range plan.Conns {
			plan.Conns[k].Dst = uint32(4 + k)
		}
		c.Plan = plan
		k := themis.Default(rateOf(100 * gigabit))
		k.Long, k.Convert = 100*event.Microsecond, convert
		gateways, err := k.Gateways(c.Topology)
		require.NoError(t, err)
		near, far := c.Topology.Nodes()-2, c.Topology.Nodes()-1
		long := uint16(0)
		for port, to := range c.Topology.Ports()[far] {
			if to.Peer == near {
				long = uint16(port)
			}
		}
		var made []*themis.Gateway
		c.Fabric.Gateway = func(node uint32) fabric.Gateway {
			g := gateways(node)
			if g == nil {
				return nil
			}
			if node == near {
				made = append(made, g.(*themis.Gateway))
			}
			return g
		}
		p := proof{Config: c, cuts: [][2]int{{2, 2}, {8, 1}}, watch: func() (fabric.Hook, func(testing.TB)) {
			inner, check := watch(c.Topology, true)()
			s := &crossed{Hook: inner, node: far, port: long}
			return s, func(t testing.TB) {
				check(t)
				require.GreaterOrEqual(t, s.data, 32_000)
				require.Equal(t, convert, s.marked == 0, "%d marked of %d", s.marked, s.data)
			}
		}}
		r, out := p.run(t)
		require.Zero(t, r.DroppedPackets)
		require.Equal(t, uint64(4), r.Completed)
		for _, g := range made {
			require.Equal(t, made[0].Stats, g.Stats)
		}
		s := &made[0].Stats
		require.Equal(t, convert, s.Converted > 0)
		// The uplinks of the data centre mark some.
		require.LessOrEqual(t, s.Converted, s.Cleared)
		require.LessOrEqual(t, s.Generated, s.Cleared)
		minted[i] = s.Generated
		for _, d := range out.Completions {
			last[i] = max(last[i], d.At)
		}
		for _, q := range out.Queues {
			if q.Node == near {
				peak[i] = max(peak[i], q.Bytes)
			}
		}
	}
	t.Log(peak, minted, last)
	require.Greater(t, minted[1], minted[0])
	require.Less(t, peak[1], peak[0])
	// 32 MB at 100 Gb/s are 2.7 ms.
	require.Less(t, last[1], 4*event.Millisecond)
	require.Greater(t, last[0], 2*last[1])
}

// TestFarParts: partitions that only the long link joins run ahead of one another by its delay, and the
// result is that of one partition.
func TestFarParts(t *testing.T) {
	c := longHaul(t, nicmodel.NotifyEcho)
	windows := map[int]int{}
	for _, partitions := range []int{1, 2, 4} {
		c.Partitions, c.Threads = partitions, min(partitions, 2)
		m, err := nicmodel.New(&c)
		require.NoError(t, err)
		_, err = m.Run(nil, func(event.Time, uint64) error {
			windows[partitions]++
			return nil
		})
		require.NoError(t, err)
	}
	require.Less(t, 20*windows[2], windows[1], "%v", windows)
	require.LessOrEqual(t, windows[2], windows[4])
}

// TestAheadParts: with a thread each, partitions that only the long link joins run ahead of one another within an
// epoch, and all that is recorded is that of one partition.
func TestAheadParts(t *testing.T) {
	c := longHaul(t, nicmodel.NotifyEcho)
	k := themis.Default(rateOf(100 * gigabit))
	k.Long = 100 * event.Microsecond
	gateways, err := k.Gateways(c.Topology)
	require.NoError(t, err)
	c.Fabric.Gateway = gateways
	alone, want := proof{Config: c}.once(t, 1, 1)
	for _, epoch := range []event.Time{100 * event.Microsecond, 1_030 * event.Microsecond, event.Second} {
		c.Epoch = epoch
		ahead, got := proof{Config: c}.once(t, 2, 2)
		require.Equal(t, alone, ahead)
		same(t, "completions", want.Completions, got.Completions)
		same(t, "queues", want.Queues, got.Queues)
		same(t, "pauses", want.Pauses, got.Pauses)
		same(t, "moved", want.Traffic, got.Traffic)
	}
}
