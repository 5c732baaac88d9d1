package bpf

import (
	"bytes"
	_ "embed" // the C texts
	"fmt"
	"text/template"

	"smartnic-cc/codegen/backend/cgen"
	"smartnic-cc/codegen/backend/printer"
	"smartnic-cc/codegen/ir"
)

// Options say what Generate prints.
type Options struct {
	// Algorithm is the transducer's name.
	Algorithm string
	// Values are the parameters that the read-only data begins with, by leaf; nil is all 0.
	Values []uint64
	// Profile describes the parameters in one line.
	Profile string
	// Connections is the number of connections, 1 to 65536; 0 is printer.DefaultConnections.
	Connections int
	// Laws checks the algorithm's laws at each step: a variable of the program has the number of the first that broke.
	Laws bool
	// Command is what makes the files again, and Rounding a remark; both are put into heads.
	Command, Rounding string
}

// File is one printed file.
type File struct {
	Name string
	Data []byte
}

// prefix begins the names of the header, as in the C port.
const prefix = "cc_"

var (
	//go:embed text/maps.h.tmpl
	mapsText string
	//go:embed text/wire.h.tmpl
	wireText string
	//go:embed text/packets.c.tmpl
	packetsText string
	//go:embed text/xdp.c.tmpl
	xdpText string
	//go:embed text/tc.c.tmpl
	tcText string
	//go:embed text/notify.c.tmpl
	notifyText string
	// The timed programs: those in the kernel, and the native one.

	//go:embed text/time.c.tmpl
	timeText string
	//go:embed text/native.c.tmpl
	nativeText string
	// What several of them have.

	//go:embed text/leaves.tmpl
	leavesText string
	//go:embed text/crc.tmpl
	crcText string
	// The programs for an interface: what depends on the algorithm, and what does not.

	//go:embed text/attach.h.tmpl
	attachText string
	//go:embed text/attach.c
	attachProgram []byte
)

// Program is the output for one algorithm.
type Program struct {
	Def *ir.Transducer
	// Header is the C port's, Wire what packs values into packets, Maps the functions for
	// one's own programs, Packets the XDP program, XDP and TC the examples.
	Header, Wire, Maps, Packets, XDP, TC File
	// Notify is the notification point of RoCEv2 connections, two programs for tc. Its name is empty if the algorithm
	// does not run at a notification point.
	Notify File

	plain File // the C port as for other targets
	view  *view
}

// Files lists the printed files.
func (p *Program) Files() []File {
	list := []File{p.Header, p.Wire, p.Maps, p.Packets, p.XDP, p.TC}
	if p.Notifies() {
		list = append(list, p.Notify)
	}
	return list
}

// Generate prints the C of an algorithm. The error is that of an unknown algorithm, of options
// out of range, or of the C port.
func Generate(prog *ir.Program, o Options) (*Program, error) {
	t, connections, err := printer.Algorithm(prog, o.Algorithm, o.Connections, o.Values)
	if err != nil {
		return nil, err
	}
	o.Connections = connections
	name := cgen.Snake(t.Name)
	only := []string{t.Init.FullName(), t.Step.FullName()}
	if t.Next != nil {
		only = append(only, t.Next.FullName())
	}
	c := cgen.Options{Prefix: prefix, HeaderName: name + ".h", Command: o.Command, Rounding: o.Rounding, Profile: o.Profile, Only: only, Laws: o.Laws}
	plain, err := cgen.Generate(prog, c)
	if err != nil {
		return nil, err
	}
	c.Verified = true
	header, err := cgen.Generate(prog, c)
	if err != nil {
		return nil, err
	}
	v := newView(prog, t, name, o)
	p := &Program{Def: t, Header: File{c.HeaderName, header}, plain: File{c.HeaderName, plain}, view: v}
	for _, f := range []struct {
		to   *File
		name string
		text string
	}{
		{&p.Wire, name + ".wire.h", wireText}, {&p.Maps, name + ".bpf.h", mapsText},
		{&p.Packets, name + ".bpf.c", packetsText}, {&p.XDP, name + "_xdp.bpf.c", xdpText}, {&p.TC, name + "_tc.bpf.c", tcText},
	} {
		if *f.to, err = v.print(f.name, f.text); err != nil {
			return nil, err
		}
	}
	if n := newNotifyView(v, prog, t, prefix); n != nil {
		if p.Notify, err = printed(name+"_np.bpf.c", notifyText, n); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// print fills a template in. Templates have C's braces in them, so that their actions have others. They are parsed
// here and not when a program that prints none begins.
func (v *view) print(name, text string) (File, error) { return printed(name, text, v) }

func printed(name, text string, v any) (File, error) {
	t := template.New(name).Delims("[[", "]]")
	var err error
	for _, shared := range []string{leavesText, crcText, text} {
		if err == nil {
			t, err = t.Parse(shared)
		}
	}
	if err != nil {
		return File{}, fmt.Errorf("bpf: %w", err) // a mistake in the template, as below
	}
	var b bytes.Buffer
	if err := t.Execute(&b, v); err != nil {
		return File{}, fmt.Errorf("bpf: %w", err)
	}
	return File{name, b.Bytes()}, nil
}
