package flat_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/flat"
	"smartnic-cc/testvectors"
)

// TestCorpus runs every vector on the flat form.
func TestCorpus(t *testing.T) {
	p, err := codegen.Firmware()
	require.NoError(t, err)
	files, err := testvectors.Corpus()
	require.NoError(t, err)
	fw := flatFirmware(p)
	tests := 0
	for _, f := range files {
		report, err := testvectors.Verify(fw, f, testvectors.Options{})
		require.NoError(t, err)
		if !report.OK() {
			t.Fatal(report.First.Summary())
		}
		n, _, _ := report.Total()
		tests += n
	}
	require.Greater(t, tests, 20_000)
	for _, tr := range p.Transducers {
		t.Log(tr.Name, len(flat.Build(tr.Step, nil).Body))
	}
}
