package flat

import "strings"

// pass rewrites all values that the outputs need, from the inputs on: those of its builder, or a finished function
// into another builder.
type pass struct {
	*builder
	uses map[*Value]int // in the old outputs
	made map[*Value]*Value
	// instead, if not nil, returns the replacement of a value whose arguments have not been rewritten, or nil.
	instead func(v *Value) *Value
	// finished is set if the values are a finished function's: names are numbered, and constants made again.
	finished bool
}

// outputs replaces the outputs. rule, if not nil, returns the replacement of a value whose arguments have been
// rewritten to args, or nil for the same operation of args.
func (p *pass) outputs(outputs []Output, rule func(v *Value, args []*Value) *Value) {
	for i := range outputs {
		outputs[i].Value = p.rewritten(outputs[i].Value, rule)
	}
	p.order = 0
}

func (p *pass) rewritten(v *Value, rule func(v *Value, args []*Value) *Value) *Value {
	w := p.made[v]
	if w != nil {
		return w
	}
	if len(v.Args) == 0 {
		if p.finished {
			return p.constant(v.Kind, v.Bits)
		}
		return v
	}
	if p.instead != nil {
		w = p.instead(v)
	}
	if w == nil {
		args := make([]*Value, len(v.Args))
		changed := false
		for i, a := range v.Args {
			args[i] = p.rewritten(a, rule)
			changed = changed || args[i] != a
		}
		p.at(v)
		if rule != nil {
			w = rule(v, args)
		}
		switch {
		case w != nil:
			p.name(w, v)
		case changed:
			w = p.remake(v, args)
		default:
			w = v
		}
	}
	p.made[v] = w
	return w
}

// remake returns the operation of v with other arguments.
func (p *pass) remake(v *Value, args []*Value) *Value {
	var w *Value
	if v.Op == Lookup {
		w = p.lookup(v.Table, args[0])
	} else {
		w = p.op(v.Op, v.Kind, args...)
	}
	if len(v.Comment) > 0 {
		p.comments[v.stmt] = v.Comment
	}
	p.name(w, v)
	return w
}

// name gives w, if it has no name, that of v, which it replaces.
func (p *pass) name(w, v *Value) {
	switch {
	case w.Name != "" || len(w.Args) == 0 || p.finished && !v.Source:
	case p.finished:
		w.Name = v.Name[:strings.LastIndexByte(v.Name, '_')] // it is numbered again
	default:
		w.Name = v.Name
	}
}

// at gives values made from here on v's position.
func (p *pass) at(v *Value) {
	p.builder.pos, p.builder.fn, p.builder.stmt, p.builder.order = v.Pos, v.Func, v.stmt, v.order
}
