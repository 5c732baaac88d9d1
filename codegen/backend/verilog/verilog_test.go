package verilog

import (
	"os"
	"testing"
	"fmt"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/internal/algorithms"
	"smartnic-cc/codegen/profile"
)

func TestTry(t *testing.T) {
	p, err := codegen.Firmware()
	require.NoError(t, err)
	v, _, err := algorithms.Params("dcqcn", profile.Choice{Profile: "paper", Line: "100G"})
	require.NoError(t, err)
	for i, o := range []Options{{}, {Values: v}, {Declared: true}, {Values: v, Declared: true}} {
		o.Algorithm, o.Lines = "dcqcn", true
		d, err := Generate(p, o)
		require.NoError(t, err)
		fmt.Println(o.Values != nil, o.Declared, d.Operations, d.Latency, d.Period, d.StateBits)
		require.NoError(t, os.WriteFile(fmt.Sprintf("/tmp/v4/d%d.v", i), d.Text, 0o644))
	}
}
