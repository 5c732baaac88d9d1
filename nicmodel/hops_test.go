//go:build unix

package nicmodel_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/folder"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/topology"
)

// Nodes of the model of traced: hosts 0, 1, 2 are on the first of four switches in a row, 3 on the
// second, 4 on the last.
const tracedHosts = 5

var tracedTrunks = [3]uint64{50 * gigabit, 40 * gigabit, 25 * gigabit}

// traced is flows of testdata/hops over up to four switches, each trunk slower than what comes in, and
// one of them the other way, so that acknowledgements share the trunks with data.
func traced(t testing.TB) (nicmodel.Config, *driver.Setup) {
	t.Helper()
	a, err := folder.Open("./testdata/hops", folder.Options{Set: []string{"Least=2000B", "Most=200000B", "Queue=30000B"}})
	require.NoError(t, err)
	links := []topology.Link{}
	for host, s := range []uint32{0, 0, 0, 1, 3} {
		links = append(links, topology.Link{A: uint32(host), B: tracedHosts + s, Rate: 100 * gigabit, Delay: event.Microsecond})
	}
	for i, rate := range tracedTrunks {
		links = append(links, topology.Link{A: tracedHosts + uint32(i), B: tracedHosts + 1 + uint32(i), Rate: rate, Delay: event.Microsecond + event.Time(i)*100_001})
	}
	c := plain(wired(t, tracedHosts, 4, links...), flows(
		flow{src: 0, dst: 4, bytes: 700_123}, flow{src: 1, dst: 4, bytes: 700_321, at: 3 * event.Microsecond},
		flow{src: 2, dst: 3, bytes: 400_000}, flow{src: 0, dst: 1, bytes: 100_000}, flow{src: 4, dst: 0, bytes: 300_000},
	))
	c.NICs[0].Algorithm = &a.Setup
	c.Record.AllRates = true
	c.End = 50 * event.Millisecond
	return c, &a.Setup
}

// arrival is a packet that came into a switch.
type arrival struct {
	at   event.Time
	port uint16
	fabric.Packet
}

// tap is a hook that keeps what came into each switch.
type tap [4][]arrival

func (w *tap) Arrive(now event.Time, node uint32, port uint16, k *fabric.Packet) bool {
	w[node-tracedHosts] = append(w[node-tracedHosts], arrival{now, port, *k})
	return true
}

// tapped runs a model, and returns what came into the switches of the run in one partition.
func tapped(t testing.TB, c nicmodel.Config, cuts [][2]int) (*nicmodel.Result, *notebook, *tap) {
	t.Helper()
	var first *tap
	r, notes := proof{Config: c, cuts: cuts, watch: func() (fabric.Hook, func(testing.TB)) {
		w := &tap{}
		if first == nil {
			first = w
		}
		return w, func(t testing.TB) { require.True(t, reflect.DeepEqual(first, w), "what came into the switches") }
	}}.run(t)
	return r, notes, first
}

// elements returns the elements of an array of an event.
func elements(s *driver.Setup, row *nicmodel.RateRow, signal ir.Signal) []uint64 {
	from := s.Algorithm.Contract.Signal(signal, "").Index
	return row.Values[from : from+s.Algorithm.Contract.Hops()]
}

// TestHops: what acknowledgements bring is what a tap at the next switch finds: when the packet
// left, by when it came; what the port had sent, by what had come before; and the queue, by what had
// come into the switch and left it later.
func TestHops(t *testing.T) {
	c, s := traced(t)
	r, notes, w := tapped(t, c, [][2]int{{2, 1}, {2, 2}, {4, 2}})
	require.Zero(t, r.GoBacks)
	_, bare := proof{Config: c, cuts: [][2]int{{4, 2}}}.run(t)
	require.Equal(t, bare.Rates, notes.Rates, "without a hook")

	type packet struct{ conn, seq uint32 }
	came := [4]map[packet]arrival{}
	for i := range w {
		came[i] = map[packet]arrival{}
		for _, a := range w[i] {
			if a.Kind == fabric.Data {
				came[i][packet{a.Conn, a.Seq}] = a
			}
		}
	}
	switches := [5]uint64{4, 4, 2, 1, 4}
	var seqs [5]uint32
	checked, queued := 0, 0
	for i := range notes.Rates {
		row := &notes.Rates[i]
		is := packet{row.Conn, seqs[row.Conn]}
		seqs[row.Conn]++
		count := min(switches[row.Conn], 3)
		require.Equal(t, count, signalOf(s, row, ir.SignalHops))
		queue, sent, at, rate := elements(s, row, ir.SignalHopQueue), elements(s, row, ir.SignalHopSent), elements(s, row, ir.SignalHopAt), elements(s, row, ir.SignalHopRate)
		for hop := range uint64(3) {
			if hop >= count {
				require.Equal(t, [4]uint64{}, [4]uint64{queue[hop], sent[hop], at[hop], rate[hop]})
				continue
			}
			if hop > 0 {
				require.GreaterOrEqual(t, at[hop], at[hop-1]+1000, "a link's delay later")
			}
			from, to, trunk := hop, hop+1, hop
			if row.Conn == 4 { // the other way
				from, to, trunk = 3-hop, 2-hop, 2-hop
			}
			if hop+1 == switches[row.Conn] {
				require.EqualValues(t, 100_000_000, rate[hop], "the last goes to a host")
				continue
			}
			require.Equal(t, tracedTrunks[trunk]/1000, rate[hop])
			here, next := came[from][is], came[to][is]
			left := next.at - event.Microsecond - event.Time(trunk)*100_001 - serial(uint64(next.Size), tracedTrunks[trunk])
			require.EqualValues(t, left/event.Nanosecond, at[hop])
			bytes, least, most, behind := uint64(0), uint64(0), uint64(0), false
			for _, a := range w[to] {
				if a.port != next.port {
					continue
				}
				if a.Kind == fabric.Data && a.Conn == is.conn && a.Seq == is.seq {
					behind = true
					continue
				}
				if !behind {
					bytes += uint64(a.Size)
					continue
				}
				if a.Kind != fabric.Data {
					continue
				}
				// At one time ports have an order: then both are right.
				before := came[from][packet{a.Conn, a.Seq}].at
				if before < left {
					least += uint64(a.Size)
				}
				if before <= left && here.at < left {
					most += uint64(a.Size)
				}
			}
			require.Equal(t, bytes, sent[hop], "connection %d packet %d hop %d", is.conn, is.seq, hop)
			require.GreaterOrEqual(t, queue[hop], least)
			require.LessOrEqual(t, queue[hop], max(least, most))
			checked++
			if queue[hop] > 0 {
				queued++
			}
		}
	}
	require.Equal(t, [5]uint32{701, 701, 400, 100, 300}, seqs)
	require.EqualValues(t, 3*(701+701+300)+400, checked)
	require.Greater(t, queued, 1000)
}

// TestUnacked: what acknowledgements say is under way is what a tap at the first switch saw begin before, and not
// yet acknowledged.
func TestUnacked(t *testing.T) {
	c, s := traced(t)
	_, notes, w := tapped(t, c, [][2]int{{4, 2}})
	first := [5]int{4: 3}
	var begins [5][]event.Time // of each packet, at its host
	var payload [5][]uint64
	for conn := range begins {
		for _, a := range w[first[conn]] {
			if a.Kind == fabric.Data && a.Conn == uint32(conn) {
				begins[conn] = append(begins[conn], a.at-event.Microsecond-serial(uint64(a.Size), 100*gigabit))
				payload[conn] = append(payload[conn], uint64(a.Size)-48)
			}
		}
	}
	var seqs [5]int
	var acked [5]uint64
	full, busy := 0, uint64(0)
	for i := range notes.Rates {
		row := &notes.Rates[i]
		acked[row.Conn] += payload[row.Conn][seqs[row.Conn]]
		seqs[row.Conn]++
		least, most := uint64(0), uint64(0)
		for k, at := range begins[row.Conn] {
			if at < event.Time(row.At)*event.Nanosecond {
				least += payload[row.Conn][k]
			}
			if at <= event.Time(row.At+1)*event.Nanosecond {
				most += payload[row.Conn][k]
			}
		}
		got := signalOf(s, row, ir.SignalUnacked)
		require.GreaterOrEqual(t, got, least-acked[row.Conn], "connection %d packet %d", row.Conn, seqs[row.Conn])
		require.LessOrEqual(t, got, most-acked[row.Conn])
		busy = max(busy, got)
		if got == least-acked[row.Conn] { // nothing began in the very ns, but for what the acknowledgement let go
			full++
		}
	}
	require.Greater(t, full, 2100)
	require.Greater(t, busy, uint64(20_000))
}

// TestHopsComeBack: with losses, a receive path, cores that refuse some acknowledgements, and answers
// to some packets only, runs are the same in all cuts, and every acknowledgement has hops that
// are in the order of time.
func TestHopsComeBack(t *testing.T) {
	for name, change := range map[string]func(*nicmodel.Config){
		"losses": func(c *nicmodel.Config) {
			for i := range c.Topology.Links {
				c.Topology.Links[i].LossPPB = 20_000_000
			}
			c.NICs[0].RTO = 200 * event.Microsecond
		},
		"receive path": func(c *nicmodel.Config) { c.NICs[0].ReceiveDelay = 3 * event.Microsecond },
		"cores": func(c *nicmodel.Config) {
			c.NICs[0].Engine = &nicmodel.Engine{Cores: 1, ClockHz: gigabit, Depth: 2, Target: "dpa", Cycles: 400}
		},
	} {
		t.Run(name, func(t *testing.T) {
			c, s := traced(t)
			change(&c)
			r, notes := proof{Config: c, cuts: [][2]int{{2, 2}, {4, 2}}}.run(t)
			if name == "cores" {
				require.Positive(t, r.Engine.Lost)
			}
			require.Greater(t, len(notes.Rates), 1000)
			for i := range notes.Rates {
				row := &notes.Rates[i]
				at := elements(s, row, ir.SignalHopAt)
				hops := signalOf(s, row, ir.SignalHops)
				require.Positive(t, hops)
				for hop := uint64(1); hop < hops; hop++ {
					require.Greater(t, at[hop], at[hop-1])
				}
				require.Less(t, at[hops-1], uint64(row.At))
			}
		})
	}
}
