package jsontext_test

import (
	"math"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/text/jsontext"
)

func TestWrite(t *testing.T) {
	require.Error(t, jsontext.Write(&strings.Builder{}, math.NaN()), "JSON has no such number")
}

func ExampleWrite() {
	_ = jsontext.Write(os.Stdout, map[string]any{"conn": "10.0.0.1->10.0.0.9", "cnps": 3})
	// Output:
	// {
	//   "cnps": 3,
	//   "conn": "10.0.0.1->10.0.0.9"
	// }
}
