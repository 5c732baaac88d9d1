package trace

import (
	"bytes"
	"encoding/binary"
	"io"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/gopacket/gopacket"
	"github.com/gopacket/gopacket/pcapgo"
	"github.com/stretchr/testify/require"
)

const epoch = int64(1_700_000_000) * nanosPerSec

// little is a small exchange of one queue pair: data, a mark, an ACK, a CNP.
func little(t testing.TB) []pkt {
	q := qp{a: host(1), b: host(9), qpnA: 0x11, qpnB: 0x22, port: 0xC001}
	return []pkt{
		{at: epoch, data: q.data(t, 100, false)},
		{at: epoch + 1_000, data: q.data(t, 101, true)},
		{at: epoch + 2_000, data: q.ack(t, 100)},
		{at: epoch + 3_000, data: q.ack(t, 101)},
		{at: epoch + 5_000, data: q.cnp(t, 1)},
	}
}

var littleEvents = []Event{
	{Time: 0, Kind: KindData, Bytes: 1068, Packets: 1},
	{Time: 1_000, Kind: KindData, Bytes: 1068, Packets: 1, Marked: 1},
	{Time: 2_000, Kind: KindAck},
	{Time: 3_000, Kind: KindAck},
	{Time: 5_000, Kind: KindCNP, Count: 1, Marked: 1},
}

// strip takes the Ethernet header off, for raw link types.
func strip(pkts []pkt) []pkt {
	out := append([]pkt(nil), pkts...)
	for i := range out {
		out[i].data = out[i].data[14:]
	}
	return out
}

// cook replaces the Ethernet header by a cooked one.
func cook(pkts []pkt, version int) []pkt {
	out := append([]pkt(nil), pkts...)
	for i := range out {
		head := append(make([]byte, 14), 0x08, 0x00)
		if version == 2 {
			head = append([]byte{0x08, 0x00}, make([]byte, 18)...)
		}
		out[i].data = append(head, out[i].data[14:]...)
	}
	return out
}

// Every container, byte order, unit, link type and compression gives the same
// events.
func TestContainersAgree(t *testing.T) {
	le, be := binary.LittleEndian, binary.BigEndian
	p := little(t)
	for name, b := range map[string][]byte{
		"pcap us le":    pcapBytes(le, false, 1, p),
		"pcap us be":    pcapBytes(be, false, 1, p),
		"pcap ns le":    pcapBytes(le, true, 1, p),
		"pcap ns be":    pcapBytes(be, true, 1, p),
		"pcap fcs bits": pcapBytes(le, true, 0x14000001, p),
		"pcap raw":      pcapBytes(le, true, 101, strip(p)),
		"pcap raw 12":   pcapBytes(le, true, 12, strip(p)),
		"pcap ipv4":     pcapBytes(be, true, 228, strip(p)),
		"pcap cooked":   pcapBytes(be, true, 113, cook(p, 1)),
		"pcap cooked2":  pcapBytes(le, true, 276, cook(p, 2)),
		"pcapng le":     ngBytes(le, 1, p),
		"pcapng be":     ngBytes(be, 1, p),
		"pcapng cooked": ngBytes(be, 113, cook(p, 1)),
	} {
		for _, b := range [][]byte{b, gz(t, b)} {
			tr, err := readBytes(b, Options{})
			require.NoError(t, err, name)
			require.Empty(t, cmp.Diff(littleEvents, tr.Events), name)
			require.Empty(t, tr.Warnings, name)
			require.Equal(t, epoch, tr.Stats.Start, name)
			require.Equal(t, int64(5_000), tr.Stats.Duration, name)
			require.Equal(t, []Conn{{Name: "10.0.0.1:0x11->10.0.0.9:0x22", Sender: host(1), Receiver: host(9), SenderQPN: 0x11, ReceiverQPN: 0x22,
				Pairing: PairPSN, DataPackets: 2, DataBytes: 2136, Marked: 1, CNPs: 1, Counting: 1, Acks: 2}}, tr.Conns, name)
		}
	}
}

// Of CNPs with and without a count those with one are counted, by connection, wherever
// they stand; what writers make of the capture says the same.
func TestCNPsThatReportMarks(t *testing.T) {
	one := qp{a: host(1), b: host(9), qpnA: 0x11, qpnB: 0x22, port: 0xC001}
	two := qp{a: host(2), b: host(9), qpnA: 0x33, qpnB: 0x44, port: 0xC002}
	var p []pkt
	for i, data := range [][]byte{one.cnp(t, 0), two.cnp(t, 0), one.cnp(t, 127), one.cnp(t, 1), two.cnp(t, 0)} {
		p = append(p, pkt{at: epoch + int64(i), data: data})
	}
	r := open(t, pcapBytes(binary.LittleEndian, true, 1, p), Options{})
	counting := func(conns []Conn) (out [][2]uint64) {
		for _, c := range conns {
			out = append(out, [2]uint64{c.Counting, c.CNPs})
		}
		return out
	}
	want := [][2]uint64{{2, 3}, {0, 2}}
	require.Equal(t, want, counting(r.Conns()))
	for _, f := range []Format{FormatCSV, FormatJSONLines, FormatPcapng} {
		require.NoError(t, r.Rewind())
		var b bytes.Buffer
		_, err := Copy(&b, f, r, WriterOptions{}, nil)
		require.NoError(t, err)
		require.Equal(t, want, counting(read(t, b.Bytes()).Conns), "%v", f)
	}
}

// The frames that our readers see are those that pcapgo sees in the sample.
func TestAgainstPcapgo(t *testing.T) {
	for _, path := range []string{"../../../../docs/sample/incast.pcapng", "../../../../docs/sample/incast.pcap.gz"} {
		f, err := os.Open(path)
		require.NoError(t, err)
		var other gopacket.PacketDataSource
		in, err := openInput(path, 0)
		require.NoError(t, err)
		s, err := in.rewind()
		require.NoError(t, err)
		var ours frameSource
		if kind, err := detect(s); kind == FormatPcapng {
			require.NoError(t, err)
			ours = newPcapngSource(s, &report{})
			other, err = pcapgo.NewNgReader(f, pcapgo.DefaultNgReaderOptions)
			require.NoError(t, err)
		} else {
			require.NoError(t, err)
			ours, err = newPcapSource(s, &report{})
			require.NoError(t, err)
			other, err = pcapgo.NewReader(f)
			require.NoError(t, err)
		}
		n := 0
		for {
			var fr frame
			err := ours.nextFrame(&fr)
			data, info, otherErr := other.ReadPacketData()
			if err == io.EOF {
				require.Equal(t, io.EOF, otherErr)
				break
			}
			require.NoError(t, err)
			require.NoError(t, otherErr)
			require.Equal(t, data, fr.data)
			require.Equal(t, info.Timestamp.UnixNano(), fr.time)
			require.Equal(t, info.Length, int(fr.origLen))
			n++
		}
		require.Greater(t, n, 5000)
		require.NoError(t, f.Close())
		require.NoError(t, in.close())
	}
}

// Interfaces with their own link types, units and offsets, in sections of different byte order, with blocks of no
// interest between them.
func TestPcapngSections(t *testing.T) {
	le, be := binary.LittleEndian, binary.BigEndian
	p := little(t)
	secs, micros := uint64(epoch/nanosPerSec), uint64(epoch/1000)
	b := ngSection(le)
	b = append(b, ngInterfaceBlock(le, 1, 0, 0)...)           // microseconds by default
	b = append(b, ngInterfaceBlock(le, 101, 0x80|10, 0)...)   // 1/1024 s
	b = append(b, ngBlock(le, 0x0BAD, make([]byte, 5000))...) // unknown and longer than the buffer
	b = append(b, ngPacket(le, 0, micros, p[0])...)
	b = append(b, ngPacket(le, 1, secs*1024+1, strip(p)[1])...)
	b = append(b, ngSection(be)...)
	b = append(b, ngInterfaceBlock(be, 276, 12, 1_690_000_000)...) // picoseconds, offset
	b = append(b, ngPacket(be, 0, 10_000_002*1_000_000_000_000+999, cook(p, 2)[2])...)
	b = append(b, ngBlock(be, 5, make([]byte, 12))...) // interface statistics
	old := be.AppendUint16(nil, 0)
	old = be.AppendUint16(old, 7) // drops
	units := uint64(10_000_003) * 1_000_000_000_000
	old = be.AppendUint32(old, uint32(units>>32))
	old = be.AppendUint32(old, uint32(units&math.MaxUint32))
	c := cook(p, 2)[4]
	old = be.AppendUint32(old, uint32(len(c.data)))
	old = be.AppendUint32(old, uint32(len(c.data)))
	b = append(b, ngBlock(be, blockPacket, append(old, c.data...))...)
	simple := be.AppendUint32(nil, uint32(len(c.data)))
	b = append(b, ngBlock(be, blockSimple, append(simple, c.data...))...)
	tr := read(t, b)
	require.Empty(t, tr.Warnings)
	var times []int64
	for _, e := range tr.Events {
		times = append(times, e.Time)
	}
	require.Equal(t, []int64{0, 976_562, 2_000_000_000, 3_000_000_000}, times)
	require.Equal(t, []Skip{{"no time stamp", 1}}, tr.Stats.Skipped())
	require.Len(t, tr.Conns, 1)
}

// Units of every resolution convert as the big integers say.
func TestNanosAgainstBig(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for v := range 256 {
		units, ok := unitsOf(byte(v))
		want := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(v&0x7F)), nil)
		if v&0x80 != 0 {
			want = new(big.Int).Lsh(big.NewInt(1), uint(v&0x7F))
		}
		require.Equal(t, want.IsUint64(), ok, "resolution %#x", v)
		if !ok {
			continue
		}
		require.Equal(t, want.Uint64(), units)
		for i := range 200 {
			count := r.Uint64() >> (i % 64)
			itf := ngInterface{units: units, offset: r.Int64N(1<<35) - 1<<34}
			got, ok := itf.nanos(count)
			sec := new(big.Int).Div(new(big.Int).SetUint64(count), want)
			sec.Add(sec, big.NewInt(itf.offset))
			ns := new(big.Int).Mod(new(big.Int).SetUint64(count), want)
			ns.Mul(ns, big.NewInt(nanosPerSec)).Div(ns, want)
			inRange := sec.Sign() >= 0 && sec.Cmp(big.NewInt(maxSeconds)) <= 0 && itf.offset <= maxSeconds && itf.offset >= -maxSeconds &&
				count/units <= maxSeconds
			require.Equal(t, inRange, ok)
			if ok {
				require.Equal(t, ns.Add(ns, sec.Mul(sec, big.NewInt(nanosPerSec))).Int64(), got)
			}
		}
	}
}

// A capture cut anywhere gives the whole packets before the cut, and a warning
// with the offset of the cut one.
func TestTruncated(t *testing.T) {
	le := binary.LittleEndian
	p := little(t)
	for name, c := range map[string]struct {
		whole []byte
		head  int // below it nothing is readable
	}{
		"pcap":   {pcapBytes(le, true, 1, p), 24},
		"pcapng": {ngBytes(le, 1, p), len(ngSection(le))},
	} {
		var ends []int // of each packet record
		for n := 0; n <= len(p); n++ {
			b := pcapBytes(le, true, 1, p[:n])
			if name == "pcapng" {
				b = ngBytes(le, 1, p[:n])
			}
			ends = append(ends, len(b))
		}
		for n := range c.whole {
			tr, err := readBytes(c.whole[:n], Options{AllowNoCNP: true})
			if n < c.head {
				oneLine(t, err, "in: offset 0: ")
				continue
			}
			require.NoError(t, err, "%s cut to %d", name, n)
			whole, boundary := 0, n == c.head
			for i, e := range ends {
				if e <= n {
					whole = i
				}
				boundary = boundary || e == n
			}
			require.Len(t, tr.Events, whole, "%s cut to %d", name, n)
			require.Equal(t, !boundary, tr.Stats.Truncated)
			if boundary {
				require.Empty(t, tr.Warnings)
				continue
			}
			require.Len(t, tr.Warnings, 1)
			if n > ends[0] {
				require.Equal(t, int64(ends[whole]), tr.Warnings[0].Offset)
			}
			require.Contains(t, tr.Warnings[0].String(), "cut within")
		}
		// A compressed capture that is cut reads as far as it goes.
		z := gz(t, c.whole)
		tr, err := readBytes(z[:len(z)-12], Options{AllowNoCNP: true})
		require.NoError(t, err)
		require.True(t, tr.Stats.Truncated)
		z[len(z)-5] ^= 1
		_, err = readBytes(z, Options{AllowNoCNP: true})
		oneLine(t, err, "checksum", "fetch it again")
	}
}

func TestDamage(t *testing.T) {
	le := binary.LittleEndian
	p := little(t)
	pcap := pcapBytes(le, true, 1, p)
	ng := ngBytes(le, 1, p)
	first := len(pcapBytes(le, true, 1, p[:1]))
	ngFirst := len(ngBytes(le, 1, p[:1]))
	put := func(b []byte, at int, v uint32) []byte {
		b = append([]byte(nil), b...)
		le.PutUint32(b[at:], v)
		return b
	}
	sec := len(ngSection(le))
	for _, c := range []struct {
		name  string
		b     []byte
		parts []string
	}{
		{"huge record", put(pcap, first+8, 1<<24), []string{"in: offset 1122: ", "claims 16777216 bytes", "head -c 1122"}},
		{"time fraction", put(pcap, first+4, 1_000_000_000), []string{"offset 1126", "time fraction"}},
		{"pcap version", put(pcap, 4, 3), []string{"offset 4", "pcap version 3.0; expected 2.x"}},
		{"pcap link type", put(pcap, 20, 147), []string{"offset 20", "link type 147; expected Ethernet"}},
		{"block length 7", put(ng, ngFirst+4, 7), []string{"claims 7 bytes", "head -c"}},
		{"block length huge", put(ng, ngFirst+4, 0xFFFFFFF0), []string{"claims 4294967280 bytes"}},
		{"no such interface", put(ng, ngFirst+8, 1), []string{"packet of interface 1; the section describes 1"}},
		{"captured too long", put(ng, ngFirst+20, 5000), []string{"packet claims 5000 captured bytes"}},
		{"time out of range", put(ng, ngFirst+12, 0xFFFFFFFF), []string{"out of range"}},
		{"second length", put(ng, ngFirst+len(ngPacket(le, 0, 0, p[1]))-4, 32), []string{"block ends with the length 32"}},
		{"option too long", put(ng, sec+16, 0xFFF00002), []string{"option 2 claims 65520 bytes"}},
		{"byte-order magic", put(ng, 8, 0x1A2B3C4E), []string{"offset 8", "byte-order magic 4e 3c 2b 1a"}},
		{"pcapng version", put(ng, 12, 2), []string{"pcapng version 2.0; expected 1.x"}},
		{"short section", put(ng, 4, 24), []string{"claims 24 bytes"}},
		{"no interface", append(ngSection(le), ngPacket(le, 0, 0, p[0])...), []string{"the section describes 0"}},
		{"simple without interface", append(ngSection(le), ngBlock(le, blockSimple, make([]byte, 8))...), []string{"without any interface"}},
		{"resolution", append(ngSection(le), ngInterfaceBlock(le, 1, 77, 0)...), []string{"time resolution 0x4d is finer"}},
		{"unknown links only", ngBytes(le, 147, p), []string{"no packet has a known link type"}},
		{"empty", nil, []string{"in: offset 0: is empty; expected pcap, pcapng, CSV"}},
		{"garbage", []byte{0xDE, 0xAD, 0xBE, 0xEF, 1, 2}, []string{"in: offset 0: not a capture: magic de ad be ef; expected pcap, pcapng, CSV"}},
		{"text", []byte("hello, world\n"), []string{"not a capture: starts with \"hello, world\"; expected"}},
		{"zstd", []byte("\x28\xB5\x2F\xFDxxxx"), []string{"is a zstd file: decompress it with zstd -d"}},
		{"modified pcap", le.AppendUint32(nil, 0xA1B2CD34), []string{"editcap"}},
		{"gzip of garbage", gz(t, []byte{1, 2, 3, 4}), []string{"not a capture: magic 01 02 03 04"}},
		{"gzip of gzip", gz(t, gz(t, pcap)), []string{"gzip within gzip"}},
		{"gzip damaged", []byte{0x1F, 0x8B, 9, 9, 9, 9, 9, 9, 9, 9, 9}, []string{"starts like gzip"}},
	} {
		_, err := readBytes(c.b, Options{AllowNoCNP: true})
		oneLine(t, err, c.parts...)
		var e *Error
		require.ErrorAs(t, err, &e, c.name)
	}
	_, err := readBytes(gz(t, put(pcap, first+8, 1<<24)), Options{})
	oneLine(t, err, "gzip -dc IN | head -c 1122")

	// An unknown interface next to a known one is skipped.
	b := append(ngSection(le), ngInterfaceBlock(le, 147, 9, 0)...)
	b = append(b, ngInterfaceBlock(le, 1, 9, 0)...)
	for i, p := range p {
		b = append(b, ngPacket(le, 0, uint64(p.at), p)...)
		b = append(b, ngPacket(le, 1, uint64(p.at), little(t)[i])...)
	}
	tr := read(t, b)
	require.Equal(t, littleEvents, tr.Events)
	require.Len(t, tr.Warnings, 1)
	require.Contains(t, tr.Warnings[0].String(), "link type 147 are skipped")
}

// The snap length does not change what a packet counts.
func TestSnapLength(t *testing.T) {
	p := little(t)
	for i := range p {
		p[i].orig = len(p[i].data)
		p[i].data = p[i].data[:54]
	}
	tr := read(t, pcapBytes(binary.LittleEndian, true, 1, p))
	require.Equal(t, littleEvents, tr.Events)
	for i := range p {
		p[i].data = p[i].data[:53]
	}
	tr = read(t, pcapBytes(binary.LittleEndian, true, 1, p))
	require.Empty(t, tr.Events)
	require.Equal(t, []Skip{{"cut before the BTH by the snap length", 5}}, tr.Stats.Skipped())
}

func TestNoCNP(t *testing.T) {
	p := little(t)[:4]
	b := pcapBytes(binary.LittleEndian, true, 1, p)
	_, err := readBytes(b, Options{})
	require.ErrorIs(t, err, ErrNoCNP)
	oneLine(t, err, "in: no CNP in it: it holds 2 data packets and 2 ACKs", "mirror port")
	tr, err := readBytes(b, Options{AllowNoCNP: true})
	require.NoError(t, err)
	require.Equal(t, littleEvents[:4], tr.Events)
	_, err = readBytes(pcapBytes(binary.LittleEndian, true, 1, nil), Options{})
	require.ErrorIs(t, err, ErrNoCNP)
	oneLine(t, err, "it is empty")
	_, err = readBytes(pcapBytes(binary.LittleEndian, true, 1, []pkt{{at: 1, data: make([]byte, 60)}}), Options{})
	require.ErrorIs(t, err, ErrNoCNP)
	oneLine(t, err, "it holds 1 not IP")

	// A file without RoCEv2 says so and what to do about it, also where it is only summed up.
	v1 := append(append(make([]byte, 12), 0x89, 0x15), make([]byte, 60)...)
	for _, c := range []struct {
		data   []byte
		remedy string
	}{
		{v1, "RoCEv1 has no IP header, so no ECN and no DCQCN: set the NICs to RoCEv2"},
		{p[0].data[:48], "capture 160 bytes of each packet (tcpdump -s 160)"},
		{make([]byte, 60), "mirror port"},
	} {
		b := pcapBytes(binary.LittleEndian, true, 1, []pkt{{at: 1, data: c.data}, {at: 2, data: c.data}})
		_, err := readBytes(b, Options{})
		oneLine(t, err, "no CNP in it: it holds 2 ", c.remedy)
		tr := read(t, b)
		require.Len(t, tr.Warnings, 1)
		require.Contains(t, tr.Warnings[0].Text, "no packet of RoCEv2 that tells of a connection: ")
		require.Contains(t, tr.Warnings[0].Text, c.remedy)
	}
}
