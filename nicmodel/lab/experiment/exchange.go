package experiment

import (
	"fmt"
	"strings"

	"smartnic-cc/nicmodel/workload"
)

// Algorithms of an iteration of MPI_Alltoall (Point.Exchange). They differ between MPI libraries and with size.
const (
	// ExchangeAllAtOnce: a rank posts all its messages at once, and its NIC sends them in turn,
	// packet by packet.
	ExchangeAllAtOnce = ""
	// ExchangePairwise: in step k of 1..ranks-1 rank r sends to rank r+k and receives from r-k, and continues when
	// both are done.
	ExchangePairwise = "pairwise"
	// ExchangeBlocks: the same with blockWidth steps at a time, as MPICH does with messages that are
	// neither small nor large.
	ExchangeBlocks = "blocks"
	// ExchangeRankOrder: a rank sends to rank 0, 1, 2 and so on, one after the other, each when the previous one is
	// acknowledged. All begin with the same host: the most congested order.
	ExchangeRankOrder = "rank-order"
	// ExchangeHostPairs: all at once, but the ranks of one host share a connection to each other host, which
	// serialises their messages.
	ExchangeHostPairs = "host-pairs"
)

// Exchanges lists all but ExchangeAllAtOnce.
func Exchanges() []string {
	return []string{ExchangeHostPairs, ExchangeBlocks, ExchangePairwise, ExchangeRankOrder}
}

// blockWidth is MPICH's default of MPIR_CVAR_ALLTOALL_THROTTLE.
const blockWidth = 32

// share moves all messages from one host to another to its first connection, and returns the messages' former
// connections.
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

// exchange rebuilds the dependencies of the plan of an MPI_Alltoall. A dependency holds a message of a rank; it
// counts what the rank has sent and received since its previous message. Messages within a host take no time. The
// delay between iterations stays.
func exchange(p *workload.Plan, a *workload.AllToAll, how string) error {
	ranks := uint32(len(a.Hosts)) * a.RanksPerHost
	x := &exchanger{p: p, a: a, ranks: ranks, per: ranks * (ranks - a.RanksPerHost)}
	rounds := a.Iterations + a.WarmUp
	switch {
	case uint64(len(p.Messages)) != uint64(rounds)*uint64(x.per):
		return fmt.Errorf("an exchange %q is of one MPI_Alltoall alone", how)
	case how != ExchangePairwise && how != ExchangeRankOrder && how != ExchangeBlocks:
		return fmt.Errorf("exchange %q is not known; use %s", how, strings.Join(Exchanges(), ", "))
	}
	x.number()
	for i := range p.Messages {
		m := &p.Messages[i]
		m.After, m.OnArrival, m.OnAck = workload.NoDependency, workload.NoDependency, workload.NoDependency
	}
	p.Dependencies = p.Dependencies[:0]
	for r := range ranks {
		x.gate = workload.NoDependency
		for round := range rounds {
			switch how {
			case ExchangePairwise:
				x.steps(r, round, 1)
			case ExchangeBlocks:
				x.steps(r, round, blockWidth)
			default:
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
	// at is the index of the message from a rank to another within an iteration.
	at   [][]uint32
	gate uint32 // what the rank's next message waits for
}

// number finds the messages: by rank, then cyclically by the ranks after it.
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

// steps adds a rank's iteration of the pairwise exchange, width steps at a time. The first messages, which only steps
// within the host precede, depend on the previous iteration alone; their dependency carries the delay between
// iterations.
func (x *exchanger) steps(r, round, width uint32) {
	first := true
	var early []uint32
	for k := uint32(1); k < x.ranks; k += width {
		var to, from []uint32
		for i := k; i < min(k+width, x.ranks); i++ {
			if o := (r + i) % x.ranks; !x.local(r, o) {
				to = append(to, o)
			}
			if o := (r + x.ranks - i) % x.ranks; !x.local(r, o) {
				from = append(from, o)
			}
		}
		if len(to) > 0 {
			x.send(r, to, round, first)
			first = false
			for _, e := range early {
				x.count(r, e, r, round)
			}
			early = nil
		}
		if first {
			early = append(early, from...)
			continue
		}
		for _, o := range from {
			x.count(r, o, r, round)
		}
	}
}

// inOrder adds a rank's iteration in the order of ranks.
func (x *exchanger) inOrder(r, round uint32) {
	first := true
	for to := range x.ranks {
		if !x.local(r, to) {
			x.send(r, []uint32{to}, round, first)
			first = false
		}
	}
	for from := range x.ranks {
		if !x.local(r, from) {
			x.count(r, from, r, round)
		}
	}
}

// send puts messages behind the dependency, and counts their acknowledgements towards the next.
func (x *exchanger) send(r uint32, to []uint32, round uint32, first bool) {
	held := x.gate
	if first && held != workload.NoDependency {
		x.p.Dependencies[held].Delay = x.a.Compute
	}
	x.gate = workload.NoDependency
	for _, o := range to {
		x.p.Messages[round*x.per+x.at[r][o]].After = held
		x.count(r, r, o, round)
	}
}

// count lets a message of the round count towards rank r's dependency: its arrival, or if r sent
// it its acknowledgement.
func (x *exchanger) count(r, from, to, round uint32) {
	if x.gate == workload.NoDependency {
		x.gate = uint32(len(x.p.Dependencies))
		x.p.Dependencies = append(x.p.Dependencies, workload.Dependency{Host: x.a.Hosts[r/x.a.RanksPerHost]})
	}
	x.p.Dependencies[x.gate].Need++
	m := &x.p.Messages[round*x.per+x.at[from][to]]
	if from == r {
		m.OnAck = x.gate
	} else {
		m.OnArrival = x.gate
	}
}
