package bpf

import (
	"bytes"
	"context"
	"fmt"

	"smartnic-cc/codegen/backend/cgen"
	"smartnic-cc/codegen/backend/printer"
	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// PointPrefix begins the names of the notification point's header, which one source includes with the reaction point's.
const pointPrefix = "np_"

// AttachSource is what the programs for an interface give an algorithm: all of a RoCEv2 connection that its sender's host
// sees at the hooks of an interface.
func AttachSource() *driver.Source {
	return &driver.Source{
		Name:        "an interface",
		Alternative: "the NIC model (cctrace sim)",
		Signals: map[ir.NICEventKind][]ir.Signal{
			ir.OnSent: {ir.SignalBytes, ir.SignalPackets},
			ir.OnCNP:  {ir.SignalCNPs, ir.SignalMarked},
			ir.OnAck:  {ir.SignalAcked, ir.SignalRTT},
		},
		Unheeded: []ir.Control{ir.ControlMessageRate, ir.ControlWindow, ir.ControlTag, ir.ControlFabricWindow, ir.ControlNICWindow, ir.ControlGap},
	}
}

// Attach is the C of two programs for an interface: a reaction point for the connections that send from there, and a
// notification point for those that arrive.
type Attach struct {
	// Def is the reaction point, and Point the notification point.
	Def, Point *ir.Transducer

	files []File // the last is compiled
}

// AttachFile is the name of the source of the programs.
const AttachFile = "attach.c"

// Compile compiles the programs and returns the object. It fails as Program.Compile does.
func (a *Attach) Compile(ctx context.Context) ([]byte, error) {
	return compile(ctx, Clang(), a.files, AttachFile)
}

// fill is a field of an event, and what it is filled with.
type fill struct {
	signal
	Most uint64
}

// taken is an event that an algorithm takes: its name in attach.h, its kind, what it is filled with, and the parameters
// without which it changes nothing.
type taken struct {
	What  string
	Kind  uint64
	Fills []fill
	Needs []string
}

// attachView is the data for the template of attach.h.
type attachView struct {
	*notifyView // of the notification point, but for what follows
	*view       // of the reaction point
	Point       *view
	Takes       []taken
	KindType    string
	Rate        string
	Next        string
	TimerType   string
	TimerAt     string
	TimerKind   string
	TimerKinds  []uint64
}

// told are the events that packets of a connection bring, and the names of what attach.c tells of them.
var told = map[ir.NICEventKind]struct {
	name string
	of   map[ir.Signal]string
}{
	ir.OnSent: {"CC_SENT", map[ir.Signal]string{ir.SignalBytes: "bytes", ir.SignalPackets: "packets"}},
	ir.OnCNP:  {"CC_CNP", map[ir.Signal]string{ir.SignalCNPs: "cnps", ir.SignalMarked: "marked"}},
	ir.OnAck:  {"CC_ACK", map[ir.Signal]string{ir.SignalAcked: "acked", ir.SignalRTT: "rtt"}},
}

// GenerateAttach prints the programs for a reaction point of prog, o.Algorithm, and a notification point of another
// program. The object has a note for whoever loads it (AttachNote). The error is that of Generate, of an algorithm that asks for more than an interface gives (AttachSource), or
// of one without a rate.
func GenerateAttach(prog *ir.Program, o Options, points *ir.Program, point string, note []byte) (*Attach, error) {
	t, connections, err := printer.Algorithm(prog, o.Algorithm, o.Connections, o.Values)
	if err != nil {
		return nil, err
	}
	o.Connections = connections
	a, err := driver.New(t)
	if err != nil {
		return nil, err
	}
	if err := a.Check(AttachSource()); err != nil {
		return nil, err
	}
	rate := a.Contract.Control(ir.ControlRate, "")
	if rate == nil {
		return nil, &ir.ContractError{Pos: t.Pos, Msg: "transducer " + t.Name + " has no rate to pace packets by", Remedy: "put //ccgen:control rate (kb/s) on a field of its output (docs/subset.md)"}
	}
	pt, _, err := printer.Algorithm(points, point, 0, nil)
	if err != nil {
		return nil, err
	}
	name := cgen.Snake(t.Name)
	n := cgen.NamesOf(prog, prefix)
	pv := newViewOf(points, pt, cgen.Snake(pt.Name), Options{Algorithm: point}, pointPrefix)
	np := newNotifyView(pv, points, pt, pointPrefix)
	if np == nil {
		return nil, fmt.Errorf("%s: does not run at a notification point", point)
	}
	v := attachView{notifyView: np, view: newView(prog, t, name, o), Point: pv, Rate: n.Leaves(t.Output)[rate.Index]}
	v.events(a, n)
	v.timer(a, n)
	out := &Attach{Def: t, Point: pt}
	for _, h := range []struct {
		prog   *ir.Program
		t      *ir.Transducer
		prefix string
	}{{prog, t, prefix}, {points, pt, pointPrefix}} {
		c := cgen.Options{Prefix: h.prefix, HeaderName: cgen.Snake(h.t.Name) + ".h", Command: o.Command, Profile: o.Profile, Verified: true}
		for _, f := range []*ir.Func{h.t.Init, h.t.Step, h.t.Next} {
			if f != nil {
				c.Only = append(c.Only, f.FullName())
			}
		}
		header, err := cgen.Generate(h.prog, c)
		if err != nil {
			return nil, err
		}
		out.files = append(out.files, File{c.HeaderName, header})
	}
	for _, f := range []struct {
		name, text string
		view       any
	}{{name + ".wire.h", wireText, v.view}, {"attach.h", attachText, v}} {
		file, err := printed(f.name, f.text, f.view)
		if err != nil {
			return nil, err
		}
		out.files = append(out.files, file)
	}
	var text bytes.Buffer
	fmt.Fprintf(&text, "const uint8_t cc_note[] __attribute__((section(%q), used)) = {", noteSection)
	for i, b := range note {
		if i%24 == 0 {
			text.WriteString("\n\t")
		}
		fmt.Fprintf(&text, "%d,", b)
	}
	text.WriteString("\n};\n")
	out.files = append(out.files, File{"note.h", text.Bytes()}, File{AttachFile, attachProgram})
	return out, nil
}

// events finds what the algorithm takes.
func (v *attachView) events(a *driver.Algorithm, n cgen.Names) {
	c, t := a.Contract, a.Def
	event, params := n.Leaves(t.Event), n.Leaves(t.Params)
	if c.Kind >= 0 {
		v.KindType = v.view.Event.Leaves[c.Kind].Type
	}
	for _, e := range c.Events {
		what, ok := told[e.Kind]
		if !ok {
			continue
		}
		x := taken{What: what.name, Kind: e.Value}
		for _, s := range c.Signals {
			if of := what.of[s.Signal]; of != "" {
				x.Fills = append(x.Fills, fill{signal{event[s.Index], cgen.CType(s.Kind), of}, driver.Most(s.Leaf)})
			}
		}
		x.Needs = append(x.Needs, collect.Pick(t.Needs, func(need ir.Need) (string, bool) { return params[need.Leaf], need.Kind == e.Kind })...)
		v.Takes = append(v.Takes, x)
	}
}

// timer finds the function that returns the next timer.
func (v *attachView) timer(a *driver.Algorithm, n cgen.Names) {
	c, next := a.Contract, a.Def.Next
	if c.Timer == nil {
		return
	}
	leaves := n.Leaves(next.Results[0])
	v.Next, v.TimerType, v.TimerAt, v.TimerKind = n.Func(next), n.Type(next.Results[0]), leaves[c.Timer.At], leaves[c.Timer.Kind]
	v.TimerKinds = append(v.TimerKinds, collect.Pick(c.Events, func(e ir.NICEvent) (uint64, bool) { return e.Value, e.Kind == ir.OnTimer })...)
}
