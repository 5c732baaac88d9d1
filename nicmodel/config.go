package nicmodel

import (
	"fmt"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/dcqcn"
	"smartnic-cc/internal/base/text/enum"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/topology"
	"smartnic-cc/nicmodel/workload"
)

// Config is a whole model: what is connected, what is sent, and how NICs and switches behave. A run does not change
// it.
type Config struct {
	Topology *topology.Topology
	Plan     *workload.Plan
	Fabric   fabric.Config
	// NICs are the kinds of NICs, Kind that of each host as an index into NICs; nil means the first for all.
	NICs []NIC
	Kind []uint8
	// Firmware are firmwares that replace connections' algorithms.
	Firmware []External
	Seed     uint64
	// End is when the model stops at the latest.
	End event.Time
	// Partitions is the number of partitions of the model, 0 for Threads; Threads is how many run at a time. Neither
	// changes a result.
	Partitions, Threads int
	// Epoch is the period of Progress and of batches, 0 for each window. Within it partitions joined only by long
	// links, each with its thread, run ahead of one another. It changes no result.
	Epoch  event.Time
	Record Record
}

// Record says what to record in addition to completions.
type Record struct {
	// Rates are the connections whose rate logs and captures are kept.
	Rates []uint32
	// AllRates keeps those of all connections.
	AllRates bool
	// Captures keeps the data packets and CNPs that those connections see, too.
	Captures bool
	// Pauses keeps the PFC frames.
	Pauses bool
	// Watch are nodes whose packets are kept, as they come and go: Batch.Crossings, or in exact arithmetic Batch.Trace.
	Watch []uint32
	// SpanHosts are the hosts whose congestion-control cores are recorded.
	SpanHosts []uint32
	// Dependencies keeps when dependencies were met.
	Dependencies bool
	// Bin is the period over which each connection's bytes are counted; 0 counts none.
	Bin event.Time
}

// Notify is how a receiver reports marks.
type Notify uint8

// The styles of notification.
const (
	// NotifyCNP sends CNPs by the notification point of package dcqcn.
	NotifyCNP Notify = iota
	// NotifyEcho marks each acknowledgement of a marked packet, which the sender takes as a CNP, as in the HPCC
	// family of simulators.
	NotifyEcho
	// NotifyNone reports nothing.
	NotifyNone
)

// String returns the name that scenarios have for the style.
func (n Notify) String() string {
	return enum.Name(n, "cnp", "echo", "none")
}

// NIC is a kind of NIC and what runs on it.
type NIC struct {
	// Payload is the largest payload of a packet and Header what is on the wire besides,
	// bytes.
	Payload, Header uint16
	// AckBytes and CNPBytes are the lengths of control packets on the wire.
	AckBytes, CNPBytes uint16
	// AckEvery is the number of packets per acknowledgement; 0 acknowledges only the ends of messages.
	AckEvery uint16
	// AckAsData sends acknowledgements in the class of the data that they answer, so that they wait with it; else
	// they go before all data.
	AckAsData bool
	Notify    Notify
	// NP are the parameters of the notification point, with NotifyCNP.
	NP dcqcn.NPParams
	// Window is the most packets that a connection may have unacknowledged; 0 means no limit. ScaleWindow scales it
	// by the connection's rate over the port's.
	Window      uint32
	ScaleWindow bool
	// Overshoot lets a packet leave while less than the algorithm's window is unacknowledged, so that up to a packet
	// more may be in flight; else the whole packet must fit the window.
	Overshoot bool
	// Repace recomputes when a connection may send next if an acknowledgement changes its rate, as if the last packet
	// had been sent at the new rate. Else a rate applies from the next packet.
	Repace bool
	// Clock is the granularity of the time stamps of RTTs; 0 means the model's nanosecond.
	Clock event.Time
	// RTO is the retransmission timeout, without any acknowledgement; 0 means never.
	RTO event.Time
	// ReceiveDelay is the time from a packet's arrival to its effect.
	ReceiveDelay event.Time
	// Contexts is the number of connections whose context the NIC holds, 0 for all;
	// ContextMiss is how long it takes to fetch another.
	Contexts    uint32
	ContextMiss event.Time
	// Engine runs the handlers of Algorithm; nil handles everything at once in no time.
	Engine *Engine
	// Host is the host interface, before a message's first packet and after its last acknowledgement. nil takes no
	// time. With it contexts are looked up for each WQE, not for each packet.
	Host *Host
	// Bucket bounds what the NIC sends; nil bounds nothing.
	Bucket *Bucket
	// RxBuffer holds what the NIC has received; nil never fills.
	RxBuffer *RxBuffer
	// Algorithm runs on each connection (docs/subset.md); nil sends at line rate. Each partition of the model has its
	// own engine.
	Algorithm *driver.Setup
}

// DefaultNIC is a NIC with the packet sizes of the HPCC family of simulators (48 bytes
// of headers, 60 bytes an acknowledgement), an acknowledgement a packet, and no
// congestion control.
func DefaultNIC() NIC {
	return NIC{Payload: 1000, Header: 48, AckBytes: 60, CNPBytes: 60, AckEvery: 1, RTO: 4 * event.Millisecond}
}

// Wire returns the largest packet on the wire.
func (n *NIC) Wire() uint32 { return uint32(n.Payload) + uint32(n.Header) }

// Check returns what is wrong with a kind of NIC, by its key in a scenario file.
func (n *NIC) Check() error {
	switch {
	case n.Payload == 0:
		return fmt.Errorf("payload: 0; use 1 to 65535 bytes")
	case n.Wire() > 65535:
		return fmt.Errorf("payload and header are %d bytes together; a packet has at most 65535", n.Wire())
	case n.AckBytes == 0 || n.CNPBytes == 0:
		return fmt.Errorf("ack_bytes and cnp_bytes: 0; a control packet has at least one byte")
	case n.RTO < 0 || n.ReceiveDelay < 0 || n.ContextMiss < 0:
		return fmt.Errorf("rto, receive_delay and context_miss: a time is negative")
	case n.ScaleWindow && n.Window == 0:
		return fmt.Errorf("scale_window: true, but there is no window; give window in packets")
	case n.Contexts != 0 && n.ContextMiss == 0:
		return fmt.Errorf("contexts: %d given without context_miss, the time of a miss", n.Contexts)
	}
	if n.Bucket != nil {
		if err := n.Bucket.check(); err != nil {
			return err
		}
	}
	if n.RxBuffer != nil {
		if err := n.RxBuffer.check(n); err != nil {
			return err
		}
	}
	if err := n.checkHost(); err != nil {
		return err
	}
	if err := n.checkAlgorithm(); err != nil {
		return err
	}
	if err := n.checkRules(); err != nil {
		return err
	}
	if n.Engine != nil {
		return n.Engine.Check(n)
	}
	return nil
}

// checkRules returns what is wrong with how a NIC applies its algorithm, which is valid, and measures RTTs.
func (n *NIC) checkRules() error {
	switch able := capabilitiesOf(n.Algorithm); {
	case n.Overshoot && (!able.windowed || able.packets):
		return fmt.Errorf("overshoot: true, but the algorithm gives no window in bytes; leave it out")
	case n.Repace && able.gaps:
		return fmt.Errorf("repace: true, but the algorithm gives a gap, which counts from the next packet on; leave it out")
	case n.Repace && !(able.paces && able.has(ir.OnAck)):
		return fmt.Errorf("repace: true, but no acknowledgement changes a rate: the algorithm takes none, or gives no rate; leave it out")
	case n.Repace && n.Engine != nil:
		return fmt.Errorf("repace: true, but with an engine a rate is in force when its handler ends; leave one of them out")
	case n.Repace && n.Contexts != 0:
		return fmt.Errorf("repace: true, but with contexts a time may be that of a fetch; leave one of them out")
	case n.Clock < 0 || n.Clock%event.Nanosecond != 0 || n.Clock > event.Second:
		return fmt.Errorf("rtt_clock: %v is not a whole number of ns up to 1s", n.Clock)
	}
	return nil
}

// Check returns what is wrong with a configuration.
func (c *Config) Check() error {
	if err := c.Topology.Validate(); err != nil {
		return err
	}
	if err := c.Plan.Validate(c.Topology.Hosts, c.End); err != nil {
		return err
	}
	if err := c.Fabric.Check(); err != nil {
		return err
	}
	if n := len(c.Fabric.Levels); n != 0 && n != len(c.Plan.Conns) {
		return fmt.Errorf("priority levels of %d connections, but there are %d", n, len(c.Plan.Conns))
	}
	if len(c.NICs) == 0 || len(c.NICs) > 256 {
		return fmt.Errorf("%d kinds of NICs; use 1 to 256", len(c.NICs))
	}
	for i := range c.NICs {
		if err := c.NICs[i].Check(); err != nil {
			return err
		}
		if w := c.NICs[i].Wire(); w > c.Fabric.MTUWire {
			return fmt.Errorf("a NIC's packets of %d bytes are larger than the fabric's %d", w, c.Fabric.MTUWire)
		}
		for j := range c.NICs {
			if b := c.NICs[j].RxBuffer; b != nil && b.Bytes < uint32(c.NICs[i].Payload) {
				return fmt.Errorf("rx_buffer: %d bytes have no room for a packet of %d; make it larger", b.Bytes, c.NICs[i].Payload)
			}
			// The receiver would wait for more packets, the sender for an acknowledgement.
			if every := uint32(c.NICs[j].AckEvery); c.NICs[i].Window != 0 && (every == 0 || every > c.NICs[i].Window) {
				return fmt.Errorf("window: %d packets are sent before an acknowledgement comes with ack_every %d; use ack_every 1 to %d, or no window",
					c.NICs[i].Window, every, c.NICs[i].Window)
			}
			if a := c.NICs[i].Algorithm; a != nil && c.NICs[j].AckEvery != 1 && a.Algorithm.Contract.Windowed() {
				return fmt.Errorf("ack_every: %d, but %s gives a window, in which one packet may be all that is under way; use ack_every 1",
					c.NICs[j].AckEvery, a.Algorithm.Def.Name)
			}
		}
	}
	if c.Kind != nil && len(c.Kind) != int(c.Topology.Hosts) {
		return fmt.Errorf("kinds of NICs for %d hosts, but there are %d hosts", len(c.Kind), c.Topology.Hosts)
	}
	for host, k := range c.Kind {
		if int(k) >= len(c.NICs) {
			return fmt.Errorf("host %d has NIC kind %d, but there are %d kinds", host, k, len(c.NICs))
		}
	}
	for i := range c.Plan.Conns {
		if k := &c.Plan.Conns[i]; k.Loopback && c.nicOf(k.Src).Host == nil {
			return fmt.Errorf("connection %d is a loop-back, but the NIC of host %d has no host interface; give its table [[nic]] a table [nic.host]", i, k.Src)
		}
		if k := c.Plan.Conns[i].Class; k == 0 || int(k) >= len(c.Fabric.Classes) {
			return fmt.Errorf("connection %d is of class %d; data has classes 1 to %d", i, k, len(c.Fabric.Classes)-1)
		}
	}
	if c.Record.Bin < 0 {
		return fmt.Errorf("record.throughput: %v is negative", c.Record.Bin)
	}
	if c.End <= 0 || c.End > fabric.MaxEnd {
		return fmt.Errorf("end: %v is out of range; use more than 0 and at most 140 s", c.End)
	}
	return nil
}
