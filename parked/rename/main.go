// Rename applies a table of renames and moves to a checkout of a Go module. See README.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/scanner"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/tools/go/packages"
)

var (
	tableFile = flag.String("table", "table.txt", "the table")
	dry       = flag.Bool("n", false, "report only")
	noMoves   = flag.Bool("nomoves", false, "identifiers only")
	onlyMoves = flag.Bool("onlymoves", false, "moves and texts only")
)

const module = "smartnic-cc"

// entry is a line of the table that renames an identifier.
type entry struct {
	line         int
	kind         string // id or local
	pkg          string // folder, "." for the root, with _test for an external test package
	typ, name    string
	new          string
	found, fresh bool // the old name, the new name
	dropped      string
	keys         map[string]bool
}

func (e *entry) String() string {
	s := e.pkg + "."
	if e.typ != "" {
		s += e.typ + "."
	}
	return fmt.Sprintf("%d: %s%s -> %s", e.line, s, e.name, e.new)
}

type move struct {
	line     int
	old, new string
	dir      bool
}

type text struct {
	line     int
	glob     string
	old, new string
	re       *regexp.Regexp
	comment  bool           // in comments of Go and in pages only
	not      *regexp.Regexp // around a match: leave it
	used     bool
	globs    []*regexp.Regexp
}

var (
	entries []*entry
	moves   []move
	texts   []*text
	root    string
	warned  int
)

func warn(format string, args ...any) {
	warned++
	fmt.Printf("warning: "+format+"\n", args...)
}

func readTable(name string) {
	f, err := os.Open(name)
	if err != nil {
		panic(err)
	}
	s := bufio.NewScanner(f)
	for n := 1; s.Scan(); n++ {
		line := strings.TrimSpace(s.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		w := strings.Fields(line)
		bad := func() { panic(fmt.Sprintf("table:%d: %s", n, line)) }
		switch w[0] {
		case "id", "local":
			if len(w) != 3 {
				bad()
			}
			e := &entry{line: n, kind: w[0], new: w[2], keys: map[string]bool{}}
			slash := strings.LastIndexByte(w[1], '/')
			i := strings.IndexByte(w[1][slash+1:], '.')
			if strings.HasPrefix(w[1], "..") { // the root package: ..Name
				i = 1
				slash = -1
			}
			if i < 0 {
				bad()
			}
			e.pkg = w[1][:slash+1+i]
			parts := strings.Split(w[1][slash+2+i:], ".")
			if len(parts) == 2 {
				e.typ = parts[0]
			} else if len(parts) != 1 {
				bad()
			}
			e.name = parts[len(parts)-1]
			entries = append(entries, e)
		case "file", "dir":
			if len(w) != 3 {
				bad()
			}
			moves = append(moves, move{n, w[1], w[2], w[0] == "dir"})
		case "text", "word", "re":
			// text GLOB old => new
			rest := strings.TrimSpace(strings.TrimPrefix(line, w[0]))
			rest = strings.TrimSpace(strings.TrimPrefix(rest, w[1]))
			rest, not, _ := strings.Cut(rest, " !! ")
			old, new, ok := strings.Cut(rest, " => ")
			if !ok {
				if o, is := strings.CutSuffix(rest, " =>"); is {
					old, new = o, ""
				} else {
					bad()
				}
			}
			unescape := strings.NewReplacer(`\n`, "\n", `\t`, "\t")
			t := &text{line: n, glob: w[1], old: old, new: unescape.Replace(new)}
			if w[0] == "text" {
				t.old = unescape.Replace(old)
			}
			if not != "" {
				t.not = regexp.MustCompile(not)
			}
			switch w[0] {
			case "word":
				t.re = regexp.MustCompile(`\b(?:` + old + `)\b`)
				t.comment = true
			case "re":
				t.re = regexp.MustCompile(old)
			}
			texts = append(texts, t)
		default:
			bad()
		}
	}
}

// moved returns the new name of a path of the old tree.
func moved(p string) string {
	for _, m := range moves {
		if !m.dir && p == m.old {
			p = m.new
			break
		}
	}
	best := move{}
	for _, m := range moves {
		if m.dir && (p == m.old || strings.HasPrefix(p, m.old+"/")) && len(m.old) > len(best.old) {
			best = m
		}
	}
	if best.old != "" {
		p = best.new + p[len(best.old):]
	}
	return p
}

type loaded struct {
	pkgs []*packages.Package
	fset *token.FileSet
}

func load(dir string, env []string, patterns ...string) loaded {
	fset := token.NewFileSet()
	cfg := &packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps |
			packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedModule,
		Dir: dir, Tests: true, Fset: fset,
		Env: append(append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-mod=mod"), env...),
	}
	pkgs, err := packages.Load(cfg, patterns...)
	if err != nil {
		panic(err)
	}
	errs := 0
	for _, p := range pkgs {
		for _, e := range p.Errors {
			if errs < 20 {
				warn("load %s: %v", p.ID, e)
			}
			errs++
		}
	}
	return loaded{pkgs, fset}
}

func rel(file string) string {
	r, err := filepath.Rel(root, file)
	if err != nil {
		return file
	}
	return filepath.ToSlash(r)
}

func (l loaded) key(pos token.Pos) string {
	p := l.fset.PositionFor(pos, false)
	return fmt.Sprintf("%s:%d", rel(p.Filename), p.Offset)
}

// folder returns the folder of a package, with _test if it is an external test package.
func folder(p *types.Package) string {
	s := p.Path()
	if s == module {
		return "."
	}
	if s == module+"_test" {
		return "._test"
	}
	return strings.TrimPrefix(s, module+"/")
}

func origin(o types.Object) types.Object {
	switch o := o.(type) {
	case *types.Var:
		return o.Origin()
	case *types.Func:
		return o.Origin()
	}
	return o
}

func inModule(o types.Object) bool {
	return o.Pkg() != nil && (o.Pkg().Path() == module || strings.HasPrefix(o.Pkg().Path(), module+"/") || strings.HasPrefix(o.Pkg().Path(), module+"_test"))
}

// renamed has the new name of what is declared at a place.
var renamed = map[string]*entry{}

func members(t types.Type) (list []types.Object) {
	if n, ok := t.(*types.Named); ok {
		for i := range n.NumMethods() {
			list = append(list, n.Method(i))
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for i := range u.NumFields() {
			list = append(list, u.Field(i))
		}
	case *types.Interface:
		for i := range u.NumExplicitMethods() {
			list = append(list, u.ExplicitMethod(i))
		}
	}
	return list
}

func samePkg(e *entry, f string) bool {
	if e.pkg == f {
		return true
	}
	test := strings.HasSuffix(e.pkg, "_test")
	m := moved(strings.TrimSuffix(e.pkg, "_test"))
	if test {
		m += "_test"
	}
	return m == f
}

func (l loaded) resolve() {
	for _, p := range l.pkgs {
		if p.Types == nil || strings.HasSuffix(p.PkgPath, ".test") {
			continue
		}
		f := folder(p.Types)
		var mine []*entry
		for _, e := range entries {
			if samePkg(e, f) {
				mine = append(mine, e)
			}
		}
		if len(mine) == 0 {
			continue
		}
		scope := p.Types.Scope()
		for _, e := range mine {
			if e.kind == "local" {
				continue
			}
			add := func(o types.Object) {
				e.found = true
				k := l.key(origin(o).Pos())
				e.keys[k] = true
				renamed[k] = e
			}
			if e.typ == "" {
				if o := scope.Lookup(e.name); o != nil {
					add(o)
				}
				if o := scope.Lookup(e.new); o != nil {
					e.fresh = true
				}
				continue
			}
			names := []string{e.typ}
			for _, other := range mine { // a type that was renamed by an earlier run
				if other.typ == "" && other.name == e.typ {
					names = append(names, other.new)
				}
			}
			for _, name := range names {
				o, _ := scope.Lookup(name).(*types.TypeName)
				if o == nil {
					continue
				}
				for _, m := range members(o.Type()) {
					switch m.Name() {
					case e.name:
						add(m)
					case e.new:
						e.fresh = true
					}
				}
			}
		}
		// Locals, and the fields of types without a name.
		byName := map[string]*entry{}
		for _, e := range mine {
			if e.kind == "local" {
				byName[e.name] = e
			}
		}
		if len(byName) == 0 {
			continue
		}
		local := func(o types.Object) {
			if o == nil || byName[o.Name()] == nil || !o.Pos().IsValid() {
				return
			}
			v, ok := o.(*types.Var)
			if _, is := o.(*types.Const); !ok && !is {
				return
			}
			if ok && v.IsField() || o.Parent() == scope || o.Parent() == nil && o.Pkg() != p.Types {
				return
			}
			e := byName[o.Name()]
			e.found = true
			k := l.key(origin(o).Pos())
			e.keys[k] = true
			renamed[k] = e
		}
		for _, o := range p.TypesInfo.Defs {
			local(o)
		}
		for _, o := range p.TypesInfo.Implicits {
			if _, is := o.(*types.Var); is {
				local(o)
			}
		}
	}
}

// embedded adds the fields that are embedded types which are renamed.
func (l loaded) embedded() {
	for _, p := range l.pkgs {
		if p.TypesInfo == nil {
			continue
		}
		for id, o := range p.TypesInfo.Defs {
			v, ok := o.(*types.Var)
			if !ok || !v.Embedded() || !oldNames[v.Name()] {
				continue
			}
			if t := p.TypesInfo.Uses[id]; t != nil {
				if e := renamed[l.key(origin(t).Pos())]; e != nil {
					renamed[l.key(v.Pos())] = e
				}
			}
		}
	}
}

type pair struct {
	t *types.Named
	i *types.Interface
}

var (
	pairs = map[pair]bool{} // looked at in this turn
	sets  = map[*types.Named]*types.MethodSet{}
)

func methodSet(t *types.Named) *types.MethodSet {
	if sets[t] == nil {
		sets[t] = types.NewMethodSet(types.NewPointer(t))
	}
	return sets[t]
}

// methods adds the methods that have to be renamed with others, since types implement interfaces by them.
func (l loaded) methods() (again bool) {
	names := map[string]bool{}
	for _, e := range entries {
		if e.typ != "" && e.found {
			names[e.name] = true
		}
	}
	for _, p := range l.pkgs {
		if p.Types == nil {
			continue
		}
		// All named types of the package and of what it imports.
		seen := map[*types.Package]bool{}
		var concrete []*types.Named
		var ifaces []*types.Interface
		var visit func(q *types.Package)
		visit = func(q *types.Package) {
			if seen[q] {
				return
			}
			seen[q] = true
			for _, im := range q.Imports() {
				visit(im)
			}
			if !strings.HasPrefix(q.Path(), module) {
				return
			}
			for _, n := range q.Scope().Names() {
				tn, ok := q.Scope().Lookup(n).(*types.TypeName)
				if !ok || tn.IsAlias() {
					continue
				}
				named, ok := tn.Type().(*types.Named)
				if !ok {
					continue
				}
				if i, ok := named.Underlying().(*types.Interface); ok {
					for k := range i.NumMethods() {
						if names[i.Method(k).Name()] {
							ifaces = append(ifaces, i)
							break
						}
					}
					continue
				}
				concrete = append(concrete, named)
			}
		}
		visit(p.Types)
		// Types in functions.
		for _, o := range p.TypesInfo.Defs {
			if tn, ok := o.(*types.TypeName); ok && tn.Parent() != p.Types.Scope() {
				if named, ok := tn.Type().(*types.Named); ok {
					concrete = append(concrete, named)
				}
			}
		}
		for _, t := range concrete {
			set := methodSet(t)
			for _, i := range ifaces {
				if pairs[pair{t, i}] {
					continue
				}
				pairs[pair{t, i}] = true
				has := true
				for k := range i.NumMethods() {
					m := i.Method(k)
					if set.Lookup(m.Pkg(), m.Name()) == nil {
						has = false
						break
					}
				}
				if !has || t.TypeParams().Len() == 0 && !types.Implements(types.NewPointer(t), i) {
					continue
				}
				for k := range i.NumMethods() {
					m := i.Method(k)
					if !names[m.Name()] {
						continue
					}
					o := set.Lookup(m.Pkg(), m.Name()).Obj()
					a, b := l.key(origin(m).Pos()), l.key(origin(o).Pos())
					ea, eb := renamed[a], renamed[b]
					switch {
					case ea != nil && eb == nil:
						if !inModule(o) {
							ea.dropped = "a method of another module is " + o.String()
							continue
						}
						renamed[b] = ea
						again = true
					case eb != nil && ea == nil:
						renamed[a] = eb
						again = true
					case ea != nil && eb != nil && ea.new != eb.new:
						eb.dropped = "another name than " + ea.String()
					}
				}
			}
		}
	}
	return again
}

func declName(o types.Object, e *entry) bool { return o.Name() == e.name }

// collisions drops entries whose new name is taken, or would be captured.
func (l loaded) collisions() (dropped bool) {
	drop := func(e *entry, format string, args ...any) {
		if e.dropped == "" {
			e.dropped = fmt.Sprintf(format, args...)
			dropped = true
		}
	}
	newNames := map[string]bool{}
	for _, e := range renamed {
		newNames[e.new] = true
	}
	keyed := func(o types.Object) *entry {
		if o == nil || !oldNames[o.Name()] || !o.Pos().IsValid() {
			return nil
		}
		return renamed[l.key(origin(o).Pos())]
	}
	for _, p := range l.pkgs {
		if p.Types == nil || !strings.HasPrefix(p.PkgPath, module) || strings.HasSuffix(p.PkgPath, ".test") {
			continue
		}
		// Members of types and of scopes.
		members := func(t types.Type) {
			u := t.Underlying()
			if st, ok := u.(*types.Struct); ok {
				for i := range st.NumFields() {
					f := st.Field(i)
					e := keyed(f)
					if e == nil {
						continue
					}
					for j := range st.NumFields() {
						if g := st.Field(j); j != i && g.Name() == e.new && keyed(g) == nil {
							drop(e, "field %s of %s", e.new, t)
						}
						if g := st.Field(j); j != i && keyed(g) != nil && keyed(g).new == e.new && keyed(g) != e {
							drop(e, "two fields %s of %s", e.new, t)
						}
					}
				}
			}
		}
		for _, n := range p.Types.Scope().Names() {
			o := p.Types.Scope().Lookup(n)
			if e := keyed(o); e != nil {
				if other := p.Types.Scope().Lookup(e.new); other != nil && keyed(other) == nil {
					drop(e, "%s is there", other)
				}
				for _, f := range p.Syntax { // an import of that name
					for _, s := range f.Imports {
						if s.Name != nil && s.Name.Name == e.new || s.Name == nil && path.Base(strings.Trim(s.Path.Value, `"`)) == e.new {
							drop(e, "%s is imported in %s", e.new, rel(l.fset.Position(f.Pos()).Filename))
						}
					}
				}
			}
			if tn, ok := o.(*types.TypeName); ok {
				members(tn.Type())
				if named, ok := tn.Type().(*types.Named); ok {
					for i := range named.NumMethods() {
						m := named.Method(i)
						e := keyed(m)
						if e == nil {
							continue
						}
						if x, _, _ := types.LookupFieldOrMethod(types.NewPointer(named), true, p.Types, e.new); x != nil && keyed(x) == nil {
							drop(e, "%s is there", x)
						}
					}
					if st, ok := named.Underlying().(*types.Struct); ok {
						for i := range st.NumFields() {
							f := st.Field(i)
							if e := keyed(f); e != nil {
								for j := range named.NumMethods() {
									if named.Method(j).Name() == e.new && keyed(named.Method(j)) == nil {
										drop(e, "method %s of %s", e.new, named)
									}
								}
							}
						}
					}
				}
			}
		}
		for id, o := range p.TypesInfo.Uses {
			if o.Parent() == nil { // fields and methods
				continue
			}
			if _, isPkg := o.(*types.PkgName); !isPkg && o.Pkg() != nil && o.Pkg() != p.Types { // qualified
				continue
			}
			scope := innermost(p, id.Pos())
			if scope == nil {
				continue
			}
			e := keyed(o)
			if e != nil && o.Pkg() == p.Types {
				// What has the new name between here and the declaration?
				for s := scope; s != nil && s != o.Parent(); s = s.Parent() {
					if x := s.Lookup(e.new); x != nil && keyed(x) == nil && x.Pos() < id.Pos() {
						drop(e, "%s at %s", x, l.fset.Position(id.Pos()))
					}
				}
			}
			name := o.Name()
			if e != nil {
				name = e.new
			}
			if newNames[name] {
				// A scope between here and the declaration that will have the name.
				for s := scope; s != nil && s != o.Parent(); s = s.Parent() {
					for _, n := range s.Names() {
						x := s.Lookup(n)
						if xe := keyed(x); xe != nil && xe.new == name && x != o && (x.Pos() < id.Pos() || s == p.Types.Scope()) {
							if _, isPkg := o.(*types.PkgName); isPkg || keyed(o) != xe {
								drop(xe, "it would hide %s at %s", o, l.fset.Position(id.Pos()))
							}
						}
					}
				}
			}
		}
		// Two of one scope.
		for id, o := range p.TypesInfo.Defs {
			if o == nil || o.Parent() == nil || o.Parent() == p.Types.Scope() {
				continue
			}
			_ = id
			if e := keyed(o); e != nil {
				if x := o.Parent().Lookup(e.new); x != nil && x != o && keyed(x) == nil {
					drop(e, "%s at %s", x, l.fset.Position(o.Pos()))
				}
			}
		}
	}
	return dropped
}

var fileScopes = map[*packages.Package]map[string]*types.Scope{}

func innermost(p *packages.Package, pos token.Pos) *types.Scope {
	s := p.Types.Scope().Innermost(pos)
	return s
}

type edit struct {
	off, n int
	text   string
}

var edits = map[string]map[int]edit{}

func addEdit(file string, off, n int, text string) {
	if edits[file] == nil {
		edits[file] = map[int]edit{}
	}
	edits[file][off] = edit{off, n, text}
}

func (l loaded) rename() {
	for _, p := range l.pkgs {
		if p.TypesInfo == nil || strings.HasSuffix(p.PkgPath, ".test") {
			continue
		}
		do := func(id *ast.Ident, o types.Object) {
			if !oldNames[id.Name] {
				return
			}
			var k string
			if o == nil {
				k = l.key(id.Pos())
			} else {
				if !o.Pos().IsValid() {
					return
				}
				k = l.key(origin(o).Pos())
			}
			e := renamed[k]
			if e == nil || e.dropped != "" || id.Name != e.name {
				return
			}
			pos := l.fset.PositionFor(id.Pos(), false)
			file := rel(pos.Filename)
			if strings.HasPrefix(file, "..") || !strings.HasSuffix(file, ".go") {
				return
			}
			addEdit(file, pos.Offset, len(id.Name), e.new)
		}
		for id, o := range p.TypesInfo.Defs {
			do(id, o)
		}
		for id, o := range p.TypesInfo.Uses {
			do(id, o)
		}
		for _, f := range p.Syntax {
			l.comments(p, f)
			l.examples(p, f)
		}
	}
}

// compound reports whether a name cannot be a word of English.
func compound(s string) bool {
	for i, r := range s {
		if i > 0 && (unicode.IsUpper(r) || unicode.IsDigit(r) || r == '_') {
			return true
		}
	}
	return false
}

var identifier = regexp.MustCompile(`[\pL_][\pL\pN_]*(?:\.[\pL_][\pL\pN_]*)*`)

// byPackage finds the entries of a package's last element: exported names.
func active(e *entry) bool { return e.found && e.dropped == "" && e.kind == "id" }

// oldNames are the names that some entry renames.
var oldNames = map[string]bool{}

var entryIndex map[string][]*entry

func (l loaded) comments(p *packages.Package, f *ast.File) {
	pos := l.fset.PositionFor(f.Pos(), false)
	file := rel(pos.Filename)
	if strings.HasPrefix(file, "..") {
		return
	}
	own := strings.TrimSuffix(folder(p.Types), "_test")
	imported := map[string]string{} // name to folder
	for _, s := range f.Imports {
		ip := strings.Trim(s.Path.Value, `"`)
		if ip == module || strings.HasPrefix(ip, module+"/") {
			name := path.Base(ip)
			if s.Name != nil {
				name = s.Name.Name
			}
			imported[name] = strings.TrimPrefix(strings.TrimPrefix(ip, module), "/")
		}
	}
	// Names that a declaration's comment begins with, and what the declaration is of.
	subject := map[*ast.CommentGroup][]string{}
	recv := map[*ast.CommentGroup]string{}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Doc != nil {
				subject[n.Doc] = append(subject[n.Doc], n.Name.Name)
				if n.Recv != nil && len(n.Recv.List) == 1 {
					t := n.Recv.List[0].Type
					for {
						switch x := t.(type) {
						case *ast.StarExpr:
							t = x.X
							continue
						case *ast.IndexExpr:
							t = x.X
							continue
						case *ast.IndexListExpr:
							t = x.X
							continue
						}
						break
					}
					if id, ok := t.(*ast.Ident); ok {
						recv[n.Doc] = id.Name
					}
				}
			}
		case *ast.GenDecl:
			for _, s := range n.Specs {
				var names []string
				var doc *ast.CommentGroup
				switch s := s.(type) {
				case *ast.TypeSpec:
					names, doc = []string{s.Name.Name}, s.Doc
					var fields *ast.FieldList
					switch t := s.Type.(type) {
					case *ast.StructType:
						fields = t.Fields
					case *ast.InterfaceType:
						fields = t.Methods
					}
					if fields != nil {
						for _, fl := range fields.List {
							for _, g := range []*ast.CommentGroup{fl.Doc, fl.Comment} {
								if g != nil {
									for _, id := range fl.Names {
										subject[g] = append(subject[g], id.Name)
									}
									recv[g] = s.Name.Name
								}
							}
						}
					}
				case *ast.ValueSpec:
					doc = s.Doc
					for _, id := range s.Names {
						names = append(names, id.Name)
					}
				}
				for _, g := range []*ast.CommentGroup{doc, n.Doc} {
					if g != nil {
						subject[g] = append(subject[g], names...)
					}
				}
			}
		}
		return true
	})
	if entryIndex == nil {
		entryIndex = map[string][]*entry{}
		for _, e := range entries {
			entryIndex[e.name] = append(entryIndex[e.name], e)
		}
	}
	find := func(f string, typ, name string) *entry {
		for _, e := range entryIndex[name] {
			if active(e) && e.typ == typ && e.name == name && (e.pkg == f || moved(e.pkg) == f) {
				return e
			}
		}
		return nil
	}
	anyMember := func(f, name string) (out *entry) {
		for _, e := range entryIndex[name] {
			if active(e) && e.typ != "" && e.name == name && (e.pkg == f || moved(e.pkg) == f) {
				if out != nil && out.new != e.new {
					return nil
				}
				out = e
			}
		}
		return out
	}
	exists := func(name string) bool { return p.Types.Scope().Lookup(name) != nil }
	for _, g := range f.Comments {
		for _, c := range g.List {
			if strings.HasPrefix(c.Text, "//go:") || strings.HasPrefix(c.Text, "//ccgen:") {
				continue
			}
			base := l.fset.PositionFor(c.Pos(), false).Offset
			for _, m := range identifier.FindAllStringIndex(c.Text, -1) {
				word := c.Text[m[0]:m[1]]
				parts := strings.Split(word, ".")
				at := m[0]
				before := c.Text[:at]
				link := strings.HasSuffix(before, "[") || strings.HasSuffix(before, "[*")
				if strings.HasSuffix(before, "/") && len(before) > 2 && before != "//" { // a path
					continue
				}
				if strings.HasSuffix(before, "-") || strings.HasSuffix(before, "\"") && !compound(parts[0]) {
					continue
				}
				put := func(i int, e *entry) {
					off := base + at
					for _, q := range parts[:i] {
						off += len(q) + 1
					}
					addEdit(file, off, len(parts[i]), e.new)
				}
				pkg, rest, first := own, parts, 0
				if dir, ok := imported[parts[0]]; ok && len(parts) > 1 {
					pkg, rest, first = dir, parts[1:], 1
				} else if len(parts) > 1 && parts[0] == p.Types.Name() && !exists(parts[0]) {
					rest, first = parts[1:], 1
				} else if len(parts) > 1 && !exists(parts[0]) && find(own, "", parts[0]) == nil {
					// a package that the file does not import, by its last element
					last := entryIndex[parts[1]]
					if len(parts) > 2 {
						last = append(slices.Clone(last), entryIndex[parts[2]]...)
					}
					for _, e := range last {
						if active(e) && path.Base(e.pkg) == parts[0] && e.name == parts[1] && e.typ == "" && ast.IsExported(e.name) {
							put(1, e)
							break
						}
						if active(e) && path.Base(e.pkg) == parts[0] && len(parts) > 2 && e.typ == parts[1] && e.name == parts[2] {
							put(2, e)
						}
					}
					// a field or method of a variable: x.Field
					if len(parts) == 2 && compound(parts[1]) {
						if e := anyMember(own, parts[1]); e != nil {
							put(1, e)
						}
					}
					continue
				}
				qualified := first == 1 || link && ast.IsExported(rest[0])
				starts := strings.Trim(before, "/* \t") == "" && c == g.List[0]
				isSubject := false
				if starts {
					for _, s := range subject[g] {
						isSubject = isSubject || s == rest[0]
					}
				}
				plain := func(name string) bool { // may a bare word be the name?
					if qualified || compound(name) || isSubject {
						return true
					}
					if !ast.IsExported(name) {
						return false
					}
					// a capital letter in the middle of a sentence
					t := strings.TrimRight(before, " \t")
					if t == "" || strings.HasSuffix(t, "//") || strings.HasSuffix(t, "/*") {
						// the beginning of a line: of a sentence?
						i := -1
						for k, x := range g.List {
							if x == c {
								i = k
							}
						}
						if i <= 0 {
							return false
						}
						t = strings.TrimRight(g.List[i-1].Text, " \t")
						if t == "//" {
							return false
						}
					}
					r, _ := utf8.DecodeLastRuneInString(t)
					return unicode.IsLower(r) || unicode.IsDigit(r) || r == ',' || r == ';' || r == '('
				}
				// Type.Member
				if len(rest) > 1 {
					if e := find(pkg, rest[0], rest[1]); e != nil {
						put(first+1, e)
					}
				}
				if isSubject && first == 0 && len(rest) == 1 && recv[g] != "" {
					if e := find(own, recv[g], rest[0]); e != nil {
						put(0, e)
						continue
					}
				}
				if e := find(pkg, "", rest[0]); e != nil && (len(rest) > 1 && ast.IsExported(rest[0]) || plain(rest[0])) {
					put(first, e)
					continue
				}
				if first == 0 && len(rest) == 1 {
					// a member: of the type whose comment this is, or of the only one that has it
					var e *entry
					if t := recv[g]; t != "" {
						e = find(own, t, rest[0])
					}
					if e == nil && compound(rest[0]) {
						e = anyMember(own, rest[0])
					}
					if e != nil && plain(rest[0]) && !exists(rest[0]) {
						put(0, e)
					}
				}
			}
		}
	}
}

// examples renames functions Example of what is renamed.
func (l loaded) examples(p *packages.Package, f *ast.File) {
	pos := l.fset.PositionFor(f.Pos(), false)
	file := rel(pos.Filename)
	if !strings.HasSuffix(file, "_test.go") {
		return
	}
	own := strings.TrimSuffix(folder(p.Types), "_test")
	for _, d := range f.Decls {
		fd, ok := d.(*ast.FuncDecl)
		if !ok || fd.Recv != nil || !strings.HasPrefix(fd.Name.Name, "Example") {
			continue
		}
		parts := strings.Split(strings.TrimPrefix(fd.Name.Name, "Example"), "_")
		changed := false
		typ := parts[0]
		for _, e := range entries {
			if !active(e) || e.pkg != own && moved(e.pkg) != own {
				continue
			}
			if e.typ == "" && typ == e.name {
				parts[0], changed = e.new, true
			}
			if e.typ != "" && e.typ == typ && len(parts) > 1 && parts[1] == e.name {
				parts[1], changed = e.new, true
			}
		}
		if changed {
			addEdit(file, l.fset.PositionFor(fd.Name.Pos(), false).Offset, len(fd.Name.Name), "Example"+strings.Join(parts, "_"))
			if fd.Doc != nil { // "ExampleX shows"
				c := fd.Doc.List[0]
				if i := strings.Index(c.Text, fd.Name.Name); i >= 0 {
					addEdit(file, l.fset.PositionFor(c.Pos(), false).Offset+i, len(fd.Name.Name), "Example"+strings.Join(parts, "_"))
				}
			}
		}
	}
}

func git(args ...string) string {
	cmd := exec.Command("git", args...)
	cmd.Dir = root
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		panic(fmt.Sprint("git ", args, ": ", err))
	}
	return string(out)
}

func write(file string, b []byte, old []byte) {
	if string(b) == string(old) || *dry {
		return
	}
	info, err := os.Stat(filepath.Join(root, file))
	if err != nil {
		panic(err)
	}
	if err := os.WriteFile(filepath.Join(root, file), b, info.Mode()); err != nil {
		panic(err)
	}
}

func applyEdits() {
	files := 0
	for file, list := range edits {
		b, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			panic(err)
		}
		var offs []int
		for o := range list {
			offs = append(offs, o)
		}
		sort.Ints(offs)
		var out []byte
		at := 0
		for _, o := range offs {
			e := list[o]
			if o < at {
				panic(fmt.Sprintf("%s:%d: edits overlap", file, o))
			}
			out = append(append(out, b[at:o]...), e.text...)
			at = o + e.n
		}
		out = append(out, b[at:]...)
		src, err := format.Source(out)
		if err != nil {
			warn("%s: %v", file, err)
			src = out
		}
		write(file, src, b)
		files++
	}
	fmt.Printf("%d files with changed identifiers\n", files)
}

// texty reports whether paths and words are looked for in a file.
func texty(f string) bool {
	if strings.HasPrefix(f, "testvectors/corpus/") {
		return false
	}
	switch path.Ext(f) {
	case ".go", ".md", ".tmpl", ".sh", ".txt", ".mod", ".toml", ".csv", ".yml", ".html", ".js", ".cpp", ".slurm":
		return !strings.Contains(f, "testdata/") || strings.HasSuffix(f, ".go") || strings.HasSuffix(f, "help.txt")
	}
	return path.Base(f) == "Makefile" || strings.HasPrefix(f, ".ci/")
}

var upward = regexp.MustCompile(`(?:\.\./)+[\w.*-]+(?:/[\w.*-]+)*/?|(?:\.\./)*\.\.(?:/|\b)?`)
var shortLink = regexp.MustCompile(`\]\(([\w][\w./-]*)`)

// paths rewrites the paths in a file for the moves.
func paths(file string, b string, tracked map[string]bool, isDir map[string]bool) string {
	newFile := moved(file)
	dir, newDir := path.Dir(file), path.Dir(newFile)
	exists := func(p string) bool { return tracked[p] || isDir[p] || p == "." }
	// Paths that go up.
	tokens := regexp.MustCompile(`(^|[^\w./-])((?:\.\./)+(?:\.\.|[\w*-][\w.*-]*(?:/[\w.*-]+)*)?/?)`)
	b = tokens.ReplaceAllStringFunc(b, func(s string) string {
		m := tokens.FindStringSubmatch(s)
		p := strings.TrimRight(m[2], ".")
		if strings.HasSuffix(m[2], "..") {
			p = m[2]
		}
		tail := m[2][len(p):]
		slash := strings.HasSuffix(p, "/")
		target := path.Join(dir, p)
		if strings.HasPrefix(target, "..") || !exists(target) {
			return s
		}
		to, err := filepath.Rel(newDir, moved(target))
		if err != nil {
			return s
		}
		to = filepath.ToSlash(to)
		if slash {
			to += "/"
		}
		if path.Join(newDir, to) == path.Join(newDir, p) {
			return s
		}
		return m[1] + to + tail
	})
	// Paths from the root.
	for _, m := range moves {
		old := m.old
		if !strings.Contains(b, old) {
			continue
		}
		re := regexp.MustCompile(`(^|[^\w.-])((?:\./|` + module + `/)?)` + regexp.QuoteMeta(old) + `($|[^\w-])`)
		for range 2 { // neighbours share a character
			b = re.ReplaceAllStringFunc(b, func(s string) string {
				x := re.FindStringSubmatch(s)
				if x[1] == "/" || m.dir == false && x[3] == "/" {
					return s
				}
				return x[1] + x[2] + moved(old) + x[3]
			})
		}
		// The path of a caller, as in internal/live.Claim, is covered by the dot of [^\w-].
	}
	// Names of files beside a file that moves within its folder.
	for _, m := range moves {
		if m.dir || path.Dir(m.old) != dir || path.Dir(m.old) != path.Dir(m.new) {
			continue
		}
		if !strings.Contains(b, path.Base(m.old)) {
			continue
		}
		re := regexp.MustCompile(`(^|[^\w./-])` + regexp.QuoteMeta(path.Base(m.old)) + `($|[^\w-])`)
		b = re.ReplaceAllString(b, "${1}"+path.Base(m.new)+"${2}")
	}
	// Names of files in words: [part.go](../nicmodel/part.go) of a page.
	if strings.HasSuffix(file, ".md") {
		for _, m := range moves {
			if m.dir || path.Base(m.old) == path.Base(m.new) {
				continue
			}
			b = strings.ReplaceAll(b, "["+path.Base(m.old)+"](", "["+path.Base(m.new)+"](")
		}
	}
	return b
}

func doMoves() {
	var files []string
	tracked, isDir := map[string]bool{}, map[string]bool{}
	for _, f := range strings.Split(strings.TrimRight(git("ls-files", "-z"), "\x00"), "\x00") {
		files = append(files, f)
		tracked[f] = true
		for d := path.Dir(f); d != "."; d = path.Dir(d) {
			isDir[d] = true
		}
	}
	var do []move
	for _, m := range moves {
		here, there := tracked[m.old] || isDir[m.old], tracked[m.new] || isDir[m.new]
		nested := m.dir && strings.HasPrefix(m.new, m.old+"/")
		switch {
		case here && there && !nested && !m.dir:
			warn("table:%d: both %s and %s are there", m.line, m.old, m.new)
		case here && there && m.dir:
			// a folder that a run before has moved, or a target that holds others: move what is not there yet
			do = append(do, m)
		case here:
			do = append(do, m)
		case !there && !tracked[moved(m.old)] && !isDir[moved(m.old)]:
			warn("table:%d: no %s", m.line, m.old)
		}
	}
	all := moves
	moves = do
	defer func() { moves = all }()
	if !*dry {
		for _, f := range files {
			if !texty(f) || !tracked[f] {
				continue
			}
			b, err := os.ReadFile(filepath.Join(root, f))
			if err != nil {
				continue
			}
			s := paths(f, string(b), tracked, isDir)
			if s != string(b) {
				if strings.HasSuffix(f, ".go") {
					s = sortImports(f, s)
				}
				write(f, []byte(s), b)
			}
		}
	}
	n := 0
	for _, f := range files {
		to := moved(f)
		if to == f {
			continue
		}
		n++
		if *dry {
			continue
		}
		if err := os.MkdirAll(filepath.Join(root, path.Dir(to)), 0o777); err != nil {
			panic(err)
		}
		if err := os.Rename(filepath.Join(root, f), filepath.Join(root, to)); err != nil {
			panic(err)
		}
	}
	if n > 0 && !*dry {
		for d := range isDir {
			for d != "." && os.Remove(filepath.Join(root, d)) == nil { // only of empty folders
				d = path.Dir(d)
			}
		}
		git("add", "-A")
	}
	fmt.Printf("%d files moved\n", n)
}

func sortImports(f, s string) string {
	b, err := format.Source([]byte(s)) // sorts imports, too
	if err != nil {
		warn("%s: %v", f, err)
		return s
	}
	return string(b)
}

var goComment = regexp.MustCompile(`//[^\n]*`)

func doTexts() {
	var files []string
	for _, f := range strings.Split(strings.TrimRight(git("ls-files", "-z"), "\x00"), "\x00") {
		if texty(f) {
			files = append(files, f)
		}
	}
	for _, f := range files {
		b, err := os.ReadFile(filepath.Join(root, f))
		if err != nil {
			continue
		}
		s := string(b)
		for _, t := range texts {
			if !t.match(f) || t.comment && strings.Contains(path.Base(f), "example") {
				continue
			}
			was := s
			switch {
			case t.re == nil && strings.Contains(t.new, t.old) && strings.Contains(s, t.new):
				// done by a run before
			case t.re == nil:
				s = strings.ReplaceAll(s, t.old, t.new)
			case t.comment && strings.HasSuffix(f, ".go"):
				s = goComment.ReplaceAllStringFunc(s, func(c string) string {
					if strings.HasPrefix(c, "//go:") || strings.HasPrefix(c, "//ccgen:") {
						return c
					}
					return t.replace(c)
				})
			default:
				s = t.replace(s)
			}
			t.used = t.used || s != was
		}
		if s != string(b) {
			if strings.HasSuffix(f, ".go") {
				s = sortImports(f, s)
			}
			write(f, []byte(s), b)
		}
	}
	for _, t := range texts {
		if !t.used {
			fmt.Printf("note: table:%d: nothing to change: %s => %s\n", t.line, t.old, t.new)
		}
	}
}

// replace changes the matches around which nothing says that they are to be left.
func (t *text) replace(s string) string {
	var out strings.Builder
	at := 0
	for _, m := range t.re.FindAllStringSubmatchIndex(s, -1) {
		if t.not != nil {
			around := false
			lo, hi := max(0, m[0]-24), min(len(s), m[1]+24)
			for _, n := range t.not.FindAllStringIndex(s[lo:hi], -1) {
				around = around || n[0]+lo < m[1] && n[1]+lo > m[0] || n[1]+lo == m[0] || n[0]+lo == m[1]
			}
			if around {
				continue
			}
		}
		out.WriteString(s[at:m[0]])
		out.Write(t.re.ExpandString(nil, t.new, s, m))
		at = m[1]
	}
	return out.String() + s[at:]
}

// match reports whether the globs of a text, with commas, ** and *, match a path of the tree before or after the moves.
func (t *text) match(f string) bool {
	if t.globs == nil {
		for _, g := range strings.Split(t.glob, ",") {
			for _, h := range []string{g, movedGlob(g)} {
				h = strings.ReplaceAll(regexp.QuoteMeta(h), `\*\*`, `.+`)
				h = strings.ReplaceAll(h, `\*`, `[^/]*`)
				t.globs = append(t.globs, regexp.MustCompile("^"+h+"$"))
			}
		}
	}
	return slices.ContainsFunc(t.globs, func(re *regexp.Regexp) bool { return re.MatchString(f) })
}

// movedGlob returns a glob with its folder after the moves.
func movedGlob(g string) string {
	i := strings.IndexByte(g, '*')
	if i < 0 {
		return moved(g)
	}
	dir := strings.TrimSuffix(g[:i], "/")
	return moved(dir) + g[len(dir):]
}

// strayNames renames exported names with their package in what the compiler does not see: pages, templates and strings.
// Names of packages of which there are several are reported only.
func strayNames() {
	type name struct{ old, new string }
	var list []name
	folders := map[string]map[string]bool{}
	files := strings.Split(strings.TrimRight(git("ls-files", "-z"), "\x00"), "\x00")
	for _, f := range files {
		if strings.HasSuffix(f, ".go") && !strings.Contains(f, "testdata/") {
			b := path.Base(path.Dir(f))
			if folders[b] == nil {
				folders[b] = map[string]bool{}
			}
			folders[b][path.Dir(f)] = true
		}
	}
	ambiguous := map[string]bool{}
	for _, e := range entries {
		if !active(e) || !ast.IsExported(e.name) {
			continue
		}
		base := path.Base(e.pkg)
		q, r := base+"."+e.name, base+"."+e.new
		if e.typ != "" {
			typ := e.typ
			for _, o := range entries {
				if active(o) && o.pkg == e.pkg && o.typ == "" && o.name == typ {
					typ = o.new // types are renamed first
				}
			}
			q, r = base+"."+typ+"."+e.name, base+"."+typ+"."+e.new
		}
		if len(folders[base]) > 1 {
			ambiguous[q] = true
			continue
		}
		list = append(list, name{q, r})
	}
	sort.SliceStable(list, func(i, j int) bool { return strings.Count(list[i].old, ".") < strings.Count(list[j].old, ".") })
	byName := map[string]string{}
	for _, n := range list {
		byName[n.old] = n.new
	}
	for _, f := range files {
		if !texty(f) || strings.HasSuffix(f, ".csv") || strings.HasSuffix(f, "go.mod") {
			continue
		}
		b, err := os.ReadFile(filepath.Join(root, f))
		if err != nil {
			continue
		}
		replace := func(s string) string {
			return qualifiedName.ReplaceAllStringFunc(s, func(w string) string {
				m := qualifiedName.FindStringSubmatch(w)
				name := m[2]
				first := strings.Join(strings.SplitN(name, ".", 3)[:2], ".")
				if ambiguous[name] || ambiguous[first] {
					fmt.Printf("look: %s: %s of one of several packages\n", f, name)
				}
				if n := byName[first]; n != "" {
					name = n + name[len(first):]
				}
				if n := byName[name]; n != "" {
					name = n
				}
				return m[1] + name
			})
		}
		s := string(b)
		if strings.HasSuffix(f, ".go") {
			s = inStrings(s, replace)
		} else {
			s = replace(s)
		}
		if s != string(b) {
			fmt.Printf("note: names in the text of %s\n", f)
			write(f, []byte(s), b)
		}
	}
}

var qualifiedName = regexp.MustCompile(`(^|[^\w/.])([a-z]\w*(?:\.[A-Z]\w*){1,2})`)

// inStrings applies a change to the string literals of a Go source.
func inStrings(src string, change func(string) string) string {
	var sc scanner.Scanner
	fset := token.NewFileSet()
	sc.Init(fset.AddFile("", fset.Base(), len(src)), []byte(src), func(token.Position, string) {}, 0)
	var out strings.Builder
	at := 0
	for {
		pos, tok, lit := sc.Scan()
		if tok == token.EOF {
			break
		}
		if tok != token.STRING {
			continue
		}
		off := fset.Position(pos).Offset
		n := len(lit)
		if lit[0] == '`' { // the scanner drops carriage returns
			n = strings.IndexByte(src[off+1:], '`') + 2
		}
		out.WriteString(src[at:off])
		out.WriteString(change(src[off : off+n]))
		at = off + n
	}
	return out.String() + src[at:]
}

// quote is a block of a page that quotes lines of a Go file.
type quote struct {
	page    string
	line, n int // of the page, from 0
	file    string
	from    int // of the file, from 0
}

var fromComment = regexp.MustCompile(`^<!-- from (\S+\.go)\b.*-->`)

// quotes finds the blocks before anything is changed.
func quotes() (list []quote) {
	for _, f := range strings.Fields(git("ls-files", "*.md")) {
		b, _ := os.ReadFile(filepath.Join(root, f))
		lines := strings.Split(string(b), "\n")
		for i, l := range lines {
			m := fromComment.FindStringSubmatch(l)
			if m == nil {
				continue
			}
			j := i + 1
			for j < len(lines) && !strings.HasPrefix(lines[j], "```") {
				j++
			}
			k := j + 1
			for k < len(lines) && !strings.HasPrefix(lines[k], "```") {
				k++
			}
			for _, name := range []string{m[1], path.Join(path.Dir(f), m[1])} {
				src, err := os.ReadFile(filepath.Join(root, name))
				if err != nil {
					continue
				}
				code := strings.Split(string(src), "\n")
				for at := range code {
					ok := at+k-j-1 <= len(code)
					for x := 0; ok && x < k-j-1; x++ {
						ok = strings.TrimSpace(code[at+x]) == strings.TrimSpace(lines[j+1+x])
					}
					if ok {
						list = append(list, quote{f, j + 1, k - j - 1, name, at})
						break
					}
				}
				break
			}
		}
	}
	return list
}

// requote writes the blocks again.
func requote(list []quote) {
	for _, q := range list {
		b, err := os.ReadFile(filepath.Join(root, q.page))
		if err != nil {
			continue
		}
		src, err := os.ReadFile(filepath.Join(root, q.file))
		if err != nil {
			continue
		}
		lines, code := strings.Split(string(b), "\n"), strings.Split(string(src), "\n")
		for x := range q.n {
			old := lines[q.line+x]
			indent := old[:len(old)-len(strings.TrimLeft(old, " \t"))]
			if strings.TrimSpace(old) != "" {
				lines[q.line+x] = indent + strings.TrimSpace(code[q.from+x])
			}
		}
		write(q.page, []byte(strings.Join(lines, "\n")), b)
	}
}

var began = time.Now()

func stage(name string) { fmt.Printf("%s after %d s\n", name, int(time.Since(began).Seconds())) }

func main() {
	flag.Parse()
	var err error
	root, err = filepath.Abs(flag.Arg(0))
	if err != nil {
		panic(err)
	}
	root, err = filepath.EvalSymlinks(root)
	if err != nil {
		panic(err)
	}
	readTable(*tableFile)
	if !*onlyMoves {
		var loads []loaded
		main := load(root, nil, "./...")
		loads = append(loads, main)
		// Files for other systems.
		others := map[string]bool{}
		for _, p := range main.pkgs {
			for _, f := range p.IgnoredFiles {
				if strings.HasSuffix(f, ".go") {
					others["./"+path.Dir(rel(f))] = true
				}
			}
		}
		var list []string
		for d := range others {
			list = append(list, d)
		}
		if len(list) > 0 {
			loads = append(loads, load(root, []string{"GOOS=windows"}, list...))
		}
		// Modules in the tree that use packages other than the firmware's.
		for _, f := range strings.Fields(git("ls-files", "*/go.mod")) {
			uses := exec.Command("git", "grep", "-qE", `"`+module+`/(codegen|nicmodel|testvectors|internal)`, "--", path.Dir(f)+"/*.go")
			uses.Dir = root
			if uses.Run() == nil && !strings.Contains(f, "testdata") {
				loads = append(loads, load(filepath.Join(root, path.Dir(f)), nil, "./..."))
			}
		}
		for _, e := range entries {
			oldNames[e.name] = true
		}
		stage("loaded")
		for _, l := range loads {
			l.resolve()
		}
		for _, e := range entries { // of A to B and C to A, when both are done
			if e.fresh && slices.ContainsFunc(entries, func(o *entry) bool { return o.pkg == e.pkg && o.typ == e.typ && o.new == e.name && e.kind == "id" }) {
				e.found = false
				for k, x := range renamed {
					if x == e {
						delete(renamed, k)
					}
				}
			}
		}
		for _, l := range loads {
			l.embedded()
		}
		for again := true; again; {
			again = false
			clear(pairs)
			for _, l := range loads {
				again = l.methods() || again
			}
		}
		for {
			again := false
			for _, l := range loads {
				again = l.collisions() || again
			}
			if !again {
				break
			}
			for k, e := range renamed {
				if e.dropped != "" {
					delete(renamed, k)
				}
			}
		}
		stage("decided")
		for _, e := range entries {
			switch {
			case e.dropped != "":
				warn("refused: %s: %s", e, e.dropped)
			case !e.found && !e.fresh && e.kind == "id":
				warn("not found: %s", e)
			}
		}
		for _, l := range loads {
			l.rename()
		}
		stage("found")
		quoted := quotes()
		ids, locals, exported := 0, 0, 0
		for _, e := range entries {
			if e.found && e.dropped == "" {
				if e.kind == "local" {
					locals++
				} else {
					ids++
					if ast.IsExported(e.name) {
						exported++
					}
				}
			}
		}
		fmt.Printf("%d identifiers, %d of them exported, and %d names of locals\n", ids, exported, locals)
		applyEdits()
		requote(quoted)
		strayNames()
	}
	if !*noMoves {
		doMoves()
		stage("moved")
		doTexts()
		stage("words")
	}
	fmt.Printf("%d warnings\n", warned)
}
