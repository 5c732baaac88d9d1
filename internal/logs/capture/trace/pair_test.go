package trace

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/packet/roce"
)

// traffic interleaves the packets of queue pairs as a network would: each one
// sends data, gets an ACK for every fourth packet and a CNP for every tenth.
type traffic struct {
	t     testing.TB
	r     *rand.Rand
	pkts  []pkt
	at    int64
	psn   map[qp]uint32
	noAck bool
}

func newTraffic(t testing.TB, seed uint64) *traffic {
	return &traffic{t: t, r: rand.New(rand.NewPCG(seed, 1)), at: epoch, psn: map[qp]uint32{}}
}

func (tr *traffic) put(b []byte) {
	tr.at += 100
	tr.pkts = append(tr.pkts, pkt{at: tr.at, data: b})
}

// send lets a queue pair send n packets more.
func (tr *traffic) send(q qp, n int) {
	for range n {
		psn := tr.psn[q]
		tr.psn[q] = psn + 1
		tr.put(q.data(tr.t, psn, psn%10 == 0))
		if !tr.noAck && psn%4 == 3 {
			tr.put(q.ack(tr.t, psn))
		}
		if psn%10 == 9 {
			tr.put(q.cnp(tr.t, 0))
		}
	}
}

// cm opens a queue pair by request and reply. The replying side's own
// communication ID is always the same: two hosts may use one for different
// things.
func (tr *traffic) cm(q qp, id uint32) {
	ask := roce.CM{Kind: roce.CMRequest, LocalCommID: id, LocalQPN: q.qpnA}
	answer := roce.CM{Kind: roce.CMReply, LocalCommID: 7, RemoteCommID: id, LocalQPN: q.qpnB}
	head := roce.BTH{Opcode: roce.UDSendOnly, DestQP: roce.CMQPN}
	tr.put(packetOf(tr.t, q.a, q.b, 0, 0, head, roce.AppendCM(nil, ask)))
	tr.put(packetOf(tr.t, q.b, q.a, 0, 0, head, roce.AppendCM(nil, answer)))
}

func (tr *traffic) bytes() []byte { return pcapBytes(binary.LittleEndian, true, 1, tr.pkts) }

// qps makes n queue pairs between two hosts, with QP numbers that have nothing
// to do with their order.
func (tr *traffic) qps(n int, a, b byte) []qp {
	var out []qp
	for i := range n {
		out = append(out, qp{a: host(a), b: host(b), qpnA: 0x1000 + uint32(i*7919%1000), qpnB: 0x2000 + uint32(i*104729%1000), port: uint16(0xC000 + i)})
	}
	return out
}

// wantPaired asserts that exactly these queue pairs were found, all by one rule.
func wantPaired(t testing.TB, tr *Trace, how Pairing, qps ...qp) {
	t.Helper()
	var want, got []string
	for _, q := range qps {
		want = append(want, fmt.Sprintf("%v:%#x->%v:%#x %v", q.a, q.qpnA, q.b, q.qpnB, how))
	}
	for _, c := range tr.Conns {
		got = append(got, c.Name+" "+c.Pairing.String())
	}
	slices.Sort(want)
	slices.Sort(got)
	require.Equal(t, want, got)
}

// Random first PSNs, many queue pairs between the same two hosts, both ways.
func TestPairByPSN(t *testing.T) {
	tr := newTraffic(t, 1)
	qps := append(tr.qps(40, 1, 9), tr.qps(40, 9, 2)...)
	for _, q := range qps {
		tr.psn[q] = tr.r.Uint32() & roce.PSNMask
	}
	tr.psn[qps[0]] = roce.PSNMask - 5 // wraps
	for range 2000 {
		tr.send(qps[tr.r.IntN(len(qps))], 1+tr.r.IntN(3))
	}
	got := read(t, tr.bytes())
	require.Empty(t, got.Warnings)
	wantPaired(t, got, PairPSN, qps...)
	for _, c := range got.Conns {
		require.NotZero(t, c.CNPs)
	}
}

// All PSNs start from 0 and advance alike: elimination tells them apart as
// long as they do not march in step.
func TestPairByPSNFromZero(t *testing.T) {
	tr := newTraffic(t, 2)
	qps := tr.qps(6, 1, 9)
	for range 3000 {
		tr.send(qps[tr.r.IntN(len(qps))], 1)
	}
	wantPaired(t, read(t, tr.bytes()), PairPSN, qps...)
}

// Queue pairs that march in step cannot be distinguished, and are not guessed.
func TestPairAmbiguous(t *testing.T) {
	tr := newTraffic(t, 3)
	qps := tr.qps(3, 1, 9)
	for range 200 {
		for _, q := range qps {
			tr.put(q.data(t, tr.psn[q], false))
		}
		for _, q := range qps {
			tr.put(q.ack(t, tr.psn[q]))
			tr.psn[q]++
		}
	}
	for _, q := range qps {
		tr.put(q.cnp(t, 0))
	}
	got := read(t, tr.bytes())
	require.Len(t, got.Conns, 6)
	for _, c := range got.Conns {
		require.Equal(t, PairNone, c.Pairing)
		require.True(t, c.SenderQPN == 0 || c.ReceiverQPN == 0)
		require.Contains(t, c.Name, ":?")
	}
	require.Len(t, got.Warnings, 1)
	require.Contains(t, got.Warnings[0].String(), "3 connections with data and 3 with CNPs could not be matched")

	// Source ports that hash both QP numbers settle even that.
	for i := range qps {
		qps[i].port = roce.SourcePort(qps[i].qpnA, qps[i].qpnB)
	}
	tr = newTraffic(t, 3)
	for _, q := range qps {
		tr.put(q.cnp(t, 0)) // whose source port is another one
	}
	for range 200 {
		for _, q := range qps {
			tr.put(q.data(t, tr.psn[q], false))
		}
		for _, q := range qps {
			tr.put(q.ack(t, tr.psn[q]))
			tr.psn[q]++
		}
	}
	got = read(t, tr.bytes())
	wantPaired(t, got, PairPort, qps...)
}

// A connection request and reply name the queue pairs, whatever the PSNs say.
func TestPairByCM(t *testing.T) {
	tr := newTraffic(t, 4)
	tr.noAck = true
	qps := tr.qps(3, 1, 9)
	for i, q := range qps {
		tr.cm(q, 7+uint32(i))
	}
	for range 100 {
		for _, q := range qps {
			tr.send(q, 1)
		}
	}
	got := read(t, tr.bytes())
	require.Empty(t, got.Warnings)
	wantPaired(t, got, PairCM, qps...)
}

// Without ACKs, one queue pair between two hosts is unambiguous; two are not.
func TestPairSole(t *testing.T) {
	tr := newTraffic(t, 5)
	tr.noAck = true
	one := qp{a: host(1), b: host(9), qpnA: 0x11, qpnB: 0x22}
	other := qp{a: host(2), b: host(9), qpnA: 0x11, qpnB: 0x23}
	tr.send(one, 50)
	tr.send(other, 50)
	got := read(t, tr.bytes())
	wantPaired(t, got, PairSole, one, other)
	require.Empty(t, got.Warnings)
	tr.send(qp{a: host(1), b: host(9), qpnA: 0x12, qpnB: 0x24}, 50)
	got = read(t, tr.bytes())
	require.Len(t, got.Conns, 5, "host 2 has one connection, host 1 two with data and two with CNPs")
	require.Len(t, got.Warnings, 1)
}

// Neither the port nor being the only candidates overrides PSNs that say no.
func TestPairRefuted(t *testing.T) {
	for _, port := range []uint16{0xC000, roce.SourcePort(0x11, 0x22)} {
		tr := newTraffic(t, 6)
		q := qp{a: host(1), b: host(9), qpnA: 0x11, qpnB: 0x22, port: port}
		for i := range uint32(20) {
			tr.put(q.data(t, i, false))
			tr.put(q.ack(t, i%3*0x400000+i)) // a third of them fit
			tr.put(q.cnp(t, 0))
		}
		got := read(t, tr.bytes())
		require.Len(t, got.Conns, 2)
		require.Len(t, got.Warnings, 1)
	}
}

// Responses of which a third do not fit are too few for the PSN rule, and too
// many to refute the only candidates.
func TestPairPartlyFitting(t *testing.T) {
	tr := newTraffic(t, 12)
	q := qp{a: host(1), b: host(9), qpnA: 0x11, qpnB: 0x22}
	for i := range uint32(30) {
		tr.put(q.data(t, i, false))
		psn := i
		if i%3 == 2 {
			psn += 0x800000
		}
		tr.put(q.ack(t, psn))
	}
	wantPaired(t, read(t, tr.bytes()), PairSole, q)
	tr.put(qp{a: host(1), b: host(9), qpnB: 0x23}.data(t, 0xABCDEF, false))
	require.Len(t, read(t, tr.bytes()).Conns, 3, "with another candidate nothing tells")
}

// Two queue pairs march in step and the data of one was not captured: the data
// of the other fits both, so it is given to none.
func TestPairContradiction(t *testing.T) {
	tr := newTraffic(t, 10)
	qps := tr.qps(2, 1, 9)
	for i := range uint32(50) {
		tr.put(qps[0].data(t, i, false))
		tr.put(qps[0].ack(t, i))
		tr.put(qps[1].ack(t, i))
	}
	got := read(t, tr.bytes())
	require.Len(t, got.Conns, 3)
	for _, c := range got.Conns {
		require.Equal(t, PairNone, c.Pairing)
	}
}

// Which PSNs a half flow counts as sent, against the set of those it has sent
// within the window, over the wrap and with retransmissions.
func TestSentWindow(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 1))
	for range 20 {
		var h direction
		first := r.Uint32() & roce.PSNMask
		if r.IntN(2) == 0 {
			first = roce.PSNMask - r.Uint32()%5000
		}
		n := 1 + r.Uint32()%9000
		for i := range n {
			h.request((first + i) & roce.PSNMask)
			if r.IntN(50) == 0 {
				h.request((first + i - r.Uint32()%(i+1)) & roce.PSNMask) // sent again
			}
		}
		h.request((first + n - 1 - r.Uint32()%n) & roce.PSNMask)
		for d := -10_000; d < 20_000; d++ {
			want := d >= 0 && d < int(n) && d >= int(n)-4096
			require.Equal(t, want, h.sent((first+uint32(d))&roce.PSNMask), "%d of %d sent", d, n)
		}
	}
}

// One queue pair that sends both ways is two connections, each with its CNPs.
func TestPairBothWays(t *testing.T) {
	tr := newTraffic(t, 7)
	q := qp{a: host(1), b: host(9), qpnA: 0x11, qpnB: 0x22}
	r := q.reverse()
	tr.psn[q], tr.psn[r] = 1000, 700_000
	for range 40 {
		tr.send(q, 2)
		tr.send(r, 1)
	}
	got := read(t, tr.bytes())
	wantPaired(t, got, PairPSN, q, r)
	require.Equal(t, uint64(80), got.Conns[0].DataPackets)
	require.Equal(t, uint64(40), got.Conns[1].DataPackets)
	require.Equal(t, uint64(8), got.Conns[0].CNPs)
	require.Equal(t, uint64(4), got.Conns[1].CNPs)
}

// CNPs alone, as a capture filter or a NIC that offloads the data leaves them.
func TestCNPsOnly(t *testing.T) {
	q := qp{a: host(1), b: host(9), qpnA: 0x11, qpnB: 0x22}
	tr := newTraffic(t, 8)
	for range 5 {
		tr.put(q.cnp(t, 2))
	}
	got := read(t, tr.bytes())
	require.Empty(t, got.Warnings)
	require.Equal(t, []Conn{{Name: "10.0.0.1:0x11->10.0.0.9:?", Sender: host(1), Receiver: host(9), SenderQPN: 0x11, CNPs: 5, Counting: 5}}, got.Conns)
	require.Equal(t, Event{Time: 100, Kind: KindCNP, Count: 1, Marked: 2}, got.Events[1])
}

// Loss in the capture does not break the matching.
func TestPairUnderLoss(t *testing.T) {
	tr := newTraffic(t, 9)
	qps := tr.qps(10, 1, 9)
	for _, q := range qps {
		tr.psn[q] = tr.r.Uint32() & roce.PSNMask
	}
	for range 1500 {
		tr.send(qps[tr.r.IntN(len(qps))], 1+tr.r.IntN(6))
	}
	var kept []pkt
	for _, p := range tr.pkts {
		if tr.r.IntN(50) != 0 {
			kept = append(kept, p)
		}
	}
	tr.pkts = kept
	wantPaired(t, read(t, tr.bytes()), PairPSN, qps...)
}

// The limits on memory hold and are reported.
func TestFlowLimit(t *testing.T) {
	ft := newFlowTable()
	ft.limit = 100
	for i := range uint32(100) {
		_, ok := ft.flow(host(byte(i%3)), host(byte(i%5)), i)
		require.True(t, ok)
	}
	_, ok := ft.flow(host(200), host(201), 1)
	require.False(t, ok)
	i, ok := ft.flow(host(2), host(0), 5)
	require.True(t, ok, "a known one is still found")
	require.Equal(t, int32(5), i)
}

// The candidates that votes and ports name are those that looking at all pairs
// finds: the rules of pair.go, word by word.
func TestCandidatesAgainstAllPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	found := 0
	for range 200 {
		ft := newFlowTable()
		a, b := host(1), host(9)
		qps := 1 + r.IntN(12)
		var there, back []int32
		for i := range uint32(qps) {
			x, _ := ft.flow(a, b, 0x100+i)
			y, _ := ft.flow(b, a, 0x200+i)
			there, back = append(there, x), append(back, y)
		}
		psn := make([]uint32, qps)
		for range r.IntN(400) {
			q := r.IntN(qps)
			sport := roce.SourcePort(0x100+uint32(q), 0x200+uint32(r.IntN(qps)))
			psn[q]++
			ft.learn(&record{flow: there[q], kind: KindData, class: roce.ClassSendData, psn: psn[q], sport: sport, packets: 1, bytes: 1})
			if r.IntN(3) == 0 {
				ft.learn(&record{flow: back[q], kind: KindAck, class: roce.ClassAck, psn: psn[q] + uint32(r.IntN(40)/39), sport: sport})
			}
			if r.IntN(9) == 0 { // data the other way too
				ft.learn(&record{flow: back[q], kind: KindData, class: roce.ClassSendData, psn: uint32(r.IntN(50)), sport: sport, packets: 1, bytes: 1})
				ft.learn(&record{flow: there[r.IntN(qps)], kind: KindAck, class: roce.ClassAck, psn: uint32(r.IntN(60)), sport: sport})
			}
		}
		m := &matcher{t: ft, pair: &ft.pairs[0]}
		if r.IntN(2) == 0 && qps > 2 {
			m.join(there[0], back[1], PairCM)
		}
		wantPSN, wantPort := m.newEdges(), m.newEdges()
		for _, x := range m.free(0) {
			for _, y := range m.free(1) {
				v := m.tally(x, y)
				if v.hit >= 2 && v.miss <= v.hit/16 {
					m.link(&wantPSN, x, y)
				}
				hx, hy := ft.direction(x), ft.direction(y)
				port := roce.SourcePort(hx.qpn, hy.qpn)
				if hx.hasSport && hy.hasSport && hx.sport == port && hy.sport == port && !m.refuted(x, y) {
					m.link(&wantPort, x, y)
				}
			}
		}
		for _, c := range [][2]edges{{wantPSN, m.byPSN()}, {wantPort, m.byPort()}} {
			for dir := range 2 {
				for k := range c[0][dir] {
					slices.Sort(c[1][dir][k])
					found += len(c[0][dir][k])
					require.Equal(t, slices.Sorted(slices.Values(c[0][dir][k])), c[1][dir][k])
				}
			}
		}
	}
	require.Greater(t, found, 500)
}

// The index finds what a map finds, over families of addresses and through its
// growth.
func TestFlowIndex(t *testing.T) {
	type key struct {
		src, dst netip.Addr
		qpn      uint32
	}
	r := rand.New(rand.NewPCG(13, 14))
	addr := func() netip.Addr {
		n := byte(r.IntN(20))
		switch r.IntN(3) {
		case 0:
			return netip.AddrFrom4([4]byte{10, 0, 0, n})
		case 1:
			return netip.AddrFrom16([16]byte{10: 0xFF, 11: 0xFF, 12: 10, 15: n}) // IPv4 in IPv6: another host
		}
		return netip.AddrFrom16([16]byte{0: 0x20, 15: n})
	}
	ft := newFlowTable()
	known := map[key]int32{}
	for range 50_000 {
		k := key{addr(), addr(), uint32(r.IntN(4))}
		want, ok := known[k]
		if !ok {
			want = int32(len(known))
			known[k] = want
		}
		got, ok := ft.flow(k.src, k.dst, k.qpn)
		require.True(t, ok)
		require.Equal(t, want, got)
	}
	require.Greater(t, len(known), 10*chunkLen)
}
