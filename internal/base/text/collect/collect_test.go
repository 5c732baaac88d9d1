package collect_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/text/collect"
)

func TestOf(t *testing.T) {
	require.Equal(t, []string{"3", "-1", "2"}, collect.Of([]int{3, -1, 2}, strconv.Itoa))
	require.Equal(t, []string{}, collect.Of(nil, strconv.Itoa))
}
