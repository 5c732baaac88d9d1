// Package text is what back ends share of the text that they print: heads with the hashes of the source, comments
// behind two slashes, names that are free.
package text

import (
	"fmt"
	"strings"

	"smartnic-cc/codegen/ir"
)

// Roots are the functions of a transducer: init, step and, if it has timers, next.
func Roots(t *ir.Transducer) []*ir.Func {
	roots := []*ir.Func{t.Init, t.Step}
	if t.Next != nil {
		roots = append(roots, t.Next)
	}
	return roots
}

// Sources returns the files of the packages that functions and what they call are in, in the program's order.
func Sources(p *ir.Program, roots ...*ir.Func) (files []*ir.SourceFile) {
	used := map[*ir.Package]bool{}
	for _, f := range ir.Reachable(roots...) {
		used[f.Pkg] = true
	}
	for _, pkg := range p.Packages {
		if used[pkg] {
			files = append(files, pkg.Files...)
		}
	}
	return files
}

// Command prints the command that makes a file, as heads have it; nothing if it is not known.
func Command(b *strings.Builder, command string) {
	if command != "" {
		fmt.Fprintf(b, "// Command:\n//   %s\n", command)
	}
}

// Constants prints the parameters of a transducer that are constants of a text; profile says what they are.
func Constants(b *strings.Builder, t *ir.Transducer, profile string, values []uint64) {
	fmt.Fprintf(b, "// Parameters: constants. %s\n", profile)
	for i, l := range ir.Layout(t.Params) {
		fmt.Fprintf(b, "//   %s = %s\n", l.Name, l.Kind.Format(values[i]))
	}
}

// Origin ends a head: a remark about rounding, if there is one, and the hashes of the source files that functions and what
// they call are in.
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

// Comment prints lines as a comment, without empty ones at the end, control characters, and a backslash that would take the
// next line into it.
func Comment(b *strings.Builder, indent string, lines []string) {
	for len(lines) > 0 && strings.TrimSpace(lines[len(lines)-1]) == "" {
		lines = lines[:len(lines)-1]
	}
	for _, l := range lines {
		clean := strings.Map(func(r rune) rune {
			if r == '\t' {
				return ' '
			}
			if r < ' ' || r == 0x7F {
				return -1
			}
			return r
		}, l)
		b.WriteString(strings.TrimRight(indent+"// "+strings.TrimRight(clean, "\\"), " ") + "\n")
	}
}

// Words returns the set of the words of a list.
func Words(list string) map[string]bool {
	words := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		words[w] = true
	}
	return words
}

// Unique returns a name, or name_2, name_3 and so on so that it is neither reserved nor taken, and takes it.
func Unique(taken, reserved map[string]bool, name string) string {
	n := name
	for i := 2; taken[n] || reserved[n]; i++ {
		n = fmt.Sprintf("%s_%d", name, i)
	}
	taken[n] = true
	return n
}

// Field returns a leaf as an identifier: Learn.Arm[0].Mean is Learn_Arm_0_Mean, and a field A_B is A__B, so that it is
// not that of A.B. A value that is no struct is Value.
func Field(leaf string) string {
	if leaf == "" {
		return "Value"
	}
	return strings.NewReplacer("_", "__", ".", "_", "[", "_", "]", "").Replace(leaf)
}
