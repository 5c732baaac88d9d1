package p4

import (
	"fmt"
	"regexp"
	"strings"
)

// part is a piece of a function's statements, up to where a table is applied; table is "" behind the last one.
type part struct{ text, table string }

// cut ends a part at a table.
func (b *body) cut(table string) {
	b.parts = append(b.parts, part{b.text.String(), table})
	b.text.Reset()
}

var (
	declares = regexp.MustCompile(`(?m)^( *)((?:bit|int)<\d+>|bool) (\w+) = `)
	words    = regexp.MustCompile(`[A-Za-z_]\w*`)
)

// finish returns the declarations and the statements of what was printed, and begins anew. Where parts are actions, as
// one action a part compiles to far less than statements of an apply block do, the statements call them; variables that
// several of them use are the control's.
func (b *body) finish() (decls, text string) {
	defer func() {
		b.decls.Reset()
		b.text.Reset()
		b.parts = nil
	}()
	if !b.actions {
		return b.decls.String(), b.text.String()
	}
	b.cut("")
	in, shared := map[string]int{}, map[string]bool{}
	for i, p := range b.parts {
		for _, m := range declares.FindAllStringSubmatch(p.text, -1) {
			in[m[3]] = i
		}
		for _, w := range words.FindAllString(p.text, -1) {
			if at, ok := in[w]; ok && at < i {
				shared[w] = true
			}
		}
	}
	var variables, actions, calls strings.Builder
	for _, p := range b.parts {
		p.text = declares.ReplaceAllStringFunc(p.text, func(s string) string {
			m := declares.FindStringSubmatch(s)
			if !shared[m[3]] {
				return s
			}
			fmt.Fprintf(&variables, "    %s %s;\n", m[2], m[3])
			return m[1] + m[3] + " = "
		})
		if strings.Contains(p.text, ";\n") {
			name := b.names.take(fmt.Sprintf("%sstep_%d", b.prefix, b.count1(b.prefix+"step")))
			fmt.Fprintf(&actions, "    action %s() {\n%s    }\n", name, p.text)
			fmt.Fprintf(&calls, "%s%s();\n", b.callIndent, name)
		}
		if p.table != "" {
			fmt.Fprintf(&calls, "%s%s.apply();\n", b.callIndent, p.table)
		}
	}
	return b.decls.String() + variables.String() + actions.String(), calls.String()
}
