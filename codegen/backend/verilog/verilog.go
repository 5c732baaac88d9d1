package verilog

import (
	"fmt"
	"math/bits"
	"strings"

	"smartnic-cc/codegen/backend/printer"
	"smartnic-cc/codegen/flat"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/plural"
)

// Options say what Generate prints.
type Options struct {
	// Algorithm is the transducer's name.
	Algorithm string
	// Values are the parameters as constants, by leaf; nil for parameters as inputs.
	Values []uint64
	// Profile describes the parameters in one line.
	Profile string
	// Stages is the number of stages of the pipeline, 1 to 64; 0 is 1. Period, ns, asks instead for as many as it
	// takes.
	Stages int
	Period float64
	// Shared is the width of the multiplier through which most products of the step go, one a clock; with 0 each
	// product has its own multiplier.
	Shared int
	// Whole sends all events through the unit with that multiplier, not only those that need most of the products.
	Whole bool
	// Queue is how many events may wait for that unit while others pass, 2 to 64; with 0 the others wait, too.
	Queue int
	// Declared makes every value as wide as its type, for comparison.
	Declared bool
	// Assume narrows inputs.
	Assume []Assumption
	// Connections is the number of connections of the wrapper, 1 to 65536; 0 is printer.DefaultConnections.
	Connections int
	// Limit is how many operations a function may have; 0 is DefaultLimit.
	Limit int
	// Lines puts the source's file and line at the end of statements.
	Lines bool
	// Laws adds, for FORMAL, a module that asserts the algorithm's laws of its core.
	Laws bool
	// Command is the command that makes the text again; Rounding is a remark. Both are put into the head.
	Command, Rounding string
}

// Defaults and limits of Options.
const (
	// DefaultLimit is the size of the largest core that tools handle in minutes.
	DefaultLimit = 20000
	// DefaultQueue is how many events may wait for the unit of the shared form. mostQueue bounds it, since an
	// arriving event's connection is compared with all of them.
	DefaultQueue = 4
	mostQueue    = 64
)

// Design is what was generated.
type Design struct {
	Def  *ir.Transducer
	Text []byte
	// Latency is the clocks from an event to its output in the core; the wrapper adds one. NextLatency is that of the
	// core of the next function. Slow is the latency of events that go through the unit with one multiplier while
	// others do not; 0 if no events do.
	Latency, NextLatency, Slow int
	// Period is the clock period by the model of delays, ns.
	Period float64
	// StateBits is the size of a connection's state in the wrapper's memory.
	StateBits int
	// Operations counts the core's operations, Registers the bits between its stages and at its outputs.
	Operations int

	o       Options
	in      *inputs
	core    *module // of the shared form its ports only
	unit    *module // the one multiplier, and what it works for
	front   *module // the pipeline of events that bypass the unit, or nil
	chooser *module // decides what goes through the unit
	guard   *flat.Guard
	whole   *flat.Function // what was split
	init    *module
	next    *module
	numbers int // bits of a connection's number
}

type gen struct {
	p  *ir.Program
	t  *ir.Transducer
	o  Options
	in *inputs
	// whole makes outputs as wide as their types.
	whole bool
}

func (g *gen) limit() int {
	if g.o.Limit > 0 {
		return g.o.Limit
	}
	return DefaultLimit
}

// Generate prints the modules of an algorithm: the cores of its step, init and next functions, and the wrapper, which
// has the algorithm's name. It fails on an invalid option, on a function with too many operations, or on a period
// that no cut reaches.
func Generate(p *ir.Program, o Options) (*Design, error) {
	t, connections, err := printer.Algorithm(p, o.Algorithm, o.Connections, o.Values)
	if err != nil {
		return nil, err
	}
	o.Connections = connections
	if o.Stages < 0 || o.Stages > mostStages {
		return nil, fmt.Errorf("stages: %d is out of range 1..%d", o.Stages, mostStages)
	}
	if o.Shared != 0 && (o.Shared < leastShared || o.Shared > mostShared) {
		return nil, fmt.Errorf("shared: a multiplier of %d bits is out of range %d..%d", o.Shared, leastShared, mostShared)
	}
	if o.Queue != 0 && (o.Queue < 2 || o.Queue > mostQueue) {
		return nil, fmt.Errorf("queue: %d is out of range 2..%d, or 0 for none", o.Queue, mostQueue)
	}
	in, err := newInputs(t, &o)
	if err != nil {
		return nil, err
	}
	g := &gen{p: p, t: t, o: o, in: in}
	d := &Design{Def: t, o: o, in: in, numbers: max(1, bits.Len(uint(o.Connections-1)))}
	if o.Shared > 0 {
		err = g.shared(d)
	} else {
		d.core, err = g.module(t.Name+"_core", t.Step, false, false, 0)
	}
	if err != nil {
		return nil, err
	}
	if d.init, err = g.module(t.Name+"_init", t.Init, true, true, 0); err != nil {
		return nil, err
	}
	if t.Next != nil {
		if d.next, err = g.module(t.Name+"_next", t.Next, false, false, d.longest()); err != nil {
			return nil, err
		}
		d.NextLatency = d.next.plan.stages
	}
	d.Latency, d.Period = d.path().plan.stages, d.longest()
	d.Operations += collect.Sum(d.parts(), func(m *module) int { return len(m.plan.end) })
	if d.front != nil {
		d.Slow = d.unit.unit.steps
		if o.Queue > 0 {
			d.Slow++
		}
	}
	for i := range d.init.outputs {
		d.StateBits += d.init.outputs[i].Bits
	}
	var b strings.Builder
	core := d.coreText()
	init := d.init.text(append([]string{"The state of a new connection; no clock.", ""}, t.Init.Doc...))
	g.head(&b, d)
	b.WriteString(core + "\n" + init)
	if d.next != nil {
		b.WriteString("\n" + d.next.text(append([]string{"The timer of a connection that ends next, " + plural.Of(d.NextLatency, "clock") + " later.", ""}, t.Next.Doc...)))
	}
	if o.Shared > 0 {
		b.WriteString("\n" + d.sharedWrapper())
	} else {
		b.WriteString("\n" + d.wrapper())
	}
	if o.Laws {
		laws, err := g.formal(d)
		if err != nil {
			return nil, err
		}
		b.WriteString("\n" + laws)
	}
	b.WriteString("\n`default_nettype wire\n")
	d.Text = []byte(b.String())
	return d, nil
}

// parts returns the modules of which the core consists.
func (d *Design) parts() []*module {
	if d.unit == nil {
		return []*module{d.core}
	}
	if d.front == nil {
		return []*module{d.unit}
	}
	return []*module{d.chooser, d.front, d.unit}
}

// path returns the module that most events go through.
func (d *Design) path() *module {
	switch {
	case d.front != nil:
		return d.front
	case d.unit != nil:
		return d.unit
	}
	return d.core
}

// longest returns the longest path in the core's parts, ns.
func (d *Design) longest() float64 {
	t := 0.0
	for _, m := range d.parts() {
		t = max(t, m.plan.period)
	}
	return t
}

// coreText prints the core.
func (d *Design) coreText() string {
	t, latency := d.Def, plural.Of(d.Latency, "clock")
	if d.o.Shared > 0 {
		return d.sharedText()
	}
	return d.core.text(append([]string{fmt.Sprintf("One event of %s: the state and the event in, the output and the state after it out", t.Name),
		latency + " later, one event a clock.", ""}, t.Step.Doc...))
}

// head prints what the text is and how it was made.
func (g *gen) head(b *strings.Builder, d *Design) {
	f := func(format string, args ...any) { fmt.Fprintf(b, format, args...) }
	f("// %s: Verilog-2005, made from Go source. Do not edit.\n//\n", g.t.Name)
	printer.Command(b, g.o.Command)
	if g.o.Values != nil {
		printer.Constants(b, g.t, g.o.Profile, g.o.Values)
	} else {
		f("// Parameters: inputs that stay while events are in flight. The first event may follow %d\n// clocks after a change.\n", Settle(d))
	}
	for _, a := range g.o.Assume {
		f("// Assumed: %s\n", a)
	}
	pace := "one event a clock"
	if d.unit != nil {
		f("// Shared: %s.\n", d.Shared())
		if d.front == nil {
			pace = "one event at a time"
		}
	}
	f("// Core: %s, %s from event to output, %s; at most %.1f ns a\n// clock by the compiler's model of an iCE40 HX.\n",
		plural.Of(d.Operations, "operation"), plural.Of(d.Latency, "clock"), pace, d.Period)
	width := "the ranges that the source declares"
	if g.o.Declared {
		width = "the types"
	}
	f("// Widths: by %s. State: %d bits a connection.\n", width, d.StateBits)
	printer.Origin(b, g.o.Rounding, g.p, printer.Roots(g.t)...)
	f("\n`default_nettype none\n\n")
	f("// All modules stand in one file.\n/* verilator lint_off DECLFILENAME */\n")
	f("// A shift or a high half drops low bits, and an algorithm need not read every field.\n/* verilator lint_off UNUSEDSIGNAL */\n\n")
}

// Settle returns how many clocks after a change of parameters all that depends on them is stable: two for each
// register that such a value may pass.
func Settle(d *Design) int {
	n := 2
	for _, m := range append(d.parts(), d.next) {
		if m != nil {
			n += len(m.plan.held)
		}
	}
	return n
}
