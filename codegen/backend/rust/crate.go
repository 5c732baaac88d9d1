// Package rust prints an algorithm as a crate in Rust: no_std, without unsafe code and without dependencies
// (docs/ports.md).
//
// The crate is to be read: a module is a package of the source, with its names in Rust's case, its comments and its
// order. Structs are repr(C) and have the layout of the C header. An operator is printed as it is where no argument
// makes it overflow, or where the source does not say that it is to wrap (//ccgen:wrap), which package
// codegen/analysis/ranges proves; elsewhere it is a wrapping method. So a build with overflow checks stops where a
// proof is wrong or a value is outside of its declared range, and one without has the bits of Go for any value.
package rust

import (
	"context"
	"embed"
	"fmt"
	"go/token"
	"slices"
	"strings"

	"smartnic-cc/codegen/backend/printer"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/sys/child"
	"smartnic-cc/testvectors"
)

//go:embed runtime
var runtime embed.FS // the parts of a crate that do not depend on the algorithm

var fill = printer.Templates(runtime)

// Options select the content of a crate.
type Options struct {
	// Name is a transducer ("dcqcn"), or a package ("fixedpoint") for all that it exports.
	Name string
	// Command is printed in the heads of the files: the command that makes them again.
	Command string
	// Profiles are the constants of module profiles.
	Profiles []Profile
	// Unproven reports whether arithmetic at a place may overflow though the source does not say so; nil is of a program
	// whose arithmetic is proven.
	Unproven func(ir.Pos) bool
}

// Profile is a set of parameters.
type Profile struct {
	Name, Title, Transducer string
	Values                  []uint64 // flattened
}

// Crate is a generated crate. What runs of it is its example; a warning of the compiler is an error.
type Crate struct {
	printer.Program
	// Unchecked is a build in which arithmetic that overflows does not panic.
	Unchecked bool
}

// gen prints one crate.
type gen struct {
	*printer.Module
	Options
	Library string // its name
	Root    *fn    // a place outside of all modules
	wraps   map[string]map[int]string
	mutable map[*ir.Var]bool                  // assigned, or pointing to something that is
	taken   map[*ir.Package]map[string]bool   // names of a module
	goNames map[*ir.Package]map[string]string // what comments call those that are not plain words

	Modules []string // that the crate has
	Sources []*ir.SourceFile
	Structs []*ir.Type
}

// New generates a crate; AddVectors adds its tests. The error is that of printer.Select, or of something in the source that
// Rust cannot say.
func New(p *ir.Program, o Options) (*Crate, error) {
	m, err := printer.NewModule(p, o.Name)
	if err != nil {
		return nil, err
	}
	g := &gen{Module: m, Options: o, Library: "cc_" + snake(o.Name), wraps: p.Wraps(), mutable: ir.Modified(ir.Reachable(m.Called...)),
		taken: map[*ir.Package]map[string]bool{}, goNames: map[*ir.Package]map[string]string{}}
	g.nameAll()
	c := &Crate{Program: printer.Program{Name: o.Name, Target: g.Library, Catalog: m.Catalog, Tool: compiler.Name, Find: compiler.Find}}
	c.Build = c.build
	return c, m.Print(func() { c.Files = g.files() })
}

// compiler is the compiler of crates. It needs no cargo.
var compiler = child.Tool{Name: "rustc", Need: "it is needed to build the crate (1.63 or later; on Debian: apt-get install rustc)", Args: []string{"--version"}}

// build builds the crate and its example.
func (c *Crate) build(ctx context.Context, dir, rustc string) ([]string, error) {
	flags := []string{"--edition=2021", "-Dwarnings", "-Copt-level=1", "-Coverflow-checks=" + map[bool]string{true: "off", false: "on"}[c.Unchecked], "-L."}
	for _, args := range [][]string{{"--crate-type=rlib", "--crate-name=" + c.Target, "src/lib.rs"}, {"--extern=" + c.Target, "-ofirmware", "examples/firmware.rs"}} {
		if _, err := child.Output(ctx, dir, compiler.Name, rustc, slices.Concat(flags, args)...); err != nil {
			return nil, fmt.Errorf("the crate of %s: %w", c.Name, err)
		}
	}
	return []string{dir + "/firmware"}, nil
}

// Ref is the prefix of the type and the argument of a parameter.
func (g *gen) Ref(v *ir.Var) string {
	if !v.ByRef {
		return ""
	}
	return map[bool]string{true: "&mut ", false: "&"}[g.mutable[v]]
}

// Tuples are the numbers of results that functions have, other than one, as lists of names.
func (g *gen) Tuples() (list []string) {
	for _, f := range g.Exports {
		names := ""
		for i := range f.Results {
			names += fmt.Sprintf(", T%d", i)
		}
		if len(f.Results) > 1 && !slices.Contains(list, names[2:]) {
			list = append(list, names[2:])
		}
	}
	return list
}

func (g *gen) files() []printer.File {
	var files []printer.File
	g.Modules, g.Sources, g.Structs, g.Root = nil, nil, nil, g.at(nil)
	add := func(name, about string, pkg *ir.Package, text string) {
		if text == "" {
			return
		}
		g.Modules = append(g.Modules, name)
		var uses []string
		for _, p := range g.Program.Packages {
			if of := g.Names[p]; p != pkg && strings.Contains(text, of+"::") {
				uses = append(uses, of)
			}
		}
		files = append(files, printer.File{Name: "src/" + name + ".rs", Text: fill("module.rs", map[string]any{"Crate": g, "About": about, "Uses": uses, "Text": text})})
	}
	for _, pkg := range g.Program.Packages {
		text := ""
		for _, d := range pkg.Decls {
			if s := g.decl(pkg, d); s != "" {
				text += "\n" + s
			}
		}
		if text != "" {
			g.Sources = append(g.Sources, pkg.Files...)
		}
		about := printer.Comment(strings.Split(g.prose(pkg, strings.Join(pkg.Doc, "\n")), "\n"), "//!")
		add(g.Names[pkg], about+"//!\n//! Package "+pkg.Path+" in Rust.\n", pkg, text)
	}
	add("profiles", "//! Parameters of profiles.\n", nil, g.profiles())
	for _, name := range []string{"src/lib.rs", "examples/firmware.rs", "Cargo.toml"} {
		files = append(files, printer.File{Name: name, Text: fill(name[strings.LastIndexByte(name, '/')+1:], g)})
	}
	return files
}

// decl prints a declaration, if it is used.
func (g *gen) decl(pkg *ir.Package, d ir.Decl) string {
	switch d := d.(type) {
	case *ir.ConstGroup:
		return g.constGroup(d)
	case *ir.TypeDecl:
		if g.Used[d.Type] && d.Type.Decl == d {
			return g.typeDecl(d)
		}
	case *ir.Table:
		if g.Used[d] {
			f := g.at(pkg)
			elems, _ := f.Parts(d.Value.(*ir.Composite))
			return g.docs(pkg, d.Doc, d.Name, g.Names[d], "The table "+d.Name+" of the source.", "") +
				printer.Wrapped(fmt.Sprintf("%s static %s: %s = [", visibility(token.IsExported(d.Name)), g.Names[d], f.TypeName(d.Type)), elems, "];")
		}
	case *ir.Func:
		if slices.Contains(g.Funcs, d) {
			return g.function(d)
		}
	}
	return ""
}

func (g *gen) constGroup(d *ir.ConstGroup) string {
	s, above, f := "", d.Doc, g.at(d.Pkg)
	for _, c := range d.Consts {
		if !g.Used[c] {
			continue
		}
		doc, k := c.Doc, g.Kind(c, ir.Invalid)
		if len(printer.Trim(doc)) == 0 && c.LineComment != "" {
			doc = []string{c.LineComment}
		} else if len(printer.Trim(doc)) == 0 && len(d.Consts) == 1 {
			doc, above = d.Doc, nil
		}
		t := scalar(k)
		if c.Type != nil {
			t = f.TypeName(c.Type)
		}
		s += g.docs(d.Pkg, doc, c.Name, g.Names[c], "The constant "+c.Name+" of the source.", "") +
			fmt.Sprintf("%s const %s: %s = %s;\n", visibility(token.IsExported(c.Name)), g.Names[c], t, f.Number(c.Value, c.Text, k).S)
	}
	if s == "" {
		return ""
	}
	f.Comment(above)
	return f.Out.String() + s
}

func (g *gen) typeDecl(d *ir.TypeDecl) string {
	t, goName, f := d.Type, d.Name, g.at(d.Pkg)
	if base, _, generic := strings.Cut(d.GoName, "["); generic && len(d.Doc) > 0 && !strings.HasPrefix(d.Doc[0], d.Name+" ") {
		goName = base
	}
	for _, c := range d.Consts() {
		if token.IsExported(c.Name) {
			g.Use(c)
		}
	}
	doc := g.docs(d.Pkg, d.Doc, goName, g.Names[t], fmt.Sprintf("%s:%d", d.Pos.File, d.Pos.Line), "")
	if t.Kind != ir.Struct {
		return doc + "pub type " + g.Names[t] + " = " + f.TypeName(&ir.Type{Kind: t.Kind, Elem: t.Elem, Len: t.Len}) + ";\n"
	}
	g.Structs = append(g.Structs, t)
	// x86 of 32 bits aligns 64 bits to 4 bytes, in C as here.
	return doc + string(fill("struct.rs", map[string]any{"Type": t, "Name": g.Names[t], "At": f}))
}

// FieldDoc prints the comment of a field.
func (f *fn) FieldDoc(x *ir.Field) string {
	return f.g.docs(f.Pkg, printer.About(x), x.Name, f.Names[x], "The field "+x.Name+" of the source.", printer.Indents(1))
}

// profiles prints the constants of module profiles.
func (g *gen) profiles() string {
	s := ""
	for _, p := range g.Profiles {
		t, values := g.Program.Transducer(p.Transducer).Params, p.Values
		if len(g.Transducers) > 1 {
			p.Name += "_" + p.Transducer
		}
		s += "\n" + printer.Comment([]string{p.Title}, "///") + fmt.Sprintf("pub const %s: %s = %s;\n", screaming(p.Name), g.Root.TypeName(t), g.Root.value(t, &values, ""))
	}
	return s
}

// value prints the first of flattened values as one of a type.
func (f *fn) value(t *ir.Type, values *[]uint64, indent string) string {
	var parts []string
	for i := range t.Len {
		parts = append(parts, f.value(t.Component(i), values, indent))
	}
	for _, x := range t.Fields {
		parts = append(parts, "\n"+indent+"    "+f.Names[x]+": "+f.value(x.Type, values, indent+"    "))
	}
	switch t.Kind {
	case ir.Struct:
		return f.TypeName(t) + " {" + strings.Join(parts, ",") + ",\n" + indent + "}"
	case ir.Array:
		return "[" + strings.Join(parts, ", ") + "]"
	}
	v := t.Kind.Big((*values)[0])
	*values = (*values)[1:]
	if t.Decl != nil {
		for _, c := range t.Decl.Consts() {
			if token.IsExported(c.Name) && c.Value.Cmp(v) == 0 {
				return f.Mention(c)
			}
		}
	}
	return f.Number(v, "", t.Kind).S
}

// AddVectors adds tests that play the vectors, among those of the files, of the crate's functions and algorithms. The
// error is a *testvectors.NoVectorsError, or that of a file that testvectors.File.Check refuses.
func (c *Crate) AddVectors(files []*testvectors.File) error {
	picked, err := testvectors.Select(files, c.Name, testvectors.CatalogHas(c.Catalog))
	if err != nil {
		return err
	}
	var tests [][2]string // names of functions and files
	for _, f := range picked {
		text, err := testvectors.Text(f)
		if err != nil {
			return err
		}
		name := strings.TrimSuffix(f.Name, ".json")
		c.Files = append(c.Files, printer.File{Name: "tests/vectors/" + name + ".txt", Text: text})
		tests = append(tests, [2]string{strings.ToLower(screaming(name)), name})
	}
	c.Files = append(c.Files, printer.File{Name: "tests/vectors.rs", Text: fill("vectors.rs", tests)})
	return nil
}

// docs prints the comment of a declaration: the source's, with its name in Rust, and a last line: the place in the
// source, the facts of a field, or a substitute for a comment.
func (g *gen) docs(pkg *ir.Package, doc []string, goName, name, last, indent string) string {
	text := g.prose(pkg, strings.Join(printer.Trim(doc), "\n"))
	if rest, ok := strings.CutPrefix(text, goName); ok && (rest == "" || strings.ContainsRune(" ,:'\n", rune(rest[0]))) {
		text = name + rest
	}
	if text == "" {
		text = last
	} else if strings.Contains(last, ".go:") {
		text += "\n\n" + last
	}
	return printer.Comment(strings.Split(text, "\n"), indent+"///")
}
