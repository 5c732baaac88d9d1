package live

import (
	"context"
	"fmt"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/bpf"
	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/testvectors/transducer"
)

// inKernel is how many connections of a host the kernel's machine can keep apart.
const inKernel = 16

// Engines run algorithms instead of the reference. Close ends them after the run.
type Engines struct {
	// Compare ends the run at the first answer that differs from the reference's, with an error of type
	// *transducer.Difference.
	Compare bool

	made []transducer.Firmware
}

// Close closes all that was opened.
func (e *Engines) Close() {
	for _, f := range e.made {
		_ = f.Close()
	}
}

// RunReaction makes firmwares run the senders' algorithm, one for each host, which open starts.
func (e *Engines) RunReaction(p *Plan, open func() (transducer.Firmware, error)) {
	p.Setup = e.of(p, p.Setup, open)
}

// of returns a setup whose engines are firmwares.
func (e *Engines) of(p *Plan, s *driver.Setup, open func() (transducer.Firmware, error)) *driver.Setup {
	flat := codegen.AlgorithmOf(s.Algorithm.Def)
	external := *s
	external.Engine = func() (driver.Engine, error) {
		engine, err := s.Engine()
		if err != nil {
			return nil, err
		}
		f, err := open()
		if err != nil {
			return nil, err
		}
		e.made = append(e.made, f)
		p.engine = f.Name()
		return &driver.External{Firmware: f, Algorithm: &flat, Reference: engine, Compare: e.Compare}, nil
	}
	return &external
}

// InKernel makes this kernel's BPF machine run the senders' algorithm and the receivers' notification points, unless
// those are at hooks (Notify), compiled here. It fails without a compiler or a kernel that can do so, if the kernel's
// verifier refuses a program, or if a host has more connections than the machine keeps apart.
func (e *Engines) InKernel(ctx context.Context, p *Plan) error {
	if err := p.few(); err != nil {
		return err
	}
	if err := bpf.Available(); err != nil {
		return err
	}
	if _, err := bpf.Clang().Find(); err != nil {
		return err
	}
	source, err := p.source()
	if err != nil {
		return err
	}
	open, err := compiled(ctx, source, p.Setup)
	if err != nil {
		return err
	}
	e.RunReaction(p, open)
	if p.hooked != nil {
		return nil
	}
	if source, err = codegen.Firmware(); err != nil {
		return err
	}
	for i, s := range p.notify {
		if open, err = compiled(ctx, source, s); err != nil {
			return err
		}
		p.notify[i] = e.of(p, s, open)
	}
	return nil
}

// few refuses a host with more connections than the kernel's machine keeps apart.
func (p *Plan) few() error {
	for _, host := range p.hosts {
		out, in := 0, 0
		for i := range p.conns {
			if p.conns[i].src == host {
				out++
			}
			if p.conns[i].dst == host {
				in++
			}
		}
		if max(out, in) > inKernel {
			return fmt.Errorf("workload: host %d has %d connections one way; in the kernel's machine use at most %d", p.config.Topology.IDOf(host), max(out, in), inKernel)
		}
	}
	return nil
}

// compiled compiles an algorithm for the kernel, and returns a function that opens it.
func compiled(ctx context.Context, source *ir.Program, s *driver.Setup) (func() (transducer.Firmware, error), error) {
	g, err := bpf.Generate(source, bpf.Options{Algorithm: s.Algorithm.Def.Name, Connections: inKernel, Command: "cctrace live"})
	if err != nil {
		return nil, err
	}
	object, err := g.Compile(ctx, g.Packets)
	if err != nil {
		return nil, err
	}
	return func() (transducer.Firmware, error) { return g.Open(object) }, nil
}

// source returns the source of the senders' algorithm, as compiled.
func (p *Plan) source() (*ir.Program, error) {
	name := p.Setup.Algorithm.Def.Name
	for i := range p.Scenario.NIC {
		program, err := p.Scenario.Program(i)
		if err != nil {
			return nil, err
		}
		if program.Transducer(name) != nil {
			return program, nil
		}
	}
	return nil, fmt.Errorf("nic: no table has the algorithm %s", name)
}
