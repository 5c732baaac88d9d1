package ir_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/ir"
)

// TestLinks: doc links are replaced or lose their brackets, and elements, ranges and plain words in brackets stay.
func TestLinks(t *testing.T) {
	text := "[Step] of [dcqcn.Params.AlphaBits]: ([Rates.notice]), Arm[N] of f(x)[I], [0, 1), [word] and [Two words], [A][B], [[From], [To]]"
	require.Equal(t, "Step of dcqcn.Params.AlphaBits: (Rates.notice), Arm[N] of f(x)[I], [0, 1), [word] and [Two words], A[B], [From, To]", ir.Plain(text))
	require.Equal(t, "a step, Next", ir.Links("[Step], [Next]", func(link string) string {
		return map[string]string{"Step": "a step"}[link]
	}))
}
