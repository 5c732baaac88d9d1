package enum_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/text/enum"
)

type colour int8

func (c colour) String() string { return enum.Name(c, "red", "", "green") }

func TestName(t *testing.T) {
	for value, want := range map[colour]string{
		0: "red", 1: "enum_test.colour(1)", 2: "green", 3: "enum_test.colour(3)", -1: "enum_test.colour(-1)", math.MinInt8: "enum_test.colour(-128)",
	} {
		require.Equal(t, want, value.String())
	}
	require.Equal(t, "uint64(18446744073709551615)", enum.Name(uint64(math.MaxUint64), "a", "b"))
	require.Equal(t, "green", fmt.Sprint(colour(2)))
}
