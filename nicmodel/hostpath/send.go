package hostpath

import (
	"math/bits"

	"smartnic-cc/nicmodel/event"
)

// Post has a thread post a batch of WQEs to a QP and ring its doorbell once. The thread begins when it and the QP's
// lock are free. Post returns when the thread is free again. The batch is copied; an empty one does nothing.
func (n *NIC) Post(now event.Time, thread, qpNumber uint32, batch ...WQE) event.Time {
	t := &n.threads[thread]
	if len(batch) == 0 {
		return max(now, t.busy)
	}
	q := &n.qps[qpNumber]
	begin := max(now, t.busy)
	if q.Threads > 1 {
		n.stats.LockWait += max(q.locked-begin, 0)
		begin = max(begin, q.locked)
	}
	took := (event.Time(len(batch))*n.config.Post + n.config.Doorbell) * event.Time(q.factor) / 1000
	t.busy = begin + took
	q.locked = t.busy
	chain := list{None, None}
	for i := range batch {
		k := n.take()
		s := &n.slots[k]
		s.WQE, s.QP, s.Slot = batch[i], qpNumber, k
		s.Posted, s.DoorbellRung = now, t.busy
		n.push(&chain, k, k)
	}
	first := &n.slots[chain.head]
	first.batch = uint32(len(batch))
	first.bound = len(batch) == 1 && first.Bytes <= uint64(n.config.InlineBytes)
	n.stats.Posts += uint64(len(batch))
	n.stats.Doorbells++
	n.span(StagePost, thread, begin, t.busy, chain.head)
	n.world.After(t.busy+n.config.MMIO, stepDoorbell, chain.head)
	return t.busy
}

// Occupy keeps a thread busy for a time, from now or from when it is free, with work other than posting, and returns
// the end.
func (n *NIC) Occupy(now event.Time, thread uint32, took event.Time) event.Time {
	t := &n.threads[thread]
	t.busy = max(now, t.busy) + took
	return t.busy
}

// rung handles a doorbell: the NIC fetches the batch.
func (n *NIC) rung(now event.Time, first uint32) {
	s := &n.slots[first]
	q := &n.qps[s.QP]
	done := q.fetched
	if s.bound {
		if done < now {
			n.fetched(now, first)
			return
		}
		// It does not overtake earlier fetches for the QP.
	} else {
		done = n.fetch(now, uint64(s.batch)*uint64(n.config.WQEBytes))
		q.fetched = done
		n.span(StageFetch, 0, now, done, first)
	}
	n.world.After(done, stepFetched, first)
}

// fetched appends a batch to the send queue.
func (n *NIC) fetched(now event.Time, first uint32) {
	number := n.slots[first].QP
	q := &n.qps[number]
	last := first
	for k := first; k != None; k = n.slots[k].next {
		n.slots[k].Fetched = now
		last = k
	}
	idle := q.queue.head == None
	n.push(&q.queue, first, last)
	if idle {
		n.enter(number, q)
	}
	n.choose(now)
}

// at returns the index of the i-th of the ring.
func (k *class) at(i int) int {
	if i += k.first; i >= len(k.ready) {
		i -= len(k.ready)
	}
	return i
}

// enter appends a QP to the ring of its class. An idle class saves up no credit.
func (n *NIC) enter(number uint32, q *qp) {
	k := &n.classes[q.Class]
	if k.used == 0 {
		n.filled |= 1 << q.Class
		k.served = max(k.served, n.virtual)
	}
	k.ready[k.at(k.used)] = number
	k.used++
}

// choose is the arbiter: it gives the next WQE to the message processor, if that is free and the stage has room. A
// chosen WQE is not preempted.
func (n *NIC) choose(now event.Time) {
	if n.filled == 0 || now < n.processing || n.stagedWQEs >= n.maxWQEs || n.stagedBytes >= n.maxBytes {
		return
	}
	var which int
	if able := n.filled & n.strict; able != 0 {
		which = bits.TrailingZeros8(able)
	} else {
		least := uint64(0)
		for left := n.filled; left != 0; left &= left - 1 {
			i := bits.TrailingZeros8(left)
			if left == n.filled || n.classes[i].served < least {
				which, least = i, n.classes[i].served
			}
		}
		n.virtual = least
	}
	k := &n.classes[which]
	if n.config.Arbitration == Random && k.used > 1 {
		other := k.at(int(n.random.Below(uint32(k.used))))
		k.ready[k.first], k.ready[other] = k.ready[other], k.ready[k.first]
	}
	number := k.ready[k.first]
	k.first = k.at(1)
	k.used--
	q := &n.qps[number]
	wqe := n.pop(&q.queue)
	if q.queue.head != None {
		k.ready[k.at(k.used)] = number
		k.used++
	} else if k.used == 0 {
		n.filled &^= 1 << which
	}
	s := &n.slots[wqe]
	k.served += (s.Bytes + uint64(n.config.Header)) * k.weight
	s.Chosen = now
	took := q.message
	if n.contexts != nil && !q.NoContext && !n.contexts.Use(number) {
		took += n.config.ContextMiss
	}
	n.stagedWQEs++
	n.stagedBytes += s.Bytes
	n.stats.WQEs++
	n.stats.Busy += took
	n.processing = now + took
	n.span(StageProcess, 0, now, n.processing, wqe)
	n.world.After(n.processing, stepProcessed, wqe)
}

// processed reads the payload and reserves the TX pipe.
func (n *NIC) processed(now event.Time, wqe uint32) {
	s := &n.slots[wqe]
	s.Processed = now
	s.Staged = now
	if !s.bound && s.Bytes != 0 {
		s.Staged = n.read(now, s.Bytes)
		n.span(StagePayload, 0, now, s.Staged, wqe)
	}
	s.Sent = max(s.Staged, n.piping)
	took := n.TxTime(s.Bytes)
	n.stats.Pipe += took
	n.piping = s.Sent + took
	n.span(StagePipe, 0, s.Sent, n.piping, wqe)
	n.world.After(s.Sent, stepSend, wqe)
	n.choose(now)
}

// TxTime returns how long a payload takes in the TX pipe.
func (n *NIC) TxTime(bytes uint64) event.Time {
	packets := uint64(1)
	if p := uint64(n.config.Payload); p != 0 {
		packets = max((bytes+p-1)/p, 1)
	}
	return Serial(bytes+packets*uint64(n.config.Header), n.config.Rate)
}

// send hands a WQE to the wire, or to the loop-back.
func (n *NIC) send(now event.Time, wqe uint32) {
	s := &n.slots[wqe]
	n.stagedWQEs--
	n.stagedBytes -= s.Bytes
	if n.qps[s.QP].Loopback {
		n.stats.Loopbacks++
		n.world.After(now+n.TxTime(s.Bytes)+n.config.Loopback, stepLoopback, wqe)
	} else {
		n.world.Send(now, wqe)
	}
	n.choose(now)
}
