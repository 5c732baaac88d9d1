package nicmodel_test

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/random"
	"smartnic-cc/nicmodel/topology"
	"smartnic-cc/nicmodel/workload"
)

const (
	single  = 1000 // payload of the single-packet messages
	wire    = single + 48
	service = 25 * gigabit  // rate of the server: the switch's port to the receiver
	source  = 400 * gigabit // rate of the senders
)

// server is a switch with n senders and one receiver, whose port is the slowest: a queue
// with one server and a service time that does not vary.
func server(t testing.TB, n uint32, plan *workload.Plan) nicmodel.Config {
	links := []topology.Link{{A: n, B: n + 1, Rate: service, Delay: event.Microsecond}}
	for i := range n {
		links = append(links, topology.Link{A: i, B: n + 1, Rate: source, Delay: event.Microsecond})
	}
	c := plain(wired(t, n+1, 1, links...), plan)
	c.NICs[0].RTO = 0
	c.Fabric.Buffer.Bytes = 1 << 31
	c.End = 100 * event.Second
	return c
}

// singles are messages of one packet, each with its sender's connection, at given times.
func singles(n uint32, at [][]event.Time) *workload.Plan {
	p := &workload.Plan{}
	for i := range n {
		p.Conns = append(p.Conns, workload.Conn{Src: i, Dst: n, SrcPort: uint16(i), DstPort: 4791, Class: 1})
		for _, start := range at[i] {
			p.Messages = append(p.Messages, workload.Message{
				Conn: i, Bytes: single, Start: start, After: workload.NoDependency, OnArrival: workload.NoDependency, OnAck: workload.NoDependency,
			})
		}
	}
	p.Sort()
	return p
}

// waits returns how much longer than alone each message took, by message.
func waits(t testing.TB, c nicmodel.Config) []event.Time {
	t.Helper()
	m, err := nicmodel.New(&c)
	require.NoError(t, err)
	ideal := m.Ideal(0, single)
	notes := &notebook{}
	r, err := m.Run(notes, nil)
	require.NoError(t, err)
	require.True(t, r.Conserved())
	require.Zero(t, r.Pauses)
	require.Len(t, notes.Completions, len(c.Plan.Messages))
	w := make([]event.Time, len(c.Plan.Messages))
	for _, k := range notes.Completions {
		w[k.Message] = k.At - k.Posted - ideal
	}
	return w
}

// TestSteadyArrivals is D/D/1: with arrivals every a and service s > a, message n waits
// n(s-a); with s <= a none waits. Exact.
func TestSteadyArrivals(t *testing.T) {
	s := serial(wire, service)
	for _, gap := range []event.Time{s / 2, s - 1, s, s + 1, 3 * s} {
		t.Run(gap.String(), func(t *testing.T) {
			const n = 2000
			times := make([]event.Time, n)
			for i := range times {
				times[i] = event.Time(i) * gap
			}
			for i, w := range waits(t, server(t, 1, singles(1, [][]event.Time{times}))) {
				require.Equal(t, event.Time(i)*max(s-gap, 0), w, "message %d", i)
			}
		})
	}
}

// TestPoissonArrivals is M/D/1, of one sender and of eight. Two oracles: Lindley's
// recursion over the very arrivals, exact for every message; and the formula of Pollaczek
// and Khinchine for the mean, rho s / (2 (1 - rho)), within 5 % for 200,000 messages: the
// more the load, the longer waits hang together and the slower their mean converges
// (found are 0.6, 0.8 and 2.9 % at the most).
func TestPoissonArrivals(t *testing.T) {
	s := serial(wire, service)
	for _, senders := range []uint32{1, 8} {
		for _, load := range []event.Time{3, 5, 7} { // tenths
			t.Run(fmt.Sprintf("%d senders, load 0.%d", senders, load), func(t *testing.T) {
				const n = 200_000
				at := make([][]event.Time, senders)
				for i := range at {
					source := random.New(7, "arrivals", uint64(i)<<8|uint64(load))
					now := event.Time(0)
					for range n / int(senders) {
						now += source.Exp(s * 10 / load * event.Time(senders))
						at[i] = append(at[i], now)
					}
				}
				c := server(t, senders, singles(senders, at))
				got := waits(t, c)
				want := lindley(c.Plan, int(senders))
				sum := event.Time(0)
				for i := range want {
					if want[i] != got[i] {
						require.Equal(t, want[i], got[i], "message %d", i)
					}
					sum += got[i]
				}
				mean := sum / event.Time(len(got))
				formula := load * s / (2 * (10 - load))
				t.Logf("mean wait %v, formula %v", mean, formula)
				require.Less(t, (mean-formula)*100, 5*formula)
				require.Less(t, (formula-mean)*100, 5*formula)
			})
		}
	}
}

// lindley computes the wait of each message: a packet begins when it has come and the
// one before it has left, at its sender's link and then at the server. Of packets that
// come to the switch at one time the lower port goes first.
func lindley(p *workload.Plan, senders int) []event.Time {
	fast, slow := serial(wire, source), serial(wire, service)
	type packet struct {
		message int
		src     uint32
		at      event.Time // when it comes to the switch, less the delay
	}
	var packets []packet
	free := make([]event.Time, senders)
	wait := make([]event.Time, len(p.Messages))
	for i, m := range p.Messages {
		begin := max(m.Start, free[m.Conn])
		free[m.Conn] = begin + fast
		wait[i] = begin - m.Start
		packets = append(packets, packet{i, m.Conn, begin + fast})
	}
	slices.SortStableFunc(packets, func(a, b packet) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.src, b.src)) })
	next := event.Time(0)
	for _, k := range packets {
		begin := max(k.at, next)
		next = begin + slow
		wait[k.message] += begin - k.at
	}
	return wait
}

// marked is a hook that notes which data packets came marked into one switch.
type marked struct {
	node uint32
	is   []bool
}

func (h *marked) Arrive(_ event.Time, node uint32, _ uint16, k *fabric.Packet) bool {
	if node == h.node && k.Kind == fabric.Data {
		h.is = append(h.is, k.Flags&fabric.Marked != 0)
	}
	return true
}

// TestMarkingByWhatIsLeft: with Kmin and Kmax the same, no coin decides. A packet is marked
// if more than that is left in the queue when it begins to leave, itself not counted;
// packets that find the port idle are not. The queue is that of the recursion: at 100 Gb/s
// into 25 Gb/s.
func TestMarkingByWhatIsLeft(t *testing.T) {
	const packets = 200
	top := build(t, topology.Dumbbell{Left: 1, Right: 1, HostRate: 100 * gigabit, TrunkRate: service, HostDelay: event.Microsecond, TrunkDelay: event.Microsecond})
	fast, slow := serial(wire, 100*gigabit), serial(wire, service)
	for _, limit := range []uint32{0, 1047, 1048, 1049, 20*1048 - 1, 20 * 1048, 100 * 1048} {
		c := plain(top, flows(flow{src: 0, dst: 1, bytes: packets * single}))
		c.Fabric.Marking = []fabric.Marking{{Kmin: limit, Kmax: limit, PmaxPPM: 1_000_000}}
		c.Fabric.Buffer.Bytes = 1 << 30
		var last *marked
		r, _ := proof{Config: c, cuts: [][2]int{{2, 1}}, watch: func() (fabric.Hook, func(testing.TB)) {
			last = &marked{node: 3}
			return last, func(testing.TB) {}
		}}.run(t)
		marks := uint64(0)
		for i := range packets {
			// Packet i begins to leave i slots after the first; come packets have arrived by then, including one at
			// that very time if its port is first: the host's is port 0, the trunk's port 1.
			come := min(packets, int(event.Time(i)*slow/fast)+1)
			want := i > 0 && uint32(come-i-1)*wire > limit
			require.Equal(t, want, last.is[i], "limit %d, packet %d", limit, i)
			if want {
				marks++
			}
		}
		require.Equal(t, marks, r.Marks)
		require.Positive(t, marks)
	}
}

// TestDeliveryOfAWindow: with a window of w packets a lone connection sends w packets a
// round trip, if those take less than the trip: closed form of a window's throughput.
func TestDeliveryOfAWindow(t *testing.T) {
	const rate = 100 * gigabit
	top := build(t, topology.Star{Hosts: 2, Rate: rate, Delay: 10 * event.Microsecond})
	trip := 40*event.Microsecond + 2*serial(1048, rate) + 2*serial(60, rate)
	for _, w := range []uint32{1, 2, 10, 100} {
		c := plain(top, flows(flow{src: 0, dst: 1, bytes: 1_000_000}))
		c.NICs[0].Window = w
		_, notes := proof{Config: c, watch: watch(top, true), cuts: [][2]int{}}.run(t)
		rounds := event.Time(1000 / w)
		// The last round ends with the acknowledgement of its last packet.
		want := rounds*trip + event.Time(w-1)*serial(1048, rate)
		require.Equal(t, want, notes.Completions[0].At, "window of %d", w)
	}
}
