package cost

import (
	"encoding/binary"

	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
)

// paths runs the firmware in the interpreter for the path that a call takes: a call costs what another of
// the same path does, so that each is evaluated once.
type paths struct {
	firmware *interp.Machine
	taken    []byte            // the handler, and the value of each decision
	costs    map[string]Counts // of a call, by its path
}

func newPaths(p *ir.Program) *paths {
	decides := decisions(p)
	x := &paths{costs: map[string]Counts{}}
	x.firmware = interp.NewObserved(p, interp.Observer{Value: func(e ir.Expr) func(uint64) error {
		if !decides[e] {
			return nil
		}
		return func(v uint64) error { x.taken = binary.AppendUvarint(x.taken, v); return nil }
	}})
	return x
}

// decisions are the expressions whose values say which operations are done, and on which variables:
// conditions and their parts, tags, and indices but for those of tables.
func decisions(p *ir.Program) map[ir.Expr]bool {
	decides := map[ir.Expr]bool{}
	for _, f := range p.Funcs() {
		ir.WalkStmts(f.Body, func(s ir.Stmt) {
			switch s := s.(type) {
			case *ir.If:
				decides[s.Cond] = true
			case *ir.Switch:
				decides[s.Tag] = true
			}
			ir.WalkExprs(s, func(e ir.Expr) {
				switch e := e.(type) {
				case *ir.Binary:
					if e.Op == ir.LAnd || e.Op == ir.LOr {
						decides[e.X] = true
					}
				case *ir.Index:
					if _, table := e.X.(*ir.TableRef); !table {
						decides[e.I] = true
					}
				}
			})
		})
	}
	return decides
}
