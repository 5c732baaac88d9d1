package codegen_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
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

const formatsFolder = "../docs/formats/"

// TestFormats makes the tables of types, fields and constants in docs/formats from the types, directives and comments of
// the firmware.
func TestFormats(t *testing.T) {
	p, err := codegen.Firmware()
	require.NoError(t, err)
	tables := map[string]*[][]string{
		"types":     {{"package", "type", "kind", "unit_or_format", "meaning"}},
		"fields":    {{"package", "struct", "bytes", "field", "type", "unit_or_format", "range", "meaning"}},
		"constants": {{"package", "constant", "type", "value", "meaning"}},
	}
	for _, name := range []string{"fixedpoint", "bandit", "dcqcn", "dolcerc", "dolcercplus"} {
		packageTables(t, p.Package(name), tables)
	}
	for name, rows := range tables {
		var b bytes.Buffer
		w := csv.NewWriter(&b)
		require.NoError(t, w.WriteAll(*rows))
		golden.Check(t, formatsFolder+name+".csv", b.Bytes())
	}
}

// packageTables appends the rows of a package: its types of one number, its structs with their fields, and its constants.
func packageTables(t *testing.T, p *ir.Package, tables map[string]*[][]string) {
	add := func(table string, row ...string) {
		*tables[table] = append(*tables[table], append([]string{p.Name}, row...))
	}
	seen := map[string]bool{}
	for _, d := range p.Decls {
		switch d := d.(type) {
		case *ir.TypeDecl:
			name, _, _ := strings.Cut(d.GoName, "[")
			if d.Type.Kind.IsScalar() {
				of := &ir.Field{Type: d.Type}
				add("types", d.Name, d.Type.Kind.String(), unitOrFormat(of), withoutName(d.Name, cell(d.Doc)))
			}
			if d.Type.Kind != ir.Struct || seen[name] {
				continue // another instance of a generic type
			}
			seen[name] = true
			for _, f := range d.Type.Fields {
				add("fields", name, sizes(p, name), f.Name, typeOf(p, name, f), unitOrFormat(f), rangeOf(f), meaning(t, f))
			}
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
				add("constants", c.Name, of, fmt.Sprint(c.Value), withoutName(c.Name, cell(doc)))
			}
		}
	}
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

// sizes returns the sizes that the source declares of a struct, or of each instance of it.
func sizes(p *ir.Package, name string) string {
	var parts []string
	for _, d := range instances(p, name) {
		switch {
		case d.Size > 0 && d.Name == name:
			parts = append(parts, fmt.Sprint(d.Size))
		case d.Size > 0:
			parts = append(parts, fmt.Sprintf("%s %d", d.Name, d.Size))
		}
	}
	return strings.Join(parts, ", ")
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

// meaning returns the comment of a field without its name, range, unit and format: those have separate columns, and
// have to agree with the directives.
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
	return strings.TrimSuffix(ir.Plain(strings.Join(doc, " ")), ".")
}
