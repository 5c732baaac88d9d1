package cgen

import (
	"math/big"
	"regexp"
	"strings"

	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// A sum or union of named constants, as alphaRuns | alphaSawCNP.
var namedExpr = regexp.MustCompile(`^([A-Za-z_][A-Za-z0-9_.]*)((?: ?[|+] ?[A-Za-z_][A-Za-z0-9_.]*)+)$`)
var namedTerm = regexp.MustCompile(`([|+]) ?([A-Za-z_][A-Za-z0-9_.]*)`)

// namedConstants prints a constant expression with the names in it if C computes the same value in the same type;
// otherwise ok is false, and the value is printed.
func (f *fn) namedConstants(c *ir.Const) (cx, bool) {
	k := c.Typ.Kind
	m := namedExpr.FindStringSubmatch(c.Text)
	if m == nil || k == ir.Bool {
		return cx{}, false
	}
	terms := append([][]string{{"", "", m[1]}}, namedTerm.FindAllStringSubmatch(m[2], -1)...)
	var decls []*ir.ConstDecl
	sum := new(big.Int)
	for i, t := range terms {
		d := f.g.constNamed(f.f.Pkg, t[2])
		if d == nil || d.Value.Sign() < 0 || (wide(k) && (d.Type == nil || d.Type.Kind != k)) || (!wide(k) && !interval.Point(d.Value).Fits(k)) {
			return cx{}, false
		}
		if t[1] == "+" {
			sum.Add(sum, d.Value)
		} else {
			sum.Or(sum, d.Value)
		}
		if t[1] != "" && i > 1 && t[1] != terms[1][1] {
			return cx{}, false // Go and C bind | and + differently
		}
		decls = append(decls, d)
	}
	if sum.Cmp(c.Value) != 0 {
		return cx{}, false
	}
	parts := collect.Of(decls, func(d *ir.ConstDecl) string { return f.g.useConst(d, k) })
	return cx{s: "(" + strings.Join(parts, " "+terms[1][1]+" ") + ")", prec: precPostfix, k: promoted(k)}, true
}

// constNamed finds a package-level constant by its name in the source of a package.
func (g *gen) constNamed(pkg *ir.Package, name string) *ir.ConstDecl {
	if p, n, ok := strings.Cut(name, "."); ok {
		pkg, name = g.p.Package(p), n
	}
	if pkg == nil {
		return nil
	}
	for _, d := range pkg.Decls {
		if group, ok := d.(*ir.ConstGroup); ok {
			for _, c := range group.Consts {
				if c.Name == name {
					return c
				}
			}
		}
	}
	return nil
}
