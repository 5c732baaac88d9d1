package experiment

import (
	"fmt"

	"smartnic-cc/nicmodel/workload"
)

// How the ranks of an MPI_Alltoall go about an iteration (Point.Exchange). MPI libraries
// differ in this, and with size.
const (
	// AllAtOnce: a rank posts all its messages at once, and its NIC sends them in turn,
	// packet by packet.
	AllAtOnce = ""
	// Pairwise: in step k of 1..ranks-1 rank r sends to rank r+k and receives from r-k, and
	// goes on when both are done.
	Pairwise = "pairwise"
	// RankOrder: a rank sends to rank 0, 1, 2 and so on, one after the other, each when the
	// one before is acknowledged. All begin with the same host: the most congested way.
	RankOrder = "rank-order"
	// HostPairs: all at once, but the ranks of one host share a connection to each other
	// host, on which messages go one after the other.
	HostPairs = "host-pairs"
)

// exchanges are all of them, exchangeNames what reports call them.
var (
	exchanges     = []string{AllAtOnce, HostPairs, Pairwise, RankOrder}
	exchangeNames = map[string]string{
		AllAtOnce: "all at once", HostPairs: "all at once, one connection a pair of hosts",
		Pairwise: "pairwise", RankOrder: "in the order of ranks",
	}
)

// share lets the messages from one host to another share its first connection. It returns
// the connections that messages had.
func share(p *workload.Plan) []uint32 {
	had := make([]uint32, len(p.Messages))
	first := map[[2]uint32]uint32{}
	for i := range p.Messages {
		m := &p.Messages[i]
		c := &p.Conns[m.Conn]
		pair := [2]uint32{c.Src, c.Dst}
		shared, ok := first[pair]
		if !ok {
			shared = m.Conn
			first[pair] = shared
		}
		had[i], m.Conn = m.Conn, shared
	}
	return had
}

// exchange rebuilds the gates of the plan of an MPI_Alltoall. A gate holds a message of a
// rank; what the rank has sent and received since its message before counts towards it.
// Messages within a host take no time. The delay between iterations stays.
func exchange(p *workload.Plan, a *workload.AllToAll, how string) error {
	ranks := uint32(len(a.Hosts)) * a.RanksPerHost
	x := &exchanger{p: p, a: a, ranks: ranks, per: ranks * (ranks - a.RanksPerHost)}
	rounds := a.Iterations + a.WarmUp
	switch {
	case uint64(len(p.Messages)) != uint64(rounds)*uint64(x.per):
		return fmt.Errorf("an exchange %q is of one MPI_Alltoall alone", how)
	case how != Pairwise && how != RankOrder:
		return fmt.Errorf("exchange %q is not known; use %s, %s or %s", how, Pairwise, RankOrder, HostPairs)
	}
	x.number()
	for i := range p.Messages {
		m := &p.Messages[i]
		m.Gate, m.Arrives, m.Acked = workload.NoGate, workload.NoGate, workload.NoGate
	}
	p.Gates = p.Gates[:0]
	for r := range ranks {
		x.gate = workload.NoGate
		for round := range rounds {
			if how == Pairwise {
				x.steps(r, round)
			} else {
				x.inOrder(r, round)
			}
		}
	}
	return nil
}

type exchanger struct {
	p          *workload.Plan
	a          *workload.AllToAll
	ranks, per uint32
	// at is the place of the message from a rank to another within an iteration.
	at   [][]uint32
	gate uint32 // what the rank's next message waits for
}

// number finds the messages: by rank, then by the ranks after it, going round.
func (x *exchanger) number() {
	x.at = make([][]uint32, x.ranks)
	next := uint32(0)
	for r := range x.ranks {
		x.at[r] = make([]uint32, x.ranks)
		for k := uint32(1); k < x.ranks; k++ {
			if to := (r + k) % x.ranks; !x.local(r, to) {
				x.at[r][to] = next
				next++
			}
		}
	}
}

func (x *exchanger) local(r, o uint32) bool { return r/x.a.RanksPerHost == o/x.a.RanksPerHost }

// steps are a rank's iteration of the pairwise exchange. The first message does not wait for
// what comes in steps before it, of which the rank's own part stays within its host: its gate
// bears the delay between iterations and is of the iteration before alone.
func (x *exchanger) steps(r, round uint32) {
	first := true
	var early []uint32
	for k := uint32(1); k < x.ranks; k++ {
		to, from := (r+k)%x.ranks, (r+x.ranks-k)%x.ranks
		if !x.local(r, to) {
			x.send(r, to, round, first)
			first = false
			for _, e := range early {
				x.count(r, e, r, round)
			}
			early = nil
		}
		switch {
		case x.local(r, from):
		case first:
			early = append(early, from)
		default:
			x.count(r, from, r, round)
		}
	}
}

// inOrder is a rank's iteration in the order of ranks.
func (x *exchanger) inOrder(r, round uint32) {
	first := true
	for to := range x.ranks {
		if !x.local(r, to) {
			x.send(r, to, round, first)
			first = false
		}
	}
	for from := range x.ranks {
		if !x.local(r, from) {
			x.count(r, from, r, round)
		}
	}
}

// send holds a message back by the gate, and counts its acknowledgement towards the next.
func (x *exchanger) send(r, to, round uint32, first bool) {
	m := &x.p.Messages[round*x.per+x.at[r][to]]
	m.Gate = x.gate
	if first && x.gate != workload.NoGate {
		x.p.Gates[x.gate].Delay = x.a.Compute
	}
	x.gate = workload.NoGate
	x.count(r, r, to, round)
}

// count lets a message of the round count towards rank r's gate: its arrival, or if r sent
// it its acknowledgement.
func (x *exchanger) count(r, from, to, round uint32) {
	if x.gate == workload.NoGate {
		x.gate = uint32(len(x.p.Gates))
		x.p.Gates = append(x.p.Gates, workload.Gate{Host: x.a.Hosts[r/x.a.RanksPerHost]})
	}
	x.p.Gates[x.gate].Need++
	m := &x.p.Messages[round*x.per+x.at[from][to]]
	if from == r {
		m.Acked = x.gate
	} else {
		m.Arrives = x.gate
	}
}
