package trace

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/packet/roce"
)

// Time stamps out of order: sorted within the window, stable, refused beyond.
func TestOrder(t *testing.T) {
	q := qp{a: host(1), b: host(9), qpnA: 0x11, qpnB: 0x22}
	p := []pkt{
		{at: epoch + 5_000, data: q.data(t, 1, false)},
		{at: epoch + 2_000, data: q.data(t, 2, true)},
		{at: epoch + 5_000, data: q.cnp(t, 0)},
		{at: epoch + 1_000, data: make([]byte, 60)}, // unrelated, and the earliest of all
		{at: epoch + 4_000, data: q.ack(t, 2)},
	}
	tr := read(t, pcapBytes(binary.LittleEndian, true, 1, p))
	require.Equal(t, []Event{
		{Time: 1_000, Kind: KindData, Bytes: 1068, Packets: 1, Marked: 1},
		{Time: 3_000, Kind: KindAck},
		{Time: 4_000, Kind: KindData, Bytes: 1068, Packets: 1},
		{Time: 4_000, Kind: KindCNP, Count: 1},
	}, tr.Events)
	require.Equal(t, uint64(2), tr.Stats.Reordered)
	require.Equal(t, epoch+1_000, tr.Stats.Start)

	// A record exactly as late as the window can correct, and one later.
	for _, late := range []int{reorderWindow - 1, reorderWindow} {
		var many []pkt
		for i := range late {
			many = append(many, pkt{at: epoch + 10 + int64(i), data: q.cnp(t, 0)})
		}
		many = append(many, pkt{at: epoch, data: q.cnp(t, 0)})
		tr, err := readBytes(pcapBytes(binary.LittleEndian, true, 1, many), Options{})
		if late == reorderWindow {
			oneLine(t, err, "in: offset 368664: is 10 ns earlier than what stands 4096 events before it", "reordercap")
			continue
		}
		require.NoError(t, err)
		require.Equal(t, uint64(1), tr.Stats.Reordered)
		for i := 1; i < len(tr.Events); i++ {
			require.LessOrEqual(t, tr.Events[i-1].Time, tr.Events[i].Time)
		}
	}
}

func TestBadICRCAndRepeats(t *testing.T) {
	p := little(t)
	bad := append([]byte(nil), p[4].data...)
	bad[len(bad)-1] ^= 1
	p[4].data = bad
	tr := read(t, pcapBytes(binary.LittleEndian, true, 1, p))
	require.Equal(t, uint64(1), tr.Stats.BadICRC)
	require.Equal(t, littleEvents, tr.Events, "it counts all the same")
	require.Contains(t, tr.Warnings[0].String(), "1 of 1 CNP with a wrong ICRC")

	q := qp{a: host(1), b: host(9), qpnA: 0x11, qpnB: 0x22}
	var twice []pkt
	for i := range uint32(20) {
		one := pkt{at: epoch + int64(i), data: q.data(t, i, false)}
		twice = append(twice, one, one)
	}
	tr = read(t, pcapBytes(binary.LittleEndian, true, 1, twice))
	require.Len(t, tr.Warnings, 1)
	require.Contains(t, tr.Warnings[0].String(), "20 of 40 data packets repeat")
}

// With CheckICRC every packet that was captured whole is checked, of whatever
// kind, and in the first pass only.
func TestCheckICRC(t *testing.T) {
	p := little(t)
	flip := func(i, at int) {
		p[i].data = append([]byte(nil), p[i].data...)
		p[i].data[at] ^= 1
	}
	flip(1, 500)               // in the data
	flip(2, 14+1)              // type of service: not covered
	flip(3, len(p[3].data)-10) // PSN
	p[0].orig, p[0].data = len(p[0].data), p[0].data[:100]
	b := ngBytes(binary.LittleEndian, 1, p)
	tr, err := readBytes(b, Options{CheckICRC: true})
	require.NoError(t, err)
	require.Equal(t, uint64(4), tr.Stats.ICRCChecked)
	require.Equal(t, uint64(2), tr.Stats.ICRCWrong)
	require.Zero(t, tr.Stats.BadICRC, "no CNP among them")
	require.Contains(t, tr.Warnings[0].String(), "2 packets beside CNPs with a wrong ICRC, of 4 with CNPs that could be checked")
	tr = read(t, b)
	require.Equal(t, uint64(1), tr.Stats.ICRCChecked, "CNPs only")
	require.Zero(t, tr.Stats.ICRCWrong)
}

// Progress goes up to the length of the file, compressed or not.
func TestProgress(t *testing.T) {
	var many []pkt
	for range 200 {
		many = append(many, little(t)...)
	}
	for i := range many {
		many[i].at = epoch + int64(i)
	}
	b := pcapBytes(binary.LittleEndian, true, 1, many)
	for _, b := range [][]byte{b, gz(t, b)} {
		last, calls := int64(0), 0
		_, err := readBytes(b, Options{Progress: func(done, total int64) {
			require.Equal(t, int64(len(b)), total)
			require.GreaterOrEqual(t, done, last)
			last = done
			calls++
		}})
		require.NoError(t, err)
		require.Equal(t, int64(len(b)), last)
		require.Less(t, calls, 30, "a few large reads")
	}
	// A simulator trace, which is read twice, gets there twice.
	tr, ends := story().bytes(), 0
	_, err := readBytes(tr, Options{Progress: func(done, total int64) {
		require.Equal(t, int64(len(tr)), total)
		require.LessOrEqual(t, done, total)
		if done == total {
			ends++
		}
	}})
	require.NoError(t, err)
	require.GreaterOrEqual(t, ends, 2)
}

// Rewind starts over, and a second reading is the same.
func TestRewindAndChange(t *testing.T) {
	b := pcapBytes(binary.LittleEndian, true, 1, little(t))
	src := bytes.NewReader(b)
	r, err := NewReader("in", src, Options{})
	require.NoError(t, err)
	first, err := r.all()
	require.NoError(t, err)
	_, err = r.Next()
	require.Equal(t, io.EOF, err)
	require.NoError(t, r.Rewind())
	second, err := r.all()
	require.NoError(t, err)
	require.Equal(t, first, second)

	// Grown since: what is new is left out. Shrunk: an error.
	src.Reset(pcapBytes(binary.LittleEndian, true, 1, append(little(t), little(t)...)))
	require.NoError(t, r.Rewind())
	third, err := r.all()
	require.NoError(t, err)
	require.Equal(t, first, third)
	src.Reset(b[:len(b)-10])
	require.NoError(t, r.Rewind())
	_, err = r.all()
	oneLine(t, err, "has become shorter")
	other := qp{a: host(3), b: host(9), qpnA: 0x33, qpnB: 0x44}
	src.Reset(pcapBytes(binary.LittleEndian, true, 1, []pkt{{at: epoch, data: other.data(t, 1, false)}}))
	require.NoError(t, r.Rewind())
	_, err = r.Next()
	oneLine(t, err, "has changed")
	require.NoError(t, r.Close())
	_, err = r.Next()
	require.Error(t, err)
}

func TestOpenErrors(t *testing.T) {
	_, err := Open("no/such/file")
	require.Equal(t, "no/such/file: no such file or directory", err.Error())
	require.ErrorIs(t, err, os.ErrNotExist)
	_, err = Open(t.TempDir())
	oneLine(t, err, "is a directory")
	_, err = ReadAll("capture_test.go")
	oneLine(t, err, "capture_test.go: offset 0: not a capture: starts with \"package trace\"")
}

// Standard input and pipes cannot be rewound and are spooled.
func TestSpool(t *testing.T) {
	b := pcapBytes(binary.LittleEndian, true, 1, little(t))
	pr, pw, err := os.Pipe()
	require.NoError(t, err)
	go func() {
		_, err := pw.Write(b)
		if err := errors.Join(err, pw.Close()); err != nil {
			panic(err)
		}
	}()
	stdin := os.Stdin
	os.Stdin = pr
	defer func() { os.Stdin = stdin }()
	tr, err := ReadAll("-")
	require.NoError(t, err)
	require.Equal(t, littleEvents, tr.Events)
	require.NoError(t, pr.Close())
	_, err = Open("-")
	oneLine(t, err, "standard input: cannot be spooled")
}

// Reading packets allocates nothing per packet.
func TestAllocations(t *testing.T) {
	q := qp{a: host(1), b: host(9), qpnA: 0x11, qpnB: 0x22}
	measure := func(n int, container func([]pkt) []byte) float64 {
		var p []pkt
		for i := range n {
			p = append(p, pkt{at: epoch + int64(i), data: q.data(t, uint32(i), false)}, pkt{at: epoch + int64(i), data: q.cnp(t, 0)})
		}
		b := container(p)
		return testing.AllocsPerRun(3, func() {
			r, err := NewReader("in", bytes.NewReader(b), Options{})
			require.NoError(t, err)
			for {
				if _, err := r.Next(); err != nil {
					require.Equal(t, io.EOF, err)
					return
				}
			}
		})
	}
	for _, container := range []func([]pkt) []byte{
		func(p []pkt) []byte { return pcapBytes(binary.LittleEndian, true, 1, p) },
		func(p []pkt) []byte { return ngBytes(binary.LittleEndian, 1, p) },
	} {
		few, many := measure(5_000, container), measure(10_000, container)
		require.LessOrEqual(t, many-few, 2.0, "allocations grow with the number of packets")
	}
}

func BenchmarkRead(b *testing.B) {
	data, err := os.ReadFile("../../../../docs/sample/incast.pcapng")
	require.NoError(b, err)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	packets := uint64(0)
	for b.Loop() {
		r, err := NewReader("in", bytes.NewReader(data), Options{})
		require.NoError(b, err)
		for err == nil {
			_, err = r.Next()
		}
		packets += r.Stats().Packets
	}
	b.ReportMetric(float64(packets)/b.Elapsed().Seconds(), "packets/s")
}

func FuzzRead(f *testing.F) {
	le, be := binary.LittleEndian, binary.BigEndian
	p := little(f)
	f.Add(pcapBytes(le, true, 1, p))
	f.Add(pcapBytes(be, false, 113, cook(p, 1)))
	f.Add(ngBytes(le, 1, p))
	f.Add(ngBytes(be, 276, cook(p, 2)))
	f.Add(gz(f, ngBytes(le, 1, p)))
	f.Add(append(ngSection(le), ngInterfaceBlock(le, 1, 0x8A, 5)...))
	f.Add([]byte("time_ns,conn,event,bytes,packets,marked,count\n1,a,data,100,1,1,\n2,a,cnp,,,3,2\n"))
	f.Add([]byte(`{"time_us":1.5,"conn":"a","event":"cnp"}` + "\n" + `{"time_us":2,"conn":7,"event":"data","bytes":9}`))
	f.Add([]byte("epoch_s,conn,event\n1700000000.123456789,\"a,b\",timer_alpha"))
	f.Add(mixed(f))
	f.Add(append(append(pcapBytes(le, true, 1, p), pcapBytes(be, false, 113, cook(p, 1))...), make([]byte, 40)...))
	f.Add(gz(f, mixed(f)))
	f.Add(append(pcapBytes(be, true, 1, p[:2]), 0, 0, 0, 1, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF))
	f.Add(append(ngBytes(le, 1, p[:1]), 6, 0, 0, 0, 0xFC, 0xFF, 0xFF, 0x7F))
	f.Fuzz(func(t *testing.T, b []byte) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		tr, err := readBytes(b, Options{AllowNoCNP: true, CheckICRC: true, Measure: true})
		runtime.ReadMemStats(&after)
		if all := after.TotalAlloc - before.TotalAlloc; all > 64<<20+64*uint64(len(b)) {
			t.Fatalf("%d bytes were allocated for %d bytes", all, len(b))
		}
		if err != nil {
			var e *Error
			if !errors.As(err, &e) {
				t.Fatalf("error without a place: %v", err)
			}
			return
		}
		last := int64(0)
		var cnps, bytesSent uint64
		for _, e := range tr.Events {
			if e.Time < last || int(e.Conn) >= len(tr.Conns) || e.Kind == 0 {
				t.Fatalf("bad event %+v after %d", e, last)
			}
			last = e.Time
			cnps += uint64(e.Count)
			bytesSent += uint64(e.Bytes)
		}
		for _, c := range tr.Conns {
			cnps -= c.CNPs
			bytesSent -= c.DataBytes
		}
		if cnps != 0 || bytesSent != 0 {
			t.Fatal("the connections' totals are not those of the events")
		}
		// What was read can be written as text and read again, to the same.
		for _, format := range []Format{FormatCSV, FormatJSONLines} {
			var out bytes.Buffer
			w, err := NewWriter(&out, format, tr.Conns, WriterOptions{})
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range tr.Events {
				if err := w.WriteEvent(e); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Flush(); err != nil {
				t.Fatal(err)
			}
			again, err := readBytes(out.Bytes(), Options{AllowNoCNP: true})
			if err != nil && len(tr.Events) > 0 {
				t.Fatalf("%v: %v", format, err)
			}
			if err == nil && !cmp.Equal(tr.Events, again.Events) {
				t.Fatalf("%v: %s", format, cmp.Diff(tr.Events, again.Events))
			}
			if err == nil && !cmp.Equal(names(tr.Conns), names(again.Conns)) {
				t.Fatalf("%v: %s", format, cmp.Diff(names(tr.Conns), names(again.Conns)))
			}
		}
	})
}

func names(conns []Conn) (out []string) {
	for _, c := range conns {
		out = append(out, c.Name)
	}
	return out
}

// The classes of READ and NAK packets become the right events.
func TestKinds(t *testing.T) {
	q := qp{a: host(1), b: host(9), qpnA: 0x11, qpnB: 0x22}
	back := func(op roce.Opcode, psn uint32, payload []byte) []byte {
		return packetOf(t, q.b, q.a, 3, 0, roce.BTH{Opcode: op, DestQP: q.qpnA, PSN: psn}, payload)
	}
	p := []pkt{
		{at: 1, data: packetOf(t, q.a, q.b, 2, 0, roce.BTH{Opcode: roce.ReadRequest, DestQP: q.qpnB, PSN: 50}, make([]byte, 16))},
		{at: 2, data: back(roce.ReadResponseFirst, 50, make([]byte, 1028))},
		{at: 3, data: back(roce.ReadResponseMiddle, 51, make([]byte, 1024))},
		{at: 4, data: back(roce.ReadResponseLast, 52, make([]byte, 1028))},
		{at: 5, data: packetOf(t, q.a, q.b, 2, 0, roce.BTH{Opcode: roce.ReadRequest, DestQP: q.qpnB, PSN: 53}, make([]byte, 16))},
		{at: 6, data: back(roce.ReadResponseOnly, 53, make([]byte, 1028))},
		{at: 7, data: back(roce.Acknowledge, 53, roce.AppendAETH(nil, 0x60, 0))},
		{at: 8, data: back(roce.Opcode(0x1F), 53, nil)},
		{at: 9, data: q.reverse().cnp(t, 0)},
		{at: 10, data: back(roce.UDSendOnly, 1, make([]byte, 8))},
	}
	tr := read(t, pcapBytes(binary.LittleEndian, true, 1, p))
	var kinds []Kind
	for _, e := range tr.Events {
		kinds = append(kinds, e.Kind)
	}
	require.Equal(t, []Kind{KindData, KindData, KindData, KindData, KindNak, KindCNP}, kinds)
	require.Equal(t, []Skip{{"READ request or atomic", 2}, {"datagram (UD)", 1}, {"other RoCEv2 opcode", 1}}, tr.Stats.Skipped())
	// The READ's data flows from b to a, and its CNPs from a to b; the NAK
	// answers a's requests, which carry no data.
	require.Len(t, tr.Conns, 2)
	require.Equal(t, "10.0.0.9:0x22->10.0.0.1:0x11", tr.Conns[0].Name)
	require.Equal(t, PairPSN, tr.Conns[0].Pairing)
	require.Equal(t, uint64(4), tr.Conns[0].DataPackets)
	require.Equal(t, uint64(1), tr.Conns[0].CNPs)
	require.Equal(t, "10.0.0.1:0x11->10.0.0.9:0x22", tr.Conns[1].Name)
	require.Equal(t, uint64(1), tr.Conns[1].Acks)
}
