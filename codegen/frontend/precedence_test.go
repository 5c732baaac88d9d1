package frontend

import (
	"fmt"
	"go/ast"
	"go/parser"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// cLevels are C's binary operators that Go has too, the loosest first, as the
// grammar of C99, 6.5.5 to 6.5.14, nests them.
var cLevels = []string{"||", "&&", "|", "^", "& &^", "== !=", "< > <= >=", "<< >>", "+ -", "* / %"}

// grouped is a chain of operands and operators with C's grouping made explicit.
func grouped(operands, ops []string) string {
	for _, level := range cLevels {
		// The last operator of the loosest level is applied last.
		for i := len(ops) - 1; i >= 0; i-- {
			if slices.Contains(strings.Fields(level), ops[i]) {
				return "(" + grouped(operands[:i+1], ops[:i]) + ops[i] + grouped(operands[i+1:], ops[i+1:]) + ")"
			}
		}
	}
	return operands[0]
}

// goGrouped is grouped for the tree that Go makes.
func goGrouped(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		return "(" + goGrouped(e.X) + e.Op.String() + goGrouped(e.Y) + ")"
	case *ast.Ident:
		return e.Name
	}
	return "?"
}

// TestPrecedence refuses a chain of operators exactly if the grammar of C gives
// another tree, and proposes a text with Go's tree that is not refused.
func TestPrecedence(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 1))
	all := strings.Fields(strings.Join(cLevels, " "))
	same, other := 0, 0
	for range 20000 {
		var ops []string
		text, operands := "a", []string{"a"}
		for i := range 1 + r.IntN(6) {
			ops = append(ops, all[r.IntN(len(all))])
			operands = append(operands, string(rune('b'+i)))
			text += fmt.Sprintf(" %s %s", ops[i], operands[i+1])
		}
		e, err := parser.ParseExpr(text)
		require.NoError(t, err)
		list := misreads(e)
		if goGrouped(e) == grouped(operands, ops) {
			same++
			require.Empty(t, list, "%s is the same in C", text)
			continue
		}
		other++
		require.NotEmpty(t, list, "%s is %s in C", text, grouped(operands, ops))
		parsed, err := parser.ParseExpr(withParentheses(e, text, list))
		require.NoError(t, err)
		require.Equal(t, goGrouped(e), goGrouped(parsed))
		require.Empty(t, misreads(parsed), "%s was to correct %s", withParentheses(e, text, list), text)
	}
	require.Greater(t, min(same, other), 2000)
}
