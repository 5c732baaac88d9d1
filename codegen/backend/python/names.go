package python

import (
	"smartnic-cc/codegen/backend/text"

	"smartnic-cc/codegen/ir"
)

// reserved are the words that nothing of the source may be called in Python: keywords, and built-in
// functions and types that the module itself uses.
var reserved = text.Words(`
	False None True and as assert async await break class continue def del elif else except finally for from global if
	import in is lambda nonlocal not or pass raise return try while with yield match case type _
	abs bool bytes divmod enumerate getattr int isinstance iter len list map max min next object print property range
	repr self set setattr str sum super tuple zip IndexError KeyError StopIteration ValueError Exception
	annotations os re sys uint8 uint16 uint32 uint64 int8 int16 int32 int64 Connection`)

// methods are what classes have beside their fields.
var methods = map[string]bool{"copy": true, "assign": true, "leaves": true, "from_leaves": true, "LEAVES": true}

// names are the names in Python: those of the source, with the package before them (fixedpoint_Log2)
// where it is not the module's own.
type names struct {
	funcs  map[*ir.Func]string
	types  map[*ir.Type]string
	tables map[*ir.Table]string
	consts map[*ir.ConstDecl]string
	fields map[*ir.Field]string
	taken  map[string]bool
}

func unique(taken map[string]bool, name string) string { return text.Unique(taken, reserved, name) }

// nameAll names what is printed. Those of the module's own package come first, and so stay as they are.
func (g *gen) nameAll() *names {
	n := &names{funcs: map[*ir.Func]string{}, types: map[*ir.Type]string{}, tables: map[*ir.Table]string{},
		consts: map[*ir.ConstDecl]string{}, fields: map[*ir.Field]string{}, taken: map[string]bool{}}
	live := map[*ir.Func]bool{}
	for _, f := range g.funcs {
		live[f] = true
	}
	for _, own := range []bool{true, false} {
		for _, pkg := range g.p.Packages {
			if (pkg == g.main) != own {
				continue
			}
			for _, d := range pkg.Decls {
				g.nameDecl(n, d, live, g.prefix(pkg))
			}
		}
	}
	return n
}

// prefix is what stands before the names of a package.
func (g *gen) prefix(pkg *ir.Package) string {
	if pkg == g.main {
		return ""
	}
	return pkg.Name + "_"
}

func (g *gen) nameDecl(n *names, d ir.Decl, live map[*ir.Func]bool, prefix string) {
	switch d := d.(type) {
	case *ir.Func:
		if live[d] {
			n.funcs[d] = unique(n.taken, prefix+d.Name)
		}
	case *ir.Table:
		if g.tables[d] {
			n.tables[d] = unique(n.taken, prefix+d.Name)
		}
	case *ir.TypeDecl:
		if !g.types[d.Type] || n.types[d.Type] != "" {
			return
		}
		n.types[d.Type] = unique(n.taken, prefix+d.Name)
		taken := map[string]bool{}
		for m := range methods {
			taken[m] = true
		}
		for _, f := range d.Type.Fields {
			n.fields[f] = unique(taken, f.Name)
		}
	case *ir.ConstGroup:
		for _, c := range d.Consts {
			if g.consts[c] && c.Name != "_" {
				n.consts[c] = unique(n.taken, prefix+c.Name)
			}
		}
	}
}
