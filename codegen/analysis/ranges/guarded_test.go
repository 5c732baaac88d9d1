package ranges

import (
	"fmt"
	"math/big"

	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/testvectors/transducer"
)

// guardedFirmware returns the interpreter of the program as a firmware that checks while it
// runs: the declared ranges of parameters, state, event and output before and after
// every step, and that every value of every expression is in the range that the
// analysis found for it. What is not is an error that names the place.
func guardedFirmware(r *Report) transducer.Firmware {
	return &guarded{r: r, m: interp.NewObserved(r.Program, interp.Observer{Value: r.watch})}
}

// watch checks the values of an expression against its range.
func (r *Report) watch(e ir.Expr) func(uint64) error {
	k := e.Type().Kind
	if k == ir.Bool {
		return nil
	}
	in, ok := r.Exprs[e]
	if !ok {
		return func(v uint64) error {
			return fmt.Errorf("value %s where the analysis found that no path leads", k.Format(v))
		}
	}
	lo, _ := k.FromBig(in.Lo)
	hi, _ := k.FromBig(in.Hi)
	var flip uint64
	if k.IsSigned() {
		flip = 1 << 63
	}
	lo, hi = lo^flip, hi^flip
	return func(v uint64) error {
		if w := v ^ flip; w < lo || w > hi {
			return fmt.Errorf("value %s is outside %s, the range found for it", k.Format(v), in)
		}
		return nil
	}
}

type guarded struct {
	r *Report
	m *interp.Machine
}

func (g *guarded) Name() string { return "range-checking interpreter" }
func (g *guarded) Close() error { return nil }

func (g *guarded) Call(name string, args []uint64) ([]uint64, error) {
	// A state that is handed to a function alone may be any: what the function reads
	// of it is watched.
	return g.m.Call(name, args)
}

func (g *guarded) Open(algorithm string, params []uint64) (transducer.Connection, error) {
	t, err := g.m.Transducer(algorithm)
	if err != nil {
		return nil, err
	}
	state, err := t.Init(params)
	if err != nil {
		return nil, err
	}
	c := &guardedConn{t: t, params: params, state: state}
	return c, c.check("after "+t.Def().Init.Name, nil)
}

type guardedConn struct {
	t             *interp.Transducer
	params, state []uint64
}

func (c *guardedConn) State() ([]uint64, error) { return c.state, nil }

func (c *guardedConn) Load(state []uint64) error {
	copy(c.state, state)
	return nil
}

// check holds the declared ranges of parameters and state, and of the event if
// there is one.
func (c *guardedConn) check(when string, event []uint64) error {
	d := c.t.Def()
	vals := append(append([]uint64{}, c.params...), c.state...)
	skip := d.Step.Params[2]
	if event != nil {
		vals, skip = append(vals, event...), nil
	} else {
		vals = append(vals, make([]uint64, d.Event.Leaves())...)
	}
	return checkValues(when, d.Step, vals, skip)
}

func (c *guardedConn) Step(event []uint64) (output, state []uint64, err error) {
	if err := c.check("before the step", event); err != nil {
		return nil, nil, err
	}
	if output, err = c.t.Step(c.params, c.state, event); err != nil {
		return nil, nil, err
	}
	if err := c.check("after the step", nil); err != nil {
		return nil, nil, err
	}
	return output, c.state, nil
}

// checkValues holds the declared ranges of the values of a function's parameters,
// flattened, against concrete numbers.
func checkValues(when string, f *ir.Func, vals []uint64, skip *ir.Var) error {
	at := 0
	bases := map[*ir.Var]int{}
	for _, p := range f.Params {
		bases[p] = at
		at += p.Type.Leaves()
	}
	for _, p := range f.Params {
		if p == skip {
			continue
		}
		if r := f.Contract.Params[p.GoName]; r != nil && p.Type.Kind.IsScalar() {
			find := func(name string) (int, *ir.Type) {
				for _, q := range f.Params {
					if q.GoName == name {
						return bases[q], q.Type
					}
				}
				return 0, nil
			}
			if err := checkOne(when, p.GoName, p.Type.Kind, vals, bases[p], r, find); err != nil {
				return err
			}
			continue
		}
		leaves := ir.Layout(p.Type)
		for _, d := range declaredIn(p, p.GoName, p.Type, bases[p], nil) {
			kind := leaves[d.cell-bases[p]].Kind
			if err := checkOne(when, d.name, kind, vals, d.cell, d.r, findField(f, bases, d)); err != nil {
				return err
			}
		}
	}
	return nil
}

func checkOne(when, name string, k ir.Kind, vals []uint64, cell int, r *ir.Range, find func(string) (int, *ir.Type)) error {
	st := &state{iv: map[*sym]Interval{}, facts: map[*sym][]fact{}}
	sc := scope{
		lookup: func(n string) *sym {
			if i, t := find(n); t != nil && t.Kind.IsScalar() {
				return &sym{op: symConst, val: t.Kind.Big(vals[i])}
			}
			return nil
		},
		length: func(n string) *big.Int {
			if _, t := find(n); t != nil && t.Kind == ir.Array {
				return big.NewInt(int64(t.Len))
			}
			return nil
		},
	}
	limit, err := new(analysis).outer(st, r, sc)
	if err != nil {
		return nil // the function is not given what the range names
	}
	v := k.Big(vals[cell])
	if !interval.Point(v).Within(limit) {
		return fmt.Errorf("%s: %s: %s is %s, outside its declared range %s (%s)", r.Pos, when, name, v, r.Text, limit)
	}
	return nil
}
