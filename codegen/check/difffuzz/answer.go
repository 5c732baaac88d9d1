package difffuzz

import (
	"fmt"
	"runtime"

	"smartnic-cc/codegen/check/conformance"
	"smartnic-cc/testvectors/transducer"
)

// digest hashes answers as the C side does, in the same order.
type digest uint64

func (d *digest) fold(v uint64) {
	x := (uint64(*d) ^ v) * 0x9E3779B97F4A7C15
	*d = digest(x ^ x>>29)
}

func (d *digest) row(values []uint64) {
	for _, v := range values {
		d.fold(v)
	}
}

// trapped is hashed for an index out of range: Go panics, the interpreter faults, the port traps.
const trapped = 0x7472617021

// answer runs a case on fw and returns the digest of all answers and the number of steps. trap reports that an index
// out of range ended the case.
func answer(fw transducer.Firmware, targets []Target, c *Case) (sum uint64, steps int, trap bool, err error) {
	d := digest(1)
	d.fold(uint64(c.Target))
	trap, err = play(fw, targets[c.Target], c, d.row, func(_, output, state []uint64) {
		d.row(output)
		d.row(state)
		steps++
	})
	if trap {
		d.fold(trapped)
	}
	return uint64(d), steps, trap, err
}

// play runs a case on fw. It passes a connection's state before the first step to initial and, for every call or
// step, the row of the case, the output and the state after it (none for a call) to each. trap reports that an index
// out of range ended the case.
func play(fw transducer.Firmware, t Target, c *Case, initial func(state []uint64), each func(row, output, state []uint64)) (trap bool, err error) {
	return guard(func() error {
		if t.Func != nil {
			for _, args := range c.Rows {
				results, err := fw.Call(t.Func.Name, args)
				if err != nil {
					return err
				}
				each(args, results, nil)
			}
			return nil
		}
		if !c.Opened {
			return nil
		}
		conn, err := open(fw, t.Algorithm.Name, c, initial)
		if err != nil {
			return err
		}
		for _, event := range c.Rows {
			output, state, err := conn.Step(event)
			if err != nil {
				return err
			}
			each(event, output, state)
		}
		return nil
	})
}

// open opens the case's connection and passes the state after it to show, and again after the load if there is one.
func open(fw transducer.Firmware, name string, c *Case, show func(state []uint64)) (transducer.Connection, error) {
	conn, err := fw.Open(name, c.Params)
	if err != nil {
		return nil, err
	}
	state, err := conn.State()
	if err != nil {
		return nil, err
	}
	show(state)
	if !c.Loaded {
		return conn, nil
	}
	if err := conn.Load(c.State); err != nil {
		return nil, err
	}
	if state, err = conn.State(); err != nil {
		return nil, err
	}
	show(state)
	return conn, nil
}

// guard runs f and reports whether the firmware code indexed out of range.
func guard(f func() error) (trap bool, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case runtime.Error:
			trap = true
		default:
			panic(r)
		}
	}()
	err = f()
	if conformance.Trapped(err) {
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("the reference: %w", err)
	}
	return false, nil
}
