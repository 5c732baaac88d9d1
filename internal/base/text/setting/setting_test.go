package setting_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/text/setting"
)

func TestParse(t *testing.T) {
	name, value, err := setting.Parse(" a.b[0] = c=d ", "name=value", "x=1")
	require.NoError(t, err)
	require.Equal(t, []string{"a.b[0]", "c=d"}, []string{name, value})
	_, value, err = setting.Parse("a=", "name=value", "x=1")
	require.NoError(t, err)
	require.Empty(t, value)
	for _, text := range []string{"", "a", "=1", " =1"} {
		_, _, err := setting.Parse(text, "FIELD=VALUE", "x=1")
		require.ErrorContains(t, err, "is not FIELD=VALUE, as in x=1", text)
	}
}
