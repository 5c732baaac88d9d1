package rust_test

import (
	"github.com/stretchr/testify/require"
	"os"
	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/rust"
	"smartnic-cc/testvectors"
	"testing"
)

func TestZZ(t *testing.T) {
	p, _ := codegen.Firmware()
	files, err := testvectors.Corpus()
	require.NoError(t, err)
	for _, n := range []string{"fixedpoint","dcqcn","dcqcnnp","bandit","dolcerc","dolcerc4","dolcercplus"} {
		if w := os.Getenv("ONLY"); w != "" && w != n {
			continue
		}
		c, err := rust.New(p, rust.Options{Name: n, Command: "ccgen rust " + n})
		require.NoError(t, err)
		d := "/tmp/rsx/" + n
		os.RemoveAll(d)
		os.MkdirAll(d, 0o777)
		require.NoError(t, c.AddVectors(files))
		require.NoError(t, c.Write(d))
		o, err := c.Check(t.Context(), files)
		if err != nil {
			t.Error(n, err)
			continue
		}
		t.Log(n, o, o.Report)
	}
}
