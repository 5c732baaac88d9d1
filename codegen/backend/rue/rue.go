// Package rue writes the adapter between the packed events and responses of Falcon's rate update engine
// and an algorithm in C: the target falcon-rue. It has no algorithm's name: what an event brings are the
// signals of Source, and what goes into a response are windows and a pace.
package rue

import (
	"bytes"
	_ "embed"
	"fmt"
	"slices"
	"sync"
	"text/template"

	"smartnic-cc/codegen/backend/cgen"
	"smartnic-cc/codegen/backend/rue/packet"
	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/ir"
)

//go:embed adapter.c.tmpl
var text string

// The template has C's braces in it, so that its actions have others.
var adapter = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("adapter").Delims("[[", "]]").Parse(text))
})

// MaxContext is the bytes that the engine's memory has for a connection.
const MaxContext = 64

// answer is what an acknowledgement or a NACK says of the packet that it answers.
var answer = []ir.Signal{ir.SignalForwardHops, ir.SignalSentAt, ir.SignalArrivedAt, ir.SignalAnsweredAt, ir.SignalReturnedAt, ir.SignalRxLevel}

// obeyed are the controls that a response can hold.
var obeyed = []ir.Control{ir.ControlWindow, ir.ControlRate, ir.ControlFabricWindow, ir.ControlNICWindow, ir.ControlGap}

// Source returns what an event of a generation gives an algorithm. Marks are counted from the second
// generation on.
func Source(g packet.Generation) *driver.Source {
	ack := []ir.Signal{ir.SignalAcked, ir.SignalRTT, ir.SignalHops}
	if g > packet.DNAA {
		ack = append(ack, ir.SignalMarked)
	}
	return &driver.Source{
		Name: "the rate update engine (" + g.String() + ")",
		Signals: map[ir.NICEventKind][]ir.Signal{
			ir.OnAck:     append(append(ack, ir.SignalAckedPackets), answer...),
			ir.OnNack:    append([]ir.Signal{ir.SignalLost, ir.SignalNackRTT, ir.SignalRefused}, answer...),
			ir.OnTimeout: {ir.SignalLost},
		},
		Alternative: "the NIC model (cctrace sim)",
	}
}

// Options say what Generate writes.
type Options struct {
	Generation packet.Generation
	// Prefix begins every name, as in the port's header. Header is that one's file name, and Command what
	// makes both files.
	Prefix, Header, Command string
}

// Check reports whether the engine can drive an algorithm and obey it. The error names what it has not.
func Check(t *ir.Transducer, g packet.Generation) (*driver.Algorithm, error) {
	a, err := driver.New(t)
	if err != nil {
		return nil, err
	}
	if a.Contract.Timer != nil {
		return nil, fmt.Errorf("%s has timers, and the rate update engine computes only when an event comes; take the timers out (docs/subset.md)", t.Name)
	}
	if err := a.Check(Source(g)); err != nil {
		return nil, err
	}
	for _, c := range a.Contract.Controls {
		if !slices.Contains(obeyed, c.Control) {
			return nil, &ir.ContractError{Pos: c.Field.Pos, Msg: fmt.Sprintf("control %s (field %s): the rate update engine obeys windows, a rate and a gap", c.Control, c.Name),
				Remedy: "take the field out (docs/subset.md)"}
		}
	}
	return a, nil
}

// Generate writes the adapter of one algorithm. The error is that of Check.
func Generate(p *ir.Program, t *ir.Transducer, o Options) ([]byte, error) {
	a, err := Check(t, o.Generation)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := adapter().Execute(&b, viewOf(p, t, a, o)); err != nil {
		return nil, fmt.Errorf("falcon-rue: %w", err) // a mistake in the template
	}
	return b.Bytes(), nil
}

// view is the data for the template.
type view struct {
	Options
	P, U                            string // prefix, in lower and upper case
	Name, Params, State, Event, Out string // the algorithm's, in C
	Init, Step                      string
	EventBits, ResponseBits         string // sums of widths
	Fields, Answers                 []field
	Bytes                           []string // of a response, each an expression
	Same                            []string // fields that a response repeats
	Kind                            string   // path of the kind; "" if every event is of one
	Cases                           []event
	Marks, Timeout, BNA             bool
	Controls                        map[string]string // by the control's name its path in the output
	MaxWindow, MaxNIC               uint64
	MaxGap, MaxContext              uint64
}

// field is a field in a C struct, and what reads it from a packet.
type field struct{ Name, Type, Read string }

// event is an event type of the engine, and what it sets in the algorithm's event.
type event struct {
	When string
	Sets []string
}

func viewOf(p *ir.Program, t *ir.Transducer, a *driver.Algorithm, o Options) *view {
	n := cgen.NamesOf(p, o.Prefix)
	v := &view{
		Options: o, P: o.Prefix, U: upper(o.Prefix), Name: t.Name, MaxContext: MaxContext,
		Params: n.Type(t.Params), State: n.Type(t.State), Event: n.Type(t.Event), Out: n.Type(t.Output),
		Init: n.Func(t.Init), Step: n.Func(t.Step), BNA: o.Generation == packet.BNA, Controls: map[string]string{},
	}
	events, responses := packet.Event(o.Generation), packet.Response(o.Generation)
	v.EventBits, v.ResponseBits = sum(events), sum(responses)
	for _, f := range events {
		if !f.Reserved() {
			v.Fields = append(v.Fields, field{f.Name, ctype(f), read(f)})
		}
	}
	for _, f := range responses {
		if f.Reserved() {
			continue
		}
		v.Answers = append(v.Answers, field{Name: f.Name, Type: ctype(f)})
		switch f.Name {
		case "fabric_congestion_window":
			v.MaxWindow = 1<<f.Width - 1
		case "nic_congestion_window":
			v.MaxNIC = 1<<f.Width - 1
		case "inter_packet_gap":
			v.MaxGap = 1<<f.Width - 1
		}
	}
	for _, f := range packet.Repeated(o.Generation) {
		v.Same = append(v.Same, f.Name)
	}
	v.Bytes = bytesOf(responses)
	_, v.Marks = packet.Find(events, "ecn_accumulated")
	_, v.Timeout = packet.Find(events, "retransmit_timeout")
	leaves := n.Leaves(t.Event)
	if a.Contract.Kind >= 0 {
		v.Kind = leaves[a.Contract.Kind]
	}
	for _, e := range a.Contract.Events {
		c := event{When: when[e.Kind]}
		if e.Kind == ir.OnNack && slices.ContainsFunc(a.Contract.Signals, func(s ir.NICSignal) bool { return slices.Contains(answer, s.Signal) }) {
			c.When = "in.event_type == 1u" // an early retransmission answers no packet
		}
		if v.Kind != "" {
			c.Sets = append(c.Sets, fmt.Sprintf("e%s = %s", v.Kind, n.Const(e.Const)))
		}
		for _, s := range a.Contract.Signals {
			value := values[s.Signal]
			if value == "" || !s.Signal.Info().Given(e.Kind) {
				continue
			}
			most := driver.Most(s.Leaf)
			switch s.Signal {
			case ir.SignalHops:
				most = min(most, uint64(a.Contract.Hops()))
			case ir.SignalForwardHops:
				most = min(most, ir.MaxHops)
			}
			if !clock[s.Signal] {
				value = fmt.Sprintf("%srue_least(%s, UINT64_C(%d))", o.Prefix, value, most)
			}
			c.Sets = append(c.Sets, fmt.Sprintf("e%s = (%s)%s", leaves[s.Index], cgen.CType(s.Leaf.Kind), value))
		}
		v.Cases = append(v.Cases, c)
	}
	outs := n.Leaves(t.Output)
	for _, c := range a.Contract.Controls {
		v.Controls[c.Control.String()] = outs[c.Index]
	}
	return v
}

// when says which events of the engine bring a NIC event: an early retransmission is a gap that was
// reported.
var when = map[ir.NICEventKind]string{
	ir.OnAck:     "in.event_type == 0u",
	ir.OnNack:    "in.event_type == 1u || (in.event_type == 2u && in.retransmit_reason == 1u)",
	ir.OnTimeout: "in.event_type == 2u && in.retransmit_reason == 0u",
}

// clock are the signals that wrap with the width of their field; all others are limited.
var clock = map[ir.Signal]bool{ir.SignalNow: true, ir.SignalSentAt: true, ir.SignalArrivedAt: true, ir.SignalAnsweredAt: true, ir.SignalReturnedAt: true}

// values are the signals in C, from what the template computes of an event.
var values = map[ir.Signal]string{
	ir.SignalNow: "ns", ir.SignalAcked: "acked", ir.SignalRTT: "rtt", ir.SignalHops: "in.forward_hops", ir.SignalMarked: "marked",
	ir.SignalLost: "UINT64_C(1)", ir.SignalNackRTT: "nack_rtt", ir.SignalAckedPackets: "in.num_packets_acked", ir.SignalForwardHops: "in.forward_hops",
	ir.SignalSentAt: "at[0]", ir.SignalArrivedAt: "at[1]", ir.SignalAnsweredAt: "at[2]", ir.SignalReturnedAt: "at[3]",
	ir.SignalRxLevel: "in.rx_buffer_level * UINT64_C(2048)", ir.SignalRefused: "refused",
}
