package nicmodel

import (
	"smartnic-cc/dcqcn"
	"smartnic-cc/dolcercplus"
	"smartnic-cc/fixedpoint"
	"smartnic-cc/nicmodel/event"
)

// plusMachine is Dolce-RC+ for one connection: it picks the rate of each message.
type plusMachine interface {
	// Decision returns what the next message is to be sent with.
	Decision() dolcercplus.Output
	// Acked takes the acknowledgement of a message.
	Acked(e *dolcercplus.Event) dolcercplus.Output
}

// newPlus returns the machine of a connection.
func newPlus(c *Plus) plusMachine {
	if c.Arms == 8 {
		m := &plus8{p: &c.Params}
		dolcercplus.Init8(m.p, &m.s)
		// An acknowledgement of no arm teaches nothing, and tells the first decision.
		m.out = dolcercplus.Step8(m.p, &m.s, &dolcercplus.Event{Arm: 255})
		m.s.Lost = 0
		return m
	}
	m := &plus4{p: &c.Params}
	dolcercplus.Init4(m.p, &m.s)
	m.out = dolcercplus.Step4(m.p, &m.s, &dolcercplus.Event{Arm: 255})
	m.s.Lost = 0
	return m
}

type plus4 struct {
	p   *dolcercplus.Params
	s   dolcercplus.State4
	out dolcercplus.Output
}

func (m *plus4) Decision() dolcercplus.Output { return m.out }
func (m *plus4) Acked(e *dolcercplus.Event) dolcercplus.Output {
	m.out = dolcercplus.Step4(m.p, &m.s, e)
	return m.out
}

type plus8 struct {
	p   *dolcercplus.Params
	s   dolcercplus.State8
	out dolcercplus.Output
}

func (m *plus8) Decision() dolcercplus.Output { return m.out }
func (m *plus8) Acked(e *dolcercplus.Event) dolcercplus.Output {
	m.out = dolcercplus.Step8(m.p, &m.s, e)
	return m.out
}

// stamp gives a message whose first packet leaves the decision in force.
func (p *part) stamp(h *host, c *sender, msg *message) {
	out := c.plus.Decision()
	if h.engine != nil {
		out = h.engine.flows[c.local].decision
	}
	msg.iteration, msg.arm = out.Iteration, out.Arm
	c.rate = dcqcn.Rate(out.Rate)
}

// reward tells Dolce-RC+ of an acknowledged message; count is the share of its packets
// that were marked, UQ0.16.
func (p *part) reward(c *sender, msg *message, bytes uint64, now event.Time, count uint16) {
	p.plusEvent = dolcercplus.Event{
		Now:       fixedpoint.Time(now / event.Nanosecond),
		Departed:  fixedpoint.Time(msg.first / event.Nanosecond),
		Bytes:     uint32(min(bytes, 1<<30)),
		Iteration: msg.iteration,
		ECNRatio:  fixedpoint.UQ0x16(count),
		Arm:       msg.arm,
	}
	c.plus.Acked(&p.plusEvent)
}
