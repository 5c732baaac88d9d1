package trace

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/packet/simtrace"
)

// A small network: hosts 0 and 1 and, between them, switches 10 and 11.
const (
	simA, simB = 0x0B000001, 0x0B000101 // addresses of hosts 0 and 1
	simSize    = 1048
)

// sim writes a simulator trace.
type sim struct {
	links   []simtrace.Link
	records []simtrace.Record
}

func (s *sim) bytes() []byte {
	b := simtrace.AppendPreamble(nil, s.links, 0)
	for i := range s.records {
		b = s.records[i].Append(b)
	}
	return b
}

// at adds a record of a packet at a node.
func (s *sim) at(time uint64, node uint16, e simtrace.Event, r simtrace.Record) {
	r.Time, r.Node, r.Event = time, node, e
	if node >= 10 {
		r.NodeType = simtrace.Switch
	}
	s.records = append(s.records, r)
}

func simData(port uint16, seq uint32) simtrace.Record {
	return simtrace.Record{Proto: simtrace.ProtoData, Src: simA, Dst: simB, Sport: port, Dport: 100, Priority: 3, Seq: seq, Size: simSize}
}

func simBack(p simtrace.Proto, port uint16, flags uint16) simtrace.Record {
	return simtrace.Record{Proto: p, Src: simB, Dst: simA, Sport: 100, Dport: port, Priority: 3, Flags: flags, Size: 60}
}

func simCNP(port uint16) simtrace.Record {
	return simtrace.Record{Proto: simtrace.ProtoCNP, Src: simB, Dst: simA, Sport: port, Priority: 3, Size: 60}
}

// journey takes a packet from host 0 over the switches to host 1, a nanosecond
// a step from time on; it is marked when it leaves a switch of mark, if any.
func (s *sim) journey(time uint64, r simtrace.Record, mark uint16) {
	s.at(time, 0, simtrace.Dequ, r)
	for i, node := range []uint16{10, 11} {
		t := time + 1 + 3*uint64(i)
		s.at(t, node, simtrace.Recv, r)
		s.at(t+1, node, simtrace.Enqu, r)
		if node == mark {
			r.ECN = 3
		}
		s.at(t+2, node, simtrace.Dequ, r)
	}
	s.at(time+7, 1, simtrace.Recv, r)
}

// back takes a packet from host 1 to host 0.
func (s *sim) back(time uint64, r simtrace.Record) {
	s.at(time, 1, simtrace.Enqu, r)
	s.at(time, 1, simtrace.Dequ, r)
	for i, node := range []uint16{11, 10} {
		t := time + 1 + 2*uint64(i)
		s.at(t, node, simtrace.Recv, r)
		s.at(t+1, node, simtrace.Dequ, r)
	}
	s.at(time+5, 0, simtrace.Recv, r)
}

// story is an exchange with everything in it.
func story() *sim {
	s := &sim{links: []simtrace.Link{{Node: 0, Intf: 1, Rate: 100_000_000_000}, {Node: 1, Intf: 1, Rate: 100_000_000_000}}}
	s.journey(1000, simData(7, 0), 0)
	s.journey(2000, simData(7, 1000), 11)
	s.journey(3000, simData(7, 2000), 10)
	s.back(3500, simBack(simtrace.ProtoAck, 7, 0))
	s.back(3600, simCNP(7))
	s.back(3700, simBack(simtrace.ProtoNack, 7, simtrace.FlagCNP))
	s.journey(4000, simData(7, 1000), 0) // again
	s.at(4500, 10, simtrace.Drop, simData(7, 5000))
	pfc := simtrace.Record{Proto: simtrace.ProtoPFC, Intf: 2, Priority: 3, PauseTime: 5, Size: 64}
	s.at(4600, 11, simtrace.Dequ, pfc)
	s.at(4601, 10, simtrace.Recv, pfc)
	pfc.PauseTime = 0
	s.at(4701, 10, simtrace.Recv, pfc)
	s.at(4800, 0, simtrace.Dequ, simtrace.Record{Proto: simtrace.ProtoTCP, Src: simA, Dst: simB, Size: 1000})
	s.at(4801, 0, simtrace.Recv, simtrace.Record{Proto: simtrace.ProtoState, Src: simA, Dst: simB})
	s.at(4802, 0, simtrace.Dequ, simtrace.Record{Proto: simtrace.ProtoData, Src: simA, Dst: simB, Size: 14})
	return s
}

const simConn = "11.0.0.1:0x30007->11.0.1.1:0x30007"

func readSim(t *testing.T, s *sim, o Options) (*Reader, *Trace) {
	t.Helper()
	o.AllowNoCNP = true
	r := open(t, s.bytes(), o)
	tr, err := r.all()
	require.NoError(t, err)
	return r, tr
}

func TestSimEvents(t *testing.T) {
	data := func(at int64, marked uint32) Event {
		return Event{Time: at, Kind: KindData, Bytes: simSize - 14, Packets: 1, Marked: marked}
	}
	back := func(at int64, k Kind) Event {
		e := Event{Time: at, Kind: k}
		if k == KindCNP {
			e.Count = 1
		}
		return e
	}
	all := func(off int64, marks ...uint32) []Event {
		return []Event{data(1000+off, marks[0]), data(2000+off, marks[1]), data(3000+off, marks[2])}
	}
	answers := func(off int64) []Event {
		return []Event{back(3500+off, KindAck), back(3600+off, KindCNP), back(3700+off, KindCNP), back(3700+off, KindNak)}
	}
	join := func(a []Event, b []Event, c ...Event) []Event { return append(append(a, b...), c...) }
	for name, c := range map[string]struct {
		nodes []uint16
		want  []Event
	}{
		"all nodes: the sending host's view": {nil, join(all(0, 0, 0, 0), answers(5), data(4000, 0))},
		"the sending host":                   {[]uint16{0}, join(all(0, 0, 0, 0), answers(5), data(4000, 0))},
		"the receiving host":                 {[]uint16{1}, join(all(7, 0, 1, 1), answers(0), data(4007, 0))},
		"the first switch":                   {[]uint16{10}, join(all(3, 0, 0, 1), answers(4), data(4003, 0))},
		"the second switch":                  {[]uint16{11}, join(all(6, 0, 1, 1), answers(2), data(4006, 0))},
		"both switches: the first for data":  {[]uint16{10, 11}, join(all(3, 0, 0, 1), answers(2), data(4003, 0))},
	} {
		r, tr := readSim(t, story(), Options{Nodes: c.nodes, Measure: true})
		require.Equal(t, c.want, tr.Events, name)
		require.Len(t, tr.Conns, 1, name)
		conn := tr.Conns[0]
		require.Equal(t, simConn, conn.Name)
		require.EqualValues(t, []uint64{4, 4 * (simSize - 14), 2, 2}, []uint64{conn.DataPackets, conn.DataBytes, conn.CNPs, conn.Acks}, name)
		m := r.ConnDetails()[0]
		require.EqualValues(t, []uint64{1, 4, 1}, []uint64{m.Resent, m.Sequenced, m.Naks}, name)
		switch {
		case len(c.nodes) == 1 && c.nodes[0] == 0:
			require.True(t, conn.MarksUnseen, "nobody has marked yet")
		case len(c.nodes) == 1 && c.nodes[0] == 10:
			require.EqualValues(t, []uint64{1, 4}, []uint64{conn.Marked, conn.MarkedOf}, "the second mark comes later")
		default:
			require.False(t, conn.MarksUnseen)
			require.EqualValues(t, []uint64{2, 4}, []uint64{conn.Marked, conn.MarkedOf}, name)
		}
		require.Equal(t, int64(0), tr.Stats.Start)
	}
}

// What gives no event is counted by its reason, and every record is counted.
func TestSimSkips(t *testing.T) {
	s := story()
	_, tr := readSim(t, s, Options{})
	total := tr.Stats.Events
	for _, k := range tr.Stats.Skipped() {
		total += k.Count
	}
	require.EqualValues(t, len(s.records)+1, total, "one ACK gives two events")
	require.Contains(t, fmt.Sprint(tr.Stats.Skipped()), "{dropped by a queue 1} {PFC 3} {TCP 1} {without a size 1} {other record 1}")
	require.Len(t, tr.Warnings, 1)
	require.Contains(t, tr.Warnings[0].String(), "marks are in the totals only")
}

// Pauses are events of a port if they are asked for.
func TestSimPauses(t *testing.T) {
	_, tr := readSim(t, story(), Options{Pauses: true})
	require.Len(t, tr.Conns, 2)
	require.Equal(t, "pause node 10 interface 2", tr.Conns[1].Name)
	require.EqualValues(t, 2, tr.Stats.Pauses)
	require.Contains(t, tr.Events, Event{Time: 4601, Conn: 1, Kind: KindPause, Count: 1})
	require.Contains(t, tr.Events, Event{Time: 4701, Conn: 1, Kind: KindResume, Count: 1})
	// They go through text and come back, or are left out of it.
	b := write(t, FormatCSV, tr.Conns, tr.Events, WriterOptions{})
	again := open(t, b, Options{Pauses: true})
	events, err := again.all()
	require.NoError(t, err)
	require.Equal(t, tr.Events, events.Events)
	without := read(t, b)
	require.Len(t, without.Conns, 1)
	require.Len(t, without.Events, len(tr.Events)-2)
	require.Equal(t, []Skip{{"PFC", 2}}, without.Stats.Skipped())
}

// Whatever nodes are traced and in whatever connections: every packet is one
// event, if it is seen at all.
func TestSimCountsEachPacketOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		whole := &sim{links: []simtrace.Link{{Rate: 1}}}
		sent := map[uint16]int{}
		notified := map[uint16]int{}
		for i := range uint64(60) {
			port := uint16(1 + r.IntN(5))
			switch r.IntN(4) {
			case 0:
				whole.back(1000*i, simCNP(port))
				notified[port]++
			case 1:
				whole.back(1000*i, simBack(simtrace.ProtoAck, port, simtrace.FlagCNP))
				notified[port]++
			default:
				whole.journey(1000*i, simData(port, uint32(i)), []uint16{0, 10, 11}[r.IntN(3)])
				sent[port]++
			}
		}
		traced := &sim{links: whole.links}
		var nodes []uint16
		for _, n := range []uint16{0, 1, 10, 11} {
			if r.IntN(2) == 0 || len(nodes) == 0 && n == 11 {
				nodes = append(nodes, n)
			}
		}
		for _, rec := range whole.records {
			for _, n := range nodes {
				if rec.Node == n {
					traced.records = append(traced.records, rec)
				}
			}
		}
		_, by := readSim(t, traced, Options{})
		_, filtered := readSim(t, whole, Options{Nodes: nodes})
		require.Equal(t, by.Events, filtered.Events, "a filter sees what is traced at its nodes")
		require.Equal(t, by.Conns, filtered.Conns)
		for _, c := range by.Conns {
			port := uint16(c.SenderQPN)
			require.EqualValues(t, sent[port], c.DataPackets, "%v", nodes)
			require.EqualValues(t, notified[port], c.CNPs, "%v", nodes)
			if len(nodes) > 1 && sent[port] > 0 {
				require.EqualValues(t, sent[port], c.MarkedOf)
			}
		}
	}
}

// The preamble may be missing, the end cut, the file compressed.
func TestSimFiles(t *testing.T) {
	s := story()
	b := s.bytes()
	want := read(t, b)
	require.Equal(t, FormatSim, want.Stats.Format)
	require.Equal(t, want.Events, read(t, gz(t, b)).Events)

	bare := read(t, b[simtrace.PreambleLen(2):])
	require.Equal(t, want.Events, bare.Events)
	require.Contains(t, bare.Warnings[0].String(), "offset 0: the preamble (number of links, their rates, window) is missing")
	require.Len(t, bare.Warnings, 2)

	for _, cut := range []int{1, 55} {
		tr := read(t, b[:len(b)-cut])
		require.Equal(t, want.Events, tr.Events)
		require.True(t, tr.Stats.Truncated)
		require.Contains(t, tr.Warnings[0].String(), fmt.Sprintf("offset %d: the trace is cut within a record", len(b)-56))
	}
	z := gz(t, b)
	tr := read(t, z[:len(z)-20])
	require.True(t, tr.Stats.Truncated)

	many := make([]simtrace.Link, 10_000)
	for i := range many {
		many[i].Rate = 1
	}
	long := (&sim{links: many, records: s.records}).bytes()
	require.Equal(t, want.Events, read(t, long).Events)
	_, err := readBytes(long[:90_000], Options{})
	oneLine(t, err, "in: offset 0: the preamble of 110008 bytes is cut")

	// Damage behind what is looked at to tell the format.
	s.records = append(s.records, s.records...)
	for i := range s.records {
		s.records[i].Time = uint64(i)
	}
	damaged := s.bytes()
	damaged[simtrace.PreambleLen(2)+65*56+27] = 9
	_, err = readBytes(damaged, Options{})
	oneLine(t, err, fmt.Sprintf("in: offset %d: record with event 9", simtrace.PreambleLen(2)+65*56), "head -c")

	_, err = readBytes([]byte(strings.Repeat("x", 200)), Options{Format: FormatSim})
	oneLine(t, err, "not a .tr trace")
	_, err = readBytes((&sim{links: many[:1], records: s.records[:1]}).bytes(), Options{})
	require.ErrorIs(t, err, ErrNoCNP)
	require.Contains(t, err.Error(), "trace the hosts of the connections")
}

// Priorities beyond 8 bits do not fit a QP number; hosts may have any address.
func TestSimNames(t *testing.T) {
	s := &sim{links: []simtrace.Link{{Rate: 1}}}
	d := simData(7, 0)
	d.Priority = 300
	s.at(1, 0, simtrace.Dequ, d)
	d.Priority = 0
	d.Sport = 0
	s.at(2, 0, simtrace.Dequ, d)
	_, tr := readSim(t, s, Options{})
	require.Equal(t, []string{"11.0.0.1:7/300->11.0.1.1", "11.0.0.1:0/0->11.0.1.1"}, names(tr.Conns))
}

// The error for a node that the trace does not contain lists those that it does.
func TestSimOtherNodes(t *testing.T) {
	_, tr := readSim(t, story(), Options{})
	require.NotEmpty(t, tr.Events)
	b := story().bytes()
	_, err := readBytes(b, Options{Nodes: []uint16{999}})
	oneLine(t, err, "no CNP in it: it holds ", " at another node; it has no record at this node, but at 0, 1, 10, 11")
	tr = nil
	tr, err = readBytes(b, Options{Nodes: []uint16{999}, AllowNoCNP: true})
	require.NoError(t, err)
	require.Contains(t, tr.Warnings[len(tr.Warnings)-1].Text, "it has no record at this node, but at 0, 1, 10, 11")

	many := &sim{links: []simtrace.Link{{Rate: 1}}}
	for node := range uint16(40) {
		many.at(uint64(node), node, simtrace.Dequ, simData(7, 0))
	}
	_, err = readBytes(many.bytes(), Options{Nodes: []uint16{999}})
	oneLine(t, err, "but at 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 and others")
}

// Records of another structure behind the links are a fork's.
func TestSimFork(t *testing.T) {
	b := story().bytes()
	at := int(simtrace.PreambleLen(2))
	fork := append([]byte(nil), b[:at]...)
	for rest := b[at:]; len(rest) >= simtrace.RecordLen; rest = rest[simtrace.RecordLen:] {
		fork = append(append(fork, rest[:simtrace.RecordLen]...), 1, 1, 0, 11, 232, 3, 0, 0)
	}
	_, err := readBytes(fork, Options{})
	oneLine(t, err, "offset 0: begins with a list of 2 links, as a .tr does, but records of 56 bytes do not follow")
}

// A trace that is converted to a capture and read again shows the same.
func TestSimToCapture(t *testing.T) {
	_, tr := readSim(t, story(), Options{Nodes: []uint16{1}})
	again := read(t, write(t, FormatPcapng, tr.Conns, tr.Events, WriterOptions{}))
	for i := range tr.Events {
		tr.Events[i].Time -= 1007 // captures begin with their first packet
	}
	require.Equal(t, tr.Events, again.Events)
	require.Equal(t, []string{simConn}, names(again.Conns))
}

func FuzzSim(f *testing.F) {
	s := story()
	b := s.bytes()
	f.Add(b)
	f.Add(b[simtrace.PreambleLen(2):])
	f.Add(b[:len(b)-30])
	f.Add(gz(f, b))
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, o := range []Options{{Format: FormatSim}, {Format: FormatSim, Nodes: []uint16{1, 10}, Pauses: true}} {
			o.AllowNoCNP = true
			tr, err := readBytes(b, o)
			if err != nil {
				var e *Error
				if !errors.As(err, &e) {
					t.Fatalf("error without a place: %v", err)
				}
				continue
			}
			checkTotals(t, tr)
		}
	})
}

// checkTotals checks the connections' totals against the events.
func checkTotals(t *testing.T, tr *Trace) {
	t.Helper()
	last := int64(0)
	var cnps, bytesSent, packets uint64
	for _, e := range tr.Events {
		if e.Time < last || int(e.Conn) >= len(tr.Conns) || e.Kind == 0 {
			t.Fatalf("bad event %+v after %d", e, last)
		}
		last = e.Time
		if e.Kind == KindCNP {
			cnps += uint64(e.Count)
		}
		bytesSent += uint64(e.Bytes)
		packets += uint64(e.Packets)
	}
	for _, c := range tr.Conns {
		cnps -= c.CNPs
		bytesSent -= c.DataBytes
		packets -= c.DataPackets
	}
	if cnps != 0 || bytesSent != 0 || packets != 0 {
		t.Fatal("the connections' totals are not those of the events")
	}
}
