package live

import (
	"io"
	"slices"

	"smartnic-cc/internal/base/sys/atomicfile"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/nicmodel/event"
)

// Run is a finished run.
type Run struct {
	plan    *Plan
	hosts   []*host
	bridge  *bridge
	until   int64 // ns
	stopped bool
	drops   Drops
}

// Drops are frames that were lost, by place.
type Drops struct {
	// Sockets had no room for frames received or sent; Filters, the token bucket filters or the switch, held all that
	// switch.buffer allows.
	Sockets uint64 `json:"sockets"`
	Filters uint64 `json:"filters"`
}

// build makes the nodes of a plan: a host for each port of inside, and a switch with the ports of outside.
func (p *Plan) build(inside, outside []Port, clock Clock) (*Run, error) {
	r := &Run{plan: p}
	for i, at := range p.hosts {
		h, err := newHost(p, at, inside[i], clock)
		if err != nil {
			return nil, err
		}
		r.hosts = append(r.hosts, h)
	}
	r.bridge = newBridge(p, outside, clock)
	return r, nil
}

// nodes lists the nodes, the switch last.
func (r *Run) nodes() []node {
	list := collect.Of(r.hosts, func(h *host) node { return h })
	return append(list, r.bridge)
}

// finish ends the run at a time, or at that of the last frame if that is later.
func (r *Run) finish(end int64) error {
	r.until = end
	for _, h := range r.hosts {
		r.until = max(r.until, h.last)
		for _, s := range h.out {
			r.until = max(r.until, s.cc.LastEvent())
		}
	}
	for _, h := range r.hosts {
		if err := h.finish(r.until); err != nil {
			return err
		}
	}
	for _, e := range r.bridge.ports {
		e.advance(r.until)
		r.drops.Filters += e.full
	}
	return nil
}

// records returns those of sending hosts.
func (r *Run) records() []*record {
	var list []*record
	for _, h := range r.hosts {
		if h.log != nil {
			list = append(list, h.log)
		}
	}
	return list
}

// Write writes the outputs into a folder: the rate log of a replay with --log all, the capture for that replay, the
// throughput of connections, the switch's queues, and the summary. snap cuts the capture's frames, bytes; 0 for no
// limit.
func (r *Run) Write(folder *atomicfile.Folder, sum *Summary, snap int) error {
	list := r.records()
	for _, f := range []struct {
		name string
		fill func(io.Writer) error
	}{
		{"rates.csv", func(w io.Writer) error { return writeRates(w, r.plan, list) }},
		{"capture.pcapng", func(w io.Writer) error { return writeCapture(w, list, r.until, snap) }},
		{"throughput.csv", r.throughput},
		{"queues.csv", r.queues},
		{"live.json", sum.WriteJSON},
	} {
		if err := folder.Fill(f.name, f.fill); err != nil {
			return err
		}
	}
	return nil
}

// throughput writes the bytes that connections moved, like the NIC model's output of that name.
func (r *Run) throughput(w io.Writer) error {
	p := r.plan
	return table(w, []string{"begin_ps", "end_ps", "conn", "src", "dst", "sent_bytes", "delivered_bytes"}, func(row func(...int64) error) error {
		moved := r.traffic()
		for bin := int64(0); bin*p.Bin < r.until; bin++ {
			for i := range p.conns {
				sent, got := at(moved[i].sent, bin), at(moved[i].got, bin)
				if sent == 0 && got == 0 {
					continue
				}
				k := &p.conns[i]
				begin, end := bin*p.Bin, min((bin+1)*p.Bin, r.until)
				if err := row(begin*nano, end*nano, int64(k.id), int64(p.config.Topology.IDOf(k.src)), int64(p.config.Topology.IDOf(k.dst)), int64(sent), int64(got)); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// nano is a nanosecond in the NIC model's picoseconds.
const nano = int64(event.Nanosecond)

// ends are the two ends of a connection.
type ends struct {
	*sender
	*receiver
}

// at returns an element of a list, 0 past its end.
func at(list []uint64, i int64) uint64 {
	if i >= int64(len(list)) {
		return 0
	}
	return list[i]
}

// traffic returns both ends of all connections, in order.
func (r *Run) traffic() []ends {
	list := make([]ends, len(r.plan.conns))
	for _, h := range r.hosts {
		for _, s := range h.out {
			list[s.id].sender = s
		}
		for _, k := range h.in {
			list[k.id].receiver = k
		}
	}
	return list
}

// queues writes the samples of the switch's queues, like the NIC model's output of that name: ports without a queue
// are omitted, and a line of 0 bytes says that none has one.
func (r *Run) queues(w io.Writer) error {
	const class = 1 // that of data
	number := int64(r.plan.config.Topology.IDOf(r.plan.config.Topology.Hosts))
	return table(w, []string{"time_ps", "switch", "port", "class", "bytes"}, func(row func(...int64) error) error {
		ports := slices.Clone(r.bridge.ports)
		slices.SortFunc(ports, func(a, b *egress) int { return a.number - b.number })
		samples := len(ports[0].log)
		for _, e := range ports {
			samples = min(samples, len(e.log)) // the last frame of a port may have passed the end
		}
		empty := true
		for i := range samples {
			before := empty
			empty = true
			for _, e := range ports {
				if s := e.log[i]; s.bytes > 0 {
					empty = false
					if err := row(s.at*nano, number, int64(e.number), class, int64(s.bytes)); err != nil {
						return err
					}
				}
			}
			if empty && !before {
				if err := row(ports[0].log[i].at*nano, number, 0, 0, 0); err != nil {
					return err
				}
			}
		}
		return nil
	})
}
