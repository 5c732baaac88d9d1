package codegen

import (
	"slices"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/testvectors/transducer"
)

// Catalog returns the algorithms of the packages in Named, and their exported functions except steps and inits, in
// the program's order.
func (p *Packages) Catalog() *transducer.Catalog {
	var algorithms []transducer.Algorithm
	ofAlgorithm := map[*ir.Func]bool{}
	for _, t := range p.Program.Transducers {
		ofAlgorithm[t.Step], ofAlgorithm[t.Init] = true, true
		if slices.Contains(p.Named, t.Pkg) {
			algorithms = append(algorithms, AlgorithmOf(t))
		}
	}
	var funcs []transducer.Func
	for _, f := range p.Program.Exports() {
		if !ofAlgorithm[f] && slices.Contains(p.Named, f.Pkg) {
			funcs = append(funcs, FuncOf(f))
		}
	}
	return transducer.NewCatalog(algorithms, funcs)
}

// AlgorithmOf returns how the values of a transducer are flattened.
func AlgorithmOf(t *ir.Transducer) transducer.Algorithm {
	output := ""
	if t.Output.Kind != ir.Struct {
		output = "Output"
	}
	return transducer.Algorithm{Name: t.Name, Params: leaves(t.Params, ""), State: leaves(t.State, ""),
		Event: leaves(t.Event, ""), Output: leaves(t.Output, output)}
}

// FuncOf returns how the arguments and results of a function are flattened. Results have the names that
// //ccgen:export gives them; without it a single one is called result, and several are result1, result2 and so on.
func FuncOf(f *ir.Func) transducer.Func {
	out := transducer.Func{Name: f.FullName()}
	for _, v := range f.Params {
		out.Args = append(out.Args, leaves(v.Type, v.GoName)...)
	}
	for i, t := range f.Results {
		out.Results = append(out.Results, leaves(t, f.ResultName(i))...)
	}
	return out
}

// leaves flattens a type. name is the path of the value itself.
func leaves(t *ir.Type, name string) []transducer.Leaf {
	var out []transducer.Leaf
	for _, l := range ir.Layout(t) {
		switch {
		case l.Name == "":
			l.Name = name
		case name != "" && l.Name[0] == '[':
			l.Name = name + l.Name
		case name != "":
			l.Name = name + "." + l.Name
		}
		leaf := transducer.Leaf{Name: l.Name, Bits: l.Kind.Bits(), Signed: l.Kind.IsSigned()}
		if l.Kind == ir.Bool {
			leaf.Bits, leaf.Bool = 8, true
		}
		out = append(out, leaf)
	}
	return out
}
