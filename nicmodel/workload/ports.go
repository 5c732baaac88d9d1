package workload

import "math"

const (
	// firstPort is the first UDP source port of a host's connections; after 65535 they wrap around.
	firstPort = 10_000
	// rocePort is RoCEv2's UDP destination port.
	rocePort = 4791
)

// portMaker numbers the connections of each source host.
type portMaker map[uint32]uint16

// next returns the source port of another connection of a host.
func (p portMaker) next(host uint32) uint16 {
	n := p[host]
	p[host] = (n + 1) % (math.MaxUint16 + 1 - firstPort)
	return firstPort + n
}

// connect adds a connection with new ports to the plan.
func (p *Plan) connect(ports portMaker, src, dst uint32, class uint8) uint32 {
	p.Conns = append(p.Conns, Conn{Src: src, Dst: dst, SrcPort: ports.next(src), DstPort: rocePort, Class: class})
	return uint32(len(p.Conns) - 1)
}

// post adds a message without dependencies.
func (p *Plan) post(m Message) {
	m.After, m.OnArrival, m.OnAck = NoDependency, NoDependency, NoDependency
	p.Messages = append(p.Messages, m)
}
