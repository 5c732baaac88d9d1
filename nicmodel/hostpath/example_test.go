package hostpath_test

import (
	"fmt"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/hostpath"
)

// pingPong is a program in which host 1 answers what it receives, and host 0 asks once more.
type pingPong struct{ left int }

func (p *pingPong) Begin(s *hostpath.Sim) {
	s.NIC(0).Post(0, 0, 0, hostpath.WQE{Bytes: 64})
}

func (p *pingPong) Polled(s *hostpath.Sim, host uint32, now event.Time, c *hostpath.Completion) {
	switch {
	case c.Kind != hostpath.Received:
	case host == 1:
		s.NIC(1).Post(now, 0, 0, hostpath.WQE{Bytes: 64})
	default:
		fmt.Println("answer after", now)
		if p.left--; p.left > 0 {
			s.NIC(0).Post(now, 0, 0, hostpath.WQE{Bytes: 64})
		}
	}
}

func (p *pingPong) Timer(*hostpath.Sim, uint32, event.Time, uint32) {}

// A closed loop of two hosts on a wire.
func Example() {
	const ns = event.Nanosecond
	config := hostpath.Config{
		Post: 50 * ns, Doorbell: 50 * ns, MMIO: 200 * ns, PCIeRate: 126_000_000_000, PCIeRead: 500 * ns, PCIeWrite: 250 * ns,
		WQEBytes: 64, CQEBytes: 64, Message: 130 * ns, Rate: 56_000_000_000, Header: 52,
	}
	queues := hostpath.Queues{
		Threads: 1,
		CQs:     []hostpath.CQ{{Poll: 30 * ns}},
		QPs:     []hostpath.QP{{SRQ: hostpath.None}},
	}
	s := hostpath.NewSim(hostpath.Wire{Delay: 30 * ns, Ack: 10 * ns}, &pingPong{left: 2})
	for range 2 {
		if _, err := s.Add(&config, &queues); err != nil {
			fmt.Println(err)
			return
		}
	}
	s.Connect(0, 0, 1, 0)
	s.Run(event.Millisecond)
	// Output:
	// answer after 3.545656us
	// answer after 7.091312us
}
