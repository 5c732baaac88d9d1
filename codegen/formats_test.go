package codegen_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/dev/golden"
)

const formatsPage = "../docs/formats.md"

// generatedPart is a part of docs/formats.md that is written from the source of a package.
var generatedPart = regexp.MustCompile(`(?s)(<!-- from the source of (\w+) -->\n).*?(<!-- end -->\n)`)

// TestFormats makes the tables of fields and constants in docs/formats.md from the types, directives
// and comments of the firmware.
func TestFormats(t *testing.T) {
	p, err := codegen.Firmware()
	require.NoError(t, err)
	page, err := os.ReadFile(formatsPage)
	require.NoError(t, err)
	var packages []string
	made := generatedPart.ReplaceAllStringFunc(string(page), func(part string) string {
		m := generatedPart.FindStringSubmatch(part)
		packages = append(packages, m[2])
		return m[1] + "\n" + packageTables(t, p.Package(m[2])) + m[3]
	})
	require.Equal(t, []string{"fixedpoint", "bandit", "dcqcn", "dolcerc", "dolcercplus"}, packages)
	golden.Check(t, formatsPage, []byte(made))
}

// packageTables returns the tables of a package: its types of one number, its structs with their
// fields, and its constants.
func packageTables(t *testing.T, p *ir.Package) string {
	var types, structs, constants strings.Builder
	seen := map[string]bool{}
	for _, d := range p.Decls {
		switch d := d.(type) {
		case *ir.TypeDecl:
			name, _, _ := strings.Cut(d.GoName, "[")
			if d.Type.Kind.IsScalar() {
				of := &ir.Field{Type: d.Type}
				fmt.Fprintf(&types, "| %s | %s | %s | %s |\n", d.Name, d.Type.Kind, unitOrFormat(of), withoutName(d.Name, cell(d.Doc)))
			}
			if d.Type.Kind != ir.Struct || seen[name] {
				continue // another instance of a generic type
			}
			seen[name] = true
			fmt.Fprintf(&structs, "### %s.%s%s\n\n| field | type | unit or format | range | meaning |\n| --- | --- | --- | --- | --- |\n", p.Name, name, sizes(p, name))
			for _, f := range d.Type.Fields {
				fmt.Fprintf(&structs, "| %s | %s | %s | %s | %s |\n", f.Name, typeOf(p, name, f), unitOrFormat(f), rangeOf(f), meaning(t, f))
			}
			structs.WriteByte('\n')
		case *ir.ConstGroup:
			for _, c := range d.Consts {
				if c.Name[0] < 'A' || c.Name[0] > 'Z' {
					continue
				}
				doc := c.Doc
				if len(doc) == 0 {
					doc = d.Doc
				}
				of := ""
				if c.Type != nil {
					of = strings.TrimPrefix(c.Type.String(), p.Name+".")
				}
				fmt.Fprintf(&constants, "| %s | %s | %s | %s |\n", c.Name, of, c.Value, withoutName(c.Name, cell(doc)))
			}
		}
	}
	var text strings.Builder
	if types.Len() > 0 {
		fmt.Fprintf(&text, "### Types of %s\n\n| type | kind | unit or format | meaning |\n| --- | --- | --- | --- |\n%s\n", p.Name, types.String())
	}
	text.WriteString(structs.String())
	if constants.Len() > 0 {
		fmt.Fprintf(&text, "### Constants of %s\n\n| constant | type | value | meaning |\n| --- | --- | --- | --- |\n%s\n", p.Name, constants.String())
	}
	return text.String()
}

// instances returns the declarations of a struct: of a generic one, its instances in order.
func instances(p *ir.Package, name string) []*ir.TypeDecl {
	var all []*ir.TypeDecl
	for _, d := range p.Decls {
		if d, ok := d.(*ir.TypeDecl); ok && (d.GoName == name || strings.HasPrefix(d.GoName, name+"[")) {
			all = append(all, d)
		}
	}
	return all
}

// sizes returns the sizes that the source declares of a struct.
func sizes(p *ir.Package, name string) string {
	text := ""
	for _, d := range instances(p, name) {
		switch {
		case d.Size > 0 && d.Name == name:
			text += fmt.Sprintf(", %d bytes", d.Size)
		case d.Size > 0:
			text += fmt.Sprintf(", %s %d bytes", d.Name, d.Size)
		}
	}
	return text
}

// typeOf returns the type of a field in a struct, or its types in all instances of it.
func typeOf(p *ir.Package, owner string, f *ir.Field) string {
	var names []string
	for _, d := range instances(p, owner) {
		if n := typeName(d.Type.Fields[f.Index].Type, p); !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	return strings.Join(names, " or ")
}

// typeName returns a type as a package p spells it, with the kind of a scalar that p names.
func typeName(t *ir.Type, p *ir.Package) string {
	if t.Kind == ir.Array && t.Decl == nil {
		return fmt.Sprintf("[%d]%s", t.Len, typeName(t.Elem, p))
	}
	name, own := strings.CutPrefix(t.String(), p.Name+".")
	if own && t.Kind.IsScalar() {
		return name + ", " + t.Kind.String()
	}
	return name
}

func unitOrFormat(f *ir.Field) string {
	var parts []string
	if format := f.FormatOf(); format != nil {
		parts = append(parts, format.Text)
	}
	if unit := f.UnitOf(); unit != "" {
		parts = append(parts, unit)
	}
	return strings.Join(parts, " ")
}

func rangeOf(f *ir.Field) string {
	if f.Range == nil {
		return ""
	}
	return power.ReplaceAllString(f.Range.Text, "2^$1$2")
}

// power matches a power of 2 in a range: 1<<30, (1<<31) before an operator, 1<<AlphaBits.
var power = regexp.MustCompile(`\(1<<([\w.]+)\)|1<<([\w.]+)`)

// range, unit and format in the words of a comment.
var (
	saidRange  = regexp.MustCompile(`[;,:] (?:at most )?([\w^]+\.\.[\w^]+(?:[+-]\w+)?|at most (?:2\^)?\w+)([.;,:]|$)`)
	saidFormat = regexp.MustCompile(`[;,] (UQ\d+\.\w+|[\w.]+ fractional bits|kb/s|ns)([.;,:]|$)`)
)

// meaning returns the comment of a field without its name, and without range, unit and format,
// which have columns of their own: they have to be those of the directives.
func meaning(t *testing.T, f *ir.Field) string {
	text := cell(f.Doc)
	for _, m := range saidRange.FindAllStringSubmatch(text, -1) {
		has := rangeOf(f)
		if most, ok := strings.CutPrefix(m[1], "at most "); ok {
			assert.True(t, strings.HasSuffix(has, ".."+most), "%s: the comment says %s, the directive %s", f.Pos, m[1], has)
		} else {
			assert.Equal(t, has, m[1], "%s: range in the comment and in the directive", f.Pos)
		}
	}
	for _, m := range saidFormat.FindAllStringSubmatch(text, -1) {
		said := m[1]
		if bits, ok := strings.CutSuffix(said, " fractional bits"); ok {
			said = "." + bits
		}
		assert.Contains(t, unitOrFormat(f), said, "%s: unit or format in the comment and in the directive", f.Pos)
	}
	for _, said := range []*regexp.Regexp{saidRange, saidFormat} {
		for said.MatchString(text) {
			text = said.ReplaceAllString(text, "$2")
		}
	}
	assert.NotContains(t, text, "..", "%s: write a range in the comment as the directive has it, after a comma or semicolon", f.Pos)
	return withoutName(f.Name, text)
}

func withoutName(name, text string) string {
	for _, verb := range []string{" is ", " are ", ": "} {
		if rest, ok := strings.CutPrefix(text, name+verb); ok {
			return rest
		}
	}
	return text
}

// cell joins the lines of a comment for a cell of a table.
func cell(doc []string) string {
	return strings.TrimSuffix(strings.ReplaceAll(strings.Join(doc, " "), "|", "\\|"), ".")
}
