package trace

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"io"
	"net/netip"
	"runtime"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/packet/roce"
)

// zeros is a content of n bytes: a head, and then zeros that nobody stores.
type zeros struct {
	head []byte
	n    int64
	at   int64
}

func (z *zeros) Read(b []byte) (int, error) {
	if z.at >= z.n {
		return 0, io.EOF
	}
	n := int(min(int64(len(b)), z.n-z.at))
	clear(b[:n])
	if z.at < int64(len(z.head)) {
		copy(b[:n], z.head[z.at:])
	}
	z.at += int64(n)
	return n, nil
}

func (z *zeros) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += z.at
	case io.SeekEnd:
		offset += z.n
	}
	z.at = offset
	return z.at, nil
}

// most is what reading a hostile file may take beyond what it holds. The reader
// itself needs two megabytes: the window, the ring for reordering, the index.
const most = 4 << 20

// frugal runs f and fails if it allocated more than that in all, garbage
// included: no count in a file was trusted with an allocation.
func frugal(t testing.TB, name string, f func()) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(most), name)
}

// Lengths and counts that lie: a contradiction is refused at its offset, an end
// within a record is a cut, and neither takes memory.
func TestLyingLengths(t *testing.T) {
	le, be := binary.LittleEndian, binary.BigEndian
	p := little(t)
	ng, pcap := ngBytes(le, 1, p), pcapBytes(le, true, 1, p)
	first, ngFirst := len(pcapBytes(le, true, 1, p[:1])), len(ngBytes(le, 1, p[:1]))
	sec := len(ngSection(le))
	put := func(b []byte, at int, v uint32) []byte {
		b = append([]byte(nil), b...)
		le.PutUint32(b[at:], v)
		return b
	}
	snapped := func(snap, claimed uint32) []byte {
		b := put(pcap, 16, snap)
		return put(b, first+8, claimed)
	}
	big := be.AppendUint32(be.AppendUint32(nil, 0x0A0D0D0A), 0xFFFFFFFC)
	big = be.AppendUint32(big, orderMagic)
	for _, c := range []struct {
		name   string
		b      []byte
		events int    // read before the end
		says   string // the error, or "" for a cut with a warning
	}{
		{"block of 0xFFFFFFFF", put(ng, ngFirst+4, 0xFFFFFFFF), 0, "offset 1192: block of type 0x6 claims 4294967295 bytes"},
		{"block of 0xFFFFFFFC", put(ng, ngFirst+4, 0xFFFFFFFC), 0, "claims 4294967292 bytes"},
		{"block of 2 GB", put(ng, ngFirst+4, 1<<31), 1, ""},
		{"block of 0", put(ng, ngFirst+4, 0), 0, "claims 0 bytes"},
		{"block of 8", put(ng, ngFirst+4, 8), 0, "claims 8 bytes"},
		{"first section of 2 GB", put(ng, 4, 1<<31), 0, "the first block of the pcapng is cut"},
		{"first section of 4 GB, big-endian", big, 0, "claims 4294967292 bytes"},
		{"interface of 1 GB", put(ng, sec+4, 1<<30), 0, ""},
		{"captured 4 GB", put(ng, ngFirst+20, 0xFFFFFFFF), 0, "packet claims 4294967295 captured bytes in a block of"},
		{"captured one too many", put(ng, ngFirst+20, uint32(len(p[1].data))+4), 0, "captured bytes"},
		{"original 4 GB", put(ng, ngFirst+24, 0xFFFFFFFF), 5, ""},
		{"interface 0xFFFFFFFF", put(ng, ngFirst+8, 0xFFFFFFFF), 0, "packet of interface 4294967295; the section describes 1"},
		{"record of 0xFFFFFFFF", put(pcap, first+8, 0xFFFFFFFF), 0, "packet record claims 4294967295 bytes, more than the limit of 262144"},
		{"snap length 0", snapped(0, uint32(len(p[1].data))), 5, ""},
		{"snap length 4 GB", snapped(0xFFFFFFFF, 1<<30), 0, "claims 1073741824 bytes, more than the limit of 262144"},
		{"snap length 1 GB, record of 1 GB", snapped(1<<30, 1<<30), 1, ""},
		{"snap length 1 GB, record of 1 GB and 1", snapped(1<<30, 1<<30+1), 0, "more than the limit of 1073741824"},
		{"original length 0", put(pcap, first+12, 0), 5, ""},
	} {
		frugal(t, c.name, func() {
			tr, err := readBytes(c.b, Options{AllowNoCNP: true})
			if c.says != "" {
				oneLine(t, err, c.says)
				return
			}
			require.NoError(t, err, c.name)
			require.Len(t, tr.Events, c.events, c.name)
			require.Equal(t, c.events < 5, tr.Stats.Truncated, c.name)
		})
	}
}

// Records of a gigabyte that are there are stepped over, and what stands
// behind is read; a packet of 200 KB is shown whole and one of 1 MB is not.
func TestLongRecords(t *testing.T) {
	le := binary.LittleEndian
	p := little(t)
	const long = 1 << 30
	record := func(n uint32) []byte {
		b := le.AppendUint32(nil, uint32(epoch/nanosPerSec))
		b = le.AppendUint32(b, 0)
		b = le.AppendUint32(b, n)
		return le.AppendUint32(b, n)
	}
	head := pcapBytes(le, true, 1, p)
	le.PutUint32(head[16:], 1<<30)
	frugal(t, "pcap", func() {
		r, err := NewReader("in", &zeros{head: append(head, record(long)...), n: int64(len(head)) + 16 + long}, Options{})
		require.NoError(t, err)
		require.False(t, r.Stats().Truncated)
		require.Equal(t, uint64(6), r.Stats().Packets)
	})
	// In pcapng the length stands at the end again, where zeros are not it.
	ng := ngBytes(le, 1, p)
	block := le.AppendUint32(le.AppendUint32(nil, 0xBAD), long)
	frugal(t, "pcapng", func() {
		_, err := NewReader("in", &zeros{head: append(ng, block...), n: int64(len(ng)) + long}, Options{})
		oneLine(t, err, "block ends with the length 0 and began with 1073741824")
	})

	q := qp{a: host(1), b: host(9), qpnA: 0x11, qpnB: 0x22}
	for _, size := range []int{200_000, 262_144, 262_145, 1 << 20} {
		big := append(q.cnp(t, 3), make([]byte, size)...)
		big = big[:size]
		for name, b := range map[string][]byte{
			"pcap":   pcapBytes(le, true, 1, []pkt{{at: epoch, data: big}, {at: epoch, data: q.cnp(t, 4)}}),
			"pcapng": ngBytes(le, 1, []pkt{{at: epoch, data: big}, {at: epoch, data: q.cnp(t, 4)}}),
		} {
			if name == "pcap" {
				le.PutUint32(b[16:], 1<<20)
			}
			tr := read(t, b)
			require.Len(t, tr.Events, 2, "%s, %d", name, size)
			require.Equal(t, uint32(3), tr.Events[0].Marked)
			require.Equal(t, uint32(4), tr.Events[1].Marked)
			require.Zero(t, tr.Stats.BadICRC)
			require.Equal(t, uint64(2), tr.Stats.ICRCChecked, "padding does not hide the ICRC")
		}
	}
	huge := ngInterfaceBlock(le, 1, 9, 0)
	body := append(huge[8:len(huge)-4], make([]byte, 1<<18)...)
	_, err := readBytes(append(ngSection(le), ngBlock(le, blockInterface, body)...), Options{AllowNoCNP: true})
	oneLine(t, err, "interface description of 262", "more than 262144")
}

// A file that was extended before it was written ends in zeros when the machine goes down. They are not packets of
// 1970.
func TestZerosAtTheEnd(t *testing.T) {
	le, be := binary.LittleEndian, binary.BigEndian
	p := little(t)
	for name, whole := range map[string][]byte{"pcap": pcapBytes(le, true, 1, p), "pcap be": pcapBytes(be, false, 1, p), "pcapng": ngBytes(le, 1, p)} {
		for _, n := range []int{16, 100, 4096, 100_000} {
			tr := read(t, append(append([]byte(nil), whole...), make([]byte, n)...))
			require.Equal(t, littleEvents, tr.Events, "%s, %d", name, n)
			require.Equal(t, uint64(5), tr.Stats.Packets)
			require.Equal(t, epoch, tr.Stats.Start)
			require.Equal(t, int64(5000), tr.Stats.Duration)
			require.True(t, tr.Stats.Truncated)
			require.Len(t, tr.Warnings, 1)
			require.Equal(t, int64(len(whole)), tr.Warnings[0].Offset)
			require.Contains(t, tr.Warnings[0].Text, "holds zeros from here on")
		}
	}
	// Zeros with something behind are what they were.
	whole := pcapBytes(le, true, 1, p)
	tr := read(t, append(append(append([]byte(nil), whole...), make([]byte, 32)...), whole[24:]...))
	require.Equal(t, uint64(12), tr.Stats.Packets)
	whole = ngBytes(le, 1, p)
	_, err := readBytes(append(append(append([]byte(nil), whole...), make([]byte, 32)...), whole...), Options{})
	oneLine(t, err, "block of type 0x0 claims 0 bytes")
	tr = read(t, pcapBytes(le, true, 1, nil))
	require.Zero(t, tr.Stats.Packets)
	tr = read(t, append(pcapBytes(le, true, 1, nil), make([]byte, 64)...))
	require.Zero(t, tr.Stats.Packets)
	require.True(t, tr.Stats.Truncated)
}

// Captures that cat has joined are read on, whatever their byte orders, units and links.
func TestJoined(t *testing.T) {
	le, be := binary.LittleEndian, binary.BigEndian
	p := little(t)
	later := append([]pkt(nil), p...)
	for i := range later {
		later[i].at += 10_000
	}
	first := pcapBytes(le, false, 1, p)
	for name, second := range map[string][]byte{
		"same": pcapBytes(le, false, 1, later), "ns": pcapBytes(le, true, 1, later), "be": pcapBytes(be, false, 1, later),
		"be ns cooked": pcapBytes(be, true, 113, cook(later, 1)), "raw": pcapBytes(le, true, 101, strip(later)),
	} {
		both := append(append([]byte(nil), first...), second...)
		tr := read(t, append(append([]byte(nil), both...), pcapBytes(le, true, 1, nil)...))
		require.Len(t, tr.Events, 10, name)
		for i, e := range tr.Events {
			want := littleEvents[i%5]
			want.Time += int64(i/5) * 10_000
			require.Equal(t, want, e, name)
		}
		require.Len(t, tr.Warnings, 1, "once, for three files")
		require.Equal(t, int64(len(first)), tr.Warnings[0].Offset, name)
		require.Contains(t, tr.Warnings[0].Text, "another pcap begins here")
		require.False(t, tr.Stats.Truncated)
		for n := len(first); n < len(first)+24; n++ {
			tr := read(t, both[:n])
			require.Len(t, tr.Events, 5, "%s, %d", name, n)
			require.Equal(t, n > len(first), tr.Stats.Truncated, "%s, %d", name, n)
		}
	}
	_, err := readBytes(append(first, pcapBytes(le, true, 147, later)...), Options{})
	oneLine(t, err, "link type 147; expected")
	// As many headers as fit, and no stack for each.
	frugal(t, "headers", func() {
		head := pcapBytes(le, true, 1, nil)
		tr, err := readBytes(bytes.Repeat(head, 50_000), Options{AllowNoCNP: true})
		require.NoError(t, err)
		require.Len(t, tr.Warnings, 1)
	})
}

// Options that overrun their block, end without an end, or are of a length that
// their kind has not.
func TestOptions(t *testing.T) {
	le := binary.LittleEndian
	p := little(t)
	itf := func(options ...byte) []byte {
		body := le.AppendUint32(le.AppendUint32(nil, 1), 0)
		b := append(ngSection(le), ngBlock(le, blockInterface, append(body, options...))...)
		return append(b, ngPacket(le, 0, uint64(p[4].at/1000), p[4])...)
	}
	for name, options := range map[string][]byte{
		"none":                  nil,
		"only an end":           {0, 0, 0, 0},
		"an end with a length":  {0, 0, 255, 255},
		"no end":                {2, 0, 4, 0, 'e', 't', 'h', '0'},
		"rest behind the end":   {0, 0, 0, 0, 9, 0, 255, 255},
		"resolution of 2 bytes": {9, 0, 2, 0, 9, 9, 0, 0},
		"resolution of 0 bytes": {9, 0, 0, 0},
		"offset of 4 bytes":     {14, 0, 4, 0, 255, 255, 255, 255},
		"offset 0":              {14, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0},
		"an unknown one":        {0x99, 0x99, 5, 0, 1, 2, 3, 4, 5, 0, 0, 0},
		"microseconds twice":    {9, 0, 1, 0, 9, 0, 0, 0, 9, 0, 1, 0, 6, 0, 0, 0},
	} {
		tr, err := readBytes(itf(options...), Options{})
		require.NoError(t, err, name)
		require.Equal(t, p[4].at, tr.Stats.Start, name)
	}
	for name, options := range map[string][]byte{
		"one too long":      {2, 0, 5, 0, 'e', 't', 'h', '0'},
		"longest":           {2, 0, 255, 255},
		"no room for value": {9, 0, 1, 0},
	} {
		_, err := readBytes(itf(options...), Options{})
		oneLine(t, err, "option ", " claims ", "bytes of")
		require.Error(t, err, name)
	}
}

// Every resolution byte, with counts that reach the ends of time.
func TestResolutions(t *testing.T) {
	le := binary.LittleEndian
	p := little(t)[4]
	for v := 1; v < 256; v++ {
		units, ok := unitsOf(byte(v))
		for _, count := range []uint64{0, 1, units, units*9_200_000_000 + units - 1, 1<<64 - 1} {
			b := append(ngSection(le), ngInterfaceBlock(le, 1, byte(v), 0)...)
			tr, err := readBytes(append(b, ngPacket(le, 0, count, p)...), Options{})
			if !ok {
				oneLine(t, err, "time resolution", "finer than 64 bits hold")
				continue
			}
			if err != nil {
				oneLine(t, err, "time stamp", "out of range")
				require.Greater(t, count/units, uint64(maxSeconds))
				continue
			}
			require.LessOrEqual(t, count/units, uint64(maxSeconds))
			require.Equal(t, int64(count/units), tr.Stats.Start/nanosPerSec)
		}
	}
}

// Both ways of converting time agree wherever the quick one is taken.
func TestQuickTime(t *testing.T) {
	for v := range byte(10) {
		units, ok := unitsOf(v)
		require.True(t, ok)
		quick := ngInterface{units: units}
		quick.refineResolution()
		require.NotZero(t, quick.scale)
		slow := ngInterface{units: units}
		for _, count := range []uint64{0, 1, 999, units - 1, units, 1_700_000_000*units + 123, quick.scaleEnd - 1, quick.scaleEnd, quick.scaleEnd + 1, 1<<64 - 1} {
			want, wantOK := slow.nanos(count)
			got, ok := quick.nanos(count)
			require.Equal(t, wantOK, ok, "%d at 10^%d", count, v)
			require.Equal(t, want, got, "%d at 10^%d", count, v)
		}
	}
	for _, itf := range []ngInterface{{units: nanosPerSec, offset: 1}, {units: 1 << 10}, {units: 10 * nanosPerSec}} {
		itf.refineResolution()
		require.Zero(t, itf.scaleEnd)
	}
}

// mixed is a capture of all that captures hold: sections of both orders, all
// kinds of packet blocks, tags, IPv6, unknown blocks and links.
func mixed(t testing.TB) []byte {
	le, be := binary.LittleEndian, binary.BigEndian
	p := little(t)
	b := append(ngSection(le), ngInterfaceBlock(le, 1, 0, 0)...)
	b = append(b, ngInterfaceBlock(le, 147, 6, 0)...)
	b = append(b, ngPacket(le, 0, uint64(epoch/1000), p[0])...)
	b = append(b, ngPacket(le, 1, uint64(epoch/1000), p[0])...)
	b = append(b, ngBlock(le, 0xBAD, make([]byte, 12))...)
	tagged := append(append(append([]byte(nil), p[1].data[:12]...), 0x88, 0xA8, 0, 1, 0x81, 0, 0, 2), p[1].data[12:]...)
	b = append(b, ngPacket(le, 0, uint64(epoch/1000)+1, pkt{data: tagged})...)
	b = append(b, ngSection(be)...)
	b = append(b, ngInterfaceBlock(be, 1, 9, 0)...)
	six := qp{a: netip.MustParseAddr("2001:db8::1"), b: netip.MustParseAddr("2001:db8::9"), qpnA: 5, qpnB: 6}
	b = append(b, ngPacket(be, 0, uint64(epoch)+5000, pkt{data: six.cnp(t, 2)})...)
	b = append(b, ngBlock(be, blockSimple, append(be.AppendUint32(nil, uint32(len(p[4].data))), p[4].data...))...)
	return append(b, ngPacket(be, 0, uint64(epoch)+6000, pkt{data: six.data(t, 9, true)})...)
}

// Cut after any byte, a capture gives a beginning of what it gave, with or
// without compression, and however few bytes a read returns.
func TestCutAnywhere(t *testing.T) {
	b := mixed(t)
	whole := append([]Event{}, read(t, b).Events...)
	require.Len(t, whole, 4)
	for n := range b {
		tr, err := readBytes(b[:n], Options{AllowNoCNP: true})
		if err != nil {
			oneLine(t, err, "in: ")
			require.Less(t, n, len(ngSection(binary.LittleEndian)))
			continue
		}
		require.Equal(t, whole[:len(tr.Events)], append([]Event{}, tr.Events...), "cut to %d", n)
	}
	z := gz(t, b)
	last := 0
	for n := 20; n < len(z); n++ {
		tr, err := readBytes(z[:n], Options{AllowNoCNP: true})
		if err != nil {
			oneLine(t, err, "in: ")
			continue
		}
		require.True(t, tr.Stats.Truncated)
		require.Equal(t, whole[:len(tr.Events)], append([]Event{}, tr.Events...), "gzip cut to %d", n)
		last = len(tr.Events)
	}
	require.Equal(t, len(whole), last)
}

// seeker adds Seek to readers that trickle.
type seeker struct {
	*bytes.Reader
	wrap func(io.Reader) io.Reader
	now  io.Reader
}

func (s *seeker) Read(b []byte) (int, error) {
	if s.now == nil {
		s.now = s.wrap(s.Reader)
	}
	return s.now.Read(b)
}

func (s *seeker) Seek(offset int64, whence int) (int64, error) {
	s.now = nil
	return s.Reader.Seek(offset, whence)
}

func TestTrickle(t *testing.T) {
	for _, b := range [][]byte{mixed(t), gz(t, mixed(t)), pcapBytes(binary.BigEndian, true, 1, little(t))} {
		want := read(t, b)
		for _, wrap := range []func(io.Reader) io.Reader{iotest.OneByteReader, iotest.HalfReader, iotest.DataErrReader} {
			r, err := NewReader("in", &seeker{Reader: bytes.NewReader(b), wrap: wrap}, Options{})
			require.NoError(t, err)
			got, err := r.all()
			require.NoError(t, err)
			require.Equal(t, want, got)
		}
	}
	// A reader that fails, and one that gives nothing for ever.
	failing := errors.New("the disk is on fire")
	for _, wrap := range []func(io.Reader) io.Reader{
		func(r io.Reader) io.Reader { return io.MultiReader(io.LimitReader(r, 1500), iotest.ErrReader(failing)) },
		func(r io.Reader) io.Reader { return io.MultiReader(io.LimitReader(r, 1500), &empty{}) },
	} {
		_, err := NewReader("in", &seeker{Reader: bytes.NewReader(mixed(t)), wrap: wrap}, Options{})
		oneLine(t, err, "in: offset ", "cannot be read: ")
	}
}

type empty struct{}

func (*empty) Read([]byte) (int, error) { return 0, nil }

// A gzip bomb is read in constant memory, whatever it pretends to be. All unpack
// to 400 times their length and more.
func TestGzipBomb(t *testing.T) {
	const size = 64 << 20
	bomb := func(head, fill []byte) []byte {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		_, err := z.Write(head)
		require.NoError(t, err)
		fill = bytes.Repeat(fill, 1<<16/len(fill))
		for n := len(head); n < size; n += len(fill) {
			_, err := z.Write(fill)
			require.NoError(t, err)
		}
		require.NoError(t, z.Close())
		require.Less(t, b.Len(), size/400)
		return b.Bytes()
	}
	le := binary.LittleEndian
	pcap, ng, zero := pcapBytes(le, true, 1, nil), ngBytes(le, 1, nil), []byte{0}
	record := append(le.AppendUint32(nil, 1), make([]byte, 12)...) // of no bytes
	for name, c := range map[string]struct {
		b       []byte
		packets uint64
		fails   bool
	}{
		"pcap":            {b: bomb(pcap, record), packets: size / 16},
		"pcapng":          {b: bomb(ng, ngBlock(le, 0xBAD, make([]byte, 20)))},
		"pcap of zeros":   {b: bomb(pcap, zero)},
		"pcapng of zeros": {b: bomb(ng, zero)},
		"text":            {b: bomb([]byte("time_ns,conn,event\n"), zero), fails: true},
		"nothing":         {b: bomb(nil, zero), fails: true},
	} {
		frugal(t, name, func() {
			r, err := NewReader("in", bytes.NewReader(c.b), Options{AllowNoCNP: true})
			if c.fails {
				oneLine(t, err, "in:")
				return
			}
			require.NoError(t, err, name)
			require.Equal(t, c.packets, r.Stats().Packets, name)
		})
	}
}

// raw wraps what a host could send into an Ethernet frame of the given type.
func raw(etherType uint16, b []byte) []byte {
	return append(binary.BigEndian.AppendUint16(make([]byte, 12), etherType), b...)
}

// Tags within tags, headers behind headers, and fragments.
func TestDeepHeaders(t *testing.T) {
	q := qp{a: host(1), b: host(9), qpnA: 0x11, qpnB: 0x22}
	six := qp{a: netip.MustParseAddr("2001:db8::1"), b: netip.MustParseAddr("2001:db8::9"), qpnA: 5, qpnB: 6}
	tags := func(n int, behind []byte) []byte {
		b := raw(0x8100, nil)
		for i := range n {
			next := uint16(0x8100)
			if i == n-1 {
				next = binary.BigEndian.Uint16(behind[12:])
			}
			b = binary.BigEndian.AppendUint16(append(b, 0, byte(i)), next)
		}
		return append(b, behind[14:]...)
	}
	endless := raw(0x88A8, bytes.Repeat([]byte{0, 1, 0x88, 0xA8}, 60_000))
	// chain puts n extension headers of 8 bytes between IPv6 and UDP.
	chain := func(n int, kind, last byte, behind []byte) []byte {
		ip := append([]byte(nil), behind[14:]...)
		next := ip[6]
		ip[6] = kind
		var ext []byte
		for i := range n {
			h := make([]byte, 8)
			h[0] = kind
			if i == n-1 {
				h[0] = next
				if last != 0 {
					h[0] = last
				}
			}
			ext = append(ext, h...)
		}
		binary.BigEndian.PutUint16(ip[4:], uint16(len(ip)-40+len(ext)))
		return raw(0x86DD, append(ip[:40:40], append(ext, ip[40:]...)...))
	}
	fragment := func(field uint16) []byte {
		b := q.cnp(t, 0)
		binary.BigEndian.PutUint16(b[14+6:], field)
		return b
	}
	cnp6 := six.cnp(t, 0)
	cases := []struct {
		name  string
		frame []byte
		skip  string // reason, "" for an event
	}{
		{"1 tag", tags(1, q.cnp(t, 0)), ""},
		{"1000 tags", tags(1000, q.cnp(t, 0)), ""},
		{"60000 tags", tags(60_000, cnp6), ""},
		{"tags without end", endless, "cut before the BTH by the snap length"},
		{"tag, cut", raw(0x8100, []byte{0, 1}), "cut before the BTH by the snap length"},
		{"2 extension headers", chain(2, 60, 0, cnp6), ""},
		{"8000 extension headers", chain(8000, 0, 0, cnp6), ""},
		{"extension headers to TCP", chain(8000, 43, 6, cnp6), "not UDP"},
		{"extension headers without end", chain(100, 60, 60, cnp6)[:14+40+800], "cut before the BTH by the snap length"},
		{"first fragment", fragment(0x2000), "IP fragment"},
		{"last fragment", fragment(0x0001), "IP fragment"},
		{"fragment with both", fragment(0x3FFF), "IP fragment"},
		{"not fragmented", fragment(0x4000), ""},
		{"first fragment, IPv6", edited(chain(1, 44, 0, cnp6), 14+40+3, 1), "IP fragment"},
		{"later fragment, IPv6", edited(chain(1, 44, 0, cnp6), 14+40+2, 1), "IP fragment"},
		{"atomic fragment, IPv6", chain(1, 44, 0, cnp6), ""},
		{"IPv4 header length 0", edited(q.cnp(t, 0), 14, 0x40), "malformed"},
		{"IPv4 header of 60 bytes into the data", edited(q.cnp(t, 0), 14, 0x4F), "cut before the BTH by the snap length"},
		{"IPv4 length 10", edited(q.cnp(t, 0), 14+3, 10), "malformed"},
		{"IPv4 length 65535", edited(edited(q.cnp(t, 0), 14+2, 0xFF), 14+3, 0xFF), ""},
	}
	for _, c := range cases {
		for name, b := range map[string][]byte{
			"pcap":   pcapBytes(binary.LittleEndian, true, 1, []pkt{{at: epoch, data: c.frame}}),
			"pcapng": ngBytes(binary.BigEndian, 1, []pkt{{at: epoch, data: c.frame}}),
		} {
			tr, err := readBytes(b, Options{AllowNoCNP: true, CheckICRC: true})
			require.NoError(t, err, c.name)
			if c.skip == "" {
				require.Len(t, tr.Events, 1, "%s in %s", c.name, name)
				continue
			}
			require.Empty(t, tr.Events, "%s in %s", c.name, name)
			require.Equal(t, []Skip{{c.skip, 1}}, tr.Stats.Skipped(), "%s in %s", c.name, name)
		}
	}
}

func edited(b []byte, at int, v byte) []byte {
	b = append([]byte(nil), b...)
	b[at] = v
	return b
}

// One warning for each unknown link type, and not a thousand.
func TestManyLinkTypes(t *testing.T) {
	le := binary.LittleEndian
	p := little(t)
	b := append(ngSection(le), ngInterfaceBlock(le, 1, 9, 0)...)
	for i := range uint32(1000) {
		b = append(b, ngInterfaceBlock(le, uint16(2000+i), 9, 0)...)
		b = append(b, ngPacket(le, i+1, uint64(epoch), p[0])...)
	}
	b = append(b, ngPacket(le, 0, uint64(epoch), p[4])...)
	tr := read(t, b)
	require.Len(t, tr.Events, 1)
	require.Len(t, tr.Warnings, maxWarnings+1)
	require.Contains(t, tr.Warnings[maxWarnings].String(), "further link types are skipped")
	require.Equal(t, []Skip{{"unknown link type", 1000}}, tr.Stats.Skipped())

	many := ngSection(le)
	for range maxInterfaces + 1 {
		many = append(many, ngInterfaceBlock(le, 1, 9, 0)...)
	}
	_, err := readBytes(many, Options{})
	oneLine(t, err, "more than 65536 interfaces")
}

// With two hosts of 150,000 queue pairs each, comparing all pairs would take hours: the work stays bounded, what can
// be matched is, and the rest stays unpaired with a warning.
func TestAbsurdFlows(t *testing.T) {
	const n = 150_000
	ft := newFlowTable()
	a, b := host(1), host(9)
	for i := range uint32(n) {
		there, ok := ft.flow(a, b, i)
		require.True(t, ok)
		ft.learn(&record{flow: there, kind: KindData, class: roce.ClassSendData, psn: i & roce.PSNMask, sport: 0xC000, bytes: 100, packets: 1})
		back, ok := ft.flow(b, a, i)
		require.True(t, ok)
		ft.learn(&record{flow: back, kind: KindAck, class: roce.ClassAck, psn: i & roce.PSNMask, sport: 0xC000})
	}
	spent := firstEffort + effortPerRecord*int(ft.records) - ft.effort
	require.Positive(t, spent)
	var warnings []Warning
	conns := ft.conns(func(w Warning) { warnings = append(warnings, w) })
	require.Len(t, conns, 2*n, "nothing is matched on such evidence")
	require.True(t, ft.tired)
	require.LessOrEqual(t, ft.votes, maxVotes)
	require.Contains(t, warnings[len(warnings)-1].Text, "too many flows run between two hosts")
}

// FuzzContainers puts frames of the fuzzer's making into every container: what
// is read of them is the same, in whatever portions the bytes arrive.
func FuzzContainers(f *testing.F) {
	p := little(f)
	var all []byte
	for _, p := range p {
		all = append(all, byte(len(p.data)>>8), byte(len(p.data)))
		all = append(all, p.data...)
	}
	f.Add(all, uint16(1))
	f.Add(all, uint16(700))
	f.Add([]byte{0, 3, 1, 2, 3, 0, 0, 0, 200, 1}, uint16(9))
	f.Fuzz(func(t *testing.T, b []byte, step uint16) {
		var pkts []pkt
		at := epoch
		for len(b) >= 2 && len(pkts) < 1000 {
			n := min(int(binary.BigEndian.Uint16(b)), len(b)-2)
			pkts = append(pkts, pkt{at: at, data: b[2 : 2+n]})
			at += int64(step) * 1000 // what microseconds hold
			b = b[2+n:]
		}
		o := Options{AllowNoCNP: true, CheckICRC: true}
		var first *Trace
		for i, c := range [][]byte{
			pcapBytes(binary.LittleEndian, true, 1, pkts), pcapBytes(binary.BigEndian, false, 1, pkts),
			ngBytes(binary.LittleEndian, 1, pkts), ngBytes(binary.BigEndian, 1, pkts),
		} {
			for _, wrap := range []func(io.Reader) io.Reader{nil, iotest.HalfReader} {
				var src io.ReadSeeker = bytes.NewReader(c)
				if wrap != nil {
					src = &seeker{Reader: bytes.NewReader(c), wrap: wrap}
				}
				r, err := NewReader("in", src, o)
				if err != nil {
					t.Fatalf("container %d: %v", i, err)
				}
				got, err := r.all()
				if err != nil {
					t.Fatalf("container %d: %v", i, err)
				}
				got.Stats.Format = 0
				if first == nil {
					first = got
				}
				if !cmp.Equal(first, got, cmp.AllowUnexported(Stats{}), cmp.Comparer(func(a, b netip.Addr) bool { return a == b })) {
					t.Fatalf("container %d reads otherwise:\n%+v\n%+v", i, got, first)
				}
				if first.Stats.Packets != uint64(len(pkts)) {
					t.Fatalf("%d packets of %d", first.Stats.Packets, len(pkts))
				}
			}
		}
	})
}
