package main

import (
	"fmt"

	"smartnic-cc/internal/cli"
	"smartnic-cc/internal/explain"
	"smartnic-cc/internal/firmwarelog"
	"smartnic-cc/internal/replay"
	"smartnic-cc/internal/transducer"
	"smartnic-cc/internal/transducer/reference"
	"smartnic-cc/testvectors"
)

// explainVector explains the step of a sequence in which a firmware differs, or the state that
// it begins with. Of a call of a function there is nothing to explain.
func explainVector(env cli.Env, d *testvectors.Difference, f *testvectors.File) error {
	g := &f.Groups[d.Group]
	if g.Type != testvectors.SequenceTest {
		return nil
	}
	fd, err := vectorDifference(d, g)
	if err != nil {
		return err
	}
	return explainStep(env, fd)
}

// explainStep explains a difference below a table of it.
func explainStep(env cli.Env, d *firmwarelog.Difference) error {
	x, err := explain.New(d.Algorithm.Name, d.Params)
	if err != nil {
		return err
	}
	e, err := x.Explain(d)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(env.Stdout); err != nil {
		return err
	}
	return e.Write(env.Stdout, explain.TextOptions{Chain: 16, Others: 3, NoTable: true})
}

// explainReplay explains the event of a replay at which a firmware differs, unless its
// initial state does already.
func explainReplay(env cli.Env, d *replay.Difference) error {
	if d.Before == nil {
		return nil
	}
	a, err := reference.Catalog().Algorithm(d.Algorithm)
	if err != nil {
		return err
	}
	out := &firmwarelog.Difference{Conn: d.Conn, Step: d.Step, Algorithm: a, Params: d.Params, Before: d.Before}
	for _, f := range d.Event {
		out.Event = append(out.Event, f.Expected)
	}
	out.ExpectedOutput, out.Output = sides(d.Fields[:len(a.Output)])
	out.ExpectedState, out.State = sides(d.Fields[len(a.Output):])
	return explainStep(env, out)
}

// sides parts fields into what was expected and what was found.
func sides(fs []replay.Field) (want []uint64, found firmwarelog.Values) {
	for _, f := range fs {
		want = append(want, f.Expected)
		found.V, found.Has = append(found.V, f.Found), append(found.Has, !f.Missing)
	}
	return want, found
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
		if d.Step == 0 {
			out.ExpectedState = s.Initial
			break
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
