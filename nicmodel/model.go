package nicmodel

import (
	"fmt"
	"math"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/workload"
)

// Model is a network of NICs; it runs once.
type Model struct {
	config     *Config
	network    *fabric.Network
	partitions []*partition
	hosts      []host
	hostCount  uint32
	senders    []sender
	receivers  []receiver
	messages   []message
	// delivered is when the last byte of each message arrived: the receiver writes it, and the sender reads it on the
	// acknowledgement, at least a link's delay later.
	delivered []event.Time
	// tags are the algorithms' tags of messages, tagWidth for each.
	tags         []uint64
	tagWidth     int
	dependencies []uint32
	behind       messageLists // the messages of each dependency
	batch        Batch
	waiting      Batch // records that wait for the next batch

	externals externals

	// slots are the messages' slots in host interfaces, receiving the QPs at which connections end there; nil without
	// host interfaces.
	slots, receiving []uint32
	posts            messageLists // the messages of each connection, for host interfaces; made on demand
}

// New builds a model. An error names what does not fit.
func New(c *Config) (*Model, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	partitions := c.Partitions
	if partitions == 0 {
		partitions = max(c.Threads, 1)
	}
	partitions = min(partitions, int(c.Topology.Switches), 1<<15)
	network, err := fabric.New(c.Topology, &c.Fabric, partitions)
	if err != nil {
		return nil, err
	}
	m := &Model{
		config: c, network: network, hostCount: c.Topology.Hosts,
		hosts: make([]host, c.Topology.Hosts),
	}
	for _, p := range network.Partitions {
		p.Records.WantPauses = c.Record.Pauses
		m.partitions = append(m.partitions, &partition{Partition: p, m: m, pods: make([][]*host, network.Pods())})
	}
	m.addHosts()
	m.watch()
	if err := m.externals.choose(m); err != nil {
		return nil, err
	}
	if err := m.addConns(); err != nil {
		return nil, err
	}
	if err := m.addEngines(); err != nil {
		return nil, err
	}
	m.addMessages()
	network.SetFlowHashes(m.paths)
	if err := m.addHostInterfaces(); err != nil {
		return nil, err
	}
	return m, nil
}

// kindOf returns the number of the kind of NIC of a host.
func (c *Config) kindOf(host uint32) uint8 {
	if c.Kind == nil {
		return 0
	}
	return c.Kind[host]
}

// nicOf returns the kind of NIC of a host.
func (c *Config) nicOf(host uint32) *NIC { return &c.NICs[c.kindOf(host)] }

func (m *Model) partitionOf(node uint32) *partition {
	return m.partitions[m.network.PartitionIndex(node)]
}

func (m *Model) addHosts() {
	rule := fabric.NewScheduler(m.config.Fabric.Classes, m.config.Fabric.MTUWire)
	if m.config.Fabric.Levels != nil {
		rule = m.config.Fabric.Queues.Scheduler(m.config.Fabric.MTUWire)
	}
	stamped := false
	for i := range m.config.NICs {
		able := capabilitiesOf(m.config.NICs[i].Algorithm)
		stamped = stamped || able.stamps
	}
	for i := range m.hosts {
		h := &m.hosts[i]
		h.node, h.wakes, h.due = uint32(i), never, never
		h.nic, h.rule = m.config.nicOf(h.node), rule
		rate := m.network.Link(h.node, &h.Link, &h.in)
		h.in.Next = event.Never
		if h.nic.Bucket != nil {
			h.bucket = h.nic.Bucket.state()
		}
		if h.nic.RxBuffer != nil {
			h.rx = h.nic.RxBuffer.state()
		} else if h.nic.ReceiveDelay == 0 {
			h.usual = fabric.PFC - 1
		}
		h.line = rate / 1000
		h.capabilities = capabilitiesOf(h.nic.Algorithm)
		h.limited = h.windowed || h.nic.Window != 0
		h.looks = h.windowed || h.nic.Repace || h.nic.Contexts != 0
		if h.nic.AckAsData {
			h.acks = new([fabric.Classes]fabric.Queue)
		}
		if h.traces {
			m.network.Trace()
		}
		if h.stamped = stamped; stamped {
			m.network.Stamp(&h.Link)
		}
		m.tagWidth = max(m.tagWidth, h.tags)
		p := m.partitionOf(h.node)
		pod := m.network.PodOf(h.node)
		p.pods[pod] = append(p.pods[pod], h)
	}
}

// watch has the links to and from watched nodes record their packets.
func (m *Model) watch() {
	if len(m.config.Record.Watch) == 0 {
		return
	}
	ports := m.config.Topology.Ports()
	for _, node := range m.config.Record.Watch {
		for i, to := range ports[node] {
			for _, end := range [2]struct {
				node uint32
				port uint16
			}{{node, uint16(i)}, {to.Peer, to.PeerPort}} {
				var l *fabric.Link
				if m.config.Topology.IsHost(end.node) {
					l = &m.hosts[end.node].Link
				}
				m.network.Watch(l, end.node, end.port)
			}
		}
	}
}

// addConns makes both ends of every connection.
func (m *Model) addConns() error {
	c := m.config
	n := len(c.Plan.Conns)
	m.senders, m.receivers = make([]sender, n), make([]receiver, n)
	if c.Record.Bin != 0 {
		sending, receiving := make([]byteCounter, n), make([]byteCounter, n)
		for _, p := range m.partitions {
			p.bin, p.sending.of, p.receiving.of = c.Record.Bin, sending, receiving
		}
	}
	packets := make([]uint64, n)
	for i := range c.Plan.Messages {
		msg := &c.Plan.Messages[i]
		payload := uint64(c.nicOf(c.Plan.Conns[msg.Conn].Src).Payload)
		packets[msg.Conn] += (msg.Bytes + payload - 1) / payload
	}
	logs := make(map[uint32]bool, len(c.Record.Rates))
	for _, conn := range c.Record.Rates {
		if int(conn) >= n {
			return fmt.Errorf("record.rates: connection %d does not exist; there are %d", conn, n)
		}
		logs[conn] = true
	}
	for i := range c.Plan.Conns {
		k := &c.Plan.Conns[i]
		if packets[i] >= math.MaxUint32 {
			return fmt.Errorf("connection %d would send %d packets; their numbers have 32 bits: send less or in larger packets", i, packets[i])
		}
		w := m.paths(uint32(i))
		s := &m.senders[i]
		*s = sender{due: idleDue, cursor: none, oldest: none, newest: none, reportedOf: none, sendEnd: none, ackEnd: none, link: none, class: k.Class}
		s.path = m.network.PathFrom(m.network.EdgeOf(k.Src), k.Dst, w.Forward)
		m.receivers[i].path = m.network.PathFrom(m.network.EdgeOf(k.Dst), k.Src, w.Reverse)
		nic := c.nicOf(k.Src)
		m.receivers[i].header = nic.Header
		if nic.Algorithm != nil {
			p := m.partitionOf(k.Src)
			d, err := p.driverOf(&m.hosts[k.Src], uint32(i))
			if err != nil {
				return err
			}
			if s.cc, err = d.Open(i, nic.Algorithm.Params, 0); err != nil {
				return m.named(&fault{conn: uint32(i), err: err})
			}
			s.settle()
		}
		if c.Record.AllRates || logs[uint32(i)] {
			s.logged = true
			p := m.partitionOf(k.Src)
			p.logged = append(p.logged, uint32(i))
		}
		s.observed = s.logged || m.hosts[k.Src].has(ir.OnSent) || c.Record.Bin != 0 || nic.Bucket != nil
	}
	return nil
}

// paths returns the route hashes of a connection.
func (m *Model) paths(conn uint32) fabric.FlowHashes {
	k := &m.config.Plan.Conns[conn]
	return fabric.FlowHashes{
		Source: k.Src, Dest: k.Dst,
		Forward: fabric.TupleHash(k.Src, k.Dst, k.SrcPort, k.DstPort),
		Reverse: fabric.TupleHash(k.Dst, k.Src, k.DstPort, k.SrcPort),
	}
}

// addMessages sorts the plan's messages by what posts them: a host at a time, or a dependency.
func (m *Model) addMessages() {
	plan := m.config.Plan
	m.messages = make([]message, len(plan.Messages))
	m.tags = make([]uint64, m.tagWidth*len(plan.Messages))
	m.delivered = make([]event.Time, len(plan.Messages))
	m.dependencies = make([]uint32, len(plan.Dependencies))
	m.behind = newLists(len(plan.Dependencies), len(plan.Messages), func(i int) uint32 { return plan.Messages[i].After })
	starts := newLists(len(m.hosts), len(plan.Messages), func(i int) uint32 {
		if plan.Messages[i].After != workload.NoDependency {
			return none
		}
		return plan.Conns[plan.Messages[i].Conn].Src
	})
	for i := range m.hosts {
		h := &m.hosts[i]
		h.starts = starts.of(uint32(i))
		m.partitionOf(h.node).await(h)
	}
}

// Progress is called after each of its windows (or of Config.Epoch), on the caller's goroutine. An error
// ends the run there.
type Progress func(now event.Time, completed uint64) error

// flushAt is the number of records at which a batch goes to the sink.
const flushAt = 1 << 14

// Run runs the model to its end and returns its result. sink and progress may be
// nil. If the sink fails, the run stops with its error.
func (m *Model) Run(sink Sink, progress Progress) (*Result, error) {
	partitions := make([]event.Partition, len(m.partitions))
	for i, p := range m.partitions {
		partitions[i] = p
		p.Exchange()
	}
	last := event.Time(0)
	flush := func(final event.Time, end bool) error {
		if sink == nil {
			m.gather(final, end).clear()
			return nil
		}
		err := sink.Flush(m.gather(final, end))
		m.batch.clear()
		return err
	}
	err := m.advance(partitions, func(final event.Time) error {
		last = final
		if progress != nil {
			completed := uint64(0)
			for _, p := range m.partitions {
				completed += p.Completed
			}
			if err := progress(final, completed); err != nil {
				return err
			}
		}
		if err := m.failed(); err != nil {
			return err
		}
		if m.noted() < flushAt {
			return nil
		}
		return flush(final, false)
	})
	if err == nil {
		// Timers that expire before the run's end are logged, although nothing follows.
		last = m.config.End
	}
	if flushErr := flush(last, true); err == nil {
		err = flushErr
	}
	if closeErr := m.externals.close(); err == nil {
		err = closeErr
	}
	return m.result(last), err
}

// advance runs the partitions to the end. With a thread for each, and long links between them, they run ahead of one
// another.
func (m *Model) advance(partitions []event.Partition, between func(final event.Time) error) error {
	c, reach := m.config, m.network.Reach
	if len(partitions) < 2 || c.Threads < len(partitions) || reach < event.SlicesPerLookahead*m.network.Lookahead || c.Epoch < reach || len(c.Firmware) > 0 {
		return event.Run(partitions, reach, c.End, max(c.Threads, 1), between)
	}
	epoch := c.Epoch - c.Epoch%(reach/event.SlicesPerLookahead/m.network.Lookahead*m.network.Lookahead) // whole slices
	ahead := make([]event.AsyncPartition, len(partitions))
	for i, p := range m.partitions {
		ahead[i] = p
	}
	m.network.SetAsync()
	return event.RunAsync(ahead, reach, epoch, m.network.Lookahead, c.End, between)
}

// Gateway returns what Config.Fabric.Gateway made for a switch, numbered from 0, or nil.
func (m *Model) Gateway(s uint32) fabric.Gateway { return m.network.Gateway(s) }
