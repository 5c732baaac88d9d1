package printer

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"strings"
	"text/template"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// Roots are the functions of a transducer: init, step and, if it has timers, next.
func Roots(t *ir.Transducer) []*ir.Func {
	roots := []*ir.Func{t.Init, t.Step}
	if t.Next != nil {
		roots = append(roots, t.Next)
	}
	return roots
}

// DefaultConnections is the number of connections of a program that names none.
const DefaultConnections = 1024

// Algorithm returns a transducer by its name, with the number of its connections: 1 to 65536, or DefaultConnections in place
// of 0. The error is that of an unknown algorithm, of such a number, or of values that are not nil and not one a parameter.
func Algorithm(p *ir.Program, name string, connections int, values []uint64) (*ir.Transducer, int, error) {
	t, err := p.Algorithm(name)
	if err != nil {
		return nil, 0, err
	}
	if connections = cmp.Or(connections, DefaultConnections); connections < 1 || connections > 65536 {
		return nil, 0, fmt.Errorf("connections: %d is out of range 1..65536", connections)
	}
	if values != nil && len(values) != t.Params.Leaves() {
		return nil, 0, fmt.Errorf("%s has %d parameters, not %d", name, t.Params.Leaves(), len(values))
	}
	return t, connections, nil
}

// Sources returns the files of the packages of functions and their callees, in the program's order.
func Sources(p *ir.Program, roots ...*ir.Func) (files []*ir.SourceFile) {
	used := collect.Map(ir.Reachable(roots...), func(f *ir.Func) (*ir.Package, bool) { return f.Pkg, true })
	for _, pkg := range p.Packages {
		if used[pkg] {
			files = append(files, pkg.Files...)
		}
	}
	return files
}

// Command prints the command that makes a file, in the form used in file heads; nothing if it is not known.
func Command(b *strings.Builder, command string) {
	if command != "" {
		fmt.Fprintf(b, "// Command:\n//   %s\n", command)
	}
}

// Constants prints the parameters of a transducer that are constants in a text; profile describes them.
func Constants(b *strings.Builder, t *ir.Transducer, profile string, values []uint64) {
	fmt.Fprintf(b, "// Parameters: constants. %s\n", profile)
	for i, l := range ir.Layout(t.Params) {
		fmt.Fprintf(b, "//   %s = %s\n", l.Name, l.Kind.Format(values[i]))
	}
}

// Origin ends a head: a remark about rounding, if there is one, and the hashes of the source files of functions and
// their callees.
func Origin(b *strings.Builder, rounding string, p *ir.Program, roots ...*ir.Func) {
	if rounding != "" {
		b.WriteString("// Rounding:\n")
		for l := range strings.SplitSeq(rounding, "\n") {
			fmt.Fprintf(b, "//   %s\n", l)
		}
	}
	b.WriteString("// Source (SHA-256):\n")
	for _, f := range Sources(p, roots...) {
		fmt.Fprintf(b, "//   %s %s\n", f.SHA256, f.Name)
	}
}

// Templates returns what fills in the templates (text/template) of a folder runtime, by their file names. Actions stand between
// <% and %>.
func Templates(files fs.FS) func(name string, data any) []byte {
	all := template.Must(template.New("").Delims("<%", "%>").ParseFS(files, "runtime/*"))
	return func(name string, data any) []byte {
		var b bytes.Buffer
		if err := all.ExecuteTemplate(&b, name, data); err != nil {
			panic(err) // of the templates, whatever the source
		}
		return b.Bytes()
	}
}

// Field returns a leaf as an identifier: Learn.Arm[0].Mean is Learn_Arm_0_Mean, and a field A_B is A__B, so that it
// is not that of A.B. A value other than a struct is Value.
func Field(leaf string) string {
	if leaf == "" {
		return "Value"
	}
	return strings.NewReplacer("_", "__", ".", "_", "[", "_", "]", "").Replace(leaf)
}
