package frontend

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"
)

// directives are the //ccgen: comments of one declaration.
type directives struct {
	export    token.Pos
	transduce *transducerDir
	size      int
	sizePos   token.Pos
}

type transducerDir struct {
	pos        token.Pos
	name, init string
}

const knownDirectives = "the directives are //ccgen:export, //ccgen:transducer NAME init=FUNC and //ccgen:size N"

// directivesOf reads those in a doc comment. on says what is declared:
// "func" or "type"; anything else may have none.
func (t *translator) directivesOf(doc *ast.CommentGroup, on string) directives {
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
		want := map[string]string{"export": "func", "transducer": "func", "size": "type"}[word]
		switch {
		case want == "":
			t.refuse(c.Pos(), ruleDirective, knownDirectives, "unknown directive //ccgen:%s", word)
		case want != on:
			t.refuse(c.Pos(), ruleDirective, "move it to a "+want, "//ccgen:%s does not belong to a %s", word, on)
		case word == "export" && len(args) == 0:
			d.export = c.Pos()
		case word == "size" && len(args) == 1:
			n, err := strconv.Atoi(args[0])
			if err != nil || n < 1 {
				t.refuse(c.Pos(), ruleDirective, "write the number of bytes", "//ccgen:size %s", args[0])
				break
			}
			d.size, d.sizePos = n, c.Pos()
		case word == "transducer" && len(args) == 2 && strings.HasPrefix(args[1], "init=") && isName(args[0]):
			d.transduce = &transducerDir{pos: c.Pos(), name: args[0], init: strings.TrimPrefix(args[1], "init=")}
		default:
			t.refuse(c.Pos(), ruleDirective, knownDirectives, "malformed directive //ccgen:%s", text)
		}
	}
	return d
}

func isName(s string) bool {
	for i, r := range s {
		if r > 'z' || !(r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || i > 0 && r >= '0' && r <= '9') {
			return false
		}
	}
	return s != ""
}

// strayDirectives refuses //ccgen: comments that no declaration has taken.
func (t *translator) strayDirectives(f *file) {
	for _, g := range f.ast.Comments {
		if t.dirs[g] {
			continue
		}
		for _, c := range g.List {
			if strings.HasPrefix(c.Text, "//ccgen:") {
				t.refuse(c.Pos(), ruleDirective, "put it in the doc comment of the declaration, without an empty line between", "%s belongs to nothing", c.Text)
			}
		}
	}
}
