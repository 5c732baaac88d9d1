package drum

import (
	"cmp"
	"fmt"

	"smartnic-cc/internal/base/text/enum"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/hostpath"
	"smartnic-cc/nicmodel/random"
	"smartnic-cc/nicmodel/systems/drum/topk"
)

// Scheme is how connections use queue pairs.
type Scheme uint8

const (
	// Raw gives each connection a QP.
	Raw Scheme = iota
	// Share has groups of connections, by default of 5, share a QP under a lock.
	Share
	// Scheduled has the agent post for all connections on at most as many QPs as the NIC has contexts: one
	// poster, no lock.
	Scheduled
	// Datagram has all connections use QPs without contexts.
	Datagram
)

// String is the scheme's name in the paper.
func (s Scheme) String() string {
	return enum.Name(s, "RAW", "SHARE", "DRUM", "UD")
}

// Load is what a connection does: it posts a batch, waits until all of it is complete, pauses, and so on.
type Load struct {
	// Batch is the number of WQEs, of Bytes each; the last is signalled.
	Batch int
	Bytes uint64
	// Window is how many batches are outstanding at a time; 0 means 1.
	Window int
	// Pause is the mean of the exponential time between a completion and the next post; 0 means no pause.
	Pause event.Time
	// Start is when it posts first, up to 20 us later.
	Start event.Time
}

// Testbed is a host with connections to a server, after the paper's testbed: 40 Gb/s, 20 contexts.
type Testbed struct {
	Scheme Scheme
	// Loads are of the connections, one each.
	Loads []Load
	// Group is how many connections share a QP with Share; 0 means 5.
	Group int
	// Poll is the period of polling a CQ, one completion each time; 0 polls always.
	Poll event.Time
	// Length is when it ends; completions of posts before Warm do not count.
	Warm, Length event.Time
	// Epoch is the agent's; 0 means 1 ms.
	Epoch event.Time
	// LockOnly keeps only the time of a post under the lock. Otherwise the lock also lengthens a WQE's time at the
	// NIC: see Host.
	LockOnly bool
	Seed     uint64
	// OnComplete, if not nil, is called with each complete batch, whether it counts or not: the connection, when the
	// batch was posted and the application saw its completion, and its payload in bytes.
	OnComplete func(conn uint32, posted, told event.Time, bytes uint64)
}

// Measurement is the result of a testbed.
type Measurement struct {
	// Times are the completion times of the last WQEs of batches, from the application's post until it sees the
	// completion, by connection, in the order of completion.
	Times [][]event.Time
	// WQEs is how many completed between Warm and Length, Bytes their payload.
	WQEs, Bytes uint64
	// Hits and Misses are of the NIC's contexts.
	Hits, Misses uint64
	// Events is the number of events.
	Events uint64
}

// The constants of the testbed's NIC. Fitted are message and contextMiss to the paper's completion times with 50 and
// 100 connections, wireDelay to the 6.2 us at which the line through figure 2a's two points begins, lockShare to
// Avatar's throughputs of 3 and 9 threads on a QP. All other numbers of the paper are held out.
const (
	message     = 270 * event.Nanosecond
	contextMiss = 550 * event.Nanosecond
	wireDelay   = 2650 * event.Nanosecond
	lockShare   = 800
	contexts    = 20
)

// NIC returns the configuration of the testbed's NIC.
func NIC(seed uint64) hostpath.Config {
	const ns = event.Nanosecond
	return hostpath.Config{
		Post: 50 * ns, Doorbell: 50 * ns, LockShare: lockShare, MMIO: 200 * ns,
		PCIeRate: 63_000_000_000, PCIeRead: 500 * ns, PCIeWrite: 250 * ns, WQEBytes: 64, CQEBytes: 64, InlineBytes: 64,
		Message: message, Contexts: contexts, ContextMiss: contextMiss, StageWQEs: 256, StageBytes: 4 << 20,
		Rate: 40_000_000_000, Payload: 4096, Header: 52, Arbitration: hostpath.Random, Seed: seed,
	}
}

// testbedRun is the program of a run.
type testbedRun struct {
	*Testbed
	agent  *Agent
	config hostpath.Config
	qps    int
	used   []bool
	random []random.Source
	flight []flight
	unused []uint32
	out    Measurement
}

// flight is a WQE from an application's post until the batch is complete.
type flight struct {
	conn   uint32
	last   bool
	left   uint32 // of the batch, at its last WQE
	end    uint32 // the batch's last WQE
	posted event.Time
	bytes  uint64
}

// timerEpoch and timerPause are arguments of timers, above them a connection; below them a WQE goes to the NIC.
const (
	timerPause = 1 << 30
	timerEpoch = 1 << 31
)

// Check returns what is wrong with a bed.
func (b *Testbed) Check() error {
	switch {
	case len(b.Loads) == 0 || len(b.Loads) > 4096:
		return fmt.Errorf("drum: %d connections; use 1 to 4096", len(b.Loads))
	case b.Scheme > Datagram:
		return fmt.Errorf("drum: scheme %d; schemes are 0 to %d", b.Scheme, Datagram)
	case b.Warm < 0 || b.Length <= b.Warm || b.Length > 100*event.Second:
		return fmt.Errorf("drum: a run from %v to %v; use a beginning from 0s, and a later end up to 100s", b.Warm, b.Length)
	case b.Poll < 0 || b.Epoch < 0 || b.Group < 0:
		return fmt.Errorf("drum: poll %v, epoch %v and group %d; none may be negative", b.Poll, b.Epoch, b.Group)
	}
	for i, l := range b.Loads {
		if l.Batch < 1 || l.Batch > 4096 || l.Bytes < 1 || l.Bytes > 1<<30 || l.Window < 0 || l.Window > 4096 || l.Pause < 0 || l.Start < 0 {
			return fmt.Errorf("drum: connection %d: a batch of %d, %d bytes, a window of %d, a pause of %v and a start at %v; use 1 to 4096, 1 to 2^30, 0 to 4096 and 0s or more",
				i, l.Batch, l.Bytes, l.Window, l.Pause, l.Start)
		}
	}
	return nil
}

// Run runs it.
func (b *Testbed) Run() (*Measurement, error) {
	if err := b.Check(); err != nil {
		return nil, err
	}
	p := &testbedRun{Testbed: b, config: NIC(b.Seed), used: make([]bool, len(b.Loads))}
	for i := range b.Loads {
		p.random = append(p.random, random.New(b.Seed, "drum-load", uint64(i)))
	}
	p.out.Times = make([][]event.Time, len(b.Loads))
	queues, err := p.queues()
	if err != nil {
		return nil, err
	}
	s := hostpath.NewSim(hostpath.Wire{Delay: wireDelay}, p)
	server := hostpath.Queues{Threads: 1, CQs: []hostpath.CQ{{}}}
	for range queues.QPs {
		server.QPs = append(server.QPs, hostpath.QP{SRQ: hostpath.None})
	}
	serves := p.config
	serves.Number, serves.Contexts = 1, 0
	for _, h := range []struct {
		config *hostpath.Config
		queues *hostpath.Queues
	}{{&p.config, queues}, {&serves, &server}} {
		if _, err := s.Add(h.config, h.queues); err != nil {
			return nil, err
		}
	}
	for i := range queues.QPs {
		s.Connect(0, uint32(i), 1, uint32(i))
	}
	s.Run(b.Length)
	stats := s.NIC(0).Stats()
	p.out.Hits, p.out.Misses, p.out.Events = stats.ContextHits, stats.ContextMisses, s.Events()
	return &p.out, nil
}

// queues makes the queues of the client. Each connection has a thread, the agent one to post and one to poll.
func (b *testbedRun) queues() (*hostpath.Queues, error) {
	n := len(b.Loads)
	group := 1
	q := &hostpath.Queues{Threads: uint32(n) + 2}
	look := hostpath.CQ{Poll: 30 * event.Nanosecond, Period: b.Poll}
	if b.Poll != 0 {
		look.Budget = 1
	}
	switch b.Scheme {
	case Share:
		if group = b.Group; group == 0 {
			group = 5
		}
	case Scheduled:
		var err error
		if b.agent, err = NewAgent(n, min(n, contexts), topk.RuleRotating); err != nil {
			return nil, err
		}
		look.Thread = uint32(n) + 1
		q.CQs = []hostpath.CQ{look}
		b.qps = min(n, contexts)
		for range b.qps {
			q.QPs = append(q.QPs, hostpath.QP{SRQ: hostpath.None, Threads: 1})
		}
		return q, nil
	}
	b.qps = (n + group - 1) / group
	for i := range b.qps {
		threads := min(group, n-i*group)
		look.Thread = uint32(i * group)
		q.CQs = append(q.CQs, look)
		k := hostpath.QP{CQ: uint32(i), RecvCQ: uint32(i), SRQ: hostpath.None, Threads: uint32(threads), NoContext: b.Scheme == Datagram}
		if threads > 1 && !b.LockOnly {
			k.Message = message * event.Time(1000*threads+lockShare*(threads-1)) / event.Time(1000*threads)
		}
		q.QPs = append(q.QPs, k)
	}
	return q, nil
}

// Begin posts all windows. The connections begin at random times of the 20 us from their start.
func (b *testbedRun) Begin(s *hostpath.Sim) {
	for i, l := range b.Loads {
		for range max(l.Window, 1) {
			s.At(l.Start+event.Time(b.random[i].Below64(uint64(20*event.Microsecond))), 0, timerPause|uint32(i))
		}
	}
	if b.agent != nil {
		s.At(b.epoch(), 0, timerEpoch)
	}
}

func (b *testbedRun) epoch() event.Time {
	return cmp.Or(b.Epoch, event.Millisecond)
}

// Timer is the end of a pause or an epoch, or a WQE's token.
func (b *testbedRun) Timer(s *hostpath.Sim, _ uint32, now event.Time, arg uint32) {
	switch {
	case arg == timerEpoch:
		b.agent.Epoch(b.used)
		clear(b.used)
		s.At(now+b.epoch(), 0, timerEpoch)
	case arg >= timerPause:
		b.post(s, now, arg-timerPause)
	default:
		f := &b.flight[arg]
		s.NIC(0).Post(now, uint32(len(b.Loads)), f.conn%uint32(b.qps), hostpath.WQE{Bytes: f.bytes, User: uint64(arg), Write: true})
	}
}

// post posts a connection's next batch: to its QP, or to the agent.
func (b *testbedRun) post(s *hostpath.Sim, now event.Time, conn uint32) {
	l := &b.Loads[conn]
	b.used[conn] = true
	end := b.take()
	b.flight[end] = flight{conn: conn, last: true, left: uint32(l.Batch), end: end, posted: now, bytes: l.Bytes}
	var few [16]hostpath.WQE
	batch := few[:0]
	for i := range l.Batch {
		f := end
		if i < l.Batch-1 {
			f = b.take()
			b.flight[f] = flight{conn: conn, end: end, posted: now, bytes: l.Bytes}
		}
		if b.agent == nil {
			batch = append(batch, hostpath.WQE{Bytes: l.Bytes, User: uint64(f), Unsignaled: f != end, Write: true})
			continue
		}
		service := max(message, s.NIC(0).TxTime(l.Bytes))
		s.At(b.agent.Release(now+AgentCost, int(conn), service), 0, f)
	}
	if b.agent == nil {
		s.NIC(0).Post(now, conn, conn*uint32(b.qps)/uint32(len(b.Loads)), batch...)
	}
}

func (b *testbedRun) take() uint32 {
	if n := len(b.unused); n > 0 {
		f := b.unused[n-1]
		b.unused = b.unused[:n-1]
		return f
	}
	b.flight = append(b.flight, flight{})
	return uint32(len(b.flight) - 1)
}

// Polled counts a WQE, and continues the connection when its batch is complete.
func (b *testbedRun) Polled(s *hostpath.Sim, host uint32, now event.Time, c *hostpath.Completion) {
	if host != 0 {
		return
	}
	f := b.flight[c.User]
	if now >= b.Warm {
		b.out.WQEs++
		b.out.Bytes += f.bytes
	}
	end := &b.flight[f.end]
	end.left--
	if !f.last {
		b.unused = append(b.unused, uint32(c.User))
	}
	if end.left > 0 {
		return
	}
	b.unused = append(b.unused, f.end)
	if b.OnComplete != nil {
		l := &b.Loads[f.conn]
		b.OnComplete(f.conn, end.posted, now, uint64(l.Batch)*l.Bytes)
	}
	if end.posted >= b.Warm {
		b.out.Times[f.conn] = append(b.out.Times[f.conn], now-end.posted)
	}
	if p := b.Loads[f.conn].Pause; p != 0 {
		s.At(now+b.random[f.conn].Exp(p), 0, timerPause|f.conn)
	} else {
		b.post(s, now, f.conn)
	}
}
