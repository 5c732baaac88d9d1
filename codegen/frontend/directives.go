package frontend

import (
	"go/ast"
	"go/token"
	"maps"
	"slices"
	"strconv"
	"strings"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/nearest"
)

// directives are the //ccgen: comments of one declaration.
type directives struct {
	export    token.Pos
	results   []string // names of the results, by export
	transduce *transducerDir
	size      int
	sizePos   token.Pos
	rng       *ir.Range // of a type or field
	contract  ir.Contract
	meta      ir.Meta         // of a type or field
	event     *ir.EventMark   // of a constant or type
	outcome   *ir.OutcomeMark // of a constant
	signal    *ir.SignalMark  // of a field, as the next two
	control   *ir.ControlMark //
	show      *ir.ProbeMark
	needs     []needsDir
}

// needsDir is a //ccgen:needs of a step function.
type needsDir struct {
	pos   token.Pos
	kind  ir.NICEventKind
	param string
}

type transducerDir struct {
	pos        token.Pos
	name, init string
	// "" if the directive names none
	next, first, view string
}

// directiveOn says which declarations each directive may be on, and directiveForm how it is written.
var (
	directiveOn = map[string][]string{
		"outcome": {"const"},
		"export":  {"func"}, "transducer": {"func"}, "size": {"type"}, "range": {"func", "type", "field"},
		"split": {"func"}, "exhaustive": {"func"}, "wrap": {"func"}, "event": {"const", "type"}, "signal": {"field"},
		"law": {"func"}, "invariant": {"func"}, "progress": {"func"},
		"control": {"field"}, "show": {"field"}, "unit": {"field", "type"}, "format": {"field", "type"}, "needs": {"func"},
	}
	directiveForm = map[string]string{
		"outcome": "outcome WORD",
		"export":  "export [RESULT ...]", "transducer": "transducer NAME init=FUNC [next=FUNC] [first=FUNC] [view=FUNC]", "size": "size N", "range": "range [PARAM] LO..HI",
		"split": "split PARAM [LO..HI]", "exhaustive": "exhaustive", "wrap": "wrap [REASON]", "event": "event HAPPENING",
		"signal": "signal NAME, or signal tag NAME", "control": "control NAME, or control tag NAME", "show": "show NAME", "unit": "unit UNIT",
		"law": "law NAME EXPR", "invariant": "invariant NAME EXPR", "progress": "progress NAME RANK within MOST by AMOUNT on COND [unless COND]",
		"format": "format UQm.n, or format Qm.n", "needs": "needs HAPPENING PARAMETER",
	}
)

// directivesOf reads the directives in a doc comment. on is the kind of declaration, "func", "type" or "field";
// anything else may have none.
func (t *translator) directivesOf(p *pkg, doc *ast.CommentGroup, on string) directives {
	var d directives
	if doc == nil {
		return d
	}
	t.dirs[doc] = true
	lawAt := token.NoPos
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
			known := slices.Sorted(maps.Keys(directiveForm))
			t.refuse(c.Pos(), ruleDirective, "the directives are "+strings.Join(known, ", ")+" (docs/subset.md)",
				"unknown directive //ccgen:%s%s", word, nearest.Hint(word, known))
		case !slices.Contains(want, on):
			t.refuse(c.Pos(), ruleDirective, "move it to a "+strings.Join(want, " or "), "//ccgen:%s does not belong to a %s", word, on)
		case slices.Contains(lawWords, word) && on == "func": // read by laws
			lawAt = c.Pos()
		case word == "export" && !slices.ContainsFunc(args, func(a string) bool { return !isName(a) }):
			d.export, d.results = c.Pos(), args
		case word == "size" && len(args) == 1:
			n, err := strconv.Atoi(args[0])
			if err != nil || n < 1 {
				t.refuse(c.Pos(), ruleDirective, "write the number of bytes", "//ccgen:size %s", args[0])
				break
			}
			d.size, d.sizePos = n, c.Pos()
		case word == "transducer" && transducerArgs(c.Pos(), args) != nil:
			d.transduce = transducerArgs(c.Pos(), args)
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
		case word == "needs" && len(args) == 2:
			h, ok := ir.ParseNICEventKind(args[0])
			if !ok {
				t.refuse(c.Pos(), ruleDirective, "it is one of "+strings.Join(ir.NICEventKindNames(), ", ")+" (docs/subset.md)", "unknown happening %s%s",
					args[0], nearest.Hint(args[0], ir.NICEventKindNames()))
				break
			}
			d.needs = append(d.needs, needsDir{c.Pos(), h, args[1]})
		case t.mark(&d, c.Pos(), word, args):
		default:
			t.refuse(c.Pos(), ruleDirective, "write //ccgen:"+directiveForm[word], "malformed directive //ccgen:%s", text)
		}
	}
	if lawAt.IsValid() && d.transduce == nil {
		t.refuse(lawAt, ruleLaw, "put it on a step function, beside //ccgen:transducer, or in a group of //ccgen:laws TRANSDUCER", "law of no transducer")
	}
	if len(d.needs) > 0 && d.transduce == nil {
		t.refuse(d.needs[0].pos, ruleDirective, "put it on a step function, beside //ccgen:transducer", "//ccgen:needs of no transducer")
	}
	return d
}

// transducerArgs reads the words after //ccgen:transducer: NAME init=FUNC, then perhaps
// next=FUNC, first=FUNC and view=FUNC. It returns nil if they are something else.
func transducerArgs(pos token.Pos, args []string) *transducerDir {
	if len(args) < 2 || !isName(args[0]) {
		return nil
	}
	d := &transducerDir{pos: pos, name: args[0]}
	for _, role := range []struct {
		prefix string
		name   *string
	}{{"init=", &d.init}, {"next=", &d.next}, {"first=", &d.first}, {"view=", &d.view}} {
		if len(args) > 1 && strings.HasPrefix(args[1], role.prefix) {
			*role.name = strings.TrimPrefix(args[1], role.prefix)
			args = append(args[:1:1], args[2:]...)
		} else if role.name == &d.init {
			return nil
		}
	}
	if len(args) > 1 {
		return nil
	}
	return d
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

// strayDirectives records the lines of f that wrap, and refuses //ccgen: comments that belong to no declaration.
func (t *translator) strayDirectives(p *pkg, f *file) {
	for _, g := range f.ast.Comments {
		if t.dirs[g] || slices.Contains(p.lawGroups, g) {
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
