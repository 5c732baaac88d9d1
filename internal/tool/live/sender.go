package live

import (
	"errors"
	"fmt"
	"slices"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/packet/roce"
	"smartnic-cc/internal/logs/capture/trace"
	"smartnic-cc/testvectors/transducer"
)

// sender is a connection at its sender.
type sender struct {
	*conn
	cc        *driver.Conn
	algorithm *driver.Algorithm
	watches   bool // the algorithm asks what acknowledgements acknowledge

	started bool  // the algorithm has had an event
	open    bool  // the receiver has granted the connection
	asked   int64 // when it was last asked for, from 1; 0 is never

	message int    // the one that leaves
	left    uint64 // of its bytes, if it has begun
	begun   bool
	psn     uint32
	since   uint16 // packets since one that asked for an acknowledgement
	next    int64  // when the next packet may leave

	flight  trace.Flight
	unacked uint64 // payload, bytes

	packets, cnps uint64
	slips         uint64 // times that the machine came late by more than slack
	sent          []uint64
}

// watches reports whether an algorithm asks what acknowledgements acknowledge.
func watches(a *driver.Algorithm) bool {
	return slices.ContainsFunc(a.Contract.Signals, func(s ir.NICSignal) bool { return s.Signal == ir.SignalAcked || s.Signal == ir.SignalRTT })
}

// commID names the connection in the messages of the communication manager.
func (s *sender) commID() uint32 { return s.id + 1 }

// tell gives the algorithm an event, as a replay of the capture will: its time begins with the first
// that it takes.
func (s *sender) tell(e *driver.NICEvent) error {
	if !s.algorithm.Accepts(e.Kind) {
		return nil
	}
	if !s.started {
		s.started = true
		if err := s.cc.Begin(e.Time); err != nil {
			return s.fault(err)
		}
	}
	if err := s.cc.Handle(e); err != nil {
		return s.fault(err)
	}
	return nil
}

// fault names the connection of an error of its algorithm.
func (s *sender) fault(err error) error {
	var d *transducer.Difference
	if errors.As(err, &d) {
		d.Conn = s.String()
		var f *driver.Fault
		if errors.As(err, &f) {
			d.Time = f.Time
		}
		return d
	}
	return fmt.Errorf("%s: %w", s, err)
}

// send sends what is due of a connection, and returns when it is to be looked at again.
func (h *host) send(s *sender) (int64, error) {
	now := h.clock()
	if !s.open {
		if s.asked != 0 && now < s.asked+again {
			return s.asked + again, nil
		}
		return h.ask(s)
	}
	for range burst {
		// Timers that have ended change the rate that holds from now on.
		if s.started {
			if err := s.cc.ExpireTimers(now); err != nil {
				return 0, s.fault(err)
			}
		}
		due := s.due(h.nic.Payload)
		if due > now || due == never {
			if at, _, runs := s.cc.NextTimer(); runs && s.started {
				due = min(due, max(at+1, now+1))
			}
			return due, nil
		}
		if s.next = due; now-due > slack {
			s.slips++
			s.next = now - slack
		}
		if err := h.packet(s); err != nil {
			return 0, err
		}
		now = h.clock()
	}
	return now, nil
}

// full reports whether the algorithm's window holds the payload back. One packet may always be in flight.
func (s *sender) full(payload uint16) bool {
	return s.unacked > 0 && s.unacked+uint64(payload) > s.cc.Controls().Window
}

// due returns when the next packet of at most this payload may leave, never if there is no packet or the window is
// full: only an arriving frame opens it.
func (s *sender) due(payload uint16) int64 {
	if s.message == len(s.messages) || s.full(payload) {
		return never
	}
	if !s.begun {
		return max(s.next, s.messages[s.message].start)
	}
	return s.next
}

// ask asks the receiver for the connection.
func (h *host) ask(s *sender) (int64, error) {
	frame, err := h.request(s.Endpoints, s.commID())
	if err != nil {
		return 0, err
	}
	at := h.stamp()
	s.asked = max(at, 1)
	h.log.frame(at, frame)
	return s.asked + again, h.port.Send(frame)
}

// packet sends the next packet of a connection. The capture and the algorithm get the same time, read just before the
// frame is handed to the socket.
func (h *host) packet(s *sender) error {
	m := &s.messages[s.message]
	first := !s.begun
	if first {
		s.begun, s.left = true, m.bytes
		s.cc.StartMessage()
	}
	payload := min(s.left, uint64(h.nic.Payload))
	s.left -= payload
	last := s.left == 0
	s.since++
	s.unacked += payload
	ack := last || h.nic.AckEvery != 0 && s.since >= h.nic.AckEvery || s.full(h.nic.Payload)
	if ack {
		s.since = 0
	}
	frame, err := h.data(s.Endpoints, opcode(first, last), s.psn, int(payload), ack)
	if err != nil {
		return err
	}
	at := h.stamp()
	s.flight.Sent(s.psn&roce.PSNMask, uint32(payload), at)
	s.psn++
	// At the rate in force as the packet leaves: kb/s times ns is 1e-6 bits.
	wire := uint64(len(frame))
	s.next += int64(wire * 8e6 / s.cc.PacingRate())
	if last {
		s.begun = false
		s.message++
	}
	h.log.frame(at, frame)
	s.packets++
	s.count(h.plan, at, wire)
	if err := h.port.Send(frame); err != nil {
		return err
	}
	return s.tell(&driver.NICEvent{Kind: ir.OnSent, Time: at, Bytes: wire - ethernetLen, Packets: 1})
}

// count counts bytes in the bin of a time.
func (s *sender) count(p *Plan, at int64, bytes uint64) { s.sent = counted(s.sent, at/p.Bin, bytes) }

// counted adds to a bin of a list that grows.
func counted(list []uint64, bin int64, v uint64) []uint64 {
	for int64(len(list)) <= bin {
		list = append(list, 0)
	}
	list[bin] += v
	return list
}

// opcode is that of a packet of a SEND.
func opcode(first, last bool) roce.Opcode {
	switch {
	case first && last:
		return roce.SendOnly
	case first:
		return roce.SendFirst
	case last:
		return roce.SendLast
	}
	return roce.SendMiddle
}
