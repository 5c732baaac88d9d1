package avatar

import (
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/hostpath"
	"smartnic-cc/nicmodel/systems/avatar/egress"
)

// queue is a QP of a Worker: its connections' order, and what is in flight.
type queue struct {
	qp       uint32
	class    uint8
	inFlight uint32
	flows    []uint32 // by place in state
	state    egress.State1024
}

// worker is the only thread of a host that posts to the QPs to the receiver.
type worker struct {
	host, thread uint32
	params       egress.Params
	queues       []*queue // the highest class first
	running      bool     // its thread is busy until a timer
	sleeper
}

// sleeper is a thread that blocks when it has had nothing to do for a while.
type sleeper struct {
	awake  event.Time // from then on it runs
	active event.Time // when it last had something to do
}

// wakeUp notifies a thread of an event, and returns when it runs.
func (s *sleeper) wakeUp(now event.Time, c *Config) event.Time {
	if now > s.active+c.Idle {
		s.awake = now + c.Wake
	}
	s.active = max(now, s.awake)
	return s.active
}

// queue returns the queue of a QP, made on first use.
func (w *worker) queue(c *Config, qp uint32, class uint8) *queue {
	w.params = egress.Params{Segment: c.Segment, Weighted: c.Weighted, RebaseAt: 1 << 62}
	at := 0
	for _, q := range w.queues {
		if q.qp == qp {
			return q
		}
		if q.class > class {
			at++
		}
	}
	w.queues = append(w.queues, nil)
	copy(w.queues[at+1:], w.queues[at:])
	w.queues[at] = &queue{qp: qp, class: class}
	egress.Init1024(&w.params, &w.queues[at].state)
	return w.queues[at]
}

// push puts a block into its connection's egress queue, which signals the Worker.
func (r *run) push(now event.Time, f *conn) {
	w := &r.workers[f.Host]
	pushed := r.sim.NIC(f.Host).Occupy(now, f.Thread, r.config.Push)
	r.sim.At(w.wakeUp(pushed, r.config)+r.config.Signal, f.Host, timerReady|f.number)
}

// ready reports one more block of a connection to the Worker.
func (r *run) ready(now event.Time, f *conn) {
	f.seen++
	r.offer(f)
	r.work(now, &r.workers[f.Host])
}

// offer gives the scheduler the next block known to the Worker, if none is in progress.
func (r *run) offer(f *conn) {
	if f.begun == f.seen {
		return
	}
	b := f.blocks[f.begun%uint64(len(f.blocks))]
	e := egress.Event{Kind: egress.EventPost, Conn: f.place, Length: b.length}
	if egress.Step(&r.workers[f.Host].params, &f.queue.state, &e).Taken {
		f.begun++
	}
}

// work has the Worker post a segment, unless its thread is busy, the windows are full or there is
// nothing to send.
func (r *run) work(now event.Time, w *worker) {
	if w.running {
		return
	}
	for _, q := range w.queues {
		if q.inFlight >= r.config.Window {
			continue
		}
		out := egress.Step(&w.params, &q.state, &egress.Event{Kind: egress.EventPick})
		if !out.Taken {
			continue
		}
		f := &r.conns[q.flows[out.Conn]]
		number := f.begun - 1
		if out.Last {
			r.offer(f)
		}
		q.inFlight++
		w.running = true
		r.sim.NIC(w.host).Occupy(now, w.thread, r.config.Pick)
		free := r.wqe(now, w.host, w.thread, q.qp, hostpath.WQE{
			Bytes: uint64(out.Length), User: user(f, number, out.Offset/r.config.Segment), Imm: out.Imm,
		})
		w.active = free
		r.sim.At(free, w.host, timerWork)
		return
	}
}

// sent handles a completion polled by the Worker.
func (r *run) sent(now event.Time, w *worker, f *conn, c *hostpath.Completion) {
	w.active = now
	f.queue.inFlight--
	if c.Imm&1 != 0 {
		r.sim.At(now+r.config.Notify, f.Host, timerTold|f.number)
	}
	r.work(now, w)
}
