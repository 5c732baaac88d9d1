package cgen

import (
	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/ident"
)

func (g *gen) useFunc(f *ir.Func) {
	if !g.isLive[f] {
		g.isLive[f] = true
		g.live = append(g.live, f)
	}
}

func (g *gen) useHelper(name string) string {
	g.helpers[name] = true
	return g.opt.Prefix + name
}

func (g *gen) useTable(t *ir.Table) {
	g.tables[t] = true
	g.useType(t.Type)
}

func (g *gen) useZero() string {
	g.zero = true
	return g.upper + "ZERO"
}

func (g *gen) useConst(c *ir.ConstDecl, k ir.Kind) string {
	g.wantConst(c)
	if !g.final {
		if old, ok := g.kinds[c]; ok && old != k {
			k = ir.Invalid
		}
		g.kinds[c] = k
	}
	return g.n.consts[c]
}

// wantConst notes a constant that the header is to have though its code does not need it.
func (g *gen) wantConst(c *ir.ConstDecl) {
	g.consts[c] = true
	if c.Type != nil {
		g.useType(c.Type)
	}
}

// constKind returns the kind as which a constant is defined: its own, that of
// all its uses, or the first of int32, uint32, int64 and uint64 that holds it.
func (g *gen) constKind(c *ir.ConstDecl) ir.Kind {
	if c.Type != nil {
		return c.Type.Kind
	}
	if c.Bool {
		return ir.Bool
	}
	if k := g.kinds[c]; k != ir.Invalid {
		return k
	}
	for _, k := range []ir.Kind{ir.Int32, ir.Uint32, ir.Int64, ir.Uint64} {
		if interval.Point(c.Value).Fits(k) {
			return k
		}
	}
	return ir.Invalid
}

// useTypeHelper returns the name of a function made for the type: zero or make,
// or of, which makes the wrapper of an array.
func (g *gen) useTypeHelper(op string, t *ir.Type) string {
	h := typeHelper{op, t}
	if !g.typeHelp[h] {
		g.typeHelp[h] = true
		g.help = append(g.help, h)
	}
	g.useType(t)
	name := g.valueName(t) + "_" + op
	return g.named("helper "+name, name)
}

// named returns a file-scope name that is free, always the same for a key.
func (g *gen) named(key, name string) string {
	if n, ok := g.extra[key]; ok {
		return n
	}
	g.extra[key] = ident.Unique(g.n.taken, nil, name)
	return g.extra[key]
}
