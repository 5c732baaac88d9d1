package workload

import (
	"fmt"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/random"
)

// Streams is senders that each keep one connection to a receiver, on which flows begin at the times of a Poisson
// process for each sender, posted as messages of a fixed size (the last of a flow may be smaller). It is the traffic
// of the Dolce-RC paper's figure 8: 24 senders with flows of 256 KB at a load of 10 % together, messages of 8 KB.
type Streams struct {
	Senders  []uint32
	Receiver uint32
	Size     *Distribution
	// MessageBytes is the size of a message; 0 leaves flows whole.
	MessageBytes uint64
	// Load is that of all senders together, in units of 1/LoadUnit of Rate, the
	// receiver's link in bit/s.
	Load uint32
	Rate uint64
	// Flows begin in [Start, Start+Duration).
	Start, Duration event.Time
	Class           uint8
	// Seed and Index name the random streams.
	Seed, Index uint64
}

// Plan draws the flows. Each sender has its own random streams. The error names the field that is out of range, or
// says that there would be too many flows.
func (g Streams) Plan() (*Plan, error) {
	switch {
	case len(g.Senders) == 0:
		return nil, fmt.Errorf("workload streams: there are no senders")
	case g.Load == 0 || g.Load > LoadUnit:
		return nil, fmt.Errorf("workload streams: the load is %d/%d; it has to be above 0 and at most 1", g.Load, LoadUnit)
	case g.Rate == 0:
		return nil, fmt.Errorf("workload streams: the rate of the receiver is 0")
	case g.Size == nil:
		return nil, fmt.Errorf("workload streams: there is no distribution of sizes")
	}
	if err := distinct("streams", "sender", g.Senders); err != nil {
		return nil, err
	}
	if err := checkTimes("streams", g.Start, g.Duration); err != nil {
		return nil, err
	}
	// A sender's mean gap is that of all times the number of senders.
	mean := meanGap(g.Size.Mean()*uint64(len(g.Senders)), 1, g.Load, g.Rate)
	p, ports := &Plan{}, portMaker{}
	for i, src := range g.Senders {
		if src == g.Receiver {
			return nil, fmt.Errorf("workload streams: host %d sends to itself; take it out of the senders", src)
		}
		conn := p.connect(ports, src, g.Receiver, g.Class)
		number := g.Index<<32 + uint64(i)
		times := random.New(g.Seed, "stream times", number)
		sizes := random.New(g.Seed, "stream sizes", number)
		for at := newArrivals(&times, mean); at.next() < g.Duration; {
			p.post(Message{Conn: conn, Bytes: g.Size.Sample(&sizes), Start: g.Start + at.now})
			if len(p.Messages) > MaxMessages {
				return nil, fmt.Errorf("workload streams: more than %d messages; lower the load or the duration", MaxMessages)
			}
		}
	}
	p.Sort()
	return p, p.Split(g.MessageBytes)
}

// Split cuts every message into messages of at most bytes bytes, the last one possibly smaller, posted together in
// order. 0 does nothing. Plans with dependencies are refused: what counts towards a dependency would change.
func (p *Plan) Split(bytes uint64) error {
	if bytes == 0 {
		return nil
	}
	total := uint64(0)
	for i := range p.Messages {
		total += (p.Messages[i].Bytes-1)/bytes + 1
	}
	switch {
	case len(p.Dependencies) > 0:
		return fmt.Errorf("workload: messages behind gates cannot be cut; make them smaller")
	case total > MaxMessages:
		return fmt.Errorf("workload: cut into messages of %d bytes there are %d, more than the %d that fit; cut less finely", bytes, total, MaxMessages)
	case total == uint64(len(p.Messages)):
		return nil
	}
	out := make([]Message, 0, total)
	for _, m := range p.Messages {
		for left := m.Bytes; left > 0; left -= m.Bytes {
			m.Bytes = min(left, bytes)
			out = append(out, m)
		}
	}
	p.Messages = out
	return nil
}
