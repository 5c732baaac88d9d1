package hostpath

import (
	"math/bits"

	"smartnic-cc/internal/base/text/enum"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/qpcache"
	"smartnic-cc/nicmodel/random"
)

// Environment is the surroundings of a NIC: a clock, a wire and the programs that post.
type Environment interface {
	// After schedules Step with kind and arg at a time, not before now; steps of one time run in the order of
	// scheduling.
	After(at event.Time, kind uint8, arg uint32)
	// Send is called for a WQE whose first byte may leave now; it occupies the TX pipe for its length. The
	// Environment calls Acked when it is acknowledged, in order on each QP.
	Send(now event.Time, wqe uint32)
	// Polled reports a polled completion, and before it the unsignaled WQEs that it covers. It may post. c is valid
	// until it returns.
	Polled(now event.Time, c *Completion)
}

// Tracer is an Environment that takes the spans of stages.
type Tracer interface {
	Span(s *Span)
}

// WQE is a work request.
type WQE struct {
	// Bytes is the payload.
	Bytes uint64
	// User is the program's number of it, returned in completions.
	User uint64
	// Imm is the immediate data for the receiver.
	Imm uint32
	// Unsignaled requests no completion; the QP's next signaled one covers it.
	Unsignaled bool
	// Write is an RDMA write, which takes no receive buffer and has no completion at the remote host.
	Write bool
}

// Times are when a WQE passed the stages of its NIC, 0 before.
type Times struct {
	// Posted is when the program posted it, DoorbellRung when the thread rang the doorbell.
	Posted, DoorbellRung event.Time
	// Fetched is when the NIC had the WQE, Chosen when the arbiter chose it, Processed when the message processor was
	// done with it, Staged when its payload was in the NIC.
	Fetched, Chosen, Processed, Staged event.Time
	// Sent is when its first byte could leave, Acked when it was acknowledged, Written when its completion was in
	// memory, Polled when a thread had polled it.
	Sent, Acked, Written, Polled event.Time
}

// Kind is the kind of a completion.
type Kind uint8

// Kinds of completions.
const (
	// Sent: a WQE was acknowledged, over the wire or by loop-back.
	Sent Kind = iota
	// Unsignaled: an unsignaled WQE was, covered by a signaled one.
	Unsignaled
	// Received: a message arrived.
	Received
)

// String returns the kind, as in "received".
func (k Kind) String() string {
	return enum.Name(k, "sent", "covered", "received")
}

// Completion is what a thread polls. A Received one has only the times Acked (of its arrival), Written and Polled.
type Completion struct {
	WQE
	Times
	QP   uint32
	Slot uint32 // that Send was called with; of a Received one its own
	Kind Kind
}

// slot holds a WQE or a completion in the NIC.
type slot struct {
	Completion
	next   uint32 // of its list
	batch  uint32 // of the first WQE of a batch, its length
	covers uint32 // of a completion: the first of the unsignaled ones
	bound  bool   // its payload came with the doorbell
}

// list is a queue of slots, linked through next.
type list struct{ head, tail uint32 }

type thread struct{ busy event.Time }

type qp struct {
	QP
	factor  uint64     // of a post's time, thousandths
	locked  event.Time // until when a post holds the lock
	queue   list       // WQEs that the NIC has
	quiet   list       // acknowledged, and not reported
	message event.Time
	fetched event.Time // when the last fetch for it is done
}

type cq struct {
	CQ
	queue   list
	used    uint32     // of the budget
	looks   event.Time // when the poll began that the budget is of
	pending bool       // an event of it is pending
}

type srq struct {
	SRQ
	left    uint32
	loading bool
}

// class is the ready QPs of a traffic class: a ring.
type class struct {
	ready       []uint32
	first, used int
	strict      bool
	weight      uint64 // virtual time a byte, 2^18 over the weight
	served      uint64 // virtual time
}

// kinds of steps.
const (
	stepDoorbell uint8 = iota
	stepFetched
	stepProcessed
	stepSend
	stepLoopback
	stepWritten
	stepLook
	stepPolled
	stepReload
	// Kinds is the number of kinds of steps: Environment.After gets those below it.
	Kinds
)

// Stats are the counters of a NIC.
type Stats struct {
	Posts, Doorbells, WQEs, Loopbacks, Completions, Received uint64
	// RNRs are messages refused without a receive buffer.
	RNRs uint64
	// ContextHits and ContextMisses are lookups in the context cache, one a WQE.
	ContextHits, ContextMisses uint64
	// LockWait is the time that threads waited for locks; PCIeRead and PCIeWrite are the busy times of the PCIe link
	// in each direction, Busy that of the message processor, Pipe that of the TX pipe.
	LockWait, PCIeRead, PCIeWrite, Busy, Pipe event.Time
	// Steps is the number of steps taken.
	Steps uint64
}

// NIC is the host interface of one NIC.
type NIC struct {
	config   *Config
	world    Environment
	watch    Tracer
	threads  []thread
	qps      []qp
	cqs      []cq
	srqs     []srq
	contexts *qpcache.Cache
	slots    []slot
	unused   uint32
	classes  [Classes]class
	filled   uint8 // classes that have a ready QP
	strict   uint8
	virtual  uint64
	// When each is free; reads and writes are in order.
	reading, fetching, writing, writeDone event.Time
	processing, piping                    event.Time
	stagedWQEs, maxWQEs                   uint32
	stagedBytes, maxBytes                 uint64
	random                                random.Source
	stats                                 Stats
	told                                  Completion // argument of Polled; it would escape from the stack
}

// New makes a NIC. An error names what is wrong.
func New(c *Config, q *Queues, w Environment) (*NIC, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	if err := q.check(); err != nil {
		return nil, err
	}
	n := &NIC{
		config: c, world: w, unused: None, threads: make([]thread, q.Threads),
		maxWQEs: c.StageWQEs, maxBytes: c.StageBytes, random: random.New(c.Seed, "hostpath", c.Number),
	}
	if n.maxWQEs == 0 {
		n.maxWQEs = 16
	}
	if n.maxBytes == 0 {
		n.maxBytes = 64 << 10
	}
	if c.Spans {
		n.watch, _ = w.(Tracer)
	}
	empty := list{None, None}
	inClass := [Classes]int{}
	for _, k := range q.QPs {
		v := qp{QP: k, factor: 1000, queue: empty, quiet: empty, message: k.Message}
		if k.Threads > 1 {
			v.factor += uint64(c.LockShare) * uint64(k.Threads-1) / uint64(k.Threads)
		}
		if v.message == 0 {
			v.message = c.Message
		}
		inClass[k.Class]++
		n.qps = append(n.qps, v)
	}
	for i := range n.classes {
		k := &n.classes[i]
		k.ready, k.strict = make([]uint32, inClass[i]), c.Classes[i].Strict
		k.weight = (1 << 18) / uint64(max(c.Classes[i].Weight, 1))
		if k.strict {
			n.strict |= 1 << i
		}
	}
	for _, k := range q.CQs {
		n.cqs = append(n.cqs, cq{CQ: k, queue: empty})
	}
	for _, k := range q.SRQs {
		n.srqs = append(n.srqs, srq{SRQ: k, left: k.Depth})
	}
	if c.Contexts != 0 {
		n.contexts = qpcache.New(c.Contexts, uint32(len(n.qps)))
	}
	return n, nil
}

// Stats returns the counters so far.
func (n *NIC) Stats() Stats {
	s := n.stats
	if n.contexts != nil {
		s.ContextHits, s.ContextMisses = n.contexts.Counts()
	}
	return s
}

// Slot returns a WQE passed to Send, until it is polled.
func (n *NIC) Slot(wqe uint32) *Completion { return &n.slots[wqe].Completion }

// take returns an empty slot.
func (n *NIC) take() uint32 {
	i := n.unused
	if i == None {
		n.slots = append(n.slots, slot{})
		i = uint32(len(n.slots) - 1)
	} else {
		n.unused = n.slots[i].next
	}
	n.slots[i] = slot{next: None, covers: None}
	return i
}

func (n *NIC) free(i uint32) {
	n.slots[i].next = n.unused
	n.unused = i
}

// push appends a chain of slots that ends in None.
func (n *NIC) push(l *list, first, last uint32) {
	if l.head == None {
		l.head = first
	} else {
		n.slots[l.tail].next = first
	}
	l.tail = last
}

// pop removes the first slot of a non-empty list.
func (n *NIC) pop(l *list) uint32 {
	i := l.head
	l.head = n.slots[i].next
	n.slots[i].next = None
	return i
}

// Serial returns how long bytes take at a rate in bit/s, rounded up to a picosecond; none if the
// rate is 0. bytes is below 2^44.
func Serial(bytes, rate uint64) event.Time {
	if rate == 0 {
		return 0
	}
	hi, lo := bits.Mul64(bytes, 8_000_000_000_000)
	lo, carry := bits.Add64(lo, rate-1, 0)
	q, _ := bits.Div64(hi+carry, lo, rate)
	return event.Time(q)
}

// latency adds the jitter to a DMA's latency.
func (n *NIC) latency(t event.Time) event.Time {
	if n.config.PCIeJitter == 0 {
		return t
	}
	return t + event.Time(n.random.Below64(uint64(n.config.PCIeJitter)+1))
}

// read reserves a DMA read of a payload and returns when it is done; such reads are done in order.
func (n *NIC) read(now event.Time, bytes uint64) event.Time {
	t := Serial(bytes, n.config.PCIeRate)
	n.stats.PCIeRead += t
	n.reading = max(now+n.latency(n.config.PCIeRead), n.reading) + t
	return n.reading
}

// fetch reserves the read of a batch of WQEs and returns when it is done. It interleaves with reads of payloads,
// which it delays by its length.
func (n *NIC) fetch(now event.Time, bytes uint64) event.Time {
	t := Serial(bytes, n.config.PCIeRate)
	n.stats.PCIeRead += t
	n.reading += t
	n.fetching = max(now+n.latency(n.config.PCIeRead), n.fetching) + t
	return n.fetching
}

// write reserves a DMA write whose last bytes came now, and the others before at PCIe's rate or more slowly, and
// returns when all is visible in memory; writes are visible in order.
func (n *NIC) write(now event.Time, bytes, last uint64) event.Time {
	t := Serial(bytes, n.config.PCIeRate)
	n.stats.PCIeWrite += t
	n.writing = max(now+Serial(last, n.config.PCIeRate), n.writing+t)
	n.writeDone = max(n.writeDone, n.writing+n.latency(n.config.PCIeWrite))
	return n.writeDone
}

// Step handles a step scheduled with Environment.After.
func (n *NIC) Step(now event.Time, kind uint8, arg uint32) {
	n.stats.Steps++
	switch kind {
	case stepDoorbell:
		n.rung(now, arg)
	case stepFetched:
		n.fetched(now, arg)
	case stepProcessed:
		n.processed(now, arg)
	case stepSend:
		n.send(now, arg)
	case stepLoopback:
		n.Acked(now, arg)
	case stepWritten:
		n.written(now, arg)
	case stepLook:
		n.look(now, arg)
	case stepPolled:
		n.polled(now, arg)
	case stepReload:
		n.reload(arg)
	}
}
