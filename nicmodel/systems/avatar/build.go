package avatar

import (
	"fmt"
	"slices"

	"smartnic-cc/nicmodel/hostpath"
	"smartnic-cc/nicmodel/random"
	"smartnic-cc/nicmodel/systems/avatar/egress"
	"smartnic-cc/nicmodel/systems/avatar/ingress"
)

// sender is a host's queues while it is built.
type sender struct {
	queues hostpath.Queues
	qps    [hostpath.Classes]uint32          // shared, by class
	users  [hostpath.Classes]map[uint32]bool // threads of a shared QP
}

// build makes the hosts: the senders, then the receiver.
func (r *run) build() error {
	for _, f := range r.load.Flows {
		r.receiver = max(r.receiver, f.Host+1)
	}
	senders := make([]sender, r.receiver)
	r.workers = make([]worker, r.receiver)
	r.conns = make([]conn, len(r.load.Flows))
	for i := range senders {
		for c := range hostpath.Classes {
			senders[i].qps[c] = hostpath.None
			senders[i].users[c] = map[uint32]bool{}
		}
	}
	for i, f := range r.load.Flows {
		r.conns[i] = conn{
			Flow: f, number: uint32(i), blocks: make([]block, f.Outstanding),
			random: random.New(r.config.Seed, "avatar-flow", uint64(i)),
		}
		s := &senders[f.Host]
		s.queues.Threads = max(s.queues.Threads, f.Thread+1)
		s.users[f.Class][f.Thread] = true
	}
	var receiver hostpath.Queues
	var joins [][3]uint32 // sender, its QP, the receiver's QP
	join := func(host uint32, q hostpath.QP, peer hostpath.QP) uint32 {
		s := &senders[host].queues
		s.QPs = append(s.QPs, q)
		receiver.QPs = append(receiver.QPs, peer)
		joins = append(joins, [3]uint32{host, uint32(len(s.QPs) - 1), uint32(len(receiver.QPs) - 1)})
		return uint32(len(s.QPs) - 1)
	}
	if r.system == Avatar {
		// One SRQ, one CQ, one Poller.
		receiver = hostpath.Queues{Threads: 1, CQs: []hostpath.CQ{{Poll: r.config.Poll}}, SRQs: []hostpath.SRQ{r.config.SRQ}}
	}
	for i := range r.conns {
		f := &r.conns[i]
		s := &senders[f.Host]
		switch {
		case r.system == Native:
			cq := addCQ(&s.queues, r.config, f.Thread)
			q := hostpath.QP{CQ: cq, RecvCQ: cq, SRQ: hostpath.None, Class: f.Class}
			f.qp = join(f.Host, q, receiving(&receiver, r.config, f.Class))
		case s.qps[f.Class] == hostpath.None:
			// A separate thread polls: with Avatar the Worker.
			q := hostpath.QP{SRQ: hostpath.None, Class: f.Class, Threads: 1}
			peer := hostpath.QP{Class: f.Class}
			if r.system == Locked {
				q.Threads = uint32(len(s.users[f.Class]))
				q.CQ = addCQ(&s.queues, r.config, s.queues.Threads)
				s.queues.Threads++
				peer = receiving(&receiver, r.config, f.Class)
			} else {
				if r.workers[f.Host].thread == 0 {
					r.workers[f.Host].thread = s.queues.Threads
					s.queues.Threads++
				}
				q.CQ = addCQ(&s.queues, r.config, r.workers[f.Host].thread)
			}
			q.RecvCQ = q.CQ
			s.qps[f.Class] = join(f.Host, q, peer)
			fallthrough
		default:
			f.qp = s.qps[f.Class]
		}
	}
	r.sim = hostpath.NewSim(r.config.Wire, r)
	for h := range senders {
		c := r.config.Host
		c.Seed, c.Number = r.config.Seed, uint64(h)
		if _, err := r.sim.Add(&c, &senders[h].queues); err != nil {
			return err
		}
		posters := slices.Repeat([]uint32{hostpath.None}, len(senders[h].queues.QPs))
		r.posters = append(r.posters, posters)
	}
	c := r.config.Host
	c.Seed, c.Number = r.config.Seed, uint64(r.receiver)
	if _, err := r.sim.Add(&c, &receiver); err != nil {
		return err
	}
	for _, j := range joins {
		r.sim.Connect(j[0], j[1], r.receiver, j[2])
	}
	if r.system == Avatar {
		return r.connect()
	}
	return nil
}

// addCQ adds a completion queue that a thread polls, and returns its number.
func addCQ(q *hostpath.Queues, c *Config, thread uint32) uint32 {
	q.CQs = append(q.CQs, hostpath.CQ{Thread: thread, Poll: c.Poll})
	return uint32(len(q.CQs) - 1)
}

// receiving is the receiver's end of a native QP, with its own thread.
func receiving(q *hostpath.Queues, c *Config, class uint8) hostpath.QP {
	cq := addCQ(q, c, q.Threads)
	q.Threads++
	return hostpath.QP{CQ: cq, RecvCQ: cq, SRQ: hostpath.None, Class: class}
}

// connect opens the connections: the receiver gives each an identifier, which the Worker puts into
// its segments.
func (r *run) connect() error {
	r.poller.params = ingress.Params{MaxBlock: 1 << 31}
	for i := range r.conns {
		f := &r.conns[i]
		out := ingress.Step(&r.poller.params, &r.poller.table, &ingress.Event{Kind: ingress.EventOpen, Slot: uint16(i)})
		w := &r.workers[f.Host]
		w.host = f.Host
		f.queue = w.queue(r.config, f.qp, f.Class)
		f.place = uint16(len(f.queue.flows))
		f.queue.flows = append(f.queue.flows, f.number)
		opened := egress.Step(&w.params, &f.queue.state, &egress.Event{
			Kind: egress.EventOpen, Conn: f.place, Peer: out.ID, Inverse: egress.MaxInverse / max(f.Weight, 1),
		})
		if out.Verdict != ingress.VerdictDone || !opened.Taken {
			return fmt.Errorf("flow %d: no room for its connection", i)
		}
	}
	return nil
}
