package hostpath

import "smartnic-cc/nicmodel/event"

// Acked ends an acknowledged WQE at the NIC. Its completion is written unless it is unsignaled.
func (n *NIC) Acked(now event.Time, wqe uint32) {
	s := &n.slots[wqe]
	s.Acked = now
	q := &n.qps[s.QP]
	if s.Unsignaled {
		s.Kind = Unsignaled
		n.push(&q.quiet, wqe, wqe)
		return
	}
	s.covers = q.quiet.head
	q.quiet = list{None, None}
	done := n.write(now, uint64(n.config.CQEBytes), uint64(n.config.CQEBytes))
	n.span(StageCQE, 0, now, done, wqe)
	n.world.After(done, stepWritten, wqe)
}

// Receive handles a complete message to a QP, and reports whether there was a receive buffer for it; if not, the
// sender must retransmit it later (RNR). A write needs none.
func (n *NIC) Receive(now event.Time, qpNumber uint32, w WQE) bool {
	if !w.Write && !n.ConsumeReceive(now, qpNumber) {
		return false
	}
	n.Deliver(now, qpNumber, w)
	return true
}

// Deliver handles a complete message whose receive buffer was taken before, and returns when its payload is in
// memory.
func (n *NIC) Deliver(now event.Time, qpNumber uint32, w WQE) event.Time {
	last := w.Bytes
	if n.config.Payload != 0 {
		last = min(last, uint64(n.config.Payload))
	}
	done := n.write(now, w.Bytes, last)
	if w.Write {
		n.span(StageReceive, 0, now, done, None)
		return done
	}
	wqe := n.take()
	s := &n.slots[wqe]
	s.WQE, s.QP, s.Slot, s.Kind, s.Acked = w, qpNumber, wqe, Received, now
	written := n.write(now, uint64(n.config.CQEBytes), uint64(n.config.CQEBytes))
	n.stats.Received++
	n.span(StageReceive, 0, now, written, wqe)
	n.world.After(written, stepWritten, wqe)
	return done
}

// ConsumeReceive takes a receive buffer of a QP, and reports whether there was one.
func (n *NIC) ConsumeReceive(now event.Time, qpNumber uint32) bool {
	number := n.qps[qpNumber].SRQ
	if number == None {
		return true
	}
	r := &n.srqs[number]
	ok := r.left > 0
	if ok {
		r.left--
	} else {
		n.stats.RNRs++
	}
	if r.left <= r.Low && !r.loading {
		r.loading = true
		n.world.After(now+r.Reload, stepReload, number)
	}
	return ok
}

// reload fills a receive queue.
func (n *NIC) reload(number uint32) {
	r := &n.srqs[number]
	r.left, r.loading = r.Depth, false
}

// written puts a completion in its queue, for its thread's next poll.
func (n *NIC) written(now event.Time, wqe uint32) {
	s := &n.slots[wqe]
	s.Written = now
	number := n.qps[s.QP].CQ
	if s.Kind == Received {
		number = n.qps[s.QP].RecvCQ
	}
	c := &n.cqs[number]
	n.push(&c.queue, wqe, wqe)
	if !c.pending {
		c.pending = true
		n.world.After(c.nextLook(now), stepLook, number)
	}
}

// nextLook returns the first time from now at which the thread may poll: of those a Period apart one whose budget is
// not used up.
func (c *cq) nextLook(now event.Time) event.Time {
	if c.Period == 0 {
		return now
	}
	at := (now + c.Period - 1) / c.Period * c.Period
	if c.Budget != 0 && c.used >= c.Budget && at <= c.looks {
		at = c.looks + c.Period
	}
	return at
}

// look begins to poll a queue that is not empty.
func (n *NIC) look(now event.Time, number uint32) {
	c := &n.cqs[number]
	if c.Period != 0 && (now != c.looks || c.used >= c.Budget) {
		c.looks, c.used = now, 0
	}
	n.poll(now, number, c)
}

// poll has the thread poll the next completion.
func (n *NIC) poll(now event.Time, number uint32, c *cq) {
	t := &n.threads[c.Thread]
	begin := max(now, t.busy)
	t.busy = begin + c.Poll
	n.span(StagePoll, c.Thread, begin, t.busy, c.queue.head)
	n.world.After(t.busy, stepPolled, number)
}

// polled reports a completion, and continues with the next one now or at the next poll.
func (n *NIC) polled(now event.Time, number uint32) {
	c := &n.cqs[number]
	wqe := n.pop(&c.queue)
	for k := n.slots[wqe].covers; k != None; {
		s := &n.slots[k]
		s.Polled = now
		n.told = s.Completion
		next := s.next
		n.free(k)
		n.world.Polled(now, &n.told)
		k = next
	}
	s := &n.slots[wqe]
	s.Polled = now
	if s.Kind == Sent {
		n.span(StageWQE, 0, s.Posted, now, wqe)
	}
	n.told = s.Completion
	n.free(wqe)
	n.stats.Completions++
	n.world.Polled(now, &n.told)
	c = &n.cqs[number]
	c.used++
	switch {
	case c.queue.head == None:
		c.pending = false
	case c.Period != 0 && c.Budget != 0 && c.used >= c.Budget:
		n.world.After(c.nextLook(now), stepLook, number)
	default:
		n.poll(now, number, c)
	}
}
