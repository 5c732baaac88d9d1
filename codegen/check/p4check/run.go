package p4check

import (
	"errors"
	"fmt"
)

// Program is a checked program.
type Program struct {
	slots         int // words of memory
	registers     []*registerCode
	headers       []int // where the validity of each header is kept
	meta          *typ
	metaAt, stdAt int

	parse, verify, ingress, egress, compute, deparse code
}

// dropPort is what mark_to_drop sends a packet to.
const dropPort = 511

// garbageOf is what a variable holds before it is given a value: bits that change with
// the width.
func garbageOf(t *typ) uint64 { return 0xB5A7_93D1_C6E5_8B2D & t.mask().lo }

// Switch is a running program with its registers. It is not safe for use by several
// goroutines at once.
type Switch struct {
	p *Program
	m machine
}

// machine is what closures work on.
type machine struct {
	s    []uint64
	regs [][]uint64
	in   bitReader
	out  bitWriter
}

// Fault is an operation without a defined result.
type Fault struct{ Msg string }

// Error returns the message.
func (f *Fault) Error() string { return f.Msg }

func (m *machine) fault(format string, args ...any) {
	panic(&Fault{fmt.Sprintf(format, args...)})
}

var errTooShort = errors.New("the packet is too short")

// NewSwitch starts a program with all registers 0.
func (p *Program) NewSwitch() *Switch {
	w := &Switch{p: p, m: machine{s: make([]uint64, p.slots)}}
	for _, r := range p.registers {
		w.m.regs = append(w.m.regs, make([]uint64, r.size))
	}
	return w
}

// Register returns the elements of a register, or nil if there is none of the name. They
// may be changed, as by a control plane.
func (w *Switch) Register(name string) []uint64 {
	for i, r := range w.p.registers {
		if r.name == name {
			return w.m.regs[i]
		}
	}
	return nil
}

// Process runs a packet that came in on a port. It returns the packet that goes out, and
// on which port; nil if it is dropped. The error is a *Fault.
func (w *Switch) Process(port uint16, packet []byte) (out []byte, outPort uint16, err error) {
	defer func() {
		if r := recover(); r != nil {
			f, ok := r.(*Fault)
			if !ok {
				panic(r)
			}
			out, outPort, err = nil, 0, f
		}
	}()
	m, p := &w.m, w.p
	m.in, m.out = bitReader{data: packet}, bitWriter{data: m.out.data[:0]}
	for _, h := range p.headers {
		m.s[h] = 0
	}
	for _, f := range p.meta.fields { // which have no value when a packet comes
		m.s[p.metaAt+f.off] = 0
		if f.t.scalar() {
			m.s[p.metaAt+f.off] = garbageOf(f.t)
		}
	}
	clear(m.s[p.stdAt : p.stdAt+standardSlots])
	std := standardFields
	m.s[p.stdAt+std.ingressPort] = uint64(port)
	m.s[p.stdAt+std.packetLength] = uint64(len(packet))
	w.parse()
	p.verify(m)
	p.ingress(m)
	if m.s[p.stdAt+std.egressSpec] == dropPort {
		return nil, 0, nil
	}
	m.s[p.stdAt+std.egressPort] = m.s[p.stdAt+std.egressSpec]
	p.egress(m)
	if m.s[p.stdAt+std.egressSpec] == dropPort {
		return nil, 0, nil
	}
	p.compute(m)
	p.deparse(m)
	m.out.bytes(m.in.rest())
	return append([]byte(nil), m.out.data...), uint16(m.s[p.stdAt+std.egressPort]), nil
}

// parse runs the parser. In v1model a packet that it rejects goes on, with what headers
// were found.
func (w *Switch) parse() {
	defer func() {
		if r := recover(); r != nil && r != any(errTooShort) {
			panic(r)
		}
	}()
	w.p.parse(&w.m)
}

var standardFields = func() (f struct{ ingressPort, egressSpec, egressPort, packetLength int }) {
	t := standardMetadata()
	f.ingressPort, f.egressSpec = t.field("ingress_port").off, t.field("egress_spec").off
	f.egressPort, f.packetLength = t.field("egress_port").off, t.field("packet_length").off
	return f
}()

var standardSlots = standardMetadata().slots

// bitReader takes bits off a packet, the top one of a byte first.
type bitReader struct {
	data []byte
	at   int // in bits
}

func (r *bitReader) has(n int) bool { return r.at+n <= 8*len(r.data) }

func (r *bitReader) take(n int) uint64 {
	v := uint64(0)
	for n > 0 {
		if r.at%8 == 0 && n >= 8 {
			v = v<<8 | uint64(r.data[r.at/8])
			r.at += 8
			n -= 8
			continue
		}
		v = v<<1 | uint64(r.data[r.at/8]>>(7-r.at%8)&1)
		r.at++
		n--
	}
	return v
}

// rest is the payload: the whole bytes behind what was taken.
func (r *bitReader) rest() []byte { return r.data[(r.at+7)/8:] }

// bitWriter puts bits together.
type bitWriter struct {
	data []byte
	n    int // in bits
}

func (w *bitWriter) put(v uint64, n int) {
	for n > 0 {
		if w.n%8 == 0 && n >= 8 {
			w.data = append(w.data, byte(v>>(n-8)))
			w.n += 8
			n -= 8
			continue
		}
		if w.n%8 == 0 {
			w.data = append(w.data, 0)
		}
		n--
		w.data[len(w.data)-1] |= byte(v>>n&1) << (7 - w.n%8)
		w.n++
	}
}

func (w *bitWriter) bytes(b []byte) {
	w.data = append(w.data, b...)
	w.n += 8 * len(b)
}
