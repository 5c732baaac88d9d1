package cost

import (
	"encoding/binary"

	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
)

// paths runs the firmware in the interpreter for the path that a call takes: its conditions and what they are made
// of, tags, and which elements of variables it comes to. A call costs what another of the same path does, so that
// each is evaluated once.
type paths struct {
	firmware *interp.Machine
	taken    []byte            // the handler, then these values
	costs    map[string]Counts // of a call, by its path
}

func newPaths(p *ir.Program) *paths {
	x := &paths{costs: map[string]Counts{}}
	note := func(v uint64) error { x.taken = binary.AppendUvarint(x.taken, v); return nil }
	indices := map[ir.Expr]bool{} // of variables
	for _, f := range p.Funcs() {
		ir.WalkStmts(f.Body, func(s ir.Stmt) {
			ir.WalkExprs(s, func(e ir.Expr) {
				if e, ok := e.(*ir.Index); ok {
					_, table := e.X.(*ir.TableRef)
					indices[e.I] = !table
				}
			})
		})
	}
	x.firmware = interp.NewObserved(p, interp.Observer{
		Value: func(e ir.Expr) func(uint64) error {
			if e.Type().Kind != ir.Bool && !indices[e] {
				return nil
			}
			return note
		},
		Decided: func(ir.Stmt) func(uint64) { return func(v uint64) { _ = note(v) } },
	})
	return x
}
