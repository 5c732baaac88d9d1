package fabric

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/random"
	"smartnic-cc/nicmodel/topology"
)

// TestArrivalBeforeWake: at one time and port an arrival comes before a wake, so a pause that
// arrives just as the link falls idle holds back the packet that waits; whether or not the
// wakes of other ports are taken first. A picosecond later is too late.
func TestArrivalBeforeWake(t *testing.T) {
	const (
		size  = 1048
		class = 1
		begin = 10 * event.Microsecond
	)
	c := &Config{Classes: []Class{{Strict: true}, {Weight: 1, Lossless: true}}, Buffer: DefaultBuffer(), MTUWire: size}
	for _, tc := range []struct {
		name   string
		others []uint16 // ports that wake at the same time
		late   event.Time
		sent   bool
		wakes  []uint16 // left when the pause was taken
	}{
		{"alone", nil, 0, false, []uint16{2}},
		{"after the wake of a port before", []uint16{0, 1}, 0, false, []uint16{2}},
		{"and before that of a port behind", []uint16{0, 3}, 0, false, []uint16{2, 3}},
		{"a moment late", []uint16{0, 3}, 1, true, nil},
	} {
		n := oneSwitch(t, c, 100e9, 100e9, 100e9, 100e9, 100e9)
		sw, p := &n.Switches[0], n.Partitions[0]
		sw.setOrdered(true)
		arrive := func(at event.Time, port uint16, k Packet) {
			sw.arrive(p, &Transit{k, keyOf(at, port)})
		}
		out := append([]uint16{2}, tc.others...)
		// Of two packets for a port the first leaves at once, and the second waits for it.
		for i := range 2 {
			for _, port := range out {
				arrive(begin+event.Time(i), 4, Packet{Kind: Data, Size: size, Flags: ClassFlags(class), Path: uint64(port)})
			}
		}
		idle := begin + SerialOf(100e9).Of(size)
		for _, port := range out {
			require.EqualValues(t, size, sw.links[port].SentBytes, tc.name)
			require.Equal(t, idle, sw.links[port].Busy, tc.name)
		}
		arrive(idle+tc.late, 2, Packet{Kind: PFC, Seq: stop | class, Path: 2})
		require.EqualValues(t, 1<<class, sw.links[2].Paused, tc.name)
		var left []uint16
		for sw.first != noWake {
			require.Equal(t, idle, event.Time(sw.first>>16), tc.name)
			left = append(left, uint16(sw.first))
			sw.rise(p, sw.first+1)
		}
		require.Equal(t, tc.wakes, left, tc.name)
		for _, port := range out {
			require.Equal(t, port != 2 || tc.sent, sw.links[port].SentBytes == 2*size, "%s: port %d", tc.name, port)
		}
		// What was held back leaves when the pause ends.
		arrive(idle+event.Microsecond, 2, Packet{Kind: PFC, Seq: class, Path: 2})
		require.EqualValues(t, 2*size, sw.links[2].SentBytes, tc.name)
	}
}

// TestWakesOutOfTheHeap: a switch that handles its ports apart, or leaves their wakes out of the heap, does what one with
// all wakes in the heap does: with data of two classes, control and PFC frames on ports of
// two rates, idle and overloaded, often at one time, with samples of the queues, and with memory that suffices or runs out.
func TestWakesOutOfTheHeap(t *testing.T) {
	s := random.New(11, "heap", 0)
	rates := []uint64{100e9, 25e9, 100e9, 25e9}
	var easy, tight, queued, stopped int
	for round := range 48 {
		c := &Config{
			Classes: []Class{{Strict: true}, {Weight: 1, Lossless: true}, {Weight: 3}}, Buffer: DefaultBuffer(), MTUWire: 1048,
			Marking: []Marking{{Kmin: 2000, Kmax: 9000, PmaxPPM: 500_000}},
		}
		if round%3 == 0 {
			c.Buffer.Bytes = 200_000
		}
		switch round % 4 {
		case 1:
			// Senders that are paused while most is in use stay so until nearly all is free, in the windows without arrivals.
			c.Buffer.Bytes, c.Buffer.Shift, c.Buffer.Resume = 300_000, 0, 140_000
		case 3:
			// One port or two use most, up to their share.
			c.Buffer.Bytes, c.Buffer.Reserve, c.Buffer.Shift = 500_000+3000*uint64(round), 16_000, 6-3*uint8(round/4%2)
		}
		if round%2 == 0 {
			// In each window, or in one of three.
			c.SampleEvery = []event.Time{700, 3000}[round/2%2] * event.Nanosecond
		}
		free, held := oneSwitch(t, c, rates...), oneSwitch(t, c, rates...)
		held.Switches[0].strict = true
		last := [4]event.Time{}
		for window := range event.Time(60) {
			begin := window * event.Microsecond
			// What comes in the next window, as links deliver it.
			arrivals := s.Below(1 + 40*s.Below(4))
			if round%4 == 2 {
				arrivals %= 6 // so few that a queue holds one, and samples end
			}
			if round%4 == 3 {
				arrivals = 60 // as many as fit
			}
			for range arrivals {
				if round%4 == 1 && window >= 14 || round%4 == 3 && window%20 >= 9 {
					break
				}
				in := s.Below(4)
				if round%2 == 1 {
					in &= s.Below(4)
				}
				k := Packet{Kind: Data, Size: uint16(500 * (1 + s.Below(2))), Flags: ECT | ClassFlags(uint8(1+s.Below(2))), Path: uint64(s.Below(4)) | ^uint64(63), Seq: s.Uint32()}
				switch s.Below(12) {
				case 0, 1, 2, 3:
					k.Kind, k.Flags, k.Size = Ack, 0, 250
				case 4:
					k = Packet{Kind: PFC, Seq: 1 + s.Below(2) | stop*s.Below(2), Path: uint64(in)}
				}
				if (round%2 == 1 || round%8 == 4) && k.Kind == Data {
					k.Flags, k.Path = ECT|ClassFlags(1), 1|^uint64(63)
				}
				if round%8 == 4 && k.Kind == Ack {
					k.Path = 1 | ^uint64(63) // more than two blocks
				}
				if round%4 == 3 && s.Below(16) != 0 {
					in, k = s.Below(2)*2*uint32(round/4%2), Packet{Kind: Data, Size: 1000, Flags: ECT | ClassFlags(1), Path: 1 | ^uint64(63)}
				}
				at := max(begin+event.Microsecond, last[in]+SerialOf(rates[in]).Of(uint32(max(k.Size, 250)))) + event.Time(20_000*s.Below64(2))
				if at >= begin+2*event.Microsecond {
					continue
				}
				last[in] = at
				for _, n := range []*Network{free, held} {
					n.Switches[0].enter(n.Partitions[0], keyOf(at, uint16(in)), &k)
				}
			}
			for _, n := range []*Network{free, held} {
				n.Partitions[0].Begin(begin + event.Microsecond)
				n.Partitions[0].RunPod(0, begin+event.Microsecond)
			}
			a, b := &free.Switches[0], &held.Switches[0]
			for i := range a.links {
				require.Equal(t, b.links[i].Busy, a.links[i].Busy)
				require.Equal(t, b.links[i].SentBytes, a.links[i].SentBytes)
				require.Equal(t, b.links[i].backlog, a.links[i].backlog)
				require.Equal(t, b.ports[i].wakes, a.ports[i].wakes)
				require.Equal(t, b.ports[i].red, a.ports[i].red)
				ring := func(n *Network) []Transit {
					in := n.inboxes[i]
					for j := range in.ring {
						in.ring[j].Path = 0 // of no meaning to hosts
					}
					return in.ring[in.head:in.tail]
				}
				if free.inboxes[i].tail <= uint32(len(free.inboxes[i].ring)) {
					require.Equal(t, ring(held), ring(free))
				}
			}
			require.Equal(t, b.uses, a.uses)
			a.sum(true)
			require.Equal(t, b.shared, a.shared)
			a.sum(a.ordered)
			require.Equal(t, held.Partitions[0].Counts, free.Partitions[0].Counts)
			require.Equal(t, held.Partitions[0].Records, free.Partitions[0].Records)
			require.Equal(t, held.Partitions[0].NextTime(), free.Partitions[0].NextTime())
			easy += map[bool]int{false: 1}[a.ordered]
			if !a.ordered && !a.roomy() {
				tight++ // though no use may go beyond its share
			}
			queued += int(a.links[1].backlog >> 1 & 1)
		}
		stopped += int(free.Partitions[0].Pauses)
	}
	require.Greater(t, easy, 500)
	require.Greater(t, tight, 50)
	require.Positive(t, queued)
	require.Positive(t, stopped)
}

// TestArrivesAtAWindowsBegin: what a switch sends so that it arrives at the begin of the window after the next, at another
// switch's first port, arrives in that window.
func TestArrivesAtAWindowsBegin(t *testing.T) {
	link := func(a, b uint32) topology.Link {
		return topology.Link{A: a, B: b, Rate: 100e9, Delay: event.Microsecond}
	}
	top := &topology.Topology{Hosts: 2, Switches: 2, Links: []topology.Link{link(0, 2), link(2, 3), link(1, 3)}}
	top.Finish()
	require.NoError(t, top.Validate())
	n, err := New(top, &Config{Classes: DefaultClasses(), Buffer: DefaultBuffer(), MTUWire: 1048}, 1)
	require.NoError(t, err)
	for i := range uint32(2) {
		n.Link(i, &Link{}, &Inbox{})
	}
	p, path := n.Partitions[0], n.PathFrom(2, 1, 0)
	for _, early := range []event.Time{0, 1} {
		p.Begin(event.Microsecond)
		// 250 bytes take 20 ns.
		n.Switches[0].enter(p, keyOf(2*event.Microsecond-20*event.Nanosecond-early, 0), &Packet{Kind: Data, Flags: ClassFlags(1), Size: 250, Path: path})
		p.Begin(2 * event.Microsecond)
		for pod := range p.pods {
			p.RunPod(pod, 2*event.Microsecond)
		}
		require.Equal(t, (3-min(early, 1))*event.Microsecond, p.NextTime())
		for _, at := range []event.Time{3, 4} {
			p.Begin(at * event.Microsecond)
			for pod := range p.pods {
				p.RunPod(pod, at*event.Microsecond)
			}
		}
		require.Equal(t, event.Never, p.NextTime())
	}
}
