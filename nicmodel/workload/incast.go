package workload

import (
	"fmt"

	"smartnic-cc/nicmodel/event"
)

// Incast is one flow from each of several senders to one receiver, each on its own connection.
type Incast struct {
	Senders  []uint32
	Receiver uint32
	// Bytes is the size of each flow.
	Bytes uint64
	// The first flow begins at Start, each next one Stagger later.
	Start, Stagger event.Time
	Class          uint8
}

// Plan lists the flows in the order of Senders. A sender may be named several times: each is a flow. The error names
// the field that is out of range, or a host that would send to itself.
func (g Incast) Plan() (*Plan, error) {
	switch {
	case len(g.Senders) == 0:
		return nil, fmt.Errorf("workload incast: there are no senders")
	case len(g.Senders) > MaxMessages:
		return nil, fmt.Errorf("workload incast: %d senders are more than %d", len(g.Senders), MaxMessages)
	case g.Bytes == 0 || g.Bytes > MaxBytes:
		return nil, fmt.Errorf("workload incast: flows of %d bytes are out of range 1..%d", g.Bytes, uint64(MaxBytes))
	case g.Stagger < 0 || g.Stagger > event.Never/4/MaxMessages:
		return nil, fmt.Errorf("workload incast: a stagger of %v is out of range 0s..%v", g.Stagger, event.Never/4/MaxMessages)
	}
	if err := checkTimes("incast", g.Start, 0); err != nil {
		return nil, err
	}
	p, ports := &Plan{}, portMaker{}
	for i, src := range g.Senders {
		if src == g.Receiver {
			return nil, fmt.Errorf("workload incast: host %d sends to itself; take it out of the senders", src)
		}
		conn := p.connect(ports, src, g.Receiver, g.Class)
		p.post(Message{Conn: conn, Bytes: g.Bytes, Start: g.Start + event.Time(i)*g.Stagger})
	}
	return p, nil
}
