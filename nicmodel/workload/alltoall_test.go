package workload

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/event"
)

// runAll plays an AllToAll with transfers that take delay: a small independent model of dependencies and posts.
func runAll(t *testing.T, p *Plan, delay func(src, dst uint32) event.Time) []Completion {
	done := make([]Completion, 0, len(p.Messages))
	count := make([]uint32, len(p.Dependencies))
	last := make([]event.Time, len(p.Dependencies))
	held := map[uint32][]int{}
	var post func(i int, at event.Time)
	// Counts are taken in order of time: a list of what happens, smallest first.
	type happening struct {
		at   event.Time
		gate uint32
	}
	var queue []happening
	post = func(i int, at event.Time) {
		m := p.Messages[i]
		c := p.Conns[m.Conn]
		d := delay(c.Src, c.Dst)
		back := delay(c.Dst, c.Src)
		done = append(done, Completion{Conn: m.Conn, Message: uint32(i), Start: at, Delivered: d, FCT: d + back})
		if m.OnArrival != NoDependency {
			queue = append(queue, happening{at + d, m.OnArrival}, happening{at + d + back, m.OnAck})
		}
	}
	for i, m := range p.Messages {
		if m.After == NoDependency {
			post(i, m.Start)
		} else {
			held[m.After] = append(held[m.After], i)
		}
	}
	for len(queue) > 0 {
		k := 0
		for j := range queue {
			if queue[j].at < queue[k].at {
				k = j
			}
		}
		h := queue[k]
		queue = slices.Delete(queue, k, k+1)
		count[h.gate]++
		last[h.gate] = h.at
		if count[h.gate] == p.Dependencies[h.gate].Need {
			for _, i := range held[h.gate] {
				post(i, h.at+p.Dependencies[h.gate].Delay)
			}
		}
	}
	for g := range count {
		require.Equal(t, p.Dependencies[g].Need, count[g], "gate %d", g)
	}
	require.Len(t, done, len(p.Messages))
	return done
}

func TestAllToAll(t *testing.T) {
	g := AllToAll{Hosts: []uint32{4, 0, 2}, RanksPerHost: 2, Bytes: 64, Iterations: 3, WarmUp: 2, Start: 7 * us, Compute: 5 * us, Class: 3}
	p := planned(t, g, 5, 0)
	require.Len(t, p.Conns, 6*4)
	require.Len(t, p.Messages, 5*6*4)
	require.Len(t, p.Dependencies, 4*6)
	// Every ordered pair of hosts has as many connections as pairs of ranks.
	pairs := map[[2]uint32]int{}
	for _, c := range p.Conns {
		pairs[[2]uint32{c.Src, c.Dst}]++
	}
	require.Len(t, pairs, 6)
	for _, n := range pairs {
		require.Equal(t, 4, n)
	}
	done := runAll(t, p, func(src, dst uint32) event.Time { return us })
	// All transfers take 1 us and their acknowledgement another: 2 us an iteration, then 5.
	want := []Latency{{0, 2 * us, 2 * us, 2 * us}, {1, 2 * us, 2 * us, 2 * us}, {2, 2 * us, 2 * us, 2 * us}}
	require.Equal(t, want, g.Latencies(0, done))
	for _, c := range done {
		round := event.Time(c.Message) / 24
		require.Equal(t, 7*us+round*7*us, c.Start)
	}
	// In any order, with other connections between them, and one that is missing.
	slices.Reverse(done)
	moved := append([]Completion{{Conn: 2}}, done...)
	for i := range done {
		moved[i+1].Conn += 10
		moved[i+1].Message += 1000
	}
	moved = append(moved, Completion{Conn: 10 + 24, FCT: event.Second})
	require.Equal(t, want, g.Latencies(10, moved))
	done = slices.DeleteFunc(done, func(c Completion) bool { return c.Message == 119 })
	require.Equal(t, want[:2], g.Latencies(0, done))
	require.Empty(t, g.Latencies(0, nil))
}

// TestAllToAllSkew: with one slow host no rank is ahead of another by more than one
// iteration, and the latencies show the wait.
func TestAllToAllSkew(t *testing.T) {
	g := AllToAll{Hosts: hosts(4), RanksPerHost: 1, Bytes: 1, Iterations: 20}
	done := runAll(t, planned(t, g, 4, 0), func(src, dst uint32) event.Time {
		if src == 3 {
			return 10 * us
		}
		return us
	})
	begin := map[[2]uint32]event.Time{}
	for _, c := range done {
		begin[[2]uint32{c.Message / 12, c.Conn / 3}] = c.Start
	}
	for k := uint32(2); k < 20; k++ {
		for a := range uint32(4) {
			for b := range uint32(4) {
				require.Greater(t, begin[[2]uint32{k, a}], begin[[2]uint32{k - 2, b}])
			}
		}
	}
	for _, l := range g.Latencies(0, done) {
		require.LessOrEqual(t, l.Min, l.Mean)
		require.LessOrEqual(t, l.Mean, l.Max)
		require.GreaterOrEqual(t, l.Max, 11*us)
	}
}

func TestAllToAllRefuses(t *testing.T) {
	for want, f := range map[string]func(*AllToAll){
		"1 hosts; ranks of one host do not cross the network, so give 2 at least":         func(g *AllToAll) { g.Hosts = hosts(1) },
		"there are no ranks on a host":                                                    func(g *AllToAll) { g.RanksPerHost = 0 },
		"there are no iterations":                                                         func(g *AllToAll) { g.Iterations = 0 },
		"messages of 0 bytes are out of range 1..1099511627776":                           func(g *AllToAll) { g.Bytes = 0 },
		"more than the 50000000 messages that fit; run fewer iterations or ranks":         func(g *AllToAll) { g.RanksPerHost = math.MaxUint32 },
		"host 1 is there twice":                                                           func(g *AllToAll) { g.Hosts = []uint32{1, 1} },
		"a start of -1ps and a duration of 0s are out of range 0s..4611686.018427387903s": func(g *AllToAll) { g.Start = -1 },
	} {
		g := AllToAll{Hosts: hosts(3), RanksPerHost: 2, Bytes: 64, Iterations: 3}
		f(&g)
		_, err := g.Plan()
		require.EqualError(t, err, "workload alltoall: "+want)
	}
	g := AllToAll{Hosts: hosts(3), RanksPerHost: 2, Bytes: 64, Iterations: math.MaxUint32, WarmUp: math.MaxUint32}
	_, err := g.Plan()
	require.ErrorContains(t, err, "more than the 50000000 messages that fit")
}
