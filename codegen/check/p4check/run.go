package p4check

import (
	"errors"
	"fmt"
)

// Program is a checked program.
type Program struct {
	arch          *arch
	slots         int // words of memory
	registers     []*registerCode
	headers       []int // where the validity of each header is kept
	meta          *typ
	metaAt, stdAt int

	parse, verify, ingress, egress, compute, deparse code
}

// dropPort is what mark_to_drop sends a packet to. On PNA, too, no port has the number: pna_nic has no drop_packet, so a
// program sends there what it drops.
const dropPort = 511

// noPort is the port of a packet that is sent to none.
const noPort = ^uint64(0)

// undefinedValue is the value of an uninitialised variable: bits that change with the width.
func undefinedValue(t *typ) uint64 { return 0xB5A7_93D1_C6E5_8B2D & t.mask().lo }

// Switch is a running program with its registers. It is not safe for use by several
// goroutines at once.
type Switch struct {
	p       *Program
	m       machine
	mirrors map[uint32]uint16
}

// machine is what closures work on.
type machine struct {
	s    []uint64
	regs [][]uint64
	in   bitReader
	out  bitWriter
	// What the ingress asked for, nil for nothing, and the longest packet that may leave.
	cloned, again *kept
	most          int
	to            uint64 // the port of send_to_port
}

// kept is a packet that begins again, and the metadata that it keeps.
type kept struct {
	list    uint8
	session uint32
	port    uint16
	packet  []byte
	fields  []uint64
}

// Values of instance_type in simple_switch.
const (
	instanceNormal   = 0
	instanceClone    = 1
	instanceResubmit = 6
)

// Resubmitted is a packet that goes through the ingress once more, with metadata that it keeps.
type Resubmitted struct{ kept *kept }

// Packet is a packet that leaves, and its port.
type Packet struct {
	Port uint16
	Data []byte
}

// Pass is the result of a pass through the ingress: the packet that leaves, nil if it is dropped; the clone that
// leaves, nil without one; and the packet that is resubmitted.
type Pass struct {
	Sent, Clone *Packet
	Resubmit    *Resubmitted
}

// Fault is an operation without a defined result.
type Fault struct{ Msg string }

// Error returns the message.
func (f *Fault) Error() string { return f.Msg }

func (m *machine) fault(format string, args ...any) {
	panic(&Fault{fmt.Sprintf(format, args...)})
}

var errTooShort = errors.New("the packet is too short")

// NewSwitch starts a program: with all registers 0 on v1model, without a value on PNA, where nothing states what they
// begin with.
func (p *Program) NewSwitch() *Switch {
	w := &Switch{p: p, m: machine{s: make([]uint64, p.slots)}}
	for _, r := range p.registers {
		elements := make([]uint64, r.size)
		if p.arch.indexed {
			for i, v := 0, undefinedValue(r.t); i < len(elements); i++ {
				elements[i] = v
			}
		}
		w.m.regs = append(w.m.regs, elements)
	}
	return w
}

// Register returns the elements of a register, or nil if no register has the name. They may be changed, as by a
// control plane.
func (w *Switch) Register(name string) []uint64 {
	for i, r := range w.p.registers {
		if r.name == name {
			return w.m.regs[i]
		}
	}
	return nil
}

// Mirror gives a clone session its port; a clone of a session without one is dropped.
func (w *Switch) Mirror(session uint32, port uint16) {
	if w.mirrors == nil {
		w.mirrors = map[uint32]uint16{}
	}
	w.mirrors[session] = port
}

// Process runs a packet that came in on a port. It returns the packet that goes out, and
// on which port; nil if it is dropped. The error is a *Fault, also where the program clones or
// resubmits: Ingress is for those.
func (w *Switch) Process(port uint16, packet []byte) (out []byte, outPort uint16, err error) {
	p, err := w.Ingress(port, 0, packet)
	switch {
	case err != nil:
		return nil, 0, err
	case p.Resubmit != nil || p.Clone != nil:
		return nil, 0, &Fault{"the program clones or resubmits the packet"}
	case p.Sent == nil:
		return nil, 0, nil
	}
	return p.Sent.Data, p.Sent.Port, nil
}

// Ingress runs a packet that came in on a port at a time, which is that of ingress_global_timestamp or PNA's timestamp,
// up to where it leaves. The error is a *Fault.
func (w *Switch) Ingress(port uint16, now uint64, packet []byte) (Pass, error) {
	return w.pass(&kept{port: port, packet: packet}, now, instanceNormal)
}

// Resubmit runs a packet once more that was resubmitted. The queue that it waits in is the caller's.
func (w *Switch) Resubmit(r *Resubmitted, now uint64) (Pass, error) {
	return w.pass(r.kept, now, instanceResubmit)
}

func (w *Switch) pass(k *kept, now uint64, instance uint64) (out Pass, err error) {
	defer func() {
		if r := recover(); r != nil {
			f, ok := r.(*Fault)
			if !ok {
				panic(r)
			}
			out, err = Pass{}, f
		}
	}()
	m, p := &w.m, w.p
	w.begin(k, now, instance)
	w.parse()
	if p.arch == pna {
		return w.nic(), nil
	}
	p.verify(m)
	p.ingress(m)
	again, cloned := m.again, m.cloned
	for _, other := range []*kept{again, cloned} {
		if other != nil {
			other.port, other.packet, other.fields = k.port, k.packet, w.keep(other.list)
		}
	}
	if again != nil {
		out.Resubmit = &Resubmitted{again}
	} else if m.s[p.stdAt+standardFields.egressSpec] != dropPort {
		out.Sent = w.egress(uint16(m.s[p.stdAt+standardFields.egressSpec]))
	}
	if cloned == nil {
		return out, nil
	}
	if port, ok := w.mirrors[cloned.session]; ok {
		w.begin(cloned, now, instanceClone)
		w.parse()
		out.Clone = w.egress(port)
	}
	return out, nil
}

// begin sets the memory as a packet finds it.
func (w *Switch) begin(k *kept, now, instance uint64) {
	m, p := &w.m, w.p
	m.in, m.cloned, m.again, m.most, m.to = bitReader{data: k.packet}, nil, nil, -1, noPort
	for _, h := range p.headers {
		m.s[h] = 0
	}
	for _, f := range p.meta.fields { // which have no value when a packet comes
		m.s[p.metaAt+f.off] = 0
		if f.t.scalar() {
			m.s[p.metaAt+f.off] = undefinedValue(f.t)
		}
	}
	for i, f := range w.list(k.list) {
		if k.fields != nil {
			m.s[f] = k.fields[i]
		}
	}
	for _, t := range p.arch.std {
		clear(m.s[p.std(t, 0):][:t.slots])
	}
	if p.arch == pna {
		m.s[p.std(parserInput, parserInput.field("input_port").off)] = uint64(k.port)
		m.s[p.std(mainInput, mainInput.field("input_port").off)] = uint64(k.port)
		m.s[p.std(mainInput, mainInput.field("timestamp").off)] = now
		return
	}
	std := standardFields
	m.s[p.stdAt+std.instance] = instance
	if instance == instanceClone {
		return // all else it would have to keep
	}
	m.s[p.stdAt+std.ingressPort] = uint64(k.port)
	m.s[p.stdAt+std.now] = now & (1<<48 - 1)
	if instance == instanceNormal {
		m.s[p.stdAt+std.packetLength] = uint64(len(k.packet))
	}
}

// list returns where the fields of a list are.
func (w *Switch) list(n uint8) (at []int) {
	for _, f := range w.p.meta.fields {
		if f.lists>>n&1 != 0 {
			at = append(at, w.p.metaAt+f.off)
		}
	}
	return at
}

// keep returns the present values of the fields in a list.
func (w *Switch) keep(n uint8) []uint64 {
	fields := []uint64{}
	for _, at := range w.list(n) {
		fields = append(fields, w.m.s[at])
	}
	return fields
}

// egress passes the current packet from the egress to its port; nil if it is dropped.
func (w *Switch) egress(port uint16) *Packet {
	m, p, std := &w.m, w.p, standardFields
	m.s[p.stdAt+std.egressPort], m.s[p.stdAt+std.egressSpec] = uint64(port), uint64(port)
	p.egress(m)
	if m.s[p.stdAt+std.egressSpec] == dropPort {
		return nil
	}
	p.compute(m)
	return w.deparse(port)
}

// nic passes the current packet through PNA's control to its port.
func (w *Switch) nic() (out Pass) {
	m := &w.m
	w.p.ingress(m)
	switch {
	case m.to == noPort:
		m.fault("the packet is sent to no port: pna_nic sends it to port 0")
	case m.to > 65535:
		m.fault("port %d is outside the subset, 0 to 65535", m.to)
	case m.to != dropPort:
		out.Sent = w.deparse(uint16(m.to))
	}
	return out
}

// deparse puts the current packet together.
func (w *Switch) deparse(port uint16) *Packet {
	m := &w.m
	m.out = bitWriter{data: m.out.data[:0]}
	w.p.deparse(m)
	m.out.bytes(m.in.rest())
	data := m.out.data
	if m.most >= 0 {
		data = data[:min(m.most, len(data))]
	}
	return &Packet{port, append([]byte(nil), data...)}
}

// std is where a field of the architecture's metadata is: that at an offset of one of its structs.
func (p *Program) std(t *typ, off int) int {
	at := p.stdAt
	for _, s := range p.arch.std {
		if s == t {
			break
		}
		at += s.slots
	}
	return at + off
}

// parse runs the parser. On both architectures a packet that it rejects continues with the headers found so far.
func (w *Switch) parse() {
	defer func() {
		if r := recover(); r != nil && r != any(errTooShort) {
			panic(r)
		}
	}()
	w.p.parse(&w.m)
}

var standardFields = func() (f struct{ ingressPort, egressSpec, egressPort, packetLength, instance, now int }) {
	t := standardMetadata
	f.ingressPort, f.egressSpec = t.field("ingress_port").off, t.field("egress_spec").off
	f.egressPort, f.packetLength = t.field("egress_port").off, t.field("packet_length").off
	f.instance, f.now = t.field("instance_type").off, t.field("ingress_global_timestamp").off
	return f
}()

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

// rest is the payload: the whole bytes after the headers.
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
