package cost

import (
	"smartnic-cc/codegen/backend/cgen"
	"smartnic-cc/codegen/ir"
)

// inlineSize is the number of operations up to which a function is taken to be
// inlined wherever it is called, if the port does not say so itself.
const inlineSize = 13

// inlined returns the functions that a compiler is taken to inline: those that the port
// marks, and small ones.
func inlined(p *ir.Program) map[*ir.Func]bool {
	in := cgen.Inlined(p, p.Exports())
	size := map[*ir.Func]int{}
	// Callees first: what is inlined into a function makes it larger.
	for _, f := range ir.Reachable(p.Exports()...) {
		n, calls := cgen.CountOps(f)
		for _, c := range calls {
			if in[c] {
				n += size[c]
			}
		}
		size[f] = n
		in[f] = in[f] || n <= inlineSize
	}
	return in
}
