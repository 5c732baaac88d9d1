package trace

import (
	"encoding/binary"
	"errors"
	"io"
	"math/bits"
	"strconv"

	"smartnic-cc/internal/base/packet/roce"
)

// A pcapng file is a chain of blocks: type, total length, body, total length
// again. A section header gives the byte order of what follows and forgets the
// interfaces; an interface description gives link type and unit of time; an
// enhanced packet names its interface. Blocks of other kinds are stepped over.
// Source: the Internet draft draft-ietf-opsawg-pcapng.

const (
	blockSection   = 0x0A0D0D0A
	blockInterface = 1
	blockPacket    = 2 // obsolete, but in old files
	blockSimple    = 3
	blockEnhanced  = 6
	orderMagic     = 0x1A2B3C4D

	optEnd        = 0
	optResolution = 9
	optOffset     = 14

	maxInterfaces = 1 << 16
	// maxSeconds keeps every time within 64 bits of nanoseconds.
	maxSeconds = 9_200_000_000
)

// ngInterface is what packets need of their interface.
type ngInterface struct {
	link   roce.LinkType
	units  uint64 // units of time a second
	offset int64  // seconds to add
	snap   uint32
	// Where a unit is a whole number of nanoseconds, as nearly everywhere, and
	// there is no offset: nanoseconds a unit, and the first count out of range.
	scale, scaleEnd uint64
}

type pcapngSource struct {
	w          window
	rep        *report
	order      binary.ByteOrder
	interfaces []ngInterface
	warned     map[roce.LinkType]bool
	long       longFrame
}

func newPcapngSource(s *scanner, rep *report) *pcapngSource {
	return &pcapngSource{order: binary.LittleEndian, w: newWindow(s), rep: rep, warned: map[roce.LinkType]bool{}}
}

const (
	blockOverhead = 12 // type, length, length again
	// maxWhole is the longest block that is shown as a whole.
	maxWhole = maxCaptured
	// maxWarnings bounds the warnings that one file may cause for each
	// interface's sake.
	maxWarnings = 16
)

// block is one block.
type block struct {
	start int64
	kind  uint32
	total uint32
	body  []byte // what stands between the lengths; of a block longer than maxWhole the start
}

// at is where byte i of the body stands in the content.
func (b *block) at(i int) int64 { return b.start + 8 + int64(i) }

// length is how long the body is, whatever of it is kept.
func (b *block) length() uint32 { return b.total - blockOverhead }

// errZeros ends a capture that holds zeros from here on.
var errZeros = errors.New("zeros from here on")

func (ns *pcapngSource) nextFrame(f *frame) error {
	for {
		b := block{start: ns.w.off()}
		if err := ns.read(&b); err != nil {
			return ns.ended(err, b.start)
		}
		if got, err := ns.body(&b, f); got || err != nil {
			return err
		}
	}
}

// ended turns a cut end into a warning and a clean end.
func (ns *pcapngSource) ended(err error, start int64) error {
	switch {
	case err == errZeros:
		ns.rep.stats.Truncated = true
		ns.rep.warn(zerosWarning(start))
		return io.EOF
	case err != errCut:
		return err
	case start == 0:
		return ns.w.s.in.fail(0, nil, "the first block of the pcapng is cut; fetch the file again")
	}
	ns.rep.stats.Truncated = true
	ns.rep.warn(cutWarning(start, "a block"))
	return io.EOF
}

// read takes the next block from the window, whose bytes hold until the next.
func (ns *pcapngSource) read(b *block) error {
	h, err := ns.w.view(8)
	if err != nil {
		return err
	}
	least := uint32(blockOverhead)
	if b.kind = ns.order.Uint32(h); b.kind == blockSection {
		// The byte order stands behind the length that needs it.
		least = 28
		if h, err = ns.w.view(12); err != nil {
			return cutOf(err)
		}
		switch m := h[8:]; uint32(orderMagic) {
		case binary.LittleEndian.Uint32(m):
			ns.order = binary.LittleEndian
		case binary.BigEndian.Uint32(m):
			ns.order = binary.BigEndian
		default:
			return ns.damaged(b.start+8, b.start, "byte-order magic % x; expected 1a 2b 3c 4d in either order", m)
		}
	} else if b.start == 0 {
		return ns.w.s.in.fail(0, nil, "first block has type %#x; expected a section header", b.kind)
	}
	b.total = ns.order.Uint32(h[4:])
	if b.kind == 0 && b.total == 0 && ns.w.zeros() {
		return errZeros
	}
	if b.total < least || b.total%4 != 0 || b.total > 1<<31 {
		return ns.damaged(b.start+4, b.start, "block of type %#x claims %d bytes; expected a multiple of 4, from %d on", b.kind, b.total, least)
	}
	var again []byte
	if b.total <= maxWhole {
		whole, err := ns.w.view(int(b.total))
		if err != nil {
			return cutOf(err)
		}
		b.body, again = whole[8:len(whole)-4], whole[len(whole)-4:]
		ns.w.advance(len(whole))
	} else {
		ns.w.advance(8)
		if b.body, err = ns.long.read(&ns.w, int64(b.length())); err != nil {
			return err
		}
		if again, err = ns.w.view(4); err != nil {
			return cutOf(err)
		}
		ns.w.advance(4)
	}
	if v := ns.order.Uint32(again); v != b.total {
		return ns.damaged(ns.w.off()-4, b.start, "block ends with the length %d and began with %d", v, b.total)
	}
	return nil
}

func (ns *pcapngSource) damaged(at, start int64, format string, args ...any) error {
	return ns.w.s.in.fail(at, nil, format+": the capture is damaged here; %s", append(args, ns.w.s.in.salvage(start))...)
}

// need is the error of a body that is shorter than n bytes.
func (ns *pcapngSource) need(b *block, n int) error {
	if len(b.body) >= n {
		return nil
	}
	return ns.damaged(b.start+4, b.start, "block of type %#x has %d bytes, too few for its content", b.kind, b.total)
}

// body reads what matters of a block; true where it gave a frame.
func (ns *pcapngSource) body(b *block, f *frame) (bool, error) {
	switch b.kind {
	case blockEnhanced, blockPacket:
		return true, ns.packet(b, f)
	case blockSection:
		if major := ns.order.Uint16(b.body[4:]); major != 1 {
			return false, ns.w.s.in.fail(b.start+12, nil, "pcapng version %d.%d; expected 1.x", major, ns.order.Uint16(b.body[6:]))
		}
		ns.interfaces = ns.interfaces[:0]
	case blockInterface:
		return false, ns.describe(b)
	case blockSimple:
		return true, ns.simple(b, f)
	}
	return false, nil
}

// packet reads an enhanced packet block, or an obsolete one.
func (ns *pcapngSource) packet(b *block, f *frame) error {
	const head = 20
	if err := ns.need(b, head); err != nil {
		return err
	}
	h := b.body
	id := ns.order.Uint32(h)
	if b.kind == blockPacket {
		id = uint32(ns.order.Uint16(h)) // the other half counts drops
	}
	units := uint64(ns.order.Uint32(h[4:]))<<32 | uint64(ns.order.Uint32(h[8:]))
	captured := ns.order.Uint32(h[12:])
	if uint64(id) >= uint64(len(ns.interfaces)) {
		return ns.damaged(b.at(0), b.start, "packet of interface %d; the section describes %d", id, len(ns.interfaces))
	}
	itf := &ns.interfaces[id]
	t, ok := itf.nanos(units)
	if !ok {
		return ns.damaged(b.at(4), b.start, "time stamp %d at %d units a second is out of range", units, itf.units)
	}
	if captured > b.length()-head {
		return ns.damaged(b.start, b.start, "packet claims %d captured bytes in a block of %d", captured, b.total)
	}
	ns.known(b, itf)
	f.off, f.time, f.hasTime = b.start, t, true
	f.link, f.origLen = itf.link, ns.order.Uint32(h[16:])
	f.data = b.body[head:min(head+int(captured), len(b.body))]
	return nil
}

// simple reads a simple packet block: of the first interface, without a time,
// and as long as the packet, the interface's snap length or the block are.
func (ns *pcapngSource) simple(b *block, f *frame) error {
	const head = 4
	if err := ns.need(b, head); err != nil {
		return err
	}
	if len(ns.interfaces) == 0 {
		return ns.damaged(b.start, b.start, "packet without any interface described")
	}
	itf := &ns.interfaces[0]
	orig := ns.order.Uint32(b.body)
	captured := min(orig, b.length()-head)
	if itf.snap != 0 {
		captured = min(captured, itf.snap)
	}
	ns.known(b, itf)
	*f = frame{off: b.start, link: itf.link, origLen: orig, data: b.body[head:min(head+int(captured), len(b.body))]}
	return nil
}

// known warns of packets whose link type is not known, once for each.
func (ns *pcapngSource) known(b *block, itf *ngInterface) {
	if itf.link.Known() || ns.warned[itf.link] || len(ns.warned) > maxWarnings {
		return
	}
	ns.warned[itf.link] = true
	text := "packets of link type " + strconv.Itoa(int(itf.link)) + " are skipped; known are " + linkTypes
	if len(ns.warned) > maxWarnings {
		text = "packets of further link types are skipped, without a warning for each"
	}
	ns.rep.warn(Warning{Offset: b.start, Text: text})
}

// describe reads an interface description.
func (ns *pcapngSource) describe(b *block) error {
	const head = 8
	if err := ns.need(b, head); err != nil {
		return err
	}
	if len(ns.interfaces) == maxInterfaces {
		return ns.damaged(b.start, b.start, "more than %d interfaces", maxInterfaces)
	}
	if b.total > maxWhole {
		return ns.damaged(b.start, b.start, "interface description of %d bytes, more than %d", b.total, maxWhole)
	}
	itf := ngInterface{link: roce.LinkType(ns.order.Uint16(b.body)), snap: ns.order.Uint32(b.body[4:]), units: 1_000_000}
	for i := head; len(b.body)-i >= 4; {
		code, length := ns.order.Uint16(b.body[i:]), int(ns.order.Uint16(b.body[i+2:]))
		if code == optEnd {
			break
		}
		i += 4
		left := len(b.body) - i
		if length > left {
			return ns.damaged(b.at(i-4), b.start, "option %d claims %d bytes of %d left", code, length, left)
		}
		switch v := b.body[i : i+length]; {
		case code == optResolution && length == 1:
			units, ok := unitsOf(v[0])
			if !ok {
				return ns.w.s.in.fail(b.at(i), nil, "time resolution %#x is finer than 64 bits hold", v[0])
			}
			itf.units = units
		case code == optOffset && length == 8:
			itf.offset = int64(ns.order.Uint64(v))
		}
		i += (length + 3) &^ 3 // body and i are multiples of 4, so the padding is there
	}
	itf.refineResolution()
	ns.interfaces = append(ns.interfaces, itf)
	return nil
}

// refineResolution sets scale and scaleEnd where they apply.
func (itf *ngInterface) refineResolution() {
	if itf.offset == 0 && itf.units <= nanosPerSec && nanosPerSec%itf.units == 0 {
		itf.scale, itf.scaleEnd = nanosPerSec/itf.units, (maxSeconds+1)*itf.units
	}
}

// unitsOf reads the resolution byte: a negative power of 10, or of 2 where the
// upper bit is set.
func unitsOf(v byte) (uint64, bool) {
	exp := v & 0x7F
	if v&0x80 != 0 {
		return 1 << (exp & 63), exp <= 63
	}
	units := uint64(1)
	for range exp {
		hi, lo := bits.Mul64(units, 10)
		if hi != 0 {
			return 0, false
		}
		units = lo
	}
	return units, true
}

// nanos converts a count of units to nanoseconds since 1970, rounded down.
// The fraction needs 128 bits on the way: units may be nearly 2^64.
func (itf *ngInterface) nanos(count uint64) (int64, bool) {
	if count < itf.scaleEnd {
		return int64(count * itf.scale), true
	}
	secs, frac := count/itf.units, count%itf.units
	if secs > maxSeconds || itf.offset > maxSeconds || itf.offset < -maxSeconds {
		return 0, false
	}
	sum := int64(secs) + itf.offset
	if sum < 0 || sum > maxSeconds {
		return 0, false
	}
	hi, lo := bits.Mul64(frac, nanosPerSec)
	nanos, _ := bits.Div64(hi, lo, itf.units) // frac < units, so hi < units
	return sum*nanosPerSec + int64(nanos), true
}
