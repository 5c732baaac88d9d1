package hpccfiles

import (
	"io"
	"path/filepath"
	"slices"
	"strconv"

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
	c       *Config
	files   map[string]*atomicfile.File // by key
	net     *nicmodel.Config
	ports   [][]topology.Port
	paths   *exact.Network
	source  []uint16                // of each connection
	bytes   []uint64                // of each connection's messages
	to      map[uint32]*exact.Paths // by host
	depths  *depths                 // nil if queue lengths are not to be written
	packets *packets                // nil if packets are not
	line    []byte
}

// outputKeys are the keys of outputs. One without a path is not written.
var outputKeys = []string{"FCT_OUTPUT_FILE", "PFC_OUTPUT_FILE", "QLEN_MON_FILE", "TRACE_OUTPUT_FILE"}

// Create begins the files that the configuration names. net is the scenario's configuration, which is made to record
// what the files need. The caller commits the outputs or aborts them.
func (c *Config) Create(net *nicmodel.Config) (*Outputs, error) {
	o := &Outputs{
		c: c, files: map[string]*atomicfile.File{}, net: net, ports: net.Topology.Ports(),
		paths: exact.NewNetwork(net.Topology, false), source: exact.SourcePorts(net.Plan), to: map[uint32]*exact.Paths{},
	}
	o.bytes = make([]uint64, len(net.Plan.Conns))
	for i := range net.Plan.Messages {
		o.bytes[net.Plan.Messages[i].Conn] += net.Plan.Messages[i].Bytes
	}
	if err := c.distinct(); err != nil {
		return nil, err
	}
	for i, path := range o.Names() {
		f, err := atomicfile.Create(path)
		if err != nil {
			o.Abort()
			return nil, c.errorf(o.keys()[i], "%v", err)
		}
		o.files[o.keys()[i]] = f
	}
	err := o.watch()
	if err != nil {
		o.Abort()
	}
	return o, err
}

// keys returns the keys of the files that there are.
func (o *Outputs) keys() []string {
	return slices.DeleteFunc(slices.Clone(outputKeys), func(key string) bool { return o.c.text(key) == "" })
}

// watch sets up what only some files need, and has the run record it.
func (o *Outputs) watch() (err error) {
	if o.files["QLEN_MON_FILE"] != nil {
		if o.depths = newDepths(o); o.depths.count != 0 {
			o.net.Fabric.Depth = o.depths
		}
	}
	if f := o.files["TRACE_OUTPUT_FILE"]; f != nil {
		if o.packets, err = newPackets(o, f); err == nil {
			o.net.Record.Watch = o.packets.nodes
		}
	}
	return err
}

// distinct returns the error of an output that would take the place of another one, or of a file that is read.
func (c *Config) distinct() error {
	taken := map[string]string{filepath.Clean(c.Name): "the configuration"}
	for _, key := range append([]string{"TOPOLOGY_FILE", "FLOW_FILE", "TRACE_FILE"}, outputKeys...) {
		path, err := c.path(key)
		if err != nil {
			continue // that is an error where the file is needed
		}
		if other := taken[path]; other != "" && slices.Contains(outputKeys, key) {
			return c.errorf(key, "%s is %s, too, and would be lost; name another file", path, other)
		}
		taken[path] = key
	}
	return nil
}

// Names returns the paths of the files.
func (o *Outputs) Names() (names []string) {
	for _, key := range o.keys() {
		path, _ := o.c.path(key) // its value is not empty
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
	if o.packets != nil {
		return o.packets.take(b)
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
	return o.row(o.files["FCT_OUTPUT_FILE"], uint64(o.source[d.Conn]), uint64(k.DstPort), bytes, workload.Nanoseconds(d.Posted), workload.Nanoseconds(d.At-d.Posted), alone)
}

// pause writes the time in ns at which the frame arrives on an idle link, the node, whether it is a switch, its
// interface, and 1 for a pause.
func (o *Outputs) pause(p *fabric.PauseRecord) error {
	t := o.net.Topology
	port := o.ports[p.Node][p.Port]
	link := &t.Links[port.Link]
	at := arrival(p, link)
	is := map[bool]uint64{true: 1}
	o.line = o.line[:0]
	return o.row(o.files["PFC_OUTPUT_FILE"], at, uint64(t.IDOf(port.Peer)), is[!t.IsHost(port.Peer)], uint64(port.PeerPort)+1, is[p.Stop])
}

// arrival is when a PFC frame arrives on an idle link, ns.
func arrival(p *fabric.PauseRecord, link *topology.Link) uint64 {
	return uint64(p.At+link.Delay)/uint64(event.Nanosecond) + pfcFrame*8_000_000_000/link.Rate
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

// Commit gives the files their names.
func (o *Outputs) Commit() error {
	if o.depths != nil {
		if err := o.depths.write(o); err != nil {
			return err
		}
	}
	if o.packets != nil {
		if err := o.packets.write(event.Never); err != nil {
			return err
		}
	}
	for _, key := range o.keys() {
		if err := o.files[key].Commit(); err != nil {
			return err
		}
	}
	return nil
}

// Abort removes the files unless Commit was called.
func (o *Outputs) Abort() {
	for _, f := range o.files {
		f.Abort()
	}
}
