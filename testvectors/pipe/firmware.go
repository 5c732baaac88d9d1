package pipe

import (
	"errors"
	"fmt"
	"os"
	"time"

	"smartnic-cc/testvectors/transducer"
)

// Call implements transducer.Firmware. The results are valid until the next call.
func (p *Program) Call(name string, args []uint64) ([]uint64, error) {
	var results []uint64
	err := p.Calls(name, 1, func(int) []uint64 { return args }, func(_ int, r []uint64) error {
		results = r
		return nil
	})
	return results, err
}

// Calls implements transducer.CallBatcher.
func (p *Program) Calls(name string, n int, args func(i int) []uint64, reply func(i int, results []uint64) error) error {
	f, err := p.catalog.Func(name)
	if err != nil {
		return fmt.Errorf("%s: %w", p.path, err)
	}
	var results []uint64
	what := name + " arguments"
	return p.batch(n, func(b []byte, i int) ([]byte, error) {
		a := args(i)
		if err := transducer.Check(what, f.Args, a); err != nil {
			return b, err
		}
		b = append(append(b, "call "...), name...)
		return appendValues(b, f.Args, a), nil
	}, func(i int, request uint64, sent, rest []byte) error {
		var err error
		if results, err = p.values(request, sent, rest, results, part{"result", f.Results}); err != nil {
			return err
		}
		return reply(i, results)
	})
}

// Open implements transducer.Firmware.
func (p *Program) Open(algorithm string, params []uint64) (transducer.Connection, error) {
	a, err := p.catalog.Algorithm(algorithm)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.path, err)
	}
	if err := transducer.Check(algorithm+" parameters", a.Params, params); err != nil {
		return nil, fmt.Errorf("%s: %w", p.path, err)
	}
	c := &connection{p: p, a: a, what: algorithm + " event"}
	if n := len(p.free); n > 0 {
		c.id, p.free = p.free[n-1], p.free[:n-1]
	} else {
		c.id = p.nextID
		p.nextID++
	}
	line := append(appendID([]byte("open "), c.id), ' ')
	line = appendValues(append(line, algorithm...), a.Params, params)
	if _, err := c.ask(line, part{"state", a.State}); err != nil {
		return nil, err
	}
	return c, nil
}

// connection is one connection in the program.
type connection struct {
	p      *Program
	a      *transducer.Algorithm
	id     uint32
	what   string
	row    []uint64
	closed bool
}

// ask sends one request and reads the fields of its reply.
func (c *connection) ask(line []byte, parts ...part) ([]uint64, error) {
	rest, err := c.p.exchange(line)
	if err != nil {
		return nil, err
	}
	c.row, err = c.p.values(c.p.sent, c.p.buf, rest, c.row, parts...)
	return c.row, err
}

// State implements transducer.Connection.
func (c *connection) State() ([]uint64, error) {
	return c.ask(appendID([]byte("state "), c.id), part{"state", c.a.State})
}

// Load implements transducer.Connection.
func (c *connection) Load(state []uint64) error {
	if err := transducer.Check(c.a.Name+" state", c.a.State, state); err != nil {
		return err
	}
	_, err := c.ask(appendValues(appendID([]byte("load "), c.id), c.a.State, state))
	return err
}

// Step implements transducer.Connection.
func (c *connection) Step(event []uint64) (output, state []uint64, err error) {
	err = c.Steps(1, func(int) []uint64 { return event }, func(_ int, o, s []uint64) error {
		output, state = o, s
		return nil
	})
	return output, state, err
}

// Steps implements transducer.StepBatcher.
func (c *connection) Steps(n int, event func(i int) []uint64, reply func(i int, output, state []uint64) error) error {
	parts := []part{{"output", c.a.Output}, {"state", c.a.State}}
	return c.p.batch(n, func(b []byte, i int) ([]byte, error) {
		e := event(i)
		if err := transducer.Check(c.what, c.a.Event, e); err != nil {
			return b, err
		}
		return appendValues(appendID(append(b, "step "...), c.id), c.a.Event, e), nil
	}, func(i int, request uint64, sent, rest []byte) error {
		var err error
		if c.row, err = c.p.values(request, sent, rest, c.row, parts...); err != nil {
			return err
		}
		return reply(i, c.row[:len(c.a.Output)], c.row[len(c.a.Output):])
	})
}

// Close tells the program to forget the connection. A second call does nothing.
func (c *connection) Close() error {
	if c.closed {
		return nil
	}
	c.closed = true
	_, err := c.ask(appendID([]byte("close "), c.id))
	if err == nil {
		c.p.free = append(c.p.free, c.id)
	}
	return err
}

// window is the most requests in flight. They are written by a separate goroutine while replies are read, so that
// small pipes cannot deadlock.
const window = 512

// batch sends n requests and passes their replies on in order.
func (p *Program) batch(n int, request func(b []byte, i int) ([]byte, error), reply func(i int, number uint64, sent, rest []byte) error) error {
	if p.broken != nil {
		return p.broken
	}
	var ends []int
	for first := 0; first < n; first += window {
		count := min(window, n-first)
		p.buf, ends = p.buf[:0], ends[:0]
		var bad error
		for i := range count {
			b, err := request(p.buf, first+i)
			if err != nil {
				bad, count = err, i // earlier requests still run
				break
			}
			p.buf = append(b, '\n')
			ends = append(ends, len(p.buf))
		}
		if err := p.window(first, ends, reply); err != nil {
			return err
		}
		if bad != nil {
			return bad
		}
	}
	return nil
}

// window writes the requests in p.buf, which end at ends, and reads their replies. After a refusal, or an error of
// the caller, the outstanding replies are still read, so that the next request gets its own.
func (p *Program) window(first int, ends []int, reply func(i int, number uint64, sent, rest []byte) error) error {
	if err := p.unasked(); err != nil {
		return err
	}
	written := make(chan error, 1)
	if len(ends) <= 1 {
		written <- p.write(p.buf)
	} else {
		// No deadline: a slow program takes its time for many requests, and each reply has its own deadline.
		go func(b []byte) {
			err := p.proc.in.SetWriteDeadline(time.Time{})
			if err == nil {
				_, err = p.proc.in.Write(b)
			}
			written <- err
		}(p.buf)
	}
	var outcome error
	start := 0
	for i, end := range ends {
		sent := p.buf[start:end]
		start = end
		p.sent++
		rest, err := p.reply(p.sent, sent)
		if err == nil && outcome == nil {
			err = reply(first+i, p.sent, sent, rest)
		}
		if outcome == nil {
			outcome = err
		}
		if p.broken != nil {
			break // the pipe is closed, so the writer ends
		}
	}
	if p.broken == nil {
		// All was answered, so all was read, or the answers were unsolicited.
		if err := p.proc.in.SetWriteDeadline(time.Now().Add(p.timeout)); err != nil {
			return p.fail(Exited, err.Error())
		}
	}
	err := <-written
	if outcome == nil && errors.Is(err, os.ErrDeadlineExceeded) {
		return p.fail(TimedOut, fmt.Sprintf("it did not read its input within %v", p.timeout))
	}
	return outcome
}
