package hpccfiles

import (
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"smartnic-cc/internal/base/sys/atomicfile"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/exact"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/topology"
	"smartnic-cc/nicmodel/workload"
)

// pfcFrame is the length of a PFC frame on the simulator's wire, bytes.
const pfcFrame = 43

// headerBytes is the headers of a packet in the simulator's stand-alone times, for any telemetry.
const headerBytes = 48

// Outputs takes the records of a run and writes them as the simulator does. It is a nicmodel.Sink.
type Outputs struct {
	c        *Config
	fct, pfc *atomicfile.File
	net      *nicmodel.Config
	ports    [][]topology.Port
	paths    *exact.Network
	source   []uint16                // of each connection
	to       map[uint32]*exact.Paths // by host
	line     []byte
}

// Create begins the files of completion times and of PFC frames that the configuration names. net is the scenario's
// configuration. The caller commits the outputs or aborts them.
func (c *Config) Create(net *nicmodel.Config) (*Outputs, error) {
	o := &Outputs{c: c, net: net, ports: net.Topology.Ports(), paths: exact.NewNetwork(net.Topology, false), to: map[uint32]*exact.Paths{}}
	type pair struct{ src, dst uint32 }
	next := map[pair]uint16{}
	for i := range net.Plan.Conns {
		at := pair{net.Plan.Conns[i].Src, net.Plan.Conns[i].Dst}
		o.source = append(o.source, 10_000+next[at])
		next[at]++
	}
	if err := c.distinct(); err != nil {
		return nil, err
	}
	for _, f := range []struct {
		key string
		to  **atomicfile.File
	}{{"FCT_OUTPUT_FILE", &o.fct}, {"PFC_OUTPUT_FILE", &o.pfc}} {
		path, err := c.path(f.key)
		if err == nil {
			*f.to, err = atomicfile.Create(path)
		}
		if err != nil {
			o.Abort()
			return nil, err
		}
	}
	return o, nil
}

// distinct returns the error of an output that would take the place of another one, or of a file that is read.
func (c *Config) distinct() error {
	taken := map[string]string{filepath.Clean(c.Name): "the configuration"}
	for _, key := range []string{"TOPOLOGY_FILE", "FLOW_FILE", "TRACE_FILE", "FCT_OUTPUT_FILE", "PFC_OUTPUT_FILE"} {
		path, err := c.path(key)
		if err != nil {
			continue // that is an error where the file is needed
		}
		if other := taken[path]; other != "" && strings.HasSuffix(key, "_OUTPUT_FILE") {
			return c.errorf(key, "%s is %s, too, and would be lost; name another file", path, other)
		}
		taken[path] = key
	}
	return nil
}

// Names returns the paths of the files.
func (o *Outputs) Names() (names []string) {
	for _, key := range []string{"FCT_OUTPUT_FILE", "PFC_OUTPUT_FILE"} {
		path, _ := o.c.path(key) // Create has opened it
		names = append(names, path)
	}
	return names
}

// Flush implements nicmodel.Sink.
func (o *Outputs) Flush(b *nicmodel.Batch) error {
	for i := range b.Completions {
		if err := o.completion(&b.Completions[i]); err != nil {
			return err
		}
	}
	for i := range b.Pauses {
		if err := o.pause(&b.Pauses[i]); err != nil {
			return err
		}
	}
	return nil
}

// completion writes sip, dip, sport, dport, bytes, start, completion time and stand-alone time, the last three in ns.
func (o *Outputs) completion(d *nicmodel.Completion) error {
	k := &o.net.Plan.Conns[d.Conn]
	bytes := o.net.Plan.Messages[d.Message].Bytes
	payload := o.c.count("PACKET_PAYLOAD_SIZE")
	path := o.to[k.Dst]
	if path == nil {
		path = o.paths.Measure(k.Dst, payload)
		o.to[k.Dst] = path
	}
	alone := path.RTT(k.Src) + (bytes+((bytes-1)/payload+1)*headerBytes)*8_000_000_000/path.Rate[k.Src]
	o.line = o.line[:0]
	for _, node := range [2]uint32{k.Src, k.Dst} {
		o.line = append(workload.AppendAddress(o.line, o.net.Topology.IDOf(node)), ' ')
	}
	return o.row(o.fct, uint64(o.source[d.Conn]), uint64(k.DstPort), bytes, nanoseconds(d.Posted), nanoseconds(d.At-d.Posted), alone)
}

// pause writes the time in ns at which the frame arrives on an idle link, the node, whether it is a switch, its
// interface, and 1 for a pause.
func (o *Outputs) pause(p *fabric.PauseRecord) error {
	t := o.net.Topology
	port := o.ports[p.Node][p.Port]
	link := &t.Links[port.Link]
	at := uint64(p.At+link.Delay)/uint64(event.Nanosecond) + pfcFrame*8_000_000_000/link.Rate
	is := func(yes bool) uint64 {
		if yes {
			return 1
		}
		return 0
	}
	o.line = o.line[:0]
	return o.row(o.pfc, at, uint64(t.IDOf(port.Peer)), is(!t.IsHost(port.Peer)), uint64(port.PeerPort)+1, is(p.Stop))
}

// row ends a line with numbers.
func (o *Outputs) row(w io.Writer, values ...uint64) error {
	for _, v := range values {
		o.line = append(strconv.AppendUint(o.line, v, 10), ' ')
	}
	o.line[len(o.line)-1] = '\n'
	_, err := w.Write(o.line)
	return err
}

func nanoseconds(t event.Time) uint64 {
	return (uint64(t) + uint64(event.Nanosecond)/2) / uint64(event.Nanosecond)
}

// Commit gives the files their names.
func (o *Outputs) Commit() error {
	if err := o.fct.Commit(); err != nil {
		return err
	}
	return o.pfc.Commit()
}

// Abort removes the files unless Commit was called.
func (o *Outputs) Abort() {
	for _, f := range []*atomicfile.File{o.fct, o.pfc} {
		if f != nil {
			f.Abort()
		}
	}
}
