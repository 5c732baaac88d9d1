package bpf

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"

	"github.com/cilium/ebpf"

	"smartnic-cc/codegen/backend/cgen"
	"smartnic-cc/codegen/backend/p4"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/packet/roce"
)

// notifyView is the data for the template of a notification point.
type notifyView struct {
	*view
	NotifySend  signal   // the control that sends a CNP
	NotifyMarks *signal  // the one that says how many packets it reports, or nil
	NotifyOne   []signal // what counts marked packets in the event
	CRC         [16]uint32
	CRCOnes     uint32 // the register of the CRC after eight bytes of ones
	UDPPort     int
	CNPOpcode   uint8
	CNPDSCP     int
}

// newNotifyView returns nil for an algorithm that does not run at a notification point, or that needs what no tc hook
// has: a timer, or a parameter to take packets. Names of the header begin with the prefix.
func newNotifyView(v *view, prog *ir.Program, t *ir.Transducer, prefix string) *notifyView {
	c, err := t.Contract()
	if err != nil || !c.Has(ir.OnPacket) || c.Timer != nil || len(t.Needs) > 0 {
		return nil
	}
	// By custom CNPs have DSCP 48, the class of network control.
	n := &notifyView{view: v, UDPPort: roce.UDPPort, CNPOpcode: uint8(roce.CNP), CNPDSCP: 48}
	names := cgen.NamesOf(prog, prefix)
	event, output := names.Leaves(t.Event), names.Leaves(t.Output)
	for _, s := range c.Signals {
		if s.Signal == ir.SignalMarked {
			n.NotifyOne = append(n.NotifyOne, signal{Path: event[s.Index]})
		}
	}
	n.NotifySend.Path = output[c.Control(ir.ControlSendCNP, "").Index]
	if m := c.Control(ir.ControlCNPMarked, ""); m != nil {
		n.NotifyMarks = &signal{Path: output[m.Index]}
	}
	for i := range n.CRC {
		crc := uint32(i)
		for range 4 {
			crc = crc>>1 ^ crc32.IEEE&-(crc&1)
		}
		n.CRC[i] = crc
	}
	n.CRCOnes = ^crc32.ChecksumIEEE(bytes.Repeat([]byte{0xFF}, 8))
	return n
}

// Notifies reports whether the algorithm is a notification point's.
func (p *Program) Notifies() bool { return p.Notify.Name != "" }

// NotificationPoint is a notification point in the kernel: two programs for the hooks of one link, and their shared
// maps.
type NotificationPoint struct {
	// Ingress is for what comes in by the link, and Egress for what goes out.
	Ingress, Egress *ebpf.Program

	output, state []ir.Leaf
	loaded        *ebpf.Collection
	prefix        string
	raw           []byte
}

// OpenNotify loads the object that Compile made of Notify, with parameters. With log it records its decisions for
// Next. The error may be a *Refused.
func (p *Program) OpenNotify(object []byte, values []uint64, log bool) (*NotificationPoint, error) {
	spec, err := ebpf.LoadCollectionSpecFromReader(bytes.NewReader(object))
	if err != nil {
		return nil, fmt.Errorf("the object of %s: %w", p.Def.Name, err)
	}
	ingress, egress := p.view.P+"_notify", p.view.P+"_answer"
	if spec.Programs[ingress] == nil || spec.Programs[egress] == nil {
		return nil, fmt.Errorf("the object has no programs %s and %s; compile it again from what ccgen bpf prints", ingress, egress)
	}
	// The kernel keeps 15 characters of a name.
	spec.Programs[ingress].Name, spec.Programs[egress].Name = "np_notify", "np_answer"
	if err := spec.Variables[p.view.P+"_params"].Set(memory(p.Def.Params, values)); err != nil {
		return nil, fmt.Errorf("parameters of %s: %w", p.Def.Name, err)
	}
	if err := spec.Variables[p.view.P+"_log"].Set(log); err != nil {
		return nil, fmt.Errorf("the log of %s: %w", p.Def.Name, err)
	}
	c, err := ebpf.NewCollection(spec)
	if err != nil {
		return nil, refused(p.Notify.Name, err)
	}
	n := &NotificationPoint{Ingress: c.Programs[ingress], Egress: c.Programs[egress], loaded: c, prefix: p.view.P,
		output: ir.Layout(p.Def.Output), state: ir.Layout(p.Def.State)}
	n.raw = make([]byte, n.loaded.Maps[n.prefix+"_decisions"].ValueSize())
	return n, nil
}

// Begin says when the algorithm's clock begins: a time of the kernel's monotonic clock, ns.
func (n *NotificationPoint) Begin(at uint64) error {
	return n.loaded.Variables[n.prefix+"_begin"].Set(at)
}

// Flow adds a connection: the number of its queue pair here, that of the sender's, and its own.
func (n *NotificationPoint) Flow(pair, peer, connection uint32) error {
	var value [8]byte
	binary.NativeEndian.PutUint32(value[:], connection)
	binary.NativeEndian.PutUint32(value[4:], peer)
	if err := n.loaded.Maps[n.prefix+"_flows"].Put(pair, value); err != nil {
		return fmt.Errorf("a map of the kernel's: %w", err)
	}
	return nil
}

// NotifyCount are the counters of a connection's notification point.
type NotifyCount struct {
	Marked   uint64 // marked packets that came
	CNPs     uint64 // that were sent
	Reported uint64 // marked packets that the CNPs report
}

// Count returns the counters of a connection.
func (n *NotificationPoint) Count(connection uint32) (c NotifyCount, err error) {
	var value [40]byte // as the program declares it
	if err := n.loaded.Maps[n.prefix+"_counts"].Lookup(connection, &value); err != nil {
		return c, fmt.Errorf("a map of the kernel's: %w", err)
	}
	for i, to := range []*uint64{&c.Marked, &c.CNPs, &c.Reported} {
		*to = binary.NativeEndian.Uint64(value[16+8*i:])
	}
	return c, nil
}

// Decision is an event that a notification point took, with its result.
type Decision struct {
	Connection    uint32
	Number        uint64 // of the event of its connection, from 1; several CPUs may log them out of order
	Time          int64  // ns
	Output, State []uint64
}

// Next takes the next decision from the log; ok is false if the log is empty.
func (n *NotificationPoint) Next() (d Decision, ok bool, err error) {
	err = n.loaded.Maps[n.prefix+"_decisions"].LookupAndDelete(nil, n.raw)
	if errors.Is(err, ebpf.ErrKeyNotExist) {
		return d, false, nil
	}
	if err != nil {
		return d, false, fmt.Errorf("a map of the kernel's: %w", err)
	}
	d.Time, d.Number = int64(binary.NativeEndian.Uint64(n.raw)), binary.NativeEndian.Uint64(n.raw[8:])
	d.Connection = binary.NativeEndian.Uint32(n.raw[16:])
	rest := n.raw[20:]
	if d.Output, rest, err = p4.Fields(rest, n.output); err == nil {
		d.State, _, err = p4.Fields(rest, n.state)
	}
	return d, err == nil, err
}

// Close unloads the programs; those that are attached stay until their link goes.
func (n *NotificationPoint) Close() { n.loaded.Close() }
