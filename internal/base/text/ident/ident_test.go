package ident_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/text/ident"
)

// TestUnique: a name that is taken or reserved gets the first number that is free.
func TestUnique(t *testing.T) {
	reserved, taken := ident.Words(" if\n\telse_2 "), map[string]bool{}
	require.Equal(t, map[string]bool{"if": true, "else_2": true}, reserved)
	for _, c := range [][2]string{{"x", "x"}, {"x", "x_2"}, {"x", "x_3"}, {"if", "if_2"}, {"else", "else"}, {"else", "else_3"}} {
		require.Equal(t, c[1], ident.Unique(taken, reserved, c[0]))
	}
	require.Equal(t, "if", ident.Unique(taken, nil, "if"))
}
