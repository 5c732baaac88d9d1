package frontend

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"smartnic-cc/codegen/ir"
)

// Laws are written in comments. Each becomes functions of a separate file, which is checked and translated with the
// package, at the positions of the comment. The package's declarations do not include them.

// lawDir is one //ccgen:law, //ccgen:invariant, //ccgen:progress or //ccgen:rare of one transducer.
type lawDir struct {
	step  *ast.FuncDecl
	name  string
	kind  ir.LawKind
	text  string // after the name
	pos   token.Pos
	file  *file  // with the functions
	funcs string // what the names of the functions begin with
	check bool   // none of the source, but the function that checks all laws of a step
}

var (
	lawName  = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)
	lawWords = []string{"law", "invariant", "progress", "rare"}
	// second is a mention of the second connection, ofDriver one of what only a driver knows.
	second   = regexp.MustCompile(`\b[sto]2\b`)
	ofDriver = regexp.MustCompile(`\btimely\b`)
)

const (
	lawForm    = "write //ccgen:law NAME EXPR, with NAME of small letters, digits and -"
	lawsRemedy = "write //ccgen:laws TRANSDUCER ... on the first line, then //ccgen:law, //ccgen:invariant, //ccgen:progress and //ccgen:rare"
)

// lawSpeaks is what a law of each kind may speak of.
var lawSpeaks = map[ir.LawKind]string{
	ir.Invariant: "an invariant speaks of p and s",
	ir.OfStep:    "a law speaks of p, s, e, t, o, timely and, of a second connection with the same p and e, s2, t2, o2",
	ir.Rare:      "a rare event's expression speaks of p, s and e",
	ir.Progress:  "a rank speaks of p and s, its bound and amount of p, its conditions of p, s and e",
}

// laws finds the laws of a package and makes the files with their functions.
func (l *loader) laws(p *pkg) {
	if l.declarations {
		return
	}
	steps := map[string]*ast.FuncDecl{}
	for _, f := range p.files {
		for _, d := range f.ast.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok {
				for _, c := range comments(fd.Doc) {
					if words := strings.Fields(c.Text); words[0] == "//ccgen:transducer" && len(words) > 1 {
						steps[words[1]] = fd
						l.lawsIn(p, comments(fd.Doc), []*ast.FuncDecl{fd})
					}
				}
			}
		}
	}
	for _, f := range p.files {
		for _, g := range f.ast.Comments {
			words := strings.Fields(g.List[0].Text)
			if words[0] != "//ccgen:laws" {
				continue
			}
			f.laws = f.laws || len(f.ast.Decls) == 0
			p.lawGroups = append(p.lawGroups, g)
			var of []*ast.FuncDecl
			for _, name := range words[1:] {
				if steps[name] == nil {
					l.refuse(g.Pos(), ruleLaw, "name a transducer of the same package", "laws of %s, which is no transducer here", name)
				} else {
					of = append(of, steps[name])
				}
			}
			if len(words) == 1 {
				l.refuse(g.Pos(), ruleLaw, lawsRemedy, "laws of no transducer")
			}
			l.lawsIn(p, g.List[1:], of)
			for _, c := range g.List[1:] {
				if word, ok := lawWord(c.Text); !ok && word != "" {
					l.refuse(c.Pos(), ruleLaw, lawsRemedy, "//ccgen:%s among laws", word)
				}
			}
		}
	}
	checked := map[*ast.FuncDecl]bool{}
	for _, d := range slices.Clone(p.laws) {
		if !checked[d.step] {
			checked[d.step] = true
			l.lawCheck(p, d)
		}
	}
}

// lawCheck makes the function that checks the laws of a step function, of which d is one: ir.Transducer.Check.
func (l *loader) lawCheck(p *pkg, d *lawDir) {
	types, _ := stepTypes(d.step)
	var given []string
	var body strings.Builder
	n := 0
	for _, o := range p.laws {
		if o.step != d.step || o.check || o.kind == ir.Rare {
			continue
		}
		n++
		args := "p, s, e, t, o, false"
		switch {
		case o.kind == ir.Invariant:
			given = append(given, o.funcs+"(p, s)")
			args = "p, t"
		case o.kind == ir.OfTwo || ofDriver.MatchString(o.text):
			continue
		}
		fmt.Fprintf(&body, "\tif !%s(%s) {\n\t\treturn %d\n\t}\n", o.funcs, args, n)
	}
	all := &lawDir{step: d.step, name: d.name, kind: ir.OfStep, pos: d.pos, funcs: d.step.Name.Name + "_laws", check: true}
	text := fmt.Sprintf("func %s(p %s, s %s, e %s, t %s, o %s) uint32 {\n", all.funcs, types[0], types[1], types[2], types[1], types[3])
	if len(given) > 0 {
		text += "\tif !(" + strings.Join(given, " && ") + ") {\n\t\treturn 0\n\t}\n"
	}
	if l.lawSource(p, all, text+body.String()+"\treturn 0\n}\n", []lawMark{{0, d.pos}}) {
		p.laws = append(p.laws, all)
	}
}

func comments(g *ast.CommentGroup) []*ast.Comment {
	if g == nil {
		return nil
	}
	return g.List
}

// lawWord returns the word of a directive, and whether it is that of a law.
func lawWord(comment string) (string, bool) {
	text, ok := strings.CutPrefix(comment, "//ccgen:")
	word, _, _ := strings.Cut(text, " ")
	if !ok {
		word = ""
	}
	return word, slices.Contains(lawWords, word)
}

// lawsIn makes the laws that comments state of step functions.
func (l *loader) lawsIn(p *pkg, list []*ast.Comment, steps []*ast.FuncDecl) {
	for _, c := range list {
		word, ok := lawWord(c.Text)
		if !ok {
			continue
		}
		rest := strings.TrimLeft(c.Text[len("//ccgen:")+len(word):], " \t")
		name, text, _ := strings.Cut(rest, " ")
		if !lawName.MatchString(name) || strings.TrimSpace(text) == "" {
			l.refuse(c.Pos(), ruleLaw, strings.Replace(lawForm, "law", word, 1), "malformed //ccgen:%s", word)
			continue
		}
		at := c.Pos() + token.Pos(len(c.Text)-len(text))
		for _, step := range steps {
			d := &lawDir{step: step, name: name, text: strings.TrimSpace(text), pos: c.Pos(), kind: map[string]ir.LawKind{"law": ir.OfStep, "invariant": ir.Invariant, "progress": ir.Progress, "rare": ir.Rare}[word]}
			if d.kind == ir.OfStep && second.MatchString(text) {
				d.kind = ir.OfTwo
			}
			if slices.ContainsFunc(p.laws, func(o *lawDir) bool { return o.step == step && o.name == name }) {
				l.refuse(c.Pos(), ruleLaw, "rename one", "two laws of one transducer are named %s", name)
				continue
			}
			d.funcs = fmt.Sprintf("%s_law%d_", step.Name.Name, len(p.laws)+1)
			if l.lawFile(p, d, text, at) {
				p.laws = append(p.laws, d)
			}
		}
	}
}

// lawFile makes the file with a law's functions. text is what follows its name, at a position.
func (l *loader) lawFile(p *pkg, d *lawDir, text string, at token.Pos) bool {
	types, ok := stepTypes(d.step)
	if !ok {
		return false // refused as no step function
	}
	w := &lawWriter{l: l, d: d, at: at, src: text}
	if !w.scan() {
		return false
	}
	all, own := w.tokens, "p "+types[0]+", s "+types[1]
	switch d.kind {
	case ir.Invariant:
		w.function("", own, "bool", all)
	case ir.Rare:
		w.function("", own+", e "+types[2], "bool", all)
	case ir.OfStep, ir.OfTwo:
		own += ", e " + types[2] + ", t " + types[1] + ", o " + types[3]
		if d.kind == ir.OfTwo {
			own += ", s2, t2 " + types[1] + ", o2 " + types[3]
		}
		w.function("", own+", timely bool", "bool", all)
	case ir.Progress:
		if !w.progress(types) {
			return false
		}
	}
	return l.lawSource(p, d, w.out.String(), w.marks)
}

// lawSource makes the file of functions, parts of which come from other places.
func (l *loader) lawSource(p *pkg, d *lawDir, text string, marks []lawMark) bool {
	head := "package " + p.files[0].ast.Name.Name + "\n" + p.importsOf(text)
	name := l.pos(d.pos).File
	f := &file{name: name, src: []byte(head + text), index: len(p.files)}
	f.ast, _ = parser.ParseFile(l.fset, name, f.src, parser.SkipObjectResolution)
	if f.ast == nil || !f.ast.FileStart.IsValid() {
		return false
	}
	tf := l.fset.File(f.ast.FileStart)
	for _, m := range marks {
		q := l.fset.PositionFor(m.pos, false)
		tf.AddLineColumnInfo(len(head)+m.offset, name, q.Line, q.Column)
	}
	l.lawFiles[tf] = d
	d.file = f
	if _, err := parser.ParseFile(token.NewFileSet(), name, f.src, parser.SkipObjectResolution); err != nil {
		l.refuse(d.pos, ruleLaw, "write an expression of Go; A implies B is the only addition", "law %s is no expression: %s", d.name, firstError(err))
		return false
	}
	return true
}

func firstError(err error) string {
	if list, ok := err.(scanner.ErrorList); ok { //nolint:errorlint // as the parser returns it
		return list[0].Msg
	}
	return err.Error()
}

// stepTypes returns the types of params, state, event and output of a step function as they are written.
func stepTypes(fd *ast.FuncDecl) (list []string, ok bool) {
	for _, f := range fd.Type.Params.List {
		star, ok := f.Type.(*ast.StarExpr)
		if !ok {
			return nil, false
		}
		for range max(len(f.Names), 1) {
			list = append(list, types.ExprString(star.X))
		}
	}
	if len(list) != 3 || fd.Type.Results.NumFields() != 1 || fd.Recv != nil || fd.Type.TypeParams != nil {
		return nil, false
	}
	return append(list, types.ExprString(fd.Type.Results.List[0].Type)), true
}

// importsOf returns the imports of the package's files that a text mentions.
func (p *pkg) importsOf(text string) string {
	var list []string
	for _, f := range p.files {
		for _, s := range f.ast.Imports {
			ip, err := strconv.Unquote(s.Path.Value)
			name := path.Base(ip)
			if s.Name != nil {
				name = s.Name.Name
			}
			line := fmt.Sprintf("import %s %q\n", name, ip)
			if err == nil && !slices.Contains(list, line) && regexp.MustCompile(`\b`+regexp.QuoteMeta(name)+`\.`).MatchString(text) {
				list = append(list, line)
			}
		}
	}
	if slices.Sort(list); regexp.MustCompile(`\bbits\.`).MatchString(text) && !slices.Contains(list, "import bits \"math/bits\"\n") {
		list = append(list, "import bits \"math/bits\"\n")
	}
	return strings.Join(list, "")
}

// lawWriter writes the functions of a law.
type lawWriter struct {
	l      *loader
	d      *lawDir
	at     token.Pos // of src
	src    string
	tokens []lawToken
	out    strings.Builder
	marks  []lawMark
}

type lawToken struct {
	from, to int // in src
	tok      token.Token
	word     string // of an identifier
}

// lawMark says where a part of the functions comes from.
type lawMark struct {
	offset int
	pos    token.Pos
}

// scan splits the text into tokens.
func (w *lawWriter) scan() bool {
	var s scanner.Scanner
	bad := false
	fset := token.NewFileSet()
	f := fset.AddFile("", fset.Base(), len(w.src))
	s.Init(f, []byte(w.src), func(p token.Position, msg string) {
		if !bad {
			w.l.refuse(w.at+token.Pos(p.Offset), ruleLaw, "write an expression of Go", "law %s: %s", w.d.name, msg)
		}
		bad = true
	}, 0)
	for {
		p, tok, lit := s.Scan()
		if tok == token.EOF || tok == token.SEMICOLON && lit == "\n" {
			return !bad
		}
		if lit == "" {
			lit = tok.String()
		}
		t := lawToken{from: f.Offset(p), tok: tok}
		t.to = t.from + len(lit)
		if tok == token.IDENT {
			t.word = lit
		}
		w.tokens = append(w.tokens, t)
	}
}

// function writes a function that returns an expression, converted to the result's type unless that is bool.
func (w *lawWriter) function(suffix, params, result string, expr []lawToken) {
	open, shut := "", ""
	if result != "bool" {
		open, shut = result+"(", ")"
	}
	fmt.Fprintf(&w.out, "func %s%s(%s) %s {\n", w.d.funcs, suffix, params, result)
	if i := w.implies(expr); i >= 0 && result == "bool" {
		// As a branch, so that what follows from the condition is known where the rest is translated.
		w.out.WriteString("\tif !(")
		w.expr(expr[:i])
		w.out.WriteString(") {\n\t\treturn true\n\t}\n")
		expr = expr[i+1:]
	}
	w.out.WriteString("\treturn " + open)
	w.expr(expr)
	w.out.WriteString(shut + "\n}\n")
}

// implies returns the place of the first implies outside of parentheses, or -1.
func (w *lawWriter) implies(list []lawToken) int {
	depth := 0
	for i, t := range list {
		switch {
		case t.tok == token.LPAREN || t.tok == token.LBRACK || t.tok == token.LBRACE:
			depth++
		case t.tok == token.RPAREN || t.tok == token.RBRACK || t.tok == token.RBRACE:
			depth--
		case t.word == "implies" && depth == 0:
			return i
		}
	}
	return -1
}

// expr writes expressions between commas, with implies resolved.
func (w *lawWriter) expr(list []lawToken) {
	depth := 0
	for i, t := range list {
		switch {
		case t.tok == token.LPAREN || t.tok == token.LBRACK || t.tok == token.LBRACE:
			depth++
		case t.tok == token.RPAREN || t.tok == token.RBRACK || t.tok == token.RBRACE:
			depth--
		case t.tok == token.COMMA && depth == 0:
			w.expr(list[:i])
			w.out.WriteString(", ")
			w.expr(list[i+1:])
			return
		}
	}
	if i := w.implies(list); i >= 0 {
		w.out.WriteString("!(")
		w.expr(list[:i])
		w.out.WriteString(") || (")
		w.expr(list[i+1:])
		w.out.WriteString(")")
		return
	}
	for i := 0; i < len(list); i++ {
		t := list[i]
		w.marks = append(w.marks, lawMark{w.out.Len(), w.at + token.Pos(t.from)})
		w.out.WriteString(w.src[t.from:t.to])
		if t.tok == token.LPAREN {
			end := i + 1
			for depth := 1; end < len(list); end++ {
				if list[end].tok == token.LPAREN {
					depth++
				} else if list[end].tok == token.RPAREN {
					if depth--; depth == 0 {
						break
					}
				}
			}
			w.expr(list[i+1 : end])
			i = end - 1
			continue
		}
		if i+1 < len(list) {
			w.out.WriteString(w.src[t.to:list[i+1].from])
		}
	}
}

// progress writes the functions of RANK within MOST by BY on COND [unless COND].
func (w *lawWriter) progress(types []string) bool {
	parts := map[string][]lawToken{}
	part, order := "rank", []string{"rank", "within", "by", "on", "unless"}
	for _, t := range w.tokens {
		if i := slices.Index(order, t.word); i > slices.Index(order, part) {
			part = t.word
			continue
		}
		parts[part] = append(parts[part], t)
	}
	if len(parts["rank"]) == 0 || len(parts["within"]) == 0 || len(parts["by"]) == 0 || len(parts["on"]) == 0 {
		w.l.refuse(w.d.pos, ruleLaw, "write //ccgen:progress NAME RANK within MOST by AMOUNT on COND [unless COND]", "malformed //ccgen:progress")
		return false
	}
	p, s := "p "+types[0], ", s "+types[1]
	e := ", e " + types[2]
	w.function("Rank", p+s, "uint64", parts["rank"])
	w.function("Most", p, "uint64", parts["within"])
	w.function("By", p, "uint64", parts["by"])
	w.function("On", p+s+e, "bool", parts["on"])
	unless := "false"
	if len(parts["unless"]) > 0 {
		w.function("Unless", p+s+e, "bool", parts["unless"])
		unless = w.d.funcs + "Unless(p, s, e)"
	}
	fmt.Fprintf(&w.out, `func %[1]s(p %[2]s, s %[3]s, e %[4]s, t %[3]s, o %[5]s, timely bool) bool {
	was := %[1]sRank(p, s)
	is := %[1]sRank(p, t)
	if was > %[1]sMost(p) {
		return false
	}
	if %[1]sOn(p, s, e) {
		return is == 0 || is <= was && was-is >= %[1]sBy(p)
	}
	return %[6]s || is <= was
}
`, w.d.funcs, types[0], types[1], types[2], types[3], unless)
	return true
}

// bindLaws translates the laws of a package and gives them to its transducers.
func (t *translator) bindLaws(p *pkg) {
	for _, d := range p.laws {
		o, _ := p.info.Defs[d.step.Name].(*types.Func)
		i := slices.IndexFunc(t.prog.Transducers, func(tr *ir.Transducer) bool { return o != nil && tr.Step == t.funcs[instKey(o, nil)] })
		if i < 0 {
			continue // refused
		}
		for _, decl := range d.file.ast.Decls {
			if fd, ok := decl.(*ast.FuncDecl); ok {
				t.note(p, d.file, p.info.Defs[fd.Name], fd, nil)
			}
		}
		of := func(suffix string) *ir.Func {
			if f, _ := p.tpkg.Scope().Lookup(d.funcs + suffix).(*types.Func); f != nil {
				return t.instance(f, nil)
			}
			return nil
		}
		if d.check {
			t.prog.Transducers[i].Check = of("")
			continue
		}
		if d.kind == ir.Rare {
			t.prog.Transducers[i].Rare = append(t.prog.Transducers[i].Rare, of(""))
			continue
		}
		law := &ir.Law{Name: d.name, Kind: d.kind, Text: d.text, Pos: t.pos(d.pos), Timely: ofDriver.MatchString(d.text), Holds: of(""), Most: of("Most"), By: of("By")}
		t.prog.Transducers[i].Laws = append(t.prog.Transducers[i].Laws, law)
	}
	t.drain()
}
