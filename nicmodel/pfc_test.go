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
)

// heavy is an incast from all other hosts to the last, flows back, and flows among the
// others that cross the pauses.
func heavy(top *topology.Topology, bytes uint64) nicmodel.Config {
	var list []flow
	last := top.Hosts - 1
	for src := range last {
		list = append(list, flow{src: src, dst: last, bytes: bytes}, flow{src: last, dst: src, bytes: bytes / 3, at: 20 * event.Microsecond},
			flow{src: src, dst: (src + last/2) % last, bytes: bytes / 2})
	}
	return plain(top, flows(list...))
}

// mixed is a switch with hosts at four rates.
func mixed(t testing.TB) *topology.Topology {
	var links []topology.Link
	for i, rate := range []uint64{400, 200, 100, 25, 400, 100, 25} {
		links = append(links, topology.Link{A: uint32(i), B: 7, Rate: rate * gigabit, Delay: event.Time(i+1) * 300 * event.Nanosecond})
	}
	return wired(t, 7, 1, links...)
}

// TestNoLossWithPFC: heavy incasts without congestion control, in several networks and with several buffers, lose
// nothing where PFC is on; with it off the small buffers lose packets, and go-back-N recovers them.
func TestNoLossWithPFC(t *testing.T) {
	for _, one := range []struct {
		name string
		top  *topology.Topology
	}{
		{"star", build(t, topology.Star{Hosts: 17, Rate: 100 * gigabit, Delay: event.Microsecond})},
		{"mixed", mixed(t)},
		{"leaf-spine", build(t, topology.LeafSpine{Leaves: 3, HostsPerLeaf: 5, Spines: 2, HostRate: 100 * gigabit, UpRate: 100 * gigabit, Delay: event.Microsecond})},
		{"fast spine", build(t, topology.LeafSpine{Leaves: 3, HostsPerLeaf: 5, Spines: 2, HostRate: 100 * gigabit, UpRate: 400 * gigabit, Delay: 2 * event.Microsecond})},
	} {
		for _, free := range []uint64{40_000, 300_000, 32 << 20} {
			t.Run(fmt.Sprintf("%s %d", one.name, free), func(t *testing.T) {
				c := heavy(one.top, 100_000)
				c.Fabric.Buffer.Bytes = fixedBytes(one.top, &c.Fabric) + free
				c.Record.Pauses = true
				r, notes := proof{Config: c, watch: watch(one.top, true), cuts: [][2]int{{3, 2}}}.run(t)
				require.Zero(t, r.DroppedPackets)
				require.Zero(t, r.GoBacks)
				if free < 1<<20 {
					require.Positive(t, r.Pauses)
				}
				paused(t, r, notes)

				c.Fabric.Classes = []fabric.Class{{Strict: true}, {Weight: 1}}
				c.NICs[0].RTO = 200 * event.Microsecond
				r, _ = proof{Config: c, watch: watch(one.top, false), cuts: [][2]int{{3, 2}}}.run(t)
				require.Zero(t, r.Pauses)
				require.Equal(t, r.Buffered, r.DroppedPackets)
				if free < 100_000 {
					require.Positive(t, r.Buffered)
					require.Positive(t, r.GoBacks)
				}
			})
		}
	}
}

// TestHeadroomOfShortLinks: with links of a few nanoseconds the headroom is not for what
// is under way but for packets: the one that brings the use over the threshold, the one
// behind which the pause waits, and the one that the sender has begun. Random flows meet
// all three at once soon; with headroom for two packets 1 run of 20 loses some.
func TestHeadroomOfShortLinks(t *testing.T) {
	pauses := uint64(0)
	for seed := range uint64(100) {
		s := random.New(seed, "short links", 0)
		top := build(t, topology.Star{Hosts: 6, Rate: 100 * gigabit, Delay: event.Time(1 + s.Below(90_000))})
		var list []flow
		for i := range 30 {
			src, dst := s.Below(6), s.Below(5)
			if i < 15 {
				dst = 4
			}
			if dst >= src {
				dst++
			}
			list = append(list, flow{src: src, dst: dst, bytes: 1 + uint64(s.Below(60_000)), at: event.Time(s.Below(20_000_000)), class: 1 + uint8(s.Below(2))})
		}
		c := plain(top, flows(list...))
		c.Fabric.Classes = []fabric.Class{{Strict: true}, {Weight: 1, Lossless: true}, {Weight: 3, Lossless: true}}
		if seed%2 == 0 {
			c.Fabric.Buffer.Reserve = 0
		}
		c.Fabric.Buffer.Bytes = 2*fixedBytes(top, &c.Fabric) + 1000 + 4000*(seed%5)
		r, _ := proof{Config: c, cuts: [][2]int{}}.run(t)
		require.Zero(t, r.DroppedPackets, "seed %d", seed)
		pauses += r.Pauses
	}
	require.Greater(t, pauses, uint64(1000))
}

// fixedBytes is the most that reserves and headrooms take in a switch.
func fixedBytes(top *topology.Topology, c *fabric.Config) uint64 {
	most := uint64(0)
	fixed := make([]uint64, top.Nodes())
	for _, l := range top.Links {
		for _, node := range [2]uint32{l.A, l.B} {
			bdp := uint64(l.Delay) * (l.Rate / 1000) / 8_000_000_000
			fixed[node] += uint64(c.Buffer.Reserve) + uint64(c.Buffer.HeadroomBDP)*bdp + 3*uint64(c.MTUWire) + 8*64
			if node >= top.Hosts {
				most = max(most, fixed[node])
			}
		}
	}
	return most + 1
}

// paused checks that pauses and resumes of a port and class take turns, and that every
// pause ended.
func paused(t testing.TB, r *nicmodel.Result, notes *notebook) {
	t.Helper()
	type where struct {
		node  uint32
		port  uint16
		class uint8
	}
	stopped := map[where]bool{}
	stops := uint64(0)
	for _, k := range notes.Pauses {
		w := where{k.Node, k.Port, k.Class}
		require.NotEqual(t, stopped[w], k.Stop, "port %v at %v", w, k.At)
		stopped[w] = k.Stop
		if k.Stop {
			stops++
		}
	}
	require.Equal(t, r.Pauses, stops)
	for w, is := range stopped {
		require.False(t, is, "port %v stays paused", w)
	}
}

// TestPauseWaitsForThePacket: frames go out behind the packet in transmission, whose time on
// the link is not shortened for what comes next. Single packets cross the trunk at random
// times against the direction of an incast that is paused; the watcher looks at the link.
func TestPauseWaitsForThePacket(t *testing.T) {
	top := build(t, topology.Dumbbell{Left: 4, Right: 5, HostRate: 100 * gigabit, TrunkRate: 400 * gigabit, HostDelay: event.Microsecond, TrunkDelay: event.Microsecond})
	s := random.New(1, "against", 0)
	var list []flow
	for src := range uint32(4) {
		list = append(list, flow{src: src, dst: 4, bytes: 300_000})
	}
	for range 4000 {
		list = append(list, flow{src: 5 + s.Below(4), dst: s.Below(4), bytes: 1 + uint64(s.Below(1000)), at: event.Time(s.Below64(uint64(100 * event.Microsecond)))})
	}
	c := plain(top, flows(list...))
	c.Fabric.Buffer.Bytes = fixedBytes(top, &c.Fabric) + 30_000
	r, _ := proof{Config: c, watch: watch(top, true), cuts: [][2]int{{2, 1}}}.run(t)
	require.Greater(t, r.Pauses, uint64(50))
}

// arrivals is a hook that notes when data came in, of a model with one switch.
type arrivals struct{ at []event.Time }

func (h *arrivals) Arrive(now event.Time, _ uint32, _ uint16, k *fabric.Packet) bool {
	if k.Kind == fabric.Data {
		h.at = append(h.at, now)
	}
	return true
}

// TestPauseOnOneLink follows PFC on the link of one sender at 100 Gb/s to a receiver at 25 Gb/s, with an independent
// oracle: the switch counts what came and what left, pauses when what is beyond the reserve reaches the threshold,
// resumes when it is the given number of bytes below it, and the sender stops and goes on when the frame has come.
func TestPauseOnOneLink(t *testing.T) {
	const (
		fast, slow = 100 * gigabit, 25 * gigabit
		delay      = 700 * event.Nanosecond
		packets    = 400
		wire       = 1048
	)
	top := wired(t, 2, 1, topology.Link{A: 0, B: 2, Rate: fast, Delay: delay}, topology.Link{A: 1, B: 2, Rate: slow, Delay: delay})
	c := plain(top, flows(flow{src: 0, dst: 1, bytes: packets * 1000}))
	// Acknowledgements on the way to the sender would delay the frames.
	c.NICs[0].AckEvery = 0
	c.NICs[0].RTO = 0
	c.Fabric.Buffer = fabric.Buffer{Bytes: 600_000, Reserve: 2000, HeadroomBDP: 3, Shift: 3, Resume: 5000}
	c.Record.Pauses = true
	hook := &arrivals{}
	_, notes := proof{Config: c, cuts: [][2]int{}, watch: func() (fabric.Hook, func(testing.TB)) {
		return hook, func(testing.TB) {}
	}}.run(t)
	require.Len(t, hook.at, packets)

	bdp := func(rate uint64) uint64 { return uint64(delay) * rate / 8_000_000_000_000 }
	total := uint64(600_000 - 2*2000 - 3*bdp(fast) - 3*bdp(slow) - 2*(3*wire+8*64))
	// A port at 4 times the slowest rate has a shift less by 2.
	const shift = 3 - 2
	tx, pauseFrame := serial(wire, fast), serial(64, fast)
	// What leaves: the first as it comes, taking no room, and then one each slot.
	slot := serial(wire, slow)
	var held uint64 // bytes in the switch
	var want []fabric.PauseRecord
	stopped := false
	in, left := 0, hook.at[0] // arrivals taken; when the packet in transmission began
	for in < packets || held > 0 {
		if in == 0 {
			in = 1
			continue
		}
		next := left + slot
		if in < packets && hook.at[in] <= next {
			// An arrival comes before what the switch does itself at the same time.
			if hook.at[in] == next && held == 0 {
				in, left = in+1, hook.at[in]
				continue
			}
			if hook.at[in] < next || held > 0 {
				held += wire
				shared := held - min(held, 2000)
				if !stopped && shared >= (total-shared)>>shift && held > 2000 {
					stopped = true
					want = append(want, fabric.PauseRecord{At: hook.at[in], Node: 2, Port: 0, Class: 1, Stop: true})
				}
				in++
				continue
			}
		}
		if held == 0 {
			// Idle until the next arrival, which leaves at once.
			left = hook.at[in]
			in++
			continue
		}
		held -= wire
		left = next
		shared := held - min(held, 2000)
		if stopped && (shared == 0 || shared+5000 <= (total-shared)>>shift) {
			stopped = false
			want = append(want, fabric.PauseRecord{At: next, Node: 2, Port: 0, Class: 1})
		}
	}
	require.Greater(t, len(want), 2)
	require.Equal(t, want, notes.Pauses)

	// The sender hears of a frame its time on the wire and the delay later, and finishes
	// the packet that it sends; what it sends then arrives a packet's time and the delay
	// later. If it is not paused it sends one packet after the other.
	var from, to []event.Time
	for _, k := range want {
		heard := k.At + pauseFrame + delay
		if k.Stop {
			from = append(from, heard)
		} else {
			to = append(to, heard)
		}
	}
	to = append(to, event.Never)
	begin := event.Time(0)
	for i, at := range hook.at {
		for j := range from {
			// A packet that would begin while paused begins with the resume. A frame that
			// comes at the very time comes first: arrivals precede what a node does itself.
			if begin >= from[j] && begin < to[j] {
				begin = to[j]
			}
		}
		require.Equal(t, begin+tx+delay, at, "packet %d", i)
		begin += tx
	}
}
