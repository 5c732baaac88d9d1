package trace

import (
	"cmp"
	"fmt"
	"slices"

	"smartnic-cc/internal/base/packet/roce"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/plural"
)

// Pairing. Data packets name the receiver's QP number and CNPs the sender's;
// nothing in either names the other. For every two hosts the half flows of one
// direction are matched with those of the other, by these rules in turn, each
// over what the ones before have left:
//
//  1. cm: a connection request and its reply, where captured, name both.
//  2. psn: a response (ACK, NAK, first READ response) bears the PSN of a
//     request of the same queue pair. A half flow is plausible as the origin of
//     another's responses where nearly all of them (15 of 16, 2 at the least)
//     name PSNs that it has sent, and not long ago. Who has one plausible
//     partner only, wanted by nobody else who has no other choice, is matched;
//     that removes a candidate elsewhere, so the rule repeats until nothing
//     changes. With the random first PSNs of most software one round suffices;
//     where all start from 0, a queue pair that lags behind the others cannot
//     have caused their ACKs, and elimination does the rest.
//  3. port: both directions bear the UDP source port that is the hash of these
//     two QP numbers and of no other candidates, and the PSNs do not speak
//     against it.
//  4. sole: exactly one queue pair with data in one direction and exactly one
//     with CNPs or ACKs in the other, and no PSN speaks against it.
//
// What is left stays apart: data without CNPs, and CNPs without data, with a
// warning. A wrong match would be worse: it drives one connection's rate with
// another's notifications.

const (
	// A plausible origin has been named rightly leastHits times and wrongly at
	// most once in missShare.
	leastHits, missShare = 2, 16
	// leastMisses, and more of them than hits, forbid rules 3 and 4.
	leastMisses = 4
)

// matcher is the work on one host pair.
type matcher struct {
	t    *flowTable
	pair *hostPair
}

// tally adds up the votes of a for b and of b for a.
func (m *matcher) tally(a, b int32) (v vote) {
	for _, way := range [2][2]int32{{a, b}, {b, a}} {
		h, o := m.t.direction(way[0]), m.t.direction(way[1])
		if int(o.ordinal) < len(h.votes) {
			v.hit += h.votes[o.ordinal].hit
			v.miss += h.votes[o.ordinal].miss
		}
	}
	return v
}

func (m *matcher) join(a, b int32, how Pairing) {
	ha, hb := m.t.direction(a), m.t.direction(b)
	ha.peer, ha.how = b, how
	hb.peer, hb.how = a, how
}

func (m *matcher) isFree(i int32) bool { return m.t.direction(i).peer < 0 }

func (m *matcher) free(dir int32) []int32 {
	return collect.Where(m.pair.directions[dir], m.isFree)
}

// edges are the candidates of each half flow of a host pair, by direction and
// ordinal.
type edges [2][][]int32

func (m *matcher) newEdges() edges {
	return edges{make([][]int32, len(m.pair.directions[0])), make([][]int32, len(m.pair.directions[1]))}
}

func (m *matcher) of(e *edges, i int32) *[]int32 {
	h := m.t.direction(i)
	return &e[h.dir][h.ordinal]
}

func (m *matcher) link(e *edges, a, b int32) {
	ea, eb := m.of(e, a), m.of(e, b)
	*ea = append(*ea, b)
	*eb = append(*eb, a)
}

// byPSN finds candidates for rule 2. Flows that have no vote for one another are not candidates, so it goes over the
// votes and not over all pairs.
func (m *matcher) byPSN() edges {
	e := m.newEdges()
	for dir := range int32(2) {
		others := m.pair.directions[1-dir]
		for _, i := range m.free(dir) {
			for k, v := range m.t.direction(i).votes {
				j := others[k]
				if v.hit == 0 || !m.isFree(j) {
					continue
				}
				if dir == 1 && m.voted(j, i) {
					continue // seen from the other side
				}
				if v := m.tally(i, j); v.hit >= leastHits && uint64(v.miss)*missShare <= uint64(v.hit) {
					m.link(&e, i, j)
				}
			}
		}
	}
	return e
}

// voted reports whether responses of i have named a request of j.
func (m *matcher) voted(i, j int32) bool {
	votes, k := m.t.direction(i).votes, m.t.direction(j).ordinal
	return int(k) < len(votes) && votes[k].hit > 0
}

// byPort finds candidates for rule 3.
func (m *matcher) byPort() edges {
	e := m.newEdges()
	type end struct {
		i   int32
		qpn uint32
	}
	right := map[uint16][]end{}
	for _, b := range m.free(1) {
		if h := m.t.direction(b); h.hasSport {
			right[h.sport] = append(right[h.sport], end{b, h.qpn})
		}
	}
	for _, a := range m.free(0) {
		h := m.t.direction(a)
		if !h.hasSport || !m.t.spend(len(right[h.sport])) {
			continue
		}
		for _, b := range right[h.sport] {
			if h.sport == roce.SourcePort(h.qpn, b.qpn) && !m.refuted(a, b.i) {
				m.link(&e, a, b.i)
			}
		}
	}
	return e
}

// unique matches those who have one candidate each, repeatedly, until nothing
// changes.
func (m *matcher) unique(how Pairing, e *edges) {
	// choices returns the only candidate, -1 where there are none or several.
	choices := func(i int32) int32 {
		only := int32(-1)
		list := *m.of(e, i)
		m.t.effort -= len(list)
		for _, j := range list {
			if !m.isFree(j) {
				continue
			}
			if only >= 0 {
				return -1
			}
			only = j
		}
		return only
	}
	for changed := true; changed; {
		changed = false
		for dir := range int32(2) {
			for _, i := range m.free(dir) {
				if !m.t.spend(1) {
					return
				}
				j := choices(i)
				if j < 0 {
					continue
				}
				// Another one that has no other choice either is a contradiction.
				rival, list := false, *m.of(e, j)
				m.t.effort -= len(list)
				for _, k := range list {
					if k != i && m.isFree(k) && choices(k) == j {
						rival = true
						break
					}
				}
				if !rival {
					m.join(i, j, how)
					changed = true
				}
			}
		}
	}
}

// match runs the rules over the host pair, after rule 1.
func (m *matcher) match() {
	if len(m.pair.directions[0]) == 0 || len(m.pair.directions[1]) == 0 {
		return
	}
	e := m.byPSN()
	m.unique(PairPSN, &e)
	e = m.byPort()
	m.unique(PairPort, &e)
	for dir := range int32(2) {
		data := collect.Where(m.free(dir), func(i int32) bool { return m.t.direction(i).packets > 0 })
		back := collect.Where(m.free(1-dir), func(i int32) bool { return m.t.direction(i).cnps+m.t.direction(i).acks > 0 })
		if len(data) == 1 && len(back) == 1 && !m.refuted(data[0], back[0]) {
			m.join(data[0], back[0], PairSole)
		}
	}
}

// refuted reports that the PSNs speak against the two belonging together.
func (m *matcher) refuted(a, b int32) bool {
	v := m.tally(a, b)
	return v.miss >= leastMisses && v.miss > v.hit
}

// conns matches half flows, makes the connections in the order of their first
// event, and warns of what stayed apart.
func (t *flowTable) conns(warn func(Warning)) []Conn {
	t.effort = matchEffort
	for _, l := range t.links {
		a, okA := t.index[flowKey{l.b, l.a, l.qpnA}]
		b, okB := t.index[flowKey{l.a, l.b, l.qpnB}]
		if okA && okB && t.direction(a).peer < 0 && t.direction(b).peer < 0 {
			(&matcher{t: t}).join(a, b, PairCM)
		}
	}
	for i := range t.pairs {
		(&matcher{t: t, pair: &t.pairs[i]}).match()
	}

	// A connection is named by the half flow of its data, or, where that is
	// unknown, by the half flow of its CNPs and ACKs.
	type found struct {
		data, back int32
		first      uint64
	}
	var list []found
	for i := range t.count {
		h := t.direction(i)
		backOfPeer := uint64(0)
		if h.peer >= 0 {
			backOfPeer = t.direction(h.peer).firstBack
		}
		if h.firstData > 0 || backOfPeer > 0 {
			list = append(list, found{i, h.peer, earlier(h.firstData, backOfPeer)})
		}
		if h.peer < 0 && h.firstBack > 0 {
			list = append(list, found{-1, i, h.firstBack})
		}
	}
	slices.SortFunc(list, func(a, b found) int { return cmp.Compare(a.first, b.first) })

	t.forward = make([]ConnID, t.count)
	t.back = make([]ConnID, t.count)
	conns := make([]Conn, len(list))
	var dataOnly, cnpOnly int
	for id, f := range list {
		c := &conns[id]
		if f.data >= 0 {
			h := t.direction(f.data)
			c.Sender, c.Receiver, c.ReceiverQPN, c.Pairing = h.src, h.dst, h.qpn, h.how
			c.DataPackets, c.DataBytes, c.Marked = h.packets, h.bytes, h.marked
			t.forward[f.data] = ConnID(id)
		}
		if f.back >= 0 {
			h := t.direction(f.back)
			c.Sender, c.Receiver, c.SenderQPN, c.Pairing = h.dst, h.src, h.qpn, h.how
			c.CNPs, c.Counting, c.Acks = h.cnps, h.counting, h.acks
			t.back[f.back] = ConnID(id)
		}
		c.Name = connName(c, f.back >= 0, f.data >= 0)
		if c.Pairing == PairNone && c.DataPackets > 0 {
			dataOnly++
		}
		if c.Pairing == PairNone && c.CNPs > 0 {
			cnpOnly++
		}
	}
	if dataOnly > 0 && cnpOnly > 0 {
		warn(Warning{Offset: -1, Text: fmt.Sprintf("%s with data and %d with CNPs could not be matched and stay apart; a capture with ACKs, or from the connections' start, would tell", plural.Of(dataOnly, "connection"), cnpOnly)})
	}
	if t.tired && dataOnly+cnpOnly > 0 {
		warn(Warning{Offset: -1, Text: "too many flows run between two hosts to look at all candidates, so more may stay apart than need be; filter the capture by host"})
	}
	t.warnRepeats(warn)
	return conns
}

// warnRepeats warns of captures that hold each packet twice, as from a mirror of both directions of a port or the
// pseudo-device "any".
func (t *flowTable) warnRepeats(warn func(Warning)) {
	var packets, repeats uint64
	for i := range t.count {
		packets += t.direction(i).packets
		repeats += t.direction(i).repeats
	}
	if packets >= 16 && repeats*10 > packets {
		warn(Warning{Offset: -1, Text: fmt.Sprintf("%d of %d data packets repeat the one before: the capture seems to hold packets twice and bytes count double; remove them with editcap -d IN OUT", repeats, packets)})
	}
}

// earlier is the smaller of two record numbers, of which 0 is never.
func earlier(a, b uint64) uint64 {
	switch {
	case a == 0:
		return b
	case b == 0:
		return a
	}
	return min(a, b)
}
