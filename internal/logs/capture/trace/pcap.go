package trace

import (
	"encoding/binary"
	"io"

	"smartnic-cc/internal/base/packet/roce"
)

// A pcap file is a header of 24 bytes (magic, version, zone, accuracy, snap
// length, link type) and records of 16 bytes (seconds, microseconds or
// nanoseconds, captured length, original length) each followed by the captured
// bytes. The magic gives byte order and unit.
//
// This reader and the pcapng one are written out here, and not taken from
// pcapgo, because messages need the byte offset of what is wrong, a length in
// the file must not ask for memory, and the binary resolutions of pcapng must
// convert exactly. The tests compare both with pcapgo.

const (
	pcapHeaderLen = 24
	pcapRecordLen = 16
	// maxCaptured is the most that a record may claim where the snap length is
	// smaller: more can only be a damaged file. Wireshark draws the same line.
	maxCaptured = 1 << 18
	nanosPerSec = 1_000_000_000
)

type pcapSource struct {
	w     window
	rep   *report
	order binary.ByteOrder
	unit  int64 // nanoseconds a unit of the fraction
	limit uint32
	link  roce.LinkType
	long  longFrame
	// joined reports that another file's header has been met, and been warned of.
	joined bool
}

func newPcapSource(s *scanner, rep *report) (*pcapSource, error) {
	ps := &pcapSource{w: newWindow(s), rep: rep}
	return ps, ps.header()
}

// header reads the header of a file, which is that of another one where captures
// were joined by cat.
func (ps *pcapSource) header() error {
	in, start := ps.w.s.in, ps.w.off()
	h, err := ps.w.view(pcapHeaderLen)
	if err != nil {
		if isEnd(err) {
			return in.fail(start, err, "the pcap header is cut: %d bytes are needed; fetch the file again", pcapHeaderLen)
		}
		return err
	}
	ps.order, ps.unit = binary.LittleEndian, 1000
	switch binary.BigEndian.Uint32(h) {
	case magicPcapMicros, magicPcapNanos:
		ps.order = binary.BigEndian
	}
	if ps.order.Uint32(h) == magicPcapNanos {
		ps.unit = 1
	}
	if major := ps.order.Uint16(h[4:]); major != 2 {
		return in.fail(start+4, nil, "pcap version %d.%d; expected 2.x", major, ps.order.Uint16(h[6:]))
	}
	ps.limit = max(ps.order.Uint32(h[16:]), maxCaptured)
	if ps.limit > 1<<30 { // "unlimited" as some writers put it
		ps.limit = maxCaptured
	}
	// The upper bits of the link type say of frame check sequences, which the
	// IP length makes irrelevant.
	link := ps.order.Uint32(h[20:]) & 0xFFFF
	ps.link = roce.LinkType(link)
	if !ps.link.Known() {
		return in.fail(start+20, nil, "link type %d; expected %s", link, linkTypes)
	}
	ps.w.advance(pcapHeaderLen)
	return nil
}

// another goes on with another file, whose header is at start.
func (ps *pcapSource) another(start int64) error {
	if !ps.joined {
		ps.rep.warn(Warning{Offset: start, Text: "another pcap begins here, as cat joins them: read on"})
	}
	ps.joined = true
	return ps.header()
}

// begins reports whether what would be the head of a record is that of a file: a
// magic number, version 2.4, no zone and no accuracy. As a record it would be an
// empty packet of the year 2055 or later, or of one nanosecond of 2011.
func begins(h []byte) bool {
	if binary.LittleEndian.Uint64(h[8:]) != 0 {
		return false // as nearly every record
	}
	switch binary.BigEndian.Uint32(h) {
	case magicPcapMicros, magicPcapNanos:
		return binary.BigEndian.Uint32(h[4:]) == 2<<16|4
	}
	switch binary.LittleEndian.Uint32(h) {
	case magicPcapMicros, magicPcapNanos:
		return binary.LittleEndian.Uint32(h[4:]) == 2|4<<16
	}
	return false
}

const linkTypes = "Ethernet (1), raw IP (101, 12, 14, 228, 229) or Linux cooked (113, 276): capture on an Ethernet interface"

func (ps *pcapSource) nextFrame(f *frame) error {
	start := ps.w.off()
	h, err := ps.w.view(pcapRecordLen)
	for err == nil && begins(h) {
		if _, err = ps.w.view(pcapHeaderLen); err != nil {
			break
		}
		if err := ps.another(start); err != nil {
			return err
		}
		start = ps.w.off()
		h, err = ps.w.view(pcapRecordLen)
	}
	if err != nil {
		return ps.ended(err, start)
	}
	secs := int64(ps.order.Uint32(h))
	frac := int64(ps.order.Uint32(h[4:]))
	captured := ps.order.Uint32(h[8:])
	orig := ps.order.Uint32(h[12:])
	if secs|frac == 0 && captured|orig == 0 && ps.w.zeros() {
		ps.rep.stats.Truncated = true
		ps.rep.warn(zerosWarning(start))
		return io.EOF
	}
	if captured > ps.limit {
		return ps.w.s.in.fail(start, nil, "packet record claims %d bytes, more than the limit of %d: the capture is damaged here; %s", captured, ps.limit, ps.w.s.in.salvage(start))
	}
	if frac*ps.unit >= nanosPerSec {
		return ps.w.s.in.fail(start+4, nil, "packet record has the time fraction %d, a second or more: the capture is damaged here; %s", frac, ps.w.s.in.salvage(start))
	}
	if captured <= maxCaptured {
		b, err := ps.w.view(pcapRecordLen + int(captured))
		if err != nil {
			return ps.ended(cutOf(err), start)
		}
		f.data = b[pcapRecordLen:]
		ps.w.advance(len(b))
	} else {
		ps.w.advance(pcapRecordLen)
		if f.data, err = ps.long.read(&ps.w, int64(captured)); err != nil {
			return ps.ended(err, start)
		}
	}
	f.off, f.time, f.hasTime = start, secs*nanosPerSec+frac*ps.unit, true
	f.link, f.origLen = ps.link, orig
	return nil
}

// ended turns a cut end into a warning and a clean end.
func (ps *pcapSource) ended(err error, start int64) error {
	if err == errCut {
		ps.rep.stats.Truncated = true
		ps.rep.warn(cutWarning(start, "a packet record"))
		return io.EOF
	}
	return err
}
