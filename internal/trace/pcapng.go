package trace

import (
	"encoding/binary"
	"io"
	"math/bits"
	"strconv"

	"smartnic-cc/internal/roce"
)

// A pcapng file is a chain of blocks: type, total length, body, total length
// again. A section header gives the byte order of what follows and forgets the
// interfaces; an interface description gives link type and unit of time; an
// enhanced packet names its interface. Blocks of other kinds are stepped over.
// Source: the Internet draft draft-ietf-opsawg-pcapng.

const (
	blockSection   = 0x0A0D0D0A
	blockInterface = 1
	blockPacket    = 2 // obsolete, but old files have it
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
}

type pcapngSource struct {
	s          *scanner
	rep        *report
	order      binary.ByteOrder
	interfaces []ngInterface
	warned     map[roce.LinkType]bool
	buf        [headLen]byte
	trailer    [4]byte // apart, for the packet's bytes in buf are still needed
}

func newPcapngSource(s *scanner, rep *report) *pcapngSource {
	return &pcapngSource{s: s, rep: rep, order: binary.LittleEndian, warned: map[roce.LinkType]bool{}}
}

// block is an open block: what is left of its body.
type block struct {
	start int64
	kind  uint32
	total uint32
	left  uint32 // bytes of the body not yet read
}

func (ns *pcapngSource) nextFrame(f *frame) error {
	for {
		b, err := ns.open()
		if err != nil {
			return ns.ended(err, b.start)
		}
		got, err := ns.body(&b, f)
		if err == nil {
			err = ns.closeBlock(&b)
		}
		if err != nil {
			return ns.ended(cutOf(err), b.start)
		}
		if got {
			return nil
		}
	}
}

// ended turns a cut end into a warning and a clean end.
func (ns *pcapngSource) ended(err error, start int64) error {
	if err != errCut {
		return err
	}
	if start == 0 {
		return ns.s.in.fail(0, nil, "the first block of the pcapng is cut; fetch the file again")
	}
	ns.rep.stats.Truncated = true
	ns.rep.warn(cutWarning(start, "a block"))
	return io.EOF
}

// open reads the head of the next block.
func (ns *pcapngSource) open() (block, error) {
	b := block{start: ns.s.off}
	h := ns.buf[:8]
	if err := ns.s.full(h); err != nil {
		return b, err
	}
	b.kind = ns.order.Uint32(h)
	if b.kind == blockSection {
		// The byte order stands behind the length that needs it.
		m := ns.buf[8:12]
		if err := ns.s.full(m); err != nil {
			return b, cutOf(err)
		}
		switch {
		case binary.LittleEndian.Uint32(m) == orderMagic:
			ns.order = binary.LittleEndian
		case binary.BigEndian.Uint32(m) == orderMagic:
			ns.order = binary.BigEndian
		default:
			return b, ns.damaged(b.start+8, b.start, "byte-order magic % x; expected 1a 2b 3c 4d in either order", m)
		}
	} else if b.start == 0 {
		return b, ns.s.in.fail(0, nil, "first block has type %#x; expected a section header", b.kind)
	}
	b.total = ns.order.Uint32(h[4:])
	least := uint32(12)
	if b.kind == blockSection {
		least = 28
	}
	if b.total < least || b.total%4 != 0 || b.total > 1<<31 {
		return b, ns.damaged(b.start+4, b.start, "block of type %#x claims %d bytes; expected a multiple of 4, from %d on", b.kind, b.total, least)
	}
	b.left = b.total - 12
	if b.kind == blockSection {
		b.left -= 4
	}
	return b, nil
}

func (ns *pcapngSource) damaged(at, start int64, format string, args ...any) error {
	return ns.s.in.fail(at, nil, format+": the capture is damaged here; %s", append(args, ns.s.in.salvage(start))...)
}

// take reads n bytes of the body into the buffer.
func (ns *pcapngSource) take(b *block, n uint32) ([]byte, error) {
	if n > b.left {
		return nil, ns.damaged(b.start+4, b.start, "block of type %#x has %d bytes, too few for its content", b.kind, b.total)
	}
	buf := ns.buf[:n]
	if err := ns.s.full(buf); err != nil {
		return nil, cutOf(err)
	}
	b.left -= n
	return buf, nil
}

// closeBlock steps over the rest of the body and checks the second length.
func (ns *pcapngSource) closeBlock(b *block) error {
	if err := ns.s.discard(int64(b.left)); err != nil {
		return err
	}
	at := ns.s.off
	if err := ns.s.full(ns.trailer[:]); err != nil {
		return err
	}
	if again := ns.order.Uint32(ns.trailer[:]); again != b.total {
		return ns.damaged(at, b.start, "block ends with the length %d and began with %d", again, b.total)
	}
	return nil
}

// body reads what matters of a block; true where it gave a frame.
func (ns *pcapngSource) body(b *block, f *frame) (bool, error) {
	switch b.kind {
	case blockSection:
		h, err := ns.take(b, 12)
		if err != nil {
			return false, err
		}
		if major := ns.order.Uint16(h); major != 1 {
			return false, ns.s.in.fail(b.start+12, nil, "pcapng version %d.%d; expected 1.x", major, ns.order.Uint16(h[2:]))
		}
		ns.interfaces = ns.interfaces[:0]
	case blockInterface:
		return false, ns.describe(b)
	case blockEnhanced, blockPacket:
		h, err := ns.take(b, 20)
		if err != nil {
			return false, err
		}
		id := ns.order.Uint32(h)
		if b.kind == blockPacket {
			id = uint32(ns.order.Uint16(h)) // the other half counts drops
		}
		units := uint64(ns.order.Uint32(h[4:]))<<32 | uint64(ns.order.Uint32(h[8:]))
		captured, orig := ns.order.Uint32(h[12:]), ns.order.Uint32(h[16:])
		if int64(id) >= int64(len(ns.interfaces)) {
			return false, ns.damaged(b.start+8, b.start, "packet of interface %d; the section describes %d", id, len(ns.interfaces))
		}
		itf := &ns.interfaces[id]
		t, ok := itf.nanos(units)
		if !ok {
			return false, ns.damaged(b.start+12, b.start, "time stamp %d at %d units a second is out of range", units, itf.units)
		}
		return ns.packet(b, f, frame{time: t, hasTime: true, link: itf.link, origLen: orig}, captured)
	case blockSimple:
		h, err := ns.take(b, 4)
		if err != nil {
			return false, err
		}
		orig := ns.order.Uint32(h)
		if len(ns.interfaces) == 0 {
			return false, ns.damaged(b.start, b.start, "packet without any interface described")
		}
		captured := min(orig, b.left)
		if snap := ns.interfaces[0].snap; snap != 0 {
			captured = min(captured, snap)
		}
		return ns.packet(b, f, frame{link: ns.interfaces[0].link, origLen: orig}, captured)
	}
	return false, nil
}

// packet reads the captured bytes of a packet block.
func (ns *pcapngSource) packet(b *block, f *frame, made frame, captured uint32) (bool, error) {
	if captured > b.left {
		return false, ns.damaged(b.start, b.start, "packet claims %d captured bytes in a block of %d", captured, b.total)
	}
	if !made.link.Known() && !ns.warned[made.link] {
		ns.warned[made.link] = true
		ns.rep.warn(Warning{Offset: b.start, Text: "packets of link type " + strconv.Itoa(int(made.link)) + " are skipped; known are " + linkTypes})
	}
	data, err := ns.take(b, min(captured, headLen))
	if err != nil {
		return false, err
	}
	made.off, made.data = b.start, data
	*f = made
	return true, nil
}

// describe reads an interface description.
func (ns *pcapngSource) describe(b *block) error {
	h, err := ns.take(b, 8)
	if err != nil {
		return err
	}
	if len(ns.interfaces) == maxInterfaces {
		return ns.damaged(b.start, b.start, "more than %d interfaces", maxInterfaces)
	}
	itf := ngInterface{link: roce.LinkType(ns.order.Uint16(h)), snap: ns.order.Uint32(h[4:]), units: 1_000_000}
	for b.left >= 4 {
		h, err := ns.take(b, 4)
		if err != nil {
			return err
		}
		code, length := ns.order.Uint16(h), uint32(ns.order.Uint16(h[2:]))
		if code == optEnd {
			break
		}
		padded := (length + 3) &^ 3
		if padded > b.left {
			return ns.damaged(ns.s.off-4, b.start, "option %d claims %d bytes of %d left", code, length, b.left)
		}
		switch {
		case code == optResolution && length == 1:
			v, err := ns.take(b, padded)
			if err != nil {
				return err
			}
			units, ok := unitsOf(v[0])
			if !ok {
				return ns.s.in.fail(ns.s.off-4, nil, "time resolution %#x is finer than 64 bits hold", v[0])
			}
			itf.units = units
		case code == optOffset && length == 8:
			v, err := ns.take(b, padded)
			if err != nil {
				return err
			}
			itf.offset = int64(ns.order.Uint64(v))
		default:
			if err := ns.s.discard(int64(padded)); err != nil {
				return err
			}
			b.left -= padded
		}
	}
	ns.interfaces = append(ns.interfaces, itf)
	return nil
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
