package python

import (
	"maps"

	"smartnic-cc/codegen/backend/printer"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/ident"
)

// reserved are the words that cannot be names in Python: keywords, and built-in functions and types that the module
// itself uses.
var reserved = ident.Words(`
	False None True and as assert async await break class continue def del elif else except finally for from global if
	import in is lambda nonlocal not or pass raise return try while with yield match case type _
	abs bool bytes divmod enumerate getattr int isinstance iter len list map max min next object print property range
	repr self set setattr str sum super tuple zip IndexError KeyError StopIteration ValueError Exception
	annotations os re sys uint8 uint16 uint32 uint64 int8 int16 int32 int64 Connection`)

// methods are the attributes of classes other than fields.
var methods = ident.Words("copy assign leaves from_leaves LEAVES")

// nameAll names the declarations as in the source, with the package before those of other packages (fixedpoint_Log2).
// Those of the module's own package are named first, and so keep their names.
func (g *gen) nameAll() {
	clear(g.Names)
	g.taken = map[string]bool{}
	for _, own := range []bool{true, false} {
		for _, pkg := range g.Program.Packages {
			prefix := pkg.Name + "_"
			if pkg == g.Main {
				prefix = ""
			}
			if (pkg == g.Main) != own {
				continue
			}
			for _, d := range pkg.Decls {
				fields := maps.Clone(methods)
				printer.Named(d, func(what any, name string) {
					_, field := what.(*ir.Field)
					switch {
					case g.Names[what] != "" || name == "_":
					case field:
						g.Names[what] = ident.Unique(fields, reserved, name)
					case g.Used[what]:
						g.Names[what] = ident.Unique(g.taken, reserved, prefix+name)
					}
				})
			}
			for _, f := range g.Funcs { // no package declares those of laws
				if f.Pkg == pkg && g.Names[f] == "" {
					g.Names[f] = ident.Unique(g.taken, reserved, prefix+f.Name)
				}
			}
		}
	}
}

// Name implements printer.Language.
func (f *fn) Name(what any) string {
	if name := f.Names[what]; name != "" {
		return name
	}
	return "_" // which the next pass names
}

// hidden is the key for the second name of a type's class, by which the methods of others call it: a field of theirs
// may have the first name.
type hidden struct{ t *ir.Type }
