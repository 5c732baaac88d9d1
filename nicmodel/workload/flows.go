package workload

import (
	"io"
	"math"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/topology"
)

// MaxClass is the highest traffic class of a flow.
const MaxClass = 7

// ReadFlows reads a list of flows in the text format of the HPCC family of simulators:
//
//	count
//	src dst class dport bytes start    a line for every flow, start in seconds
//
// Hosts are given by the topology's ID. Starts need not ascend; they are exact to the picosecond, and end, if above
// 0, is the end of the run, before which every flow has to begin. Each flow gets its own connection. The file is read
// line by line and refused at the first error, which has the file's name and line: a file with a count above
// MaxMessages is not read further. Text after the flows is ignored, as the simulator's files have sentences there,
// except another flow, which is an error unless rest is true.
func ReadFlows(r io.Reader, name string, t *topology.Topology, end event.Time, rest bool) (*Plan, error) {
	in := topology.NewLines(r, name)
	words, err := in.Next()
	if err != nil {
		return nil, err
	}
	if len(words) != 1 {
		if words == nil {
			return nil, in.ErrorAt(1, "the file is empty; it begins with the number of flows")
		}
		return nil, in.Errorf("the first line has %d words; it is the number of flows alone", len(words))
	}
	count, err := in.Uint(words[0], "number of flows", math.MaxUint64)
	if err != nil {
		return nil, err
	}
	if count > MaxMessages {
		return nil, in.Errorf("%d flows are more than the %d that fit; cut the list into several runs", count, MaxMessages)
	}
	f := flowReader{in: in, node: t.ByID(), t: t, end: end, ports: portMaker{}}
	// The count is only claimed by the file: memory grows as flows come.
	const first = 1 << 10
	p := &Plan{Conns: make([]Conn, 0, min(count, first)), Messages: make([]Message, 0, min(count, first))}
	for n := range count {
		words, err := in.Next()
		if err != nil {
			return nil, err
		}
		if words == nil {
			return nil, in.Errorf("the file ends after %d of %d flows; correct the count in the first line or add what is missing", n, count)
		}
		if err := f.read(p, words); err != nil {
			return nil, err
		}
	}
	words, err = in.Next()
	if err != nil {
		return nil, err
	}
	if words != nil && !rest && f.read(&Plan{}, words) == nil {
		return nil, in.Errorf("there are more than the %d flows of the first line; correct the count", count)
	}
	p.Sort()
	return p, nil
}

// flowReader is the state for reading a flow.
type flowReader struct {
	in    *topology.Lines
	t     *topology.Topology
	node  []uint32 // by the file's number; nil if they are the same
	end   event.Time
	ports portMaker
}

func (f *flowReader) read(p *Plan, words []string) error {
	if len(words) != 6 {
		return f.in.Errorf("a flow has %d words; it needs 6: src dst class dport bytes start", len(words))
	}
	src, err := f.host(words[0], "src")
	if err != nil {
		return err
	}
	dst, err := f.host(words[1], "dst")
	if err != nil {
		return err
	}
	if src == dst {
		return f.in.Errorf("a flow of host %s to itself; give it another destination", words[0])
	}
	class, err := f.in.Uint(words[2], "class", MaxClass)
	if err != nil {
		return err
	}
	port, err := f.in.Uint(words[3], "dport", math.MaxUint16)
	if err != nil {
		return err
	}
	bytes, err := f.in.Uint(words[4], "bytes", MaxBytes)
	if err != nil {
		return err
	}
	if bytes == 0 {
		return f.in.Errorf("a flow of 0 bytes; give it 1 at least")
	}
	start, err := topology.ParseDecimal(words[5], 12)
	if err != nil {
		return f.in.Errorf("start: %v", err)
	}
	if start >= uint64(event.Never) {
		return f.in.Errorf("start %s is past the end of model time, %d s", words[5], event.Never/event.Second)
	}
	at := event.Time(start)
	if f.end > 0 && at >= f.end {
		return f.in.Errorf("a flow starts at %v, but the run ends at %v; end later or leave it out", at, f.end)
	}
	conn := p.connect(f.ports, src, dst, uint8(class))
	p.Conns[conn].DstPort = uint16(port)
	p.post(Message{Conn: conn, Bytes: bytes, Start: at})
	return nil
}

// host reads the number of a host and returns its node.
func (f *flowReader) host(word, what string) (uint32, error) {
	id, err := f.in.Uint(word, what, uint64(f.t.Nodes()-1))
	if err != nil {
		return 0, err
	}
	node := uint32(id)
	if f.node != nil {
		node = f.node[id]
	}
	if !f.t.IsHost(node) {
		return 0, f.in.Errorf("%s %d is a switch, not a host", what, id)
	}
	return node, nil
}
