package doclinks

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/tree"
)

// homemade are names that CONTRIBUTING.md has a word of the field for: of whole identifiers, in small letters.
var homemade = map[string]string{
	"half": "hostInterface", "halves": "hostInterfaces", "ways": "paths", "way": "path", "moved": "traffic", "took": "delivered",
	"meter": "counter", "meters": "counters", "shows": "probes", "misplaced": "inapplicable", "beside": "nextTo",
}

// homemadeWords are those that no identifier has in it.
var homemadeWords = map[string]string{"happening": "NICEvent", "happenings": "NICEvents", "bed": "testbed", "beds": "testbeds"}

// kept are declarations with such a name that users see.
var kept = map[string]string{}

// TestNames: types, functions, methods and fields have the field's words for names.
func TestNames(t *testing.T) {
	require.Equal(t, []string{"parse", "happening", "names", "q5x16"}, camel("ParseHappeningNames_Q5x16"))
	sources := tree.Of(t, root)
	unused := map[string]bool{}
	for name := range kept {
		unused[name] = true
	}
	for _, file := range tree.Names(t, sources, tree.Source) {
		parsed, err := parser.ParseFile(token.NewFileSet(), path.Join(root, file), nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		check := func(id *ast.Ident) {
			better := homemade[strings.ToLower(id.Name)]
			for _, word := range camel(id.Name) {
				if w := homemadeWords[word]; w != "" {
					better = w
				}
			}
			full := path.Dir(file) + "." + id.Name
			switch {
			case better == "":
			case kept[full] != "":
				delete(unused, full)
			default:
				t.Errorf("%s: %s is a home-made name; write %s (CONTRIBUTING.md, Words)", file, id.Name, better)
			}
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				check(n.Name)
			case *ast.TypeSpec:
				check(n.Name)
			case *ast.StructType:
				for _, f := range n.Fields.List {
					for _, id := range f.Names {
						check(id)
					}
				}
			case *ast.InterfaceType:
				for _, m := range n.Methods.List {
					for _, id := range m.Names {
						check(id)
					}
				}
			}
			return true
		})
	}
	require.Empty(t, unused, "exceptions that are no more")
}

// camel returns the words of an identifier in small letters.
func camel(name string) (words []string) {
	var word []rune
	end := func() {
		if len(word) > 0 {
			words = append(words, strings.ToLower(string(word)))
		}
		word = nil
	}
	runes := []rune(name)
	for i, r := range runes {
		if r == '_' {
			end()
			continue
		}
		if unicode.IsUpper(r) && i > 0 && (!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])) {
			end()
		}
		word = append(word, r)
	}
	end()
	return words
}
