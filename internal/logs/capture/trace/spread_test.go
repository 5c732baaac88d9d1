package trace

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// rise is what counters rose by between two samples.
type rise struct {
	from, to              int64
	total, packets, marks uint64
}

// counterTrace is a random series of samples of a port, with what it counts.
type counterTrace struct {
	csv                 strings.Builder
	tx, handled, rx, np []rise
}

// weird draws a number, often at an edge, of at most bits bits.
func weird(r *rand.Rand, bits int) uint64 {
	v := r.Uint64() >> (64 - bits)
	switch r.IntN(6) {
	case 0:
		return 0
	case 1:
		return 1
	case 2:
		return v >> r.IntN(bits)
	}
	return v
}

func randomCounters(r *rand.Rand, samples int) *counterTrace {
	c := &counterTrace{}
	bits := 11
	if r.IntN(20) == 0 {
		bits = 22 // more CNPs than there are events to an interval
	}
	c.csv.WriteString("time_ns,port_xmit_data,port_xmit_packets,rp_cnp_handled,port_rcv_data,port_rcv_packets,np_ecn_marked_roce_packets,np_cnp_sent\n")
	// Bytes are counted by fours. Counters start anywhere that leaves room.
	var v [7]uint64
	for i := range v {
		v[i] = weird(r, 60)
	}
	at := int64(0)
	for i := range samples {
		fmt.Fprintf(&c.csv, "%d", at)
		for _, n := range v {
			fmt.Fprintf(&c.csv, ",%d", n)
		}
		c.csv.WriteByte('\n')
		if i == samples-1 {
			break
		}
		next := at + int64(weird(r, 1+r.IntN(33)))
		var d [7]uint64
		for k := range d {
			d[k] = weird(r, 1+r.IntN(bits))
		}
		d[0], d[3] = d[0]/4, d[3]/4
		for k := range v {
			v[k] += d[k]
		}
		c.tx = append(c.tx, rise{at, next, d[0] * 4, d[1], 0})
		c.handled = append(c.handled, rise{at, next, d[2], 0, 0})
		c.rx = append(c.rx, rise{at, next, d[3] * 4, d[4], d[5]})
		c.np = append(c.np, rise{at, next, d[6], 0, 0})
		at = next
	}
	return c
}

// Every interval's events add up to what was counted in it, exactly, and lie
// within it; packets and marks that have no bytes to go with come later, and
// none is lost that the trace has room for.
func TestSpreadIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for round := range 150 {
		c := randomCounters(r, 2+r.IntN(12))
		for _, how := range []Reconstruction{Uniform, Burst} {
			rd := open(t, []byte(c.csv.String()), Options{AllowNoCNP: true, Reconstruct: how})
			tr, err := rd.all()
			require.NoError(t, err)
			checkTotals(t, tr)
			require.Equal(t, how, tr.Stats.Reconstruction)
			ids := map[string]ConnID{"port tx": noConn, "port rx": noConn}
			for i, conn := range tr.Conns {
				ids[conn.Name] = ConnID(i)
			}
			for _, part := range []struct {
				conn  string
				kind  Kind
				rises []rise
			}{{"port tx", KindData, c.tx}, {"port tx", KindCNP, c.handled}, {"port rx", KindData, c.rx}, {"port rx", KindCNP, c.np}} {
				var events []Event
				for _, e := range tr.Events {
					if e.Conn == ids[part.conn] && e.Kind == part.kind {
						events = append(events, e)
					}
				}
				checkRises(t, fmt.Sprintf("round %d, %v, %s %v", round, how, part.conn, part.kind), events, part.rises, how)
			}
		}
	}
}

// checkRises checks the events of one counter group against its intervals.
func checkRises(t *testing.T, name string, events []Event, rises []rise, how Reconstruction) {
	t.Helper()
	var carryPackets, carryMarks uint64
	for _, w := range rises {
		w.packets += carryPackets
		w.marks += carryMarks
		carryPackets, carryMarks = 0, 0
		if w.total == 0 {
			carryPackets, carryMarks = w.packets, w.marks
			continue
		}
		if w.packets > 0 && w.marks > w.packets {
			carryMarks = w.marks - w.packets
			w.marks = w.packets
		}
		// The events of this interval are the next ones that make up its total.
		var total, packets, marks uint64
		n := 0
		for total < w.total {
			require.Less(t, n, len(events), name)
			e := events[n]
			n++
			switch {
			case e.Count > maxEventCNPs, e.Bytes > maxEventBytes, e.Bytes+e.Count == 0:
				t.Fatalf("%s: %+v is too large or empty", name, e)
			case e.Kind == KindData && e.Packets > 0 && e.Marked > e.Packets:
				t.Fatalf("%s: %+v has more marks than packets", name, e)
			case e.Time < w.from, e.Time > w.to, how == Burst && e.Time != w.to:
				t.Fatalf("%s: %+v is not from %d to %d", name, e, w.from, w.to)
			}
			total += uint64(e.Bytes) + uint64(e.Count)
			packets += uint64(e.Packets)
			marks += uint64(e.Marked)
		}
		require.Equal(t, []uint64{w.total, w.packets, w.marks}, []uint64{total, packets, marks}, name)
		if how == Uniform {
			checkUniform(t, name, events[:n], w)
		}
		events = events[n:]
	}
	require.Empty(t, events, name)
}

// checkUniform checks the n events of an interval against exact fractions: the
// k-th stands in the middle of its n-th part, rounded down, and what has come
// by its end is k+1 n-ths of the total, rounded down.
func checkUniform(t *testing.T, name string, events []Event, w rise) {
	t.Helper()
	n := int64(len(events))
	sum := new(big.Int)
	for k, e := range events {
		if sum.Add(sum, big.NewInt(int64(e.Bytes)+int64(e.Count))); n > 1000 && k%997 != 0 {
			continue // sums are of all, comparisons of some
		}
		at := new(big.Int).Mul(big.NewInt(int64(2*k+1)), big.NewInt(w.to-w.from))
		at.Div(at, big.NewInt(2*n))
		require.Equal(t, at.Int64()+w.from, e.Time, name)
		part := new(big.Int).Mul(big.NewInt(int64(k+1)), new(big.Int).SetUint64(w.total))
		part.Div(part, big.NewInt(n))
		require.Zero(t, part.Cmp(sum), "%s: %v by event %d, want %v", name, sum, k, part)
	}
}

// Large counts do not overflow an event, nor make more events than they must.
func TestSpreadLargeCounts(t *testing.T) {
	const day = 86_400
	head := "time_s,port_xmit_data,port_xmit_packets,rp_cnp_handled\n0,0,0,0\n"
	for _, c := range []struct{ seconds, bytes4, packets, cnps uint64 }{
		{600, 200e9 / 4 * 600, 200e6 * 600, 8_000_000 * 600},
		{1, 12_500_000_000 / 4, 12_000_000, 3_000_000_000},
		{day, 1, 0, 1},
		{0, 2_000_000_000, 3, 65_536},
	} {
		for _, how := range []Reconstruction{Uniform, Burst} {
			text := head + fmt.Sprintf("%d,%d,%d,%d\n", c.seconds, c.bytes4, c.packets, c.cnps)
			r := open(t, []byte(text), Options{Reconstruct: how, AllowNoCNP: true})
			require.Equal(t, c.bytes4*4, r.Conns()[0].DataBytes)
			require.Equal(t, c.packets, r.Conns()[0].DataPackets)
			require.Equal(t, c.cnps, r.Conns()[0].CNPs)
			most := ceilDiv(c.bytes4*4, maxEventBytes) + ceilDiv(c.packets, maxEventCount) + ceilDiv(c.cnps, maxEventCNPs)
			if how == Uniform {
				most += 2 * maxPieces
			}
			require.LessOrEqual(t, r.Stats().Events, most)
		}
	}
}

// Counters wrap at 32 or 64 bits, or are reset.
func TestRiseOf(t *testing.T) {
	const top32, top64 = math.MaxUint32, math.MaxUint64
	for _, c := range []struct {
		before, after, rise uint64
		reset, wrap         bool
	}{
		{5, 5, 0, false, false},
		{5, 9, 4, false, false},
		{top32, 0, 1, false, true},
		{top32 - 10, 20, 31, false, true},
		{top32 - 1<<30, 1<<30 - 1, 1 << 31, false, true},
		{top32 - 1<<30 - 1, 3, 3, true, false},
		{top32, 1 << 30, 1 << 30, true, false},
		{top64, 0, 1, false, true},
		{top64 - 5, 4, 10, false, true},
		{1 << 40, 7, 7, true, false},
		{9, 2, 2, true, false},
		{top32, top32 + 5, 5, false, false},
	} {
		rise, reset, wrap := riseOf(c.before, c.after)
		require.Equal(t, c.rise, rise, "%d to %d", c.before, c.after)
		require.Equal(t, c.reset, reset, "%d to %d", c.before, c.after)
		require.Equal(t, c.wrap, wrap, "%d to %d", c.before, c.after)
	}
}

// Ports are sampled at different times; events come in order over all.
func TestSpreadMergesPorts(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	for range 100 {
		type row struct {
			at   int64
			port int
		}
		var rows []row
		for port := range 1 + r.IntN(5) {
			at := r.Int64N(50)
			for range 1 + r.IntN(20) {
				rows = append(rows, row{at, port})
				at += r.Int64N(100)
			}
		}
		slices.SortStableFunc(rows, func(a, b row) int { return int(a.at - b.at) })
		var text strings.Builder
		text.WriteString("time_ns,port,rp_cnp_handled,np_cnp_sent\n0,idle,0,0\n1,idle,0,0\n")
		var count [5][2]uint64
		var first, last [5][2]uint64
		seen := [5]bool{}
		for _, w := range rows {
			for k := range 2 {
				count[w.port][k] += uint64(r.IntN(4))
			}
			if !seen[w.port] {
				seen[w.port], first[w.port] = true, count[w.port]
			}
			last[w.port] = count[w.port]
			fmt.Fprintf(&text, "%d,p%d,%d,%d\n", w.at+1, w.port, count[w.port][0], count[w.port][1])
		}
		tr := read(t, []byte(text.String()))
		checkTotals(t, tr)
		got := map[string]uint64{}
		for _, c := range tr.Conns {
			got[c.Name] = c.CNPs
		}
		for port := range 5 {
			for k, way := range []string{"tx", "rx"} {
				require.Equal(t, last[port][k]-first[port][k], got[fmt.Sprintf("p%d %s", port, way)])
			}
		}
	}
}

// A port that vanishes does not hold the others up for ever.
func TestSpreadPortVanishes(t *testing.T) {
	var text strings.Builder
	text.WriteString("time_us,port,rp_cnp_handled\n0,gone,5\n0,stays,5\n")
	const n = maxPending + 1000
	for i := range n {
		fmt.Fprintf(&text, "%d,stays,%d\n", i+1, 6+i)
	}
	fmt.Fprintf(&text, "%d,gone,105\n%d,gone,107\n", n+1, n+2)
	tr := read(t, []byte(text.String()))
	require.Equal(t, []string{"stays tx", "gone tx"}, names(tr.Conns))
	require.EqualValues(t, uint64(n), tr.Conns[0].CNPs)
	require.EqualValues(t, 2, tr.Conns[1].CNPs, "what it rose by while it was gone is left out")
	require.Contains(t, fmt.Sprint(tr.Warnings), "gone: rp_cnp_handled ends or pauses while other ports go on")
}

// The edge, which is computed again only when the oldest sample moves, is the least
// time of all groups that have been sampled, whatever the order of the ports is.
func TestSpreadEdge(t *testing.T) {
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 7))
		var column [numCounters]int
		for i := range column {
			column[i] = -1
		}
		column[cnpHandled], column[xmitBytes] = 0, 1
		unit := [numCounters]uint64{cnpHandled: 1, xmitBytes: 4}
		var title [numCounters]string
		sp, ports := &spreader{}, make([]*counterPort, 1+r.IntN(5))
		for i := range ports {
			ports[i] = newCounterPort("p", int32(i), [2]int32{}, &column)
			sp.add(ports[i])
		}
		for now := int64(0); now < 3*maxGap; now += int64(r.IntN(3)) * maxGap / 60 {
			sm := &sample{time: now}
			sm.have[cnpHandled], sm.have[xmitBytes] = r.IntN(8) > 0, r.IntN(8) > 0
			require.NoError(t, sp.take(ports[r.IntN(len(ports))], sm, &unit, &title))
			want := int64(math.MaxInt64)
			for _, g := range sp.groups {
				if g.started {
					want = min(want, g.last)
				}
			}
			require.Equal(t, want, sp.edge)
		}
	}
}
