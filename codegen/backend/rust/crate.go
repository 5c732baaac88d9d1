package rust

import (
	"bytes"
	_ "embed" // the parts of a crate that do not depend on the algorithm
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/codegen/backend/printer"
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
		if g.funcs[d] {
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
		about := append(slices.Clone(printer.Trim(f.Doc)), map[bool][]string{true: {f.Trail}}[f.Trail != ""]...)
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
		if len(g.transducers) > 1 {
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
	for _, t := range g.transducers {
		opens += fmt.Sprintf("        %q => connection::<%s, %s, %s, %s>(row, |p, s| %s(p, s), |p, s, e| %s(p, s, e)),\n", t.Name, g.typeName(nil, t.Params),
			g.typeName(nil, t.State), g.typeName(nil, t.Event), g.typeName(nil, t.Output), g.path(nil, t.Init.Pkg, t.Init), g.path(nil, t.Step.Pkg, t.Step))
	}
	for _, f := range g.exports {
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

// AddVectors adds tests that play vectors: those of the files that are of what the crate has. The error is that of a file
// that is not as testvectors.File.Check wants it.
func (c *Crate) AddVectors(files []*testvectors.File) error {
	tests := vectorsText
	for _, f := range c.pick(files) {
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
