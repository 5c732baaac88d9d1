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
	"bytes"
	_ "embed" // the parts of a crate that do not depend on the algorithm
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/codegen/analysis/ranges"
	"smartnic-cc/codegen/backend/printer"
	"smartnic-cc/codegen/interval"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/transducer"
)

var (
	//go:embed runtime/Cargo.toml
	cargoText string
	//go:embed runtime/lib.rs
	libText string
	//go:embed runtime/struct.rs
	structText string
	//go:embed runtime/firmware.rs
	firmwareText string
	//go:embed runtime/vectors.rs
	vectorsText string
)

// Options say what a crate holds.
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

// File is a file of a crate, with its path in it.
type File struct {
	Name string
	Text []byte
}

// Crate is a generated crate, and what there is to call in it.
type Crate struct {
	Name    string // of Options
	Files   []File
	Catalog *transducer.Catalog
}

// gen prints one crate.
type gen struct {
	*printer.Selection
	p       *ir.Program
	o       Options
	live    map[*ir.Func]bool
	ranges  func(ir.Expr) interval.Interval
	wraps   map[string]map[int]string
	mutable map[*ir.Var]bool                  // assigned, or what they point to is
	names   map[any]string                    // of packages, types, fields, functions, constants and tables
	taken   map[*ir.Package]map[string]bool   // names of a module
	goNames map[*ir.Package]map[string]string // what comments call those that are not plain words
	used    map[any]bool                      // constants, tables and types that something printed so far mentions
	kinds   map[*ir.ConstDecl]ir.Kind         // of the uses of untyped constants
	changed bool                              // used or kinds
	err     error
}

// New generates a crate; AddVectors adds its tests. The error is that of printer.Select, or of something in the source that
// Rust cannot say.
func New(p *ir.Program, o Options) (*Crate, error) {
	s, err := printer.Select(p, o.Name)
	if err != nil {
		return nil, err
	}
	g := &gen{Selection: s, p: p, o: o, live: map[*ir.Func]bool{}, ranges: ranges.ForAny(s.Called).Of, wraps: p.Wraps(), mutable: ir.Written(ir.Reachable(s.Called...)),
		names: map[any]string{}, taken: map[*ir.Package]map[string]bool{}, goNames: map[*ir.Package]map[string]string{}, used: map[any]bool{}, kinds: map[*ir.ConstDecl]ir.Kind{}}
	for _, f := range s.Funcs {
		g.live[f] = true
	}
	g.nameAll()
	c := &Crate{Name: o.Name, Catalog: s.Catalog}
	for g.changed = true; g.changed && g.err == nil; { // what a pass finds to be used, the next prints
		g.changed = false
		c.Files = g.files(c)
	}
	return c, g.err
}

func (g *gen) fail(pos ir.Pos, format string, args ...any) {
	if g.err == nil {
		g.err = fmt.Errorf("%s: %s", pos, fmt.Sprintf(format, args...))
	}
}

// use notes that a constant, table or type is mentioned.
func (g *gen) use(what any) {
	g.changed = g.changed || !g.used[what]
	g.used[what] = true
}

// library is the name of the crate's library.
func (c *Crate) library() string { return "cc_" + snake(c.Name) }

func (g *gen) files(c *Crate) []File {
	var files []File
	modules, sources := "", ""
	for _, pkg := range g.p.Packages {
		text := ""
		for _, d := range pkg.Decls {
			if s := g.decl(pkg, d); s != "" {
				text += "\n" + s
			}
		}
		if text != "" {
			modules += "pub mod " + g.names[pkg] + ";\n"
			for _, f := range pkg.Files {
				sources += "//!   " + f.SHA256 + "  " + f.Name + "\n"
			}
			files = append(files, File{"src/" + g.names[pkg] + ".rs", []byte(printer.Comment(strings.Split(g.prose(pkg, strings.Join(pkg.Doc, "\n")), "\n"), "//!") +
				"//!\n//! Package " + pkg.Path + " in Rust.\n@HEAD@" + g.imports(pkg, text) + text)})
		}
	}
	if text := g.profiles(); text != "" {
		modules += "pub mod profiles;\n"
		files = append(files, File{"src/profiles.rs", []byte("//! Parameters of profiles.\n@HEAD@" + g.imports(nil, text) + text)})
	}
	files = append(files, File{"src/lib.rs", []byte(libText)}, File{"examples/firmware.rs", []byte(firmwareText)}, File{"Cargo.toml", []byte(cargoText)})
	leaves, opens, calls := g.dispatch()
	head := "//!\n//! Generated; do not edit.\n//!\n//! Command:\n//!   " + g.o.Command + "\n"
	r := strings.NewReplacer("@HEAD@", head, "@NAME@", c.Name, "@LIBRARY@", c.library(), "@MODULES@\n", modules, "@SOURCES@\n", sources,
		"@LEAVES@\n", leaves, "@OPENS@\n", opens, "@CALLS@\n", calls, "@COMMAND@", g.o.Command)
	for i := range files {
		files[i].Text = []byte(r.Replace(string(files[i].Text)))
	}
	return files
}

// imports prints which modules the text of a module names.
func (g *gen) imports(own *ir.Package, text string) string {
	s := ""
	for _, pkg := range g.p.Packages {
		if name := g.names[pkg]; pkg != own && strings.Contains(text, name+"::") {
			s += "\nuse crate::" + name + ";"
		}
	}
	return s + map[bool]string{true: "\n"}[s != ""]
}

// decl prints a declaration, if it is used.
func (g *gen) decl(pkg *ir.Package, d ir.Decl) string {
	switch d := d.(type) {
	case *ir.ConstGroup:
		return g.constGroup(d)
	case *ir.TypeDecl:
		if g.used[d.Type] && d.Type.Decl == d {
			return g.typeDecl(d)
		}
	case *ir.Table:
		if g.used[d] {
			f := &fn{g: g, pkg: pkg}
			var elems []string
			for i, e := range d.Value.(*ir.Composite).Elems {
				if elems = append(elems, g.zero(pkg, d.Type.Part(i))); e != nil {
					elems[i] = f.expr(e).S
				}
			}
			return g.docs(pkg, d.Doc, d.Name, g.names[d], "The table "+d.Name+" of the source.", "") +
				printer.Wrapped(fmt.Sprintf("%s static %s: %s = [", visibility(exported(d.Name)), g.names[d], g.typeName(pkg, d.Type)), elems, "];")
		}
	case *ir.Func:
		if g.live[d] {
			return g.function(d)
		}
	}
	return ""
}

func (g *gen) constGroup(d *ir.ConstGroup) string {
	s, above := "", d.Doc
	for _, c := range d.Consts {
		if !g.used[c] {
			continue
		}
		doc, k := c.Doc, g.constKind(c, ir.Invalid)
		if len(printer.Trim(doc)) == 0 && c.Trail != "" {
			doc = []string{c.Trail}
		} else if len(printer.Trim(doc)) == 0 && len(d.Consts) == 1 {
			doc, above = d.Doc, nil
		}
		t := scalar(k)
		if c.Type != nil {
			t = g.typeName(d.Pkg, c.Type)
		}
		s += g.docs(d.Pkg, doc, c.Name, g.names[c], "The constant "+c.Name+" of the source.", "") +
			fmt.Sprintf("%s const %s: %s = %s;\n", visibility(exported(c.Name)), g.names[c], t, g.number(d.Pkg, c.Value, c.Text, k).S)
	}
	if s == "" {
		return ""
	}
	return printer.Comment(strings.Split(g.prose(d.Pkg, strings.Join(above, "\n")), "\n"), "//") + s
}

func (g *gen) typeDecl(d *ir.TypeDecl) string {
	t, goName := d.Type, d.Name
	if base, _, generic := strings.Cut(d.GoName, "["); generic && len(d.Doc) > 0 && !strings.HasPrefix(d.Doc[0], d.Name+" ") {
		goName = base
	}
	for _, c := range d.Consts() {
		if exported(c.Name) {
			g.use(c)
		}
	}
	doc := g.docs(d.Pkg, d.Doc, goName, g.names[t], fmt.Sprintf("%s:%d", d.Pos.File, d.Pos.Line), "")
	if t.Kind != ir.Struct {
		return doc + "pub type " + g.names[t] + " = " + g.typeName(d.Pkg, &ir.Type{Kind: t.Kind, Elem: t.Elem, Len: t.Len}) + ";\n"
	}
	fields, zeros, only := "", "", ""
	for _, f := range t.Fields {
		about := strings.Split(strings.Join(f.Doc, "\n")+"\n"+f.Trail, "\n")
		facts := "The field " + f.Name + " of the source."
		if list := f.Facts(); len(list) > 0 {
			facts = "(" + g.prose(d.Pkg, strings.Join(list, ", ")) + ")"
		}
		fields += g.docs(d.Pkg, about, f.Name, g.names[f], facts, printer.Indents(1)) + "    pub " + g.names[f] + ": " + g.typeName(d.Pkg, f.Type) + ",\n"
		zeros += "        " + g.names[f] + ": " + g.zero(d.Pkg, f.Type) + ",\n"
	}
	if t.Align() == 8 { // x86 of 32 bits aligns 64 bits to 4 bytes, in C as here
		only = "#[cfg(not(target_arch = \"x86\"))]\n"
	}
	return doc + strings.NewReplacer("@STRUCT@", g.names[t], "@FIELDS@\n", fields, "@ZEROS@\n", zeros, "@ONLY@\n", only,
		"@SIZE@", fmt.Sprint(t.Size()), "@ALIGN@", fmt.Sprint(t.Align())).Replace(structText)
}

// profiles prints the constants of module profiles.
func (g *gen) profiles() string {
	s := ""
	for _, p := range g.o.Profiles {
		t, values := g.p.Transducer(p.Transducer).Params, p.Values
		if len(g.Transducers) > 1 {
			p.Name += "_" + p.Transducer
		}
		s += "\n" + printer.Comment([]string{p.Title}, "///") +
			fmt.Sprintf("pub const %s: %s = %s;\n", screaming(p.Name), g.typeName(nil, t), g.value(t, &values, ""))
	}
	return s
}

// value prints the first of flattened values as one of a type.
func (g *gen) value(t *ir.Type, values *[]uint64, indent string) string {
	var parts []string
	for i := range t.Len {
		parts = append(parts, g.value(t.Part(i), values, indent))
	}
	for _, f := range t.Fields {
		parts = append(parts, "\n"+indent+"    "+g.names[f]+": "+g.value(f.Type, values, indent+"    "))
	}
	switch t.Kind {
	case ir.Struct:
		return g.typeName(nil, t) + " {" + strings.Join(parts, ",") + ",\n" + indent + "}"
	case ir.Array:
		return "[" + strings.Join(parts, ", ") + "]"
	}
	v := t.Kind.Big((*values)[0])
	*values = (*values)[1:]
	if t.Decl != nil {
		for _, c := range t.Decl.Consts() {
			if exported(c.Name) && c.Value.Cmp(v) == 0 {
				g.use(c)
				return g.path(nil, c.Pkg, c)
			}
		}
	}
	return g.number(nil, v, "", t.Kind).S
}

// dispatch prints for the example how structs are flattened, and what is called by name.
func (g *gen) dispatch() (leaves, opens, calls string) {
	for _, pkg := range g.p.Packages {
		for _, d := range pkg.Decls {
			if d, ok := d.(*ir.TypeDecl); ok && d.Type.Kind == ir.Struct && g.used[d.Type] && d.Type.Decl == d {
				var fields []string
				for _, f := range d.Type.Fields {
					fields = append(fields, g.names[f])
				}
				leaves += "leaves!(" + g.typeName(nil, d.Type) + " { " + strings.Join(fields, ", ") + " });\n"
			}
		}
	}
	for _, t := range g.Transducers {
		opens += fmt.Sprintf("        %q => connection::<%s, %s, %s, %s>(row, |p, s| %s(p, s), |p, s, e| %s(p, s, e)),\n", t.Name, g.typeName(nil, t.Params),
			g.typeName(nil, t.State), g.typeName(nil, t.Event), g.typeName(nil, t.Output), g.path(nil, t.Init.Pkg, t.Init), g.path(nil, t.Step.Pkg, t.Step))
	}
	for _, f := range g.Exports {
		var args []string
		for _, v := range f.Params {
			ref := map[bool]string{true: "&mut "}[v.ByRef && g.mutable[v]] + map[bool]string{true: "&"}[v.ByRef && !g.mutable[v]]
			args = append(args, ref+"Leaves::get(row)?")
		}
		tuple := "tuples!("
		for i := range f.Results {
			tuple += fmt.Sprintf("T%d, ", i)
		}
		if tuple = strings.TrimSuffix(tuple, ", ") + ");\n"; len(f.Results) > 1 && !strings.Contains(leaves, tuple) {
			leaves += tuple
		}
		calls += fmt.Sprintf("        %q => %s(%s).put(out),\n", f.FullName(), g.path(nil, f.Pkg, f), strings.Join(args, ", "))
	}
	return leaves, opens, calls
}

// AddVectors adds tests that play vectors: those of the files that are of what the crate has. The error is a
// *testvectors.NoVectors, or that of a file that testvectors.File.Check refuses.
func (c *Crate) AddVectors(files []*testvectors.File) error {
	tests := vectorsText
	picked, err := testvectors.Pick(files, c.Name, testvectors.In(c.Catalog))
	if err != nil {
		return err
	}
	for _, f := range picked {
		for i := range f.Groups {
			g := &f.Groups[i]
			g.Calls, g.Sequences = slices.Clone(g.Calls), slices.Clone(g.Sequences) // which are numbered
		}
		f.Renumber()
		var b bytes.Buffer
		if err := testvectors.WriteText(&b, f); err != nil {
			return err
		}
		name := strings.TrimSuffix(f.Name, ".json")
		c.Files = append(c.Files, File{"tests/vectors/" + name + ".txt", b.Bytes()})
		tests += fmt.Sprintf("\n#[test]\nfn %s() {\n    play(include_str!(\"vectors/%s.txt\"));\n}\n", strings.ToLower(screaming(name)), name)
	}
	c.Files = append(c.Files, File{"tests/vectors.rs", []byte(tests)})
	return nil
}

// docs prints the comment of a declaration: what the source says, with its name in Rust, and a last line: the place of the
// source, the facts of a field, or what stands in for a comment.
func (g *gen) docs(pkg *ir.Package, doc []string, goName, name, last, indent string) string {
	text := g.prose(pkg, strings.Join(printer.Trim(doc), "\n"))
	if rest, ok := strings.CutPrefix(text, goName); ok && (rest == "" || strings.ContainsRune(" ,:'\n", rune(rest[0]))) {
		text = name + rest
	}
	switch {
	case text == "":
		text = last
	case strings.Contains(last, ".go:"):
		text += "\n\n" + last
	case last[0] == '(':
		text += "\n" + last
	}
	return printer.Comment(strings.Split(text, "\n"), indent+"///")
}
