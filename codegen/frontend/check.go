package frontend

import (
	"go/ast"
	"go/build/constraint"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strings"
)

// The rules that depend on syntax alone. They hold for generic code too, instantiated or not. What depends on types
// after instantiation is refused during translation.

// checkImport refuses forms of import that hide where a name comes from.
func (l *loader) checkImport(s *ast.ImportSpec) {
	if s.Name == nil {
		return
	}
	switch s.Name.Name {
	case ".":
		l.refuse(s.Pos(), ruleImport, "import it by its name", "dot import of %s", s.Path.Value)
	case "_":
		l.refuse(s.Pos(), ruleImport, "remove it", "blank import of %s", s.Path.Value)
	}
}

// checkPackage checks the files of p.
func (l *loader) checkPackage(p *pkg) {
	if p.info == nil {
		return
	}
	check := func(f *file) {
		c := &checker{loader: l, p: p, f: f}
		for _, d := range f.ast.Decls {
			c.decl(d)
		}
	}
	for _, f := range p.files {
		l.checkFile(f)
		check(f)
	}
	for _, d := range p.laws {
		check(d.file)
	}
}

// goDirectives are the //go: comments that do not change what code means.
var goDirectives = []string{"//go:generate", "//go:noinline", "//go:fix"}

// checkFile refuses what makes a file's build, or meaning, depend on the platform.
func (l *loader) checkFile(f *file) {
	if suffix := platformSuffix(f.name); suffix != "" {
		l.refuse(f.ast.Package, ruleFile, "rename it: firmware code is the same on every platform",
			"the file's name ends in _%s, which is a build constraint", suffix)
	}
	for _, g := range f.ast.Comments {
		for _, c := range g.List {
			switch {
			case constraint.IsGoBuild(c.Text) || constraint.IsPlusBuild(c.Text):
				if c.Pos() < f.ast.Package {
					l.refuse(c.Pos(), ruleFile, "remove it: firmware code is the same on every platform", "build constraint")
				}
			case strings.HasPrefix(c.Text, "//line ") || strings.HasPrefix(c.Text, "/*line "):
				l.refuse(c.Pos(), ruleFile, "remove it", "line directive")
			case strings.HasPrefix(c.Text, "//export ") || strings.HasPrefix(c.Text, "//go:"):
				word, _, _ := strings.Cut(c.Text, " ")
				if !slices.Contains(goDirectives, word) {
					l.refuse(c.Pos(), ruleFile, "remove it", "compiler directive %s", word)
				}
			}
		}
	}
}

var knownPlatforms = strings.Fields(`aix android darwin dragonfly freebsd hurd illumos ios js linux nacl
	netbsd openbsd plan9 solaris wasip1 windows zos
	386 amd64 amd64p32 arm armbe arm64 arm64be loong64 mips mipsle mips64 mips64le mips64p32
	mips64p32le ppc ppc64 ppc64le riscv riscv64 s390 s390x sparc sparc64 wasm`)

// platformSuffix returns the last _word of a file's name if the go command
// takes it for an operating system or architecture.
func platformSuffix(name string) string {
	name = strings.TrimSuffix(path.Base(name), ".go")
	i := strings.LastIndexByte(name, '_')
	if i < 0 || !slices.Contains(knownPlatforms, name[i+1:]) {
		return ""
	}
	return name[i+1:]
}

// checker walks the declarations of one file.
type checker struct {
	*loader
	p      *pkg
	f      *file
	stack  []ast.Node // ancestors of the current node
	readTo token.Pos  // end of the expressions that precedence has checked
}

// bar refuses n as a whole: the translation skips it silently.
func (c *checker) bar(n ast.Node, rule, remedy, format string, args ...any) bool {
	c.refused[n] = true
	c.refuse(n.Pos(), rule, remedy, format, args...)
	return false
}

func (c *checker) decl(d ast.Decl) {
	if f, ok := d.(*ast.FuncDecl); ok {
		c.funcDecl(f)
	}
	c.stack = c.stack[:0]
	ast.Inspect(d, func(n ast.Node) bool {
		if n == nil {
			c.stack = c.stack[:len(c.stack)-1]
			return true
		}
		if !c.node(n) {
			return false // Inspect does not call with nil then
		}
		c.stack = append(c.stack, n)
		return true
	})
}

func (c *checker) funcDecl(f *ast.FuncDecl) {
	if f.Recv == nil && (f.Name.Name == "init" || f.Name.Name == "main" && c.p.tpkg.Name() == "main") {
		c.refuse(f.Name.Pos(), ruleFunc, "make it an ordinary function that the caller calls, or a constant table", "func %s", f.Name.Name)
	}
	if f.Name.Name == "_" {
		c.refuse(f.Name.Pos(), ruleBlank, "give it a name", "function without a name")
	}
	if f.Body == nil {
		c.refuse(f.Name.Pos(), ruleFunc, "write it in Go", "func %s has no body", f.Name.Name)
	}
	if f.Type.Results == nil {
		return
	}
	for _, r := range f.Type.Results.List {
		if len(r.Names) > 0 {
			c.refuse(r.Names[0].Pos(), ruleFunc, "name only the type, and return the values", "named result %s", r.Names[0].Name)
			break
		}
	}
}

func (c *checker) parent(i int) ast.Node {
	if len(c.stack) <= i {
		return nil
	}
	return c.stack[len(c.stack)-1-i]
}

// node checks one node and reports whether to descend into it.
func (c *checker) node(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ImportSpec:
		return false
	case *ast.BasicLit:
		return c.literal(n)
	case *ast.Ident:
		return c.ident(n)
	case *ast.FuncLit:
		return c.bar(n, ruleFuncValue, "write a function at package level", "function literal")
	case *ast.FuncType:
		if d, ok := c.parent(0).(*ast.FuncDecl); !ok || d.Type != n {
			if _, ok := c.parent(0).(*ast.Field); ok && c.inInterface() {
				return false // a method of a constraint, refused there
			}
			return c.bar(n, ruleFuncValue, "call the function by its name", "function type")
		}
	case *ast.MapType:
		return c.bar(n, ruleType, "use an array [N]T", "map type")
	case *ast.ChanType:
		return c.bar(n, ruleType, "pass values as parameters and results", "channel type")
	case *ast.InterfaceType:
		return c.interfaceType(n)
	case *ast.StructType:
		c.structType(n)
	case *ast.ArrayType:
		if n.Len == nil {
			return c.bar(n, ruleType, "use an array [N]T with constant N", "slice type")
		}
	case *ast.Ellipsis:
		if _, ok := c.parent(0).(*ast.Field); ok {
			return c.bar(n, ruleFunc, "use an array parameter [N]T", "variadic parameter")
		}
	case *ast.StarExpr:
		return c.star(n)
	case *ast.UnaryExpr:
		return c.unary(n)
	case *ast.BinaryExpr:
		c.precedence(n)
	case *ast.SliceExpr:
		return c.bar(n, ruleType, "pass the whole array, and index it", "slice expression")
	case *ast.TypeAssertExpr:
		return c.bar(n, ruleType, "use a concrete type", "type assertion")
	case *ast.TypeSwitchStmt:
		return c.bar(n, ruleType, "use a concrete type, or one generic function a type", "type switch")
	case *ast.GoStmt:
		return c.bar(n, ruleStmt, "call the function", "go statement")
	case *ast.DeferStmt:
		return c.bar(n, ruleStmt, "write it before each return", "defer statement")
	case *ast.SelectStmt:
		return c.bar(n, ruleStmt, "use if or switch", "select statement")
	case *ast.SendStmt:
		return c.bar(n, ruleStmt, "assign to a variable", "send statement")
	case *ast.LabeledStmt:
		c.refuse(n.Pos(), ruleStmt, "use a flag, or a function that returns", "label %s", n.Label.Name)
	case *ast.BranchStmt:
		return c.branch(n)
	case *ast.TypeSpec:
		return c.typeSpec(n)
	case *ast.GenDecl:
		return true
	}
	return true
}

func (c *checker) literal(n *ast.BasicLit) bool {
	switch n.Kind {
	case token.FLOAT, token.IMAG:
		c.bar(n, ruleFloat, "write a scaled integer constant", "floating-point literal %s", n.Value)
	case token.STRING:
		if f, ok := c.parent(0).(*ast.Field); ok && f.Tag == n {
			return c.bar(n, ruleStruct, "remove it", "struct tag")
		}
		c.bar(n, ruleString, "use integers", "string literal")
	}
	return false
}

// The names of the universe that firmware code may not use, with the remedy.
var barredTypes = map[string][2]string{
	"int":        {ruleInt, useFixedWidth},
	"uint":       {ruleInt, useFixedWidth},
	"uintptr":    {ruleInt, useFixedWidth},
	"float32":    {ruleFloat, "use a fixed-point type such as fixedpoint.UQ16x16"},
	"float64":    {ruleFloat, "use a fixed-point type such as fixedpoint.UQ16x16"},
	"complex64":  {ruleFloat, "use integers"},
	"complex128": {ruleFloat, "use integers"},
	"string":     {ruleString, "use integers"},
	"error":      {ruleType, "return a bool or an integer code"},
	"any":        {ruleConstraint, "constrain it to integers or to a union of array types"},
	"comparable": {ruleConstraint, "constrain it to integers or to a union of array types"},
}

func (c *checker) ident(n *ast.Ident) bool {
	switch o := c.p.info.Uses[n].(type) {
	case *types.TypeName:
		if o.Pkg() != nil || o.Parent() != types.Universe {
			break
		}
		if b, ok := barredTypes[n.Name]; ok {
			c.bar(n, b[0], b[1], "type %s", n.Name)
		}
	case *types.Nil:
		c.bar(n, rulePointer, "pass a place, &x", "nil")
	case *types.Builtin:
		switch n.Name {
		case "len", "min", "max":
		case "new", "make":
			c.bar(n, ruleBuiltin, "declare a variable and pass its address", "builtin %s allocates", n.Name)
		default:
			c.bar(n, ruleBuiltin, "the builtins of the subset are len, min and max", "builtin %s", n.Name)
		}
	}
	return false
}

func (c *checker) inInterface() bool {
	return slices.ContainsFunc(c.stack, func(n ast.Node) bool {
		_, is := n.(*ast.InterfaceType)
		return is
	})
}

// interfaceType accepts a union of types, as a declared constraint or in
// place, and refuses methods and any other use.
func (c *checker) interfaceType(n *ast.InterfaceType) bool {
	if !c.isConstraint(n) {
		return c.bar(n, ruleType, "use a concrete type, or a type parameter", "interface type")
	}
	if n.Methods.NumFields() == 0 {
		return c.bar(n, ruleConstraint, "constrain it to integers or to a union of array types", "constraint without types")
	}
	for _, m := range n.Methods.List {
		if len(m.Names) > 0 {
			c.refuse(m.Pos(), ruleConstraint, "list types only, and call functions", "method %s in a constraint", m.Names[0].Name)
		}
	}
	return true
}

// isConstraint reports whether the interface is a type declaration, stands in a type parameter list, or is embedded
// in one that does.
func (c *checker) isConstraint(n *ast.InterfaceType) bool {
	if c.inInterface() {
		return true
	}
	switch p := c.parent(0).(type) {
	case *ast.TypeSpec:
		return p.Type == n
	case *ast.Field:
		list, ok := c.parent(1).(*ast.FieldList)
		if !ok {
			return false
		}
		switch o := c.parent(2).(type) {
		case *ast.FuncType:
			return o.TypeParams == list
		case *ast.TypeSpec:
			return o.TypeParams == list
		}
	}
	return false
}

func (c *checker) structType(n *ast.StructType) {
	if s, ok := c.parent(0).(*ast.TypeSpec); !ok || s.Type != n {
		c.bar(n, ruleStruct, "declare the struct type at package level with a name", "struct type without a name")
		return
	}
	if n.Fields.NumFields() == 0 {
		c.refuse(n.Pos(), ruleStruct, "give it a field, or do without it: C has no empty struct", "struct without fields")
	}
	for _, f := range n.Fields.List {
		if len(f.Names) == 0 {
			c.refuse(f.Pos(), ruleStruct, "give the field a name", "embedded field")
		}
		for _, name := range f.Names {
			if name.Name == "_" {
				c.refuse(name.Pos(), ruleStruct, "give the field a name, such as Reserved", "blank field")
			}
		}
	}
}

// star accepts *T as the type of a parameter or receiver, and *p.
func (c *checker) star(n *ast.StarExpr) bool {
	if !c.p.info.Types[n].IsType() {
		return true
	}
	if c.isParam(n) {
		return true
	}
	what := "pointer type"
	switch p := c.parent(0).(type) {
	case *ast.ValueSpec:
		what = "pointer variable"
	case *ast.Field:
		what = "pointer field"
		if _, ok := c.parent(2).(*ast.FuncType); ok {
			what = "pointer result"
			if ft, _ := c.parent(2).(*ast.FuncType); ft.TypeParams == c.parent(1) {
				what = "pointer type in a constraint"
			}
		}
	case *ast.StarExpr:
		if c.refused[p] {
			return false
		}
		what = "pointer to pointer"
	}
	return c.bar(n, rulePointer, "pointers are parameters or receivers only, to a struct or array", "%s", what)
}

func (c *checker) isParam(n ast.Node) bool {
	if _, ok := c.parent(0).(*ast.Field); !ok {
		return false
	}
	list := c.parent(1)
	switch o := c.parent(2).(type) {
	case *ast.FuncType:
		_, declared := c.parent(3).(*ast.FuncDecl)
		return declared && o.Params == list
	case *ast.FuncDecl:
		return o.Recv == list
	}
	return false
}

// unary accepts &x only as an argument.
func (c *checker) unary(n *ast.UnaryExpr) bool {
	switch n.Op {
	case token.ARROW:
		return c.bar(n, ruleStmt, "use a parameter", "receive from a channel")
	case token.AND:
		if _, ok := ast.Unparen(n.X).(*ast.CompositeLit); ok {
			return c.bar(n, rulePointer, "assign the value to a variable and pass its address", "address of a composite literal")
		}
		i := 0
		for _, ok := c.parent(i).(*ast.ParenExpr); ok; _, ok = c.parent(i).(*ast.ParenExpr) {
			i++
		}
		if call, ok := c.parent(i).(*ast.CallExpr); !ok || ast.Unparen(call.Fun) == n {
			return c.bar(n, rulePointer, "use the variable itself, and write & in the call only", "address taken outside an argument")
		}
	}
	return true
}

func (c *checker) branch(n *ast.BranchStmt) bool {
	switch {
	case n.Tok == token.GOTO:
		c.bar(n, ruleStmt, "use if or a bounded for", "goto")
	case n.Tok == token.FALLTHROUGH:
		c.bar(n, ruleSwitch, "list the values in one case", "fallthrough")
	case n.Label != nil:
		c.bar(n, ruleStmt, "use a flag, or a function that returns", "%s with a label", n.Tok)
	}
	return false
}

func (c *checker) typeSpec(n *ast.TypeSpec) bool {
	if len(c.stack) > 1 { // below the GenDecl of a function's body
		return c.bar(n, ruleType, "declare it at package level", "type %s declared in a function", n.Name.Name)
	}
	if n.Name.Name == "_" {
		c.refuse(n.Name.Pos(), ruleBlank, "give it a name", "type without a name")
	}
	return true
}
