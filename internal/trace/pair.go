package trace

import (
	"cmp"
	"fmt"
	"slices"

	"smartnic-cc/internal/roce"
)

// Pairing. Data packets name the receiver's QP number and CNPs the sender's;
// nothing in either names the other. For every two hosts the half flows of one
// direction are matched with those of the other, by these rules in turn, each
// over what the ones before have left:
//
//  1. cm: a connection request and its reply, where captured, name both.
//  2. psn: a response (ACK, NAK, first READ response) bears the PSN of a
//     request of its own queue pair. A half flow is plausible as the origin of
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
		h, o := &m.t.halves[way[0]], &m.t.halves[way[1]]
		if int(o.ordinal) < len(h.votes) {
			v.hit += h.votes[o.ordinal].hit
			v.miss += h.votes[o.ordinal].miss
		}
	}
	return v
}

func (m *matcher) join(a, b int32, how Pairing) {
	ha, hb := &m.t.halves[a], &m.t.halves[b]
	ha.peer, ha.how = b, how
	hb.peer, hb.how = a, how
}

func (m *matcher) free(dir int) []int32 {
	var out []int32
	for _, i := range m.pair.halves[dir] {
		if m.t.halves[i].peer < 0 {
			out = append(out, i)
		}
	}
	return out
}

// byPlausible matches by mutual uniqueness under a relation, repeatedly. It
// returns how many half flows have several candidates left.
func (m *matcher) byPlausible(how Pairing, plausible func(a, b int32) bool) {
	edges := map[int32][]int32{} // both ways; never ranged over
	left := m.free(0)
	right := m.free(1)
	for _, a := range left {
		for _, b := range right {
			if plausible(a, b) {
				edges[a] = append(edges[a], b)
				edges[b] = append(edges[b], a)
			}
		}
	}
	free := func(i int32) bool { return m.t.halves[i].peer < 0 }
	choices := func(i int32) (n int, only int32) {
		for _, j := range edges[i] {
			if free(j) {
				n, only = n+1, j
			}
		}
		return n, only
	}
	for changed := true; changed; {
		changed = false
		for _, list := range [2][]int32{left, right} {
			for _, i := range list {
				if !free(i) {
					continue
				}
				n, j := choices(i)
				if n != 1 {
					continue
				}
				// Another one that has no other choice either is a contradiction.
				rivals := 0
				for _, k := range edges[j] {
					if k != i && free(k) {
						if kn, _ := choices(k); kn == 1 {
							rivals++
						}
					}
				}
				if rivals == 0 {
					m.join(i, j, how)
					changed = true
				}
			}
		}
	}
}

// match runs the rules over the host pair, after rule 1.
func (m *matcher) match() {
	m.byPlausible(PairPSN, func(a, b int32) bool {
		v := m.tally(a, b)
		return v.hit >= leastHits && uint64(v.miss)*missShare <= uint64(v.hit)
	})
	m.byPlausible(PairPort, func(a, b int32) bool {
		ha, hb := &m.t.halves[a], &m.t.halves[b]
		port := roce.PortOf(ha.qpn, hb.qpn)
		return ha.hasSport && hb.hasSport && ha.sport == port && hb.sport == port && !m.refuted(a, b)
	})
	for dir := range 2 {
		var data, back []int32
		for _, i := range m.free(dir) {
			if m.t.halves[i].packets > 0 {
				data = append(data, i)
			}
		}
		for _, i := range m.free(1 - dir) {
			if m.t.halves[i].cnps+m.t.halves[i].acks > 0 {
				back = append(back, i)
			}
		}
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
	for _, l := range t.links {
		a, okA := t.byKey[flowKey{l.b, l.a, l.qpnA}]
		b, okB := t.byKey[flowKey{l.a, l.b, l.qpnB}]
		if okA && okB && t.halves[a].peer < 0 && t.halves[b].peer < 0 {
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
	for i := range t.halves {
		h := &t.halves[i]
		backOfPeer := uint64(0)
		if h.peer >= 0 {
			backOfPeer = t.halves[h.peer].firstBack
		}
		if h.firstData > 0 || backOfPeer > 0 {
			list = append(list, found{int32(i), h.peer, earlier(h.firstData, backOfPeer)})
		}
		if h.peer < 0 && h.firstBack > 0 {
			list = append(list, found{-1, int32(i), h.firstBack})
		}
	}
	slices.SortFunc(list, func(a, b found) int { return cmp.Compare(a.first, b.first) })

	t.forward = make([]ConnID, len(t.halves))
	t.back = make([]ConnID, len(t.halves))
	conns := make([]Conn, len(list))
	var dataOnly, cnpOnly int
	for id, f := range list {
		c := &conns[id]
		if f.data >= 0 {
			h := &t.halves[f.data]
			c.Sender, c.Receiver, c.ReceiverQPN, c.Pairing = h.src, h.dst, h.qpn, h.how
			c.DataPackets, c.DataBytes, c.Marked = h.packets, h.bytes, h.marked
			t.forward[f.data] = ConnID(id)
		}
		if f.back >= 0 {
			h := &t.halves[f.back]
			c.Sender, c.Receiver, c.SenderQPN, c.Pairing = h.dst, h.src, h.qpn, h.how
			c.CNPs, c.Acks = h.cnps, h.acks
			t.back[f.back] = ConnID(id)
		}
		c.Name = connName(c)
		if c.Pairing == PairNone && c.DataPackets > 0 {
			dataOnly++
		}
		if c.Pairing == PairNone && c.CNPs > 0 {
			cnpOnly++
		}
	}
	if dataOnly > 0 && cnpOnly > 0 {
		warn(Warning{Offset: -1, Text: fmt.Sprintf("%d connections with data and %d with CNPs could not be matched and stay apart; a capture with ACKs, or from the connections' start, would tell", dataOnly, cnpOnly)})
	}
	t.warnRepeats(warn)
	return conns
}

// warnRepeats tells of captures that hold each packet twice, as a mirror of
// both directions of a port or the pseudo-device "any" makes them.
func (t *flowTable) warnRepeats(warn func(Warning)) {
	var packets, repeats uint64
	for i := range t.halves {
		packets += t.halves[i].packets
		repeats += t.halves[i].repeats
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
