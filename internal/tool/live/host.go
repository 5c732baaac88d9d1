package live

import (
	"fmt"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/packet/roce"
	"smartnic-cc/nicmodel"
)

const (
	// slack is the longest delay of a sender that it catches up with, ns: longer delays by the machine's scheduler
	// are lost to the connection.
	slack = 2_000_000
	// again is after how long an unanswered connection request is repeated, ns.
	again = 50_000_000
	// burst is how many packets a connection sends before the host looks at received frames.
	burst = 32
)

// host is a NIC: reaction points of the connections that it sends, notification points of those that
// it receives.
type host struct {
	plan  *Plan
	at    uint32 // the node
	nic   *nicmodel.NIC
	port  Port
	clock Clock
	log   *record
	frames
	parsed roce.Packet

	last int64 // stamp of the last frame
	np   *driver.Driver
	// follower checks the decisions of the kernel's notification point; nil without one.
	follower *follower
	out      []*sender
	in       []*receiver
}

// newHost makes a host of a plan.
func newHost(p *Plan, at uint32, port Port, clock Clock) (*host, error) {
	h := &host{plan: p, at: at, nic: p.nic(at), port: port, clock: clock, last: -1}
	var d *driver.Driver
	for i := range p.conns {
		k := &p.conns[i]
		if k.dst == at {
			if h.np == nil {
				s := p.notify[p.config.Kind[at]]
				engine, err := s.Engine()
				if err != nil {
					return nil, err
				}
				h.np = driver.NewDriver(s.Algorithm, engine, p.Port)
			}
			c, err := h.np.Open(i, p.notify[p.config.Kind[at]].Params, 0)
			if err != nil {
				return nil, fmt.Errorf("notification point of %s: %w", k, err)
			}
			h.in = append(h.in, &receiver{conn: k, np: c})
		}
		if k.src != at {
			continue
		}
		if d == nil {
			engine, err := p.Setup.Engine()
			if err != nil {
				return nil, err
			}
			d = driver.NewDriver(p.Setup.Algorithm, engine, p.Port)
		}
		c, err := d.Open(i, p.Setup.Params, 0)
		if err != nil {
			return nil, (&sender{conn: k}).fault(err)
		}
		h.out = append(h.out, &sender{conn: k, cc: c, algorithm: p.Setup.Algorithm, watches: watches(p.Setup.Algorithm), psn: firstPSN(i)})
	}
	if d != nil {
		var err error
		if h.log, err = newRecord(p); err != nil {
			return nil, err
		}
		d.Seen = h.log.row
	}
	return h, nil
}

// firstPSN is a connection's first PSN: far apart, so that acknowledgements identify connections.
func firstPSN(i int) uint32 { return uint32(i) * 0x9E3779 & roce.PSNMask }

// stamp returns the time of a sender's frame in the capture, which its algorithm gets, too: the clock's, but later
// than the previous frame's, so that a capture shows the order.
func (h *host) stamp() int64 {
	h.last = max(h.clock(), h.last+1)
	return h.last
}

// follow starts to compare the decisions of the kernel's notification point with the reference.
func (h *host) follow(log decisions) {
	h.follower = newFollower(log, h.plan.notify[h.plan.config.Kind[h.at]], h.np, h.in)
}

// step implements node.
func (h *host) step() (int64, error) {
	if h.follower != nil {
		if err := h.follower.follow(); err != nil {
			return 0, err
		}
	}
	for {
		list, err := h.port.Receive()
		if err != nil {
			return 0, err
		}
		for _, frame := range list {
			if err := h.take(frame); err != nil {
				return 0, err
			}
		}
		if len(list) == 0 {
			break
		}
	}
	next := int64(never)
	for _, s := range h.out {
		due, err := h.send(s)
		if err != nil {
			return 0, err
		}
		next = min(next, due)
	}
	return next, h.port.Flush()
}

// take handles a received frame.
func (h *host) take(frame []byte) error {
	p := &h.parsed
	if v := roce.Parse(roce.LinkEthernet, frame, uint32(len(frame)), p); v != roce.OK {
		return nil // what a kernel sends by itself on a new link
	}
	switch p.BTH.Opcode.Class() {
	case roce.ClassDatagram:
		return h.manage(frame)
	case roce.ClassSendData:
		for _, r := range h.in {
			if r.ReceiverQPN == p.BTH.DestQP {
				return h.arrived(r)
			}
		}
	case roce.ClassCNP, roce.ClassAck:
		for _, s := range h.out {
			if s.SenderQPN == p.BTH.DestQP {
				return h.answered(s, frame)
			}
		}
	}
	return nil
}

// manage handles a message of the communication manager.
func (h *host) manage(frame []byte) error {
	m := roce.ParseCM(&h.parsed)
	switch m.Kind {
	case roce.CMRequest:
		for _, r := range h.in {
			if r.SenderQPN != m.LocalQPN || r.Sender != h.parsed.Src {
				continue
			}
			reply, err := h.reply(r.Endpoints, m.LocalCommID)
			if err != nil {
				return err
			}
			return h.port.Send(reply)
		}
	case roce.CMReply:
		for _, s := range h.out {
			if s.commID() == m.RemoteCommID {
				h.log.frame(h.stamp(), frame)
				s.open, s.next = true, h.last
			}
		}
	}
	return nil
}

// answered handles a CNP or an acknowledgement: the capture and the algorithm get the same time.
func (h *host) answered(s *sender, frame []byte) error {
	at := h.stamp()
	h.log.frame(at, frame)
	if h.parsed.BTH.Opcode == roce.CNP {
		s.cnps++
		return s.tell(&driver.NICEvent{Kind: ir.OnCNP, Time: at, CNPs: 1, Marked: uint64(h.parsed.BTH.Reserved7)})
	}
	acked, rtt := s.flight.Acked(h.parsed.BTH.PSN, at)
	s.unacked -= min(uint64(acked), s.unacked)
	if s.watches && acked == 0 {
		return nil // a replay ignores it, too
	}
	return s.tell(&driver.NICEvent{Kind: ir.OnAck, Time: at, Acked: uint64(acked), RTT: uint64(rtt)})
}

// finish runs the timers up to the last frame of the capture, or up to end.
func (h *host) finish(end int64) error {
	for _, s := range h.out {
		if s.started {
			if err := s.cc.ExpireTimers(end + 1); err != nil {
				return s.fault(err)
			}
		}
	}
	return nil
}
