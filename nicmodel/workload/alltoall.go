package workload

import (
	"cmp"
	"fmt"
	"slices"

	"smartnic-cc/nicmodel/event"
)

// AllToAll is MPI_Alltoall as the OSU micro-benchmark runs it: in each iteration every rank sends a message to every
// other. Ranks are laid out host by host: rank r is on Hosts[r/RanksPerHost]. Messages within a host do not cross the
// network and are not in the plan; each ordered pair of ranks of different hosts has its own connection. A rank posts
// its messages in the order of the ranks after it, modulo their number, so that not all begin with the same
// destination.
//
// A rank posts iteration k+1 Compute after it has received all its messages of iteration k and its own are
// acknowledged: a dependency of its host, which knows only what messages brought. The benchmark has a barrier between
// iterations. Here it is implied but for one step: a rank that has completed iteration k has heard from every rank on
// other hosts that it had completed k-1, so none is more than one iteration ahead of another. The barrier's packets
// are not modelled.
type AllToAll struct {
	Hosts        []uint32
	RanksPerHost uint32
	// Bytes is the size of each message.
	Bytes uint64
	// Iterations are measured, after WarmUp that are not.
	Iterations, WarmUp uint32
	// Start is when the first iteration is posted.
	Start event.Time
	// Compute is the time between the end of a rank's iteration and its next.
	Compute event.Time
	Class   uint8
}

// ranks returns the number of ranks, and that of ranks on other hosts.
func (g AllToAll) ranks() (all, remote uint32) {
	all = uint32(len(g.Hosts)) * g.RanksPerHost
	return all, all - g.RanksPerHost
}

// rounds is the number of iterations with the warm-up.
func (g AllToAll) rounds() uint64 { return uint64(g.Iterations) + uint64(g.WarmUp) }

func (g AllToAll) check() error {
	total := capped(uint64(len(g.Hosts)), uint64(g.RanksPerHost))
	total = capped(total, capped(total, g.rounds()))
	switch {
	case len(g.Hosts) < 2:
		return fmt.Errorf("workload alltoall: %d hosts; ranks of one host do not cross the network, so give 2 at least", len(g.Hosts))
	case g.RanksPerHost == 0:
		return fmt.Errorf("workload alltoall: there are no ranks on a host")
	case g.Iterations == 0:
		return fmt.Errorf("workload alltoall: there are no iterations")
	case g.Bytes == 0 || g.Bytes > MaxBytes:
		return fmt.Errorf("workload alltoall: messages of %d bytes are out of range 1..%d", g.Bytes, uint64(MaxBytes))
	case total > MaxMessages:
		return fmt.Errorf("workload alltoall: more than the %d messages that fit; run fewer iterations or ranks", MaxMessages)
	}
	if err := checkTimes("alltoall", g.Start, g.Compute); err != nil {
		return err
	}
	return distinct("alltoall", "host", g.Hosts)
}

// capped multiplies counts for comparison with a limit: past 2^32 it stays there.
func capped(a, b uint64) uint64 {
	const most = 1 << 32
	return min(min(a, most)*min(b, most-1), most)
}

// Plan lists the messages: by iteration, then by rank. The error names the field that is
// out of range.
func (g AllToAll) Plan() (*Plan, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	ranks, remote := g.ranks()
	rounds := uint32(g.rounds())
	p, ports := &Plan{}, portMaker{}
	g.pairs(func(src, dst uint32) {
		p.connect(ports, g.Hosts[src/g.RanksPerHost], g.Hosts[dst/g.RanksPerHost], g.Class)
	})
	for range rounds - 1 {
		for r := range ranks {
			p.Dependencies = append(p.Dependencies, Dependency{Host: g.Hosts[r/g.RanksPerHost], Need: 2 * remote, Delay: g.Compute})
		}
	}
	p.Messages = make([]Message, 0, uint64(rounds)*uint64(ranks)*uint64(remote))
	for round := range rounds {
		conn := uint32(0)
		g.pairs(func(src, dst uint32) {
			m := Message{Conn: conn, After: NoDependency, OnArrival: NoDependency, OnAck: NoDependency, Bytes: g.Bytes, Start: g.Start}
			if round > 0 {
				m.After = (round-1)*ranks + src
			}
			if round+1 < rounds {
				m.OnArrival, m.OnAck = round*ranks+dst, round*ranks+src
			}
			p.Messages = append(p.Messages, m)
			conn++
		})
	}
	return p, nil
}

// pairs calls f for every ordered pair of ranks on different hosts, in the order in which
// they are numbered as connections.
func (g AllToAll) pairs(f func(src, dst uint32)) {
	ranks, _ := g.ranks()
	for src := range ranks {
		for step := uint32(1); step < ranks; step++ {
			if dst := (src + step) % ranks; dst/g.RanksPerHost != src/g.RanksPerHost {
				f(src, dst)
			}
		}
	}
}

// Latency is the time of one iteration over the ranks: for each, from posting its messages until it had received all
// of the others' and its own were acknowledged.
type Latency struct {
	// Iteration is from 0, without the warm-up.
	Iteration uint32
	// Min, Mean and Max are over the ranks; the mean is rounded down.
	Min, Mean, Max event.Time
}

// Latencies computes the latency of every measured iteration that all ranks completed. firstConn is the number of the
// workload's first connection in the plan, as Append returned it, 0 for a plan of this workload alone. It ignores
// completions of other connections; the order does not matter. The benchmark reports the mean of Mean over the
// iterations.
func (g AllToAll) Latencies(firstConn uint32, done []Completion) []Latency {
	ranks, remote := g.ranks()
	type pair struct{ src, dst uint32 }
	pairs := make([]pair, 0, uint64(ranks)*uint64(remote))
	g.pairs(func(src, dst uint32) { pairs = append(pairs, pair{src, dst}) })
	mine := make([]int, 0, len(done))
	for i := range done {
		if c := done[i].Conn; c >= firstConn && uint64(c-firstConn) < uint64(len(pairs)) {
			mine = append(mine, i)
		}
	}
	// A connection has one message an iteration: the n-th by number is that of
	// iteration n, since a connection completes its messages in order.
	slices.SortFunc(mine, func(i, j int) int {
		return cmp.Or(cmp.Compare(done[i].Conn, done[j].Conn), cmp.Compare(done[i].Message, done[j].Message))
	})
	spans := make([]span, g.rounds()*uint64(ranks))
	for i := range spans {
		spans[i].start = event.Never
	}
	round := uint64(0)
	for k, i := range mine {
		c := &done[i]
		if round++; k == 0 || done[mine[k-1]].Conn != c.Conn {
			round = 0
		}
		if round >= g.rounds() {
			continue
		}
		at := pairs[c.Conn-firstConn]
		out, in := &spans[round*uint64(ranks)+uint64(at.src)], &spans[round*uint64(ranks)+uint64(at.dst)]
		out.start = min(out.start, c.Start)
		out.end = max(out.end, c.Start+c.FCT)
		in.end = max(in.end, c.Start+c.Delivered)
		out.count++
		in.count++
	}
	var result []Latency
	for i := range g.Iterations {
		first := uint64(g.WarmUp+i) * uint64(ranks)
		if l, whole := summarise(spans[first:first+uint64(ranks)], 2*remote); whole {
			l.Iteration = i
			result = append(result, l)
		}
	}
	return result
}

// span is an iteration of a rank: when it posted, when it was done, and the number of messages sent and received.
type span struct {
	start, end event.Time
	count      uint32
}

// summarise computes the latency over the ranks; whole is false if one has not completed.
func summarise(spans []span, need uint32) (l Latency, whole bool) {
	l.Min = event.Never
	sum := event.Time(0)
	for _, s := range spans {
		if s.count != need {
			return l, false
		}
		d := s.end - s.start
		l.Min, l.Max = min(l.Min, d), max(l.Max, d)
		sum += d
	}
	l.Mean = sum / event.Time(len(spans))
	return l, true
}
