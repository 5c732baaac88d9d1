package mutate

import (
	"fmt"
	"slices"

	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/transducer"
)

// Corpus holds vectors as points, each an independent test of a function, and knows which points reach which
// statement of a program.
type Corpus struct {
	prog   *ir.Program
	points []point
	// reached lists for each statement the points that run it, in order.
	reached map[ir.Stmt][]int32
	// unset is the state before an init function.
	unset map[*ir.Func][]uint64
}

// point is one call with its expected result: a call of a FunctionTest, a step of a sequence, or the init of a group.
type point struct {
	fn   *ir.Func
	file *testvectors.File
	// group, test and step locate it; step is -1 for a call and 0 for an init.
	group, test, step int
}

// Witness names a vector.
type Witness struct {
	File string `json:"file"`
	TcID int    `json:"tcId"`
	// Step counts from 1; 0 is the initial state, or the call of a function's case.
	Step int `json:"step"`
}

// String returns file, test and step.
func (w Witness) String() string {
	if w.Step == 0 {
		return fmt.Sprintf("%s tcId %d", w.File, w.TcID)
	}
	return fmt.Sprintf("%s tcId %d step %d", w.File, w.TcID, w.Step)
}

// NewCorpus splits the vectors of the files into points and runs each once on the program, which must pass it.
func NewCorpus(p *ir.Program, files []*testvectors.File) (*Corpus, error) {
	c := &Corpus{prog: p, reached: map[ir.Stmt][]int32{}, unset: map[*ir.Func][]uint64{}}
	for _, f := range files {
		for i := range f.Groups {
			if err := c.group(f, i); err != nil {
				return nil, err
			}
		}
	}
	now := int32(0)
	m := interp.NewObserved(p, interp.Observer{Enter: func(s ir.Stmt) func() {
		return func() {
			l := c.reached[s]
			if n := len(l); n == 0 || l[n-1] != now {
				c.reached[s] = append(l, now)
			}
		}
	}})
	var buf buffer
	for i := range c.points {
		now = int32(i)
		if c.kills(m, &c.points[i], &buf) {
			return nil, fmt.Errorf("%s: the program itself does not pass it; run ccgen verify", c.witness(now))
		}
	}
	return c, nil
}

// group appends the points of a group.
func (c *Corpus) group(f *testvectors.File, i int) error {
	g := &f.Groups[i]
	if g.Type == testvectors.FunctionTest {
		fn := c.prog.Func(g.Name)
		if fn == nil {
			return fmt.Errorf("%s: group %d: no function %s", f.Name, i, g.Name)
		}
		for j := range g.Calls {
			c.points = append(c.points, point{fn, f, i, j, -1})
		}
		return nil
	}
	t := c.prog.Transducer(g.Name)
	if t == nil {
		return fmt.Errorf("%s: group %d: no transducer %s", f.Name, i, g.Name)
	}
	// All sequences of a group have the same state after init.
	if first := slices.IndexFunc(g.Sequences, func(s testvectors.Sequence) bool { return !s.Loaded }); first >= 0 {
		c.points = append(c.points, point{t.Init, f, i, first, 0})
		c.unset[t.Init] = ir.Uninitialized(t.State)
	}
	for j := range g.Sequences {
		for k := range g.Sequences[j].Steps {
			c.points = append(c.points, point{t.Step, f, i, j, k + 1})
		}
	}
	return nil
}

func (c *Corpus) witness(i int32) Witness {
	p := &c.points[i]
	g := &p.file.Groups[p.group]
	if p.step < 0 {
		return Witness{p.file.Name, g.Calls[p.test].ID, 0}
	}
	return Witness{p.file.Name, g.Sequences[p.test].ID, p.step}
}

type buffer struct{ args []uint64 }

// kills reports whether a machine's result at a point differs from the vector.
func (c *Corpus) kills(m *interp.Machine, p *point, b *buffer) bool {
	g := &p.file.Groups[p.group]
	if p.step < 0 {
		call := &g.Calls[p.test]
		c.args(p, b)
		out, err := m.CallFunc(p.fn, b.args)
		return err != nil || transducer.FirstDifference(call.Results, out) >= 0
	}
	s := &g.Sequences[p.test]
	n := len(g.ParamValues)
	c.args(p, b)
	if p.step == 0 {
		_, err := m.CallFunc(p.fn, b.args)
		return err != nil || transducer.FirstDifference(s.Initial, b.args[n:]) >= 0
	}
	_, output, after := g.Split(s.Steps[p.step-1])
	out, err := m.CallFunc(p.fn, b.args)
	return err != nil || transducer.FirstDifference(output, out) >= 0 ||
		transducer.FirstDifference(after, b.args[n:n+len(after)]) >= 0
}

// args copies the arguments of a point into the buffer.
func (c *Corpus) args(p *point, b *buffer) {
	g := &p.file.Groups[p.group]
	if p.step < 0 {
		b.args = append(b.args[:0], g.Calls[p.test].Args...)
		return
	}
	b.args = append(b.args[:0], g.ParamValues...)
	s := &g.Sequences[p.test]
	switch p.step {
	case 0:
		b.args = append(b.args, c.unset[p.fn]...)
		return
	case 1:
		b.args = append(b.args, s.Initial...)
	default:
		_, _, before := g.Split(s.Steps[p.step-2])
		b.args = append(b.args, before...)
	}
	event, _, _ := g.Split(s.Steps[p.step-1])
	b.args = append(b.args, event...)
}

// Inputs returns the calls of the points except those of inits.
func (c *Corpus) Inputs() []Input {
	var out []Input
	var b buffer
	for i := range c.points {
		if p := &c.points[i]; p.step != 0 {
			c.args(p, &b)
			out = append(out, Input{p.fn, slices.Clone(b.args)})
		}
	}
	return out
}
