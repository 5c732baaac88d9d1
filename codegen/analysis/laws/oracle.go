package laws

import (
	"fmt"
	"slices"

	"smartnic-cc/codegen/check/mutate"
	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/testvectors/transducer"
)

// Oracle is a firmware each of whose steps is checked against the laws of its algorithm in the program: it fails where
// one does not hold of a step whose parameters, state and event are in their declared ranges, and names the law. It is
// for one goroutine.
func Oracle(fw transducer.Firmware, p *ir.Program) transducer.Firmware {
	o := &oracle{Firmware: fw, machine: interp.New(p), ranges: map[*ir.Transducer]*mutate.Ranges{}}
	for _, t := range p.Transducers {
		if t.Check != nil {
			o.machine.Add(t.Check)
			o.ranges[t] = mutate.RangesOf(p, t.Step)
		}
	}
	return o
}

type oracle struct {
	transducer.Firmware
	machine *interp.Machine
	ranges  map[*ir.Transducer]*mutate.Ranges
}

// Open implements transducer.Firmware.
func (o *oracle) Open(algorithm string, params []uint64) (transducer.Connection, error) {
	c, err := o.Firmware.Open(algorithm, params)
	t := o.machine.Program().Transducer(algorithm)
	if err != nil || t == nil || t.Check == nil {
		return c, err
	}
	return &lawful{Connection: c, o: o, t: t, params: slices.Clone(params)}, nil
}

// lawful is a connection whose steps are checked.
type lawful struct {
	transducer.Connection
	o      *oracle
	t      *ir.Transducer
	params []uint64
	args   []uint64
}

// Step implements transducer.Connection.
func (l *lawful) Step(event []uint64) (output, state []uint64, err error) {
	before, err := l.State()
	if err != nil {
		return nil, nil, err
	}
	l.args = append(append(append(l.args[:0], l.params...), before...), event...)
	declared := l.o.ranges[l.t].Hold(l.args)
	if output, state, err = l.Connection.Step(event); err != nil || !declared {
		return output, state, err
	}
	l.args = append(append(l.args, state...), output...)
	broken, err := l.o.machine.CallFunc(l.t.Check, l.args)
	if err != nil {
		return nil, nil, err
	}
	if n := broken[0]; n > 0 {
		law := l.t.Laws[n-1]
		return nil, nil, fmt.Errorf("%s: a step of %s breaks the law %s: %s: parameters, state and event %d", law.Pos, l.t.Name, law.Name, law.Text, l.args[:len(l.args)-len(state)-len(output)])
	}
	return output, state, nil
}
