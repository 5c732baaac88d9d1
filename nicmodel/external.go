package nicmodel

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/driver"
	"smartnic-cc/testvectors/transducer"
)

// External replaces connections' algorithm by a firmware: a program behind the line protocol (package
// testvectors/pipe), or anything else with that interface. It runs the algorithm of each connection's NIC with the
// same parameters and events; its answers pace the connection, and the timers are read from the state in them.
//
// An error of the firmware ends the run at the end of its window. The caller closes the firmware after the run.
type External struct {
	Firmware transducer.Firmware
	// Conns are the connections that it runs; nil means all that have an algorithm.
	Conns []uint32
	// Compare ends the run at the first answer that is not the reference's, with an error of type
	// *transducer.Difference.
	Compare bool
}

// Runs returns the connections that the firmware runs in a configuration.
func (f *External) Runs(c *Config) []uint32 {
	if f.Conns != nil {
		return f.Conns
	}
	var conns []uint32
	for conn := range c.Plan.Conns {
		if c.nicOf(c.Plan.Conns[conn].Src).Algorithm != nil {
			conns = append(conns, uint32(conn))
		}
	}
	return conns
}

// externals says which connections a firmware runs.
type externals struct {
	// mu guards the firmwares, which take one goroutine at a time but may have connections in several partitions.
	mu sync.Mutex
	of []uint8 // number of the firmware by connection, from 1; nil without any
	// all are the connections that firmwares run.
	all []*lockedConn
}

// numberOf returns the number of the firmware that runs a connection, from 1; 0 without one.
func (x *externals) numberOf(conn uint32) uint8 {
	if x.of == nil {
		return 0
	}
	return x.of[conn]
}

// close has firmwares forget the connections, if they support that.
func (x *externals) close() error {
	var err error
	for _, c := range x.all {
		if k, ok := c.Machine.(io.Closer); ok && !c.failed {
			err = errors.Join(err, k.Close())
		}
	}
	return err
}

// choose finds the firmware of each connection.
func (x *externals) choose(m *Model) error {
	c := m.config
	if len(c.Firmware) == 0 {
		return nil
	}
	if len(c.Firmware) > 255 {
		return fmt.Errorf("firmware: %d of them; use up to 255", len(c.Firmware))
	}
	x.of = make([]uint8, len(c.Plan.Conns))
	for i := range c.Firmware {
		f := &c.Firmware[i]
		if f.Firmware == nil {
			return fmt.Errorf("firmware: number %d is nil; give one, or leave it out", i)
		}
		for _, conn := range f.Runs(c) {
			switch {
			case int(conn) >= len(x.of):
				return fmt.Errorf("firmware: connection %d does not exist; there are %d", conn, len(x.of))
			case x.of[conn] != 0:
				return fmt.Errorf("firmware: connection %d is given twice", conn)
			case c.nicOf(c.Plan.Conns[conn].Src).Algorithm == nil:
				return fmt.Errorf("firmware: connection %d has no algorithm; give its host one", conn)
			}
			x.of[conn] = uint8(i + 1)
		}
	}
	return nil
}

// engine returns the engine of the connections that a firmware runs alongside the reference.
func (x *externals) engine(f *External, s *driver.Setup, reference driver.Engine) driver.Engine {
	flat := codegen.AlgorithmOf(s.Algorithm.Def)
	return &lockedEngine{x: x, External: &driver.External{Firmware: f.Firmware, Algorithm: &flat, Reference: reference, Compare: f.Compare}}
}

// lockedEngine is the engine of a firmware that other partitions also use: an answer is only valid until the
// firmware's next step, and so is copied.
type lockedEngine struct {
	x *externals
	*driver.External
	output []uint64
}

type lockedConn struct {
	driver.Machine
	g      *lockedEngine
	steps  uint64
	failed bool
}

// Open implements driver.Engine.
func (g *lockedEngine) Open(params []uint64) (driver.Machine, error) {
	g.x.mu.Lock()
	defer g.x.mu.Unlock()
	m, err := g.External.Open(params)
	if err != nil {
		return nil, err
	}
	c := &lockedConn{Machine: m, g: g}
	g.x.all = append(g.x.all, c)
	return c, nil
}

// Step implements driver.Machine.
func (c *lockedConn) Step(event []uint64) ([]uint64, error) {
	c.g.x.mu.Lock()
	defer c.g.x.mu.Unlock()
	c.steps++
	out, err := c.Machine.Step(event)
	c.failed = err != nil
	var d *transducer.Difference
	if errors.As(err, &d) {
		d.Step = c.steps
	}
	c.g.output = append(c.g.output[:0], out...)
	return c.g.output, err
}

// named returns the error of a fault with the connection's number.
func (m *Model) named(f *fault) error {
	var at *driver.Fault
	if errors.As(f.err, &at) {
		at.Conn = fmt.Sprintf("connection %d", f.conn)
	}
	var d *transducer.Difference
	switch {
	case errors.As(f.err, &d):
		d.Conn, d.Time = fmt.Sprint(f.conn), f.at
		return d
	case at != nil:
		return at
	}
	return fmt.Errorf("connection %d: %w", f.conn, f.err)
}

// failed returns the first error of an algorithm, by time and connection.
func (m *Model) failed() error {
	var all []*fault
	for _, p := range m.partitions {
		for i := range p.faults {
			all = append(all, &p.faults[i])
		}
	}
	if len(all) == 0 {
		return nil
	}
	return m.named(slices.MinFunc(all, func(a, b *fault) int {
		if a.at != b.at {
			return int(min(max(a.at-b.at, -1), 1))
		}
		return int(a.conn) - int(b.conn)
	}))
}
