package avatar

import (
	"fmt"
	"slices"

	"smartnic-cc/internal/base/num/quantile"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/hostpath"
	"smartnic-cc/nicmodel/random"
)

// FlowResult is the result of a flow within the measured time.
type FlowResult struct {
	// Blocks and Bytes count the completions that its application saw.
	Blocks, Bytes uint64
	// Latency is the sorted times from a post until the sender's application sees the completion, of blocks with both
	// in that time.
	Latency []event.Time
	// Delivered is the same until the receiver's application sees the block; in native systems until the receiver's
	// thread polls it.
	Delivered []event.Time
}

// Percentile returns the percentile, in hundredths, of sorted times: the smallest one that this share of them does
// not exceed; 0 of none.
func Percentile(times []event.Time, hundredths int) event.Time {
	if len(times) == 0 {
		return 0
	}
	return times[quantile.Percent(hundredths, len(times))]
}

// Result is the result of a run.
type Result struct {
	// Flows are in the order of the load's.
	Flows []FlowResult
	// Rate is the payload of all flows in whole blocks within the measured time, kb/s.
	Rate uint64
	// Segments is how many segments the Poller took, RNRs how many messages the receiver refused without a buffer,
	// Stale how many segments had an identifier of no connection.
	Segments, RNRs, Stale uint64
	// Senders are the counters of the senders' NICs.
	Senders []hostpath.Stats
	// Events is the number of events of the run.
	Events uint64
}

// Kinds of timers: the upper 4 bits of their argument.
const (
	timerPost     uint32 = iota << 28 // a flow posts a block
	timerReady                        // the Worker learns that a connection has a block
	timerWork                         // a Worker's thread is free
	timerTold                         // a flow's application sees the end of a block
	timerNotified                     // the receiver's application is
	timerMask     = 0xF << 28
)

// block is a block in flight.
type block struct {
	posted event.Time
	length uint32
}

// conn is a flow and its connection.
type conn struct {
	Flow
	number uint32
	random random.Source
	qp     uint32
	blocks []block // a ring of posted, unreported ones, by number
	coming []block // posted ones not wholly delivered, oldest first
	// How many blocks were posted, given to the scheduler, reported, and delivered.
	posted, begun, told, delivered uint64
	offset                         uint32  // of the block that is being delivered
	arrived                        []block // delivered ones that the application has not seen
	result                         FlowResult
	// With Avatar: the queue of the Worker and the index there.
	queue *queue
	place uint16
	seen  uint64 // blocks that the Worker knows of
}

// run is a load on a system: the program of a hostpath.Sim.
type run struct {
	config   *Config
	load     *Load
	system   System
	sim      *hostpath.Sim
	conns    []conn
	workers  []worker
	poller   poller
	receiver uint32
	posters  [][]uint32 // by sender and QP, the thread that posts, or hostpath.None
	fault    error
}

// Run runs a load on a system. An error says what is wrong with the load or configuration, or which of Avatar's
// guarantees failed: the order of bytes, each block once, to its own connection, and one poster a QP.
func Run(c *Config, system System, load *Load) (*Result, error) {
	if err := c.check(); err != nil {
		return nil, fmt.Errorf("avatar: %w", err)
	}
	if err := load.check(); err != nil {
		return nil, fmt.Errorf("avatar: %w", err)
	}
	r := &run{config: c, load: load, system: system}
	if err := r.build(); err != nil {
		return nil, fmt.Errorf("avatar: %w", err)
	}
	r.sim.Run(load.Until)
	if r.fault != nil {
		return nil, fmt.Errorf("avatar: %w", r.fault)
	}
	return r.result(), nil
}

// result collects the counters.
func (r *run) result() *Result {
	out := &Result{Segments: r.poller.segments, Stale: uint64(r.poller.table.Stale), Events: r.sim.Events()}
	var bytes uint64
	for i := range r.conns {
		f := r.conns[i].result
		slices.Sort(f.Latency)
		slices.Sort(f.Delivered)
		bytes += f.Bytes
		out.Flows = append(out.Flows, f)
	}
	// bit/ps is 10^9 kb/s.
	out.Rate = bytes * 8 * 1_000_000 / uint64((r.load.Until-r.load.From)/1000)
	for h := range r.receiver {
		out.Senders = append(out.Senders, r.sim.NIC(h).Stats())
	}
	out.RNRs = r.sim.NIC(r.receiver).Stats().RNRs
	return out
}

// Begin has all flows post their first blocks.
func (r *run) Begin(*hostpath.Sim) {
	for i := range r.conns {
		for range r.conns[i].Outstanding {
			r.post(0, &r.conns[i])
		}
	}
}

// Timer implements Program.
func (r *run) Timer(_ *hostpath.Sim, host uint32, now event.Time, arg uint32) {
	i := arg &^ timerMask
	switch arg & timerMask {
	case timerPost:
		r.post(now, &r.conns[i])
	case timerReady:
		r.ready(now, &r.conns[i])
	case timerWork:
		r.workers[host].running = false
		r.work(now, &r.workers[host])
	case timerTold:
		r.notify(now, &r.conns[i])
	case timerNotified:
		r.notified(now, &r.conns[i])
	}
}

// Polled implements Program.
func (r *run) Polled(_ *hostpath.Sim, host uint32, now event.Time, c *hostpath.Completion) {
	f := &r.conns[c.User>>48]
	switch {
	case c.Kind == hostpath.Received:
		r.received(now, f, c)
	case r.system == Avatar:
		r.sent(now, &r.workers[host], f, c)
	default:
		r.notify(now, f)
	}
}

// post has a flow's application post its next block, if it has one.
func (r *run) post(now event.Time, f *conn) {
	if f.Blocks != 0 && f.posted == uint64(f.Blocks) {
		return
	}
	b := block{now, f.Block}
	if f.Most > f.Block {
		b.length += f.random.Below(f.Most - f.Block + 1)
	}
	number := f.posted
	f.blocks[number%uint64(len(f.blocks))] = b
	f.coming = append(f.coming, b)
	f.posted++
	if r.system == Avatar {
		r.push(now, f)
		return
	}
	quiet := f.Quiet > 1 && f.posted%uint64(f.Quiet) != 0 && f.posted != uint64(f.Blocks)
	r.wqe(now, f.Host, f.Thread, f.qp, hostpath.WQE{Bytes: uint64(b.length), User: user(f, number, 0), Imm: 1, Unsignaled: quiet})
}

// wqe posts a WQE, and returns when the thread is free. Several threads at a QP without a lock are a fault.
func (r *run) wqe(now event.Time, host, thread, qp uint32, w hostpath.WQE) event.Time {
	if p := &r.posters[host][qp]; *p == hostpath.None {
		*p = thread
	} else if *p != thread && r.system != Locked {
		r.broken("threads %d and %d of host %d post to QP %d", *p, thread, host, qp)
	}
	return r.sim.NIC(host).Post(now, thread, qp, w)
}

// user is the user data of a WQE: flow, block, and the segment's index in the block. Avatar itself does not use the
// last two.
func user(f *conn, block uint64, segment uint32) uint64 {
	return uint64(f.number)<<48 | (block&0xFFFFFF)<<24 | uint64(segment)
}

// notify reports the end of a flow's oldest block to its application, and has it post again.
func (r *run) notify(now event.Time, f *conn) {
	b := f.blocks[f.told%uint64(len(f.blocks))]
	f.told++
	if r.load.OnComplete != nil {
		r.load.OnComplete(f.number, b.posted, now, b.length)
	}
	if r.counts(now) {
		f.result.Blocks++
		f.result.Bytes += uint64(b.length)
		if b.posted >= r.load.From {
			f.result.Latency = append(f.result.Latency, now-b.posted)
		}
	}
	if f.Pause == 0 {
		r.post(now, f)
		return
	}
	r.sim.At(now+event.Time(f.random.Below64(uint64(f.Pause)+1)), f.Host, timerPost|f.number)
}

// received handles a segment polled by the receiver's thread, and checks it against what was sent.
func (r *run) received(now event.Time, f *conn, c *hostpath.Completion) {
	b := f.coming[0]
	segment := r.config.Segment
	if r.system != Avatar {
		segment = 0
	}
	if number, at := c.User>>24&0xFFFFFF, uint32(c.User&0xFFFFFF)*segment; number != f.delivered&0xFFFFFF || at != f.offset {
		r.broken("flow %d: block %d from byte %d came where block %d from byte %d was to come",
			f.number, number, at, f.delivered&0xFFFFFF, f.offset)
	}
	f.offset += uint32(c.Bytes)
	whole := f.offset == b.length
	if r.system == Avatar {
		r.demultiplex(now, f, c, whole)
	}
	if !whole {
		return
	}
	f.offset = 0
	f.delivered++
	f.coming = shift(f.coming)
	if r.system != Avatar {
		r.deliver(now, f, b)
	}
}

// shift drops the first of a short queue in place.
func shift(q []block) []block { return append(q[:0], q[1:]...) }

// deliver counts a block that the receiver's application has seen.
func (r *run) deliver(now event.Time, f *conn, b block) {
	if r.counts(now) && b.posted >= r.load.From {
		f.result.Delivered = append(f.result.Delivered, now-b.posted)
	}
}

// counts reports whether a time is measured.
func (r *run) counts(now event.Time) bool { return now >= r.load.From && now < r.load.Until }

// broken records the first fault.
func (r *run) broken(format string, args ...any) {
	if r.fault == nil {
		r.fault = fmt.Errorf("at %v: "+format, append([]any{r.sim.Now()}, args...)...)
	}
}
