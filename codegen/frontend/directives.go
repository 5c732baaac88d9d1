package frontend

import (
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"smartnic-cc/codegen/ir"
)

// directives are the //ccgen: comments of one declaration.
type directives struct {
	export    token.Pos
	transduce *transducerDir
	size      int
	sizePos   token.Pos
	rng       *ir.Range // of a type or field
	contract  ir.Contract
}

type transducerDir struct {
	pos        token.Pos
	name, init string
	next       string // "" if the directive names none
}

const knownDirectives = "the directives are //ccgen:export, //ccgen:transducer NAME init=FUNC [next=FUNC], //ccgen:size N, " +
	"//ccgen:range [PARAM] LO..HI, //ccgen:split PARAM [LO..HI], //ccgen:exhaustive and //ccgen:wrap [REASON]"

// directiveOn tells what each directive may stand on.
var directiveOn = map[string][]string{
	"export": {"func"}, "transducer": {"func"}, "size": {"type"}, "range": {"func", "type", "field"},
	"split": {"func"}, "exhaustive": {"func"}, "wrap": {"func"},
}

// directivesOf reads those in a doc comment. on says what is declared:
// "func", "type" or "field"; anything else may have none.
func (t *translator) directivesOf(p *pkg, doc *ast.CommentGroup, on string) directives {
	var d directives
	if doc == nil {
		return d
	}
	t.dirs[doc] = true
	for _, c := range doc.List {
		text, ok := strings.CutPrefix(c.Text, "//ccgen:")
		if !ok {
			continue
		}
		words := strings.Fields(text)
		if len(words) == 0 {
			words = []string{""}
		}
		word, args := words[0], words[1:]
		want := directiveOn[word]
		switch {
		case want == nil:
			t.refuse(c.Pos(), ruleDirective, knownDirectives, "unknown directive //ccgen:%s", word)
		case !slices.Contains(want, on):
			t.refuse(c.Pos(), ruleDirective, "move it to a "+strings.Join(want, " or "), "//ccgen:%s does not belong to a %s", word, on)
		case word == "export" && len(args) == 0:
			d.export = c.Pos()
		case word == "size" && len(args) == 1:
			n, err := strconv.Atoi(args[0])
			if err != nil || n < 1 {
				t.refuse(c.Pos(), ruleDirective, "write the number of bytes", "//ccgen:size %s", args[0])
				break
			}
			d.size, d.sizePos = n, c.Pos()
		case word == "transducer" && transducerArgs(args):
			d.transduce = &transducerDir{pos: c.Pos(), name: args[0], init: strings.TrimPrefix(args[1], "init=")}
			if len(args) == 3 {
				d.transduce.next = strings.TrimPrefix(args[2], "next=")
			}
		case word == "range" && on != "func" && len(args) > 0:
			d.rng = t.parseRange(p, c.Pos(), strings.Join(args, " "))
		case word == "range" && on == "func" && len(args) > 1:
			t.paramRange(p, c.Pos(), &d.contract, args)
		case word == "split" && len(args) > 0:
			t.split(p, c.Pos(), &d.contract, args)
		case word == "exhaustive" && len(args) == 0:
			d.contract.Exhaustive, d.contract.ExhPos = true, t.pos(c.Pos())
		case word == "wrap":
			d.contract.Wrap, d.contract.WrapPos, d.contract.WrapReason = true, t.pos(c.Pos()), strings.Join(args, " ")
		default:
			t.refuse(c.Pos(), ruleDirective, knownDirectives, "malformed directive //ccgen:%s", text)
		}
	}
	return d
}

// transducerArgs reports whether the words after //ccgen:transducer are NAME init=FUNC, and
// perhaps next=FUNC.
func transducerArgs(args []string) bool {
	return (len(args) == 2 || len(args) == 3 && strings.HasPrefix(args[2], "next=")) &&
		strings.HasPrefix(args[1], "init=") && isName(args[0])
}

// wrapReason returns the reason that a //ccgen:wrap comment states.
func wrapReason(comment string) (string, bool) {
	text, ok := strings.CutPrefix(comment, "//ccgen:wrap")
	if !ok || text != "" && text[0] != ' ' {
		return "", false
	}
	return strings.TrimSpace(text), true
}

func isName(s string) bool {
	for i, r := range s {
		if r > 'z' || !(r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || i > 0 && r >= '0' && r <= '9') {
			return false
		}
	}
	return s != ""
}

// strayDirectives notes the lines of f that wrap, and refuses //ccgen: comments
// that no declaration has taken.
func (t *translator) strayDirectives(p *pkg, f *file) {
	for _, g := range f.ast.Comments {
		if t.dirs[g] {
			continue
		}
		for _, c := range g.List {
			if !strings.HasPrefix(c.Text, "//ccgen:") {
				continue
			}
			if reason, ok := wrapReason(c.Text); ok && f.inBody(c.Pos()) {
				src := p.ir.Files[slices.IndexFunc(p.ir.Files, func(s *ir.SourceFile) bool { return s.Name == f.name })]
				src.Wraps = append(src.Wraps, ir.Wrap{Line: t.line(c.Pos()), Reason: reason})
				continue
			}
			t.refuse(c.Pos(), ruleDirective, "put it in the doc comment of the declaration, without an empty line between", "%s belongs to nothing", c.Text)
		}
	}
}

// inBody reports whether pos lies in the body of a function.
func (f *file) inBody(pos token.Pos) bool {
	for _, d := range f.ast.Decls {
		if fd, ok := d.(*ast.FuncDecl); ok && fd.Body != nil && fd.Body.Pos() < pos && pos < fd.Body.End() {
			return true
		}
	}
	return false
}
