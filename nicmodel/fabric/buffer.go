package fabric

import "smartnic-cc/nicmodel/event"

// classUsage is what an input port and class use of a switch's memory.
type classUsage struct {
	// bytes is the use within reserve and threshold, head that of the headroom.
	bytes, head uint32
	headroom    uint32
	inflow      uint32 // at most what arrives in a window, bytes
	shift       uint8  // of the PFC threshold, that of the port
	stopped     bool   // the sender at the other end is paused
}

// buffer is a switch's shared memory. Control packets are not counted: they are small
// and leave first.
type buffer struct {
	uses    []classUsage // by port and class
	shared  uint32       // what they use beyond their reserves; where the switch is not ordered, all that is queued
	total   uint32       // shared memory: all but reserves and headrooms
	reserve uint32
	resume  uint32
	inflow  uint64 // of all ports
	stops   uint32 // how many ports and classes have paused their senders
	shift   uint8  // the largest of the uses
}

// roomy reports whether what may arrive in a window finds room in any order and causes no PFC frame, as no use goes beyond
// its reserve by more than all that is shared.
func (b *buffer) roomy() bool {
	most := uint64(b.shared) + b.inflow
	return b.stops == 0 && (b.reserve == deepMemory || most < uint64(b.total) && (uint64(b.total)-most)>>(b.shift&31) > most)
}

// fit reports whether what may arrive in a window finds room in any order and causes no PFC frame, by what each port and
// class use. What is shared is never counted too low.
func (b *buffer) fit() bool {
	most := uint64(b.shared) + b.inflow
	if b.stops != 0 || most >= uint64(b.total) {
		return false
	}
	for i := range b.uses {
		if u := &b.uses[i]; uint64(u.bytes)+uint64(u.inflow) >= uint64(b.reserve)+(uint64(b.total)-most)>>(u.shift&31) {
			return false
		}
	}
	return true
}

// sum sets the shared memory in use.
func (b *buffer) sum(ordered bool) {
	b.shared = 0
	for i := range b.uses {
		if u := &b.uses[i]; ordered {
			b.shared += b.beyond(u)
		} else {
			b.shared += u.bytes
		}
	}
}

// user returns what the input port and class of a packet use.
func (b *buffer) user(k *Transit) *classUsage { return &b.uses[int(k.port())*Classes+int(k.Class())] }

// keep changes what is queued by bytes of a packet while there is room for all.
func (b *buffer) keep(k *Transit, bytes uint32) {
	b.shared += bytes
	b.user(k).bytes += bytes
}

// threshold returns how much of the shared memory a port and class may use now.
func (b *buffer) threshold(u *classUsage) uint32 {
	if b.shared >= b.total {
		return 0
	}
	return (b.total - b.shared) >> (u.shift & 31)
}

// beyond returns what a port and class use beyond their reserve.
func (b *buffer) beyond(u *classUsage) uint32 {
	if u.bytes <= b.reserve {
		return 0
	}
	return u.bytes - b.reserve
}

// use changes the bytes of a port and class in order.
func (b *buffer) use(u *classUsage, bytes uint32) {
	b.shared -= b.beyond(u)
	u.bytes += bytes
	b.shared += b.beyond(u)
}

// admit reserves room for a packet, reports whether there was any, and pauses the sender if it gets scarce.
func (s *Switch) admit(p *Partition, now event.Time, in uint16, class uint8, size uint32) bool {
	u := &s.uses[int(in)*Classes+int(class)]
	lossless := s.lossless&(1<<class) != 0
	switch {
	case u.bytes+size <= s.reserve:
		u.bytes += size
		return true
	case u.bytes+size-s.reserve <= s.threshold(u):
		s.use(u, size)
	case lossless && u.head+size <= u.headroom:
		u.head += size
	default:
		return false
	}
	if lossless && !u.stopped && (u.head > 0 || s.beyond(u) >= s.threshold(u)) {
		u.stopped = true
		s.sendPause(p, now, in, class, true)
	}
	return true
}

// release frees the memory of a packet that leaves, the headroom first, and resumes the sender if enough is free.
func (s *Switch) release(p *Partition, now event.Time, in uint16, class uint8, size uint32) {
	u := &s.uses[int(in)*Classes+int(class)]
	if u.head > 0 {
		n := min(u.head, size)
		u.head -= n
		size -= n
	}
	s.use(u, -size)
	if beyond := s.beyond(u); u.stopped && u.head == 0 && (beyond == 0 || beyond+s.resume <= s.threshold(u)) {
		u.stopped = false
		s.sendPause(p, now, in, class, false)
	}
}

// deepMemory is the reserve of each port and class of a deep switch: more than any run fills.
const deepMemory = 1 << 31

// sendPause makes the other end of a port stop or resume a class.
func (s *Switch) sendPause(p *Partition, now event.Time, in uint16, class uint8, stops bool) {
	arg := uint32(class)
	if stops {
		arg |= stop
		s.stops++
		p.Pauses++
	} else {
		s.stops--
	}
	s.links[in].sendPause(p, now, arg)
	if p.Records.WantPauses {
		p.Records.Pauses = append(p.Records.Pauses, PauseRecord{now, s.node, in, class, stops})
	}
}
