package main

import (
	"fmt"

	"smartnic-cc/internal/cli"
	"smartnic-cc/internal/explain"
	"smartnic-cc/internal/firmwarelog"
	"smartnic-cc/internal/transducer"
	"smartnic-cc/internal/transducer/reference"
	"smartnic-cc/testvectors"
)

// explainVector explains the step of a sequence in which a firmware differs. Of a call
// of a function, or a state that was wrong from the start, there is nothing to explain.
func explainVector(env cli.Env, d *testvectors.Difference, f *testvectors.File) error {
	g := &f.Groups[d.Group]
	if g.Type != testvectors.SequenceTest || d.Step == 0 {
		return nil
	}
	fd, err := vectorDifference(d, g)
	if err != nil {
		return err
	}
	x, err := explain.New(g.Name, g.ParamValues)
	if err != nil {
		return err
	}
	e, err := x.Explain(fd)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(env.Stdout); err != nil {
		return err
	}
	return e.Write(env.Stdout, explain.TextOptions{Chain: 16, Others: 3})
}

// vectorDifference is a difference as package firmwarelog has it, with the steps of the
// sequence before it.
func vectorDifference(d *testvectors.Difference, g *testvectors.Group) (*firmwarelog.Difference, error) {
	a, err := reference.Catalog().Algorithm(g.Name)
	if err != nil {
		return nil, err
	}
	out := &firmwarelog.Difference{Conn: fmt.Sprint(d.TcID), Step: uint64(d.Step), Algorithm: a, Params: g.ParamValues}
	for i := range g.Sequences {
		s := &g.Sequences[i]
		if s.ID != d.TcID {
			continue
		}
		before := s.Initial
		for _, row := range s.Steps[:d.Step-1] {
			event, output, state := g.Split(row)
			out.History = append(out.History, firmwarelog.Past{Before: before, Event: event, Output: firmwarelog.All(output), State: firmwarelog.All(state)})
			before = state
		}
		out.Before = before
		out.Event, out.ExpectedOutput, out.ExpectedState = g.Split(s.Steps[d.Step-1])
	}
	out.Output, out.State = found(d, "output", g.Output), found(d, "state", g.State)
	return out, nil
}

// found reads the values of a part back from a report.
func found(d *testvectors.Difference, part string, leaves []transducer.Leaf) firmwarelog.Values {
	v := firmwarelog.Values{V: make([]uint64, len(leaves)), Has: make([]bool, len(leaves))}
	i := 0
	for _, f := range d.Fields {
		if f.Part != part || i == len(leaves) {
			continue
		}
		if n, err := leaves[i].Parse(f.Found); err == nil {
			v.V[i], v.Has[i] = n, true
		}
		i++
	}
	return v
}
