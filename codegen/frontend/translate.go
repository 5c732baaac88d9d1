package frontend

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math/big"
	"slices"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// translate turns the checked packages into a program. Where something is
// refused the result is of no use, but translation goes on to find the rest.
func (l *loader) translate() *ir.Program {
	t := &translator{
		loader: l, prog: &ir.Program{Module: l.roots[0].Module},
		basic: map[ir.Kind]*ir.Type{}, array: map[string]*ir.Type{}, named: map[string]*ir.Type{},
		alias: map[*types.TypeName]*aliasDecl{}, funcs: map[string]*ir.Func{}, decls: map[*pkg][]keyed{},
		byTypes: map[*types.Package]*pkg{}, consts: map[types.Object]*ir.ConstDecl{},
		tables: map[types.Object]*ir.Table{}, nodes: map[types.Object]declNode{},
		dirs: map[*ast.CommentGroup]bool{}, docs: map[types.Object]directives{},
	}
	byName := map[string]*pkg{}
	for _, p := range l.order {
		t.openPackage(p)
		if q := byName[p.ir.Name]; q != nil {
			l.refuse(p.files[0].ast.Name.Pos(), ruleName, "rename one: the name is the prefix of what is generated",
				"packages %s and %s have the same name", q.path, p.path)
		}
		byName[p.ir.Name] = p
	}
	l.eachDecl(func(p *pkg, f *file, d ast.Decl) {
		if g, ok := d.(*ast.GenDecl); ok {
			t.genDecl(p, f, g)
		}
	})
	l.eachDecl(func(p *pkg, _ *file, d ast.Decl) {
		if fd, ok := d.(*ast.FuncDecl); ok {
			t.funcDecl(p, fd)
		}
	})
	if l.declarations {
		t.queue = nil
	}
	t.drain()
	t.nameInstances()
	t.sizes()
	t.transducers()
	for _, p := range l.order {
		t.closePackage(p)
		t.bindLaws(p)
	}
	t.contracts()
	if l.declarations {
		return t.prog
	}
	t.trials()
	t.recursion()
	for _, p := range l.order {
		for _, f := range p.files {
			t.strayDirectives(p, f)
		}
	}
	t.unexplained()
	return t.prog
}

// eachDecl calls visit for the declarations of all packages, dependencies first.
func (l *loader) eachDecl(visit func(p *pkg, f *file, d ast.Decl)) {
	for _, p := range l.order {
		for _, f := range p.files {
			for _, d := range f.ast.Decls {
				visit(p, f, d)
			}
		}
	}
}

// eachTypeSpec is eachDecl for the types.
func (l *loader) eachTypeSpec(visit func(p *pkg, s *ast.TypeSpec)) {
	l.eachDecl(func(p *pkg, _ *file, d ast.Decl) {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.TYPE {
			for _, s := range g.Specs {
				visit(p, s.(*ast.TypeSpec))
			}
		}
	})
}

// openPackage notes where everything of p is declared.
func (t *translator) openPackage(p *pkg) {
	p.ir = &ir.Package{Path: p.path, Dir: p.dir, Name: p.tpkg.Name()}
	p.ir.Imports = append(p.ir.Imports, collect.Of(p.imports, func(q *pkg) *ir.Package { return q.ir })...)
	slices.SortFunc(p.ir.Imports, func(a, b *ir.Package) int {
		return cmp.Compare(t.byPath[a.Path].index, t.byPath[b.Path].index)
	})
	t.prog.Packages = append(t.prog.Packages, p.ir)
	t.byTypes[p.tpkg] = p
	var docs []*ast.CommentGroup
	for _, f := range p.files {
		hash := ""
		if !t.declarations {
			hash = hashOf(f.src)
		}
		if f.laws { // no part of what is generated
			continue
		}
		p.ir.Files = append(p.ir.Files, &ir.SourceFile{Name: f.name, SHA256: hash, Lines: t.fset.File(f.ast.FileStart).LineCount()})
		docs = append(docs, f.ast.Doc)
		for _, d := range f.ast.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				o := p.info.Defs[d.Name]
				t.note(p, f, o, d, d.Doc)
				if o != nil {
					t.docs[o] = t.directivesOf(p, d.Doc, "func")
					t.contract(d, t.docs[o].contract)
				}
			case *ast.GenDecl:
				t.openGenDecl(p, f, d)
			}
		}
	}
	p.ir.Doc = commentLines(docs...)
}

func (t *translator) note(p *pkg, f *file, o types.Object, n ast.Node, doc *ast.CommentGroup) {
	if o != nil {
		t.nodes[o] = declNode{p: p, f: f, node: n, doc: doc, order: t.fset.PositionFor(o.Pos(), false).Offset}
	}
}

func (t *translator) openGenDecl(p *pkg, f *file, d *ast.GenDecl) {
	if d.Lparen.IsValid() && d.Tok != token.IMPORT {
		t.directivesOf(p, d.Doc, d.Tok.String()+" group")
	}
	for _, s := range d.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			o := p.info.Defs[s.Name]
			doc := docOf(d, s.Doc)
			t.note(p, f, o, s, doc)
			if o != nil {
				t.docs[o] = t.directivesOf(p, doc, "type")
			}
			if st, ok := s.Type.(*ast.StructType); ok {
				for _, fl := range st.Fields.List {
					dirs := t.directivesOf(p, fl.Doc, "field")
					for _, n := range fl.Names {
						t.note(p, f, p.info.Defs[n], fl, fl.Doc)
						t.docs[p.info.Defs[n]] = dirs
					}
				}
			}
		case *ast.ValueSpec:
			doc := docOf(d, s.Doc)
			dirs := t.directivesOf(p, doc, d.Tok.String())
			for _, n := range s.Names {
				t.note(p, f, p.info.Defs[n], s, doc)
				if o := p.info.Defs[n]; o != nil {
					t.docs[o] = dirs
				}
			}
		}
	}
}

// docOf is the doc comment of a spec: that of the declaration where it has no
// parentheses.
func docOf(d *ast.GenDecl, doc *ast.CommentGroup) *ast.CommentGroup {
	if doc == nil && !d.Lparen.IsValid() {
		return d.Doc
	}
	return doc
}

func (t *translator) addDecl(p *pkg, f *file, pos token.Pos, d ir.Decl) {
	t.decls[p] = append(t.decls[p], keyed{d, f.index, t.fset.PositionFor(pos, false).Offset})
}

func (t *translator) genDecl(p *pkg, f *file, d *ast.GenDecl) {
	switch d.Tok {
	case token.CONST:
		g := &ir.ConstGroup{DeclInfo: ir.DeclInfo{Pkg: p.ir, Pos: t.pos(d.Pos()), Doc: commentLines(d.Doc)}}
		g.Consts = t.constSpecs(p, f, d, false)
		if len(g.Consts) > 0 {
			t.addDecl(p, f, d.Pos(), g)
		}
	case token.VAR:
		if t.declarations {
			return
		}
		for _, s := range d.Specs {
			t.tableSpec(p, f, d, s.(*ast.ValueSpec))
		}
	case token.TYPE:
		for _, s := range d.Specs {
			t.typeSpec(p, s.(*ast.TypeSpec))
		}
	}
}

func (t *translator) constSpecs(p *pkg, f *file, d *ast.GenDecl, local bool) []*ir.ConstDecl {
	var list []*ir.ConstDecl
	prev := d.Lparen
	for _, s := range d.Specs {
		vs := s.(*ast.ValueSpec)
		doc := commentLines(vs.Doc)
		if d.Lparen.IsValid() { // comments that stand off belong to what follows
			doc = t.gapBetween(f, prev, vs.Pos()).lead
			prev = vs.End()
			if vs.Comment != nil {
				prev = vs.Comment.End()
			}
		}
		for i, n := range vs.Names {
			o, _ := p.info.Defs[n].(*types.Const)
			if n.Name == "_" || o == nil {
				continue
			}
			c := t.constDecl(p, o)
			if c == nil {
				continue
			}
			c.Local = local
			if i < len(vs.Values) {
				c.Text = source(t.loader, f, vs.Values[i])
			}
			if i == 0 {
				c.Doc, c.LineComment = doc, oneLine(commentLines(vs.Comment))
			}
			list = append(list, c)
		}
	}
	return list
}

func (t *translator) constDecl(p *pkg, o *types.Const) *ir.ConstDecl {
	c := &ir.ConstDecl{Pkg: p.ir, Name: o.Name(), Pos: t.pos(o.Pos())}
	b, _ := o.Type().(*types.Basic)
	untyped := b != nil && b.Info()&types.IsUntyped != 0
	if !untyped {
		if c.Type = t.typ(o.Type(), nil, o.Pos()); c.Type == nil {
			return nil
		}
	}
	c.Bool = untyped && b.Kind() == types.UntypedBool
	if untyped && b.Info()&types.IsConstType != 0 && b.Info()&(types.IsInteger|types.IsBoolean) == 0 {
		if b.Info()&types.IsString != 0 {
			t.refuse(o.Pos(), ruleString, "use integers", "string constant %s", o.Name())
		} else {
			t.refuse(o.Pos(), ruleFloat, "write a scaled integer constant", "floating-point constant %s", o.Name())
		}
		return nil
	}
	if c.Value = bigValue(o.Val()); c.Value == nil {
		return nil
	}
	t.eventConst(c, t.docs[o].event)
	t.outcomeConst(c, t.docs[o].outcome)
	t.consts[o] = c
	return c
}

// bigValue returns an integer or boolean constant as an integer, else nil.
func bigValue(v constant.Value) *big.Int {
	if v.Kind() == constant.Bool {
		if constant.BoolVal(v) {
			return big.NewInt(1)
		}
		return new(big.Int)
	}
	v = constant.ToInt(v)
	if v.Kind() != constant.Int {
		return nil
	}
	switch x := constant.Val(v).(type) {
	case int64:
		return big.NewInt(x)
	case *big.Int:
		return new(big.Int).Set(x)
	}
	return nil
}

// typeSpec translates a type that is not generic, and notes the aliases of
// instances.
func (t *translator) typeSpec(p *pkg, s *ast.TypeSpec) {
	o, _ := p.info.Defs[s.Name].(*types.TypeName)
	if o == nil || s.TypeParams != nil || t.refused[s.Type] {
		return
	}
	if _, ok := o.Type().Underlying().(*types.Interface); ok {
		return
	}
	r := t.typ(o.Type(), nil, s.Name.Pos())
	if r == nil {
		t.drop(s)
	}
	if r != nil && r.Decl != nil && s.Assign.IsValid() {
		t.alias[o] = &aliasDecl{o, r.Decl}
	}
}

// tableSpec translates a package-level variable: it must be a table.
func (t *translator) tableSpec(p *pkg, f *file, d *ast.GenDecl, s *ast.ValueSpec) {
	const remedy = "firmware packages hold only tables: var t = [N]T{constants}; keep state in a struct that the caller passes"
	if len(s.Names) != 1 || len(s.Values) != 1 || s.Names[0].Name == "_" {
		t.refuse(s.Pos(), ruleGlobal, remedy, "package-level variable %s", s.Names[0].Name)
		return
	}
	o := p.info.Defs[s.Names[0]]
	_, isArray := o.Type().Underlying().(*types.Array)
	lit, isLit := ast.Unparen(s.Values[0]).(*ast.CompositeLit)
	if !isArray || !isLit {
		if !t.refused[ast.Unparen(s.Values[0])] && !(s.Type != nil && t.refused[s.Type]) {
			t.refuse(s.Pos(), ruleGlobal, remedy, "package-level variable %s", o.Name())
		}
		return
	}
	b := &body{translator: t, p: p, f: f, names: []map[string]bool{{}}}
	v := b.expr(lit)
	if v == nil {
		t.drop(s)
		return
	}
	if pos, ok := b.notConstant(v); ok {
		t.add(Diagnostic{Pos: pos, Rule: ruleTable, Msg: "element of table " + o.Name() + " is not a constant",
			Remedy: "write constants only"})
		return
	}
	tab := &ir.Table{DeclInfo: ir.DeclInfo{Pkg: p.ir, Pos: t.pos(o.Pos()), Doc: commentLines(docOf(d, s.Doc))},
		Name: o.Name(), Type: v.Type(), Value: v, LineComment: oneLine(commentLines(s.Comment))}
	t.tables[o] = tab
	t.addDecl(p, f, s.Pos(), tab)
}

// notConstant returns the place of a part of a table's value that is not a
// constant.
func (b *body) notConstant(e ir.Expr) (ir.Pos, bool) {
	switch e := e.(type) {
	case nil:
		return ir.Pos{}, false
	case *ir.Const:
		return ir.Pos{}, false
	case *ir.Composite:
		for _, x := range e.Elems {
			if pos, bad := b.notConstant(x); bad {
				return pos, true
			}
		}
		return ir.Pos{}, false
	}
	return e.At(), true
}

// closePackage sorts the declarations of p and adds the comments between them.
func (t *translator) closePackage(p *pkg) {
	for _, f := range p.files {
		from := f.ast.Name.End()
		for _, d := range f.ast.Decls {
			t.standing(p, f, from, declStart(d))
			from = d.End()
		}
		t.standing(p, f, from, f.ast.FileEnd)
	}
	list := t.decls[p]
	slices.SortStableFunc(list, func(a, b keyed) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.offset, b.offset),
			cmp.Compare(declName(a.decl), declName(b.decl)))
	})
	p.ir.Decls = append(p.ir.Decls, collect.Of(list, func(k keyed) ir.Decl { return k.decl })...)
}

// declStart is where a declaration starts, its doc comment included.
func declStart(d ast.Decl) token.Pos {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Doc != nil {
			return d.Doc.Pos()
		}
	case *ast.GenDecl:
		if d.Doc != nil {
			return d.Doc.Pos()
		}
	}
	return d.Pos()
}

// standing adds the comments of f between two declarations.
func (t *translator) standing(p *pkg, f *file, from, to token.Pos) {
	for _, g := range between(f, from, to) {
		if slices.Contains(p.lawGroups, g) || t.line(g.Pos()) == t.line(from) {
			continue
		}
		if lines := commentLines(g); len(lines) > 0 {
			c := &ir.CommentDecl{DeclInfo: ir.DeclInfo{Pkg: p.ir, Pos: t.pos(g.Pos()), Doc: lines}}
			t.addDecl(p, f, g.Pos(), c)
		}
	}
}

func declName(d ir.Decl) string {
	switch d := d.(type) {
	case *ir.TypeDecl:
		return d.Name
	case *ir.Func:
		return d.Name
	case *ir.Table:
		return d.Name
	}
	return ""
}
