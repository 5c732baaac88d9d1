package figures

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/reports/plot"
	"smartnic-cc/nicmodel/lab/scenario"
)

// TestBedsAreCurrent compares the committed figures of the testbeds that ship with what is drawn now.
func TestBedsAreCurrent(t *testing.T) {
	for _, name := range []string{"bed-avatar", "bed-drum"} {
		committed(t, name, func() (plot.Figure, error) {
			s, err := scenario.Read("../../../docs/sample/" + name + ".toml")
			if err != nil {
				return plot.Figure{}, err
			}
			sum, err := scenario.RunTestbed(s, scenario.TestbedOptions{})
			if err != nil {
				return plot.Figure{}, err
			}
			return Testbed(sum), nil
		})
	}
}

// TestBedWithoutMessages: a testbed in which nothing was complete has a figure that says so.
func TestBedWithoutMessages(t *testing.T) {
	for _, kind := range []string{"avatar", "drum"} {
		s, err := scenario.Parse([]byte("[run]\nend = \"1us\"\n[bed]\nkind = \""+kind+"\"\nbin = \"300ns\"\n[[bed.flow]]\nbytes = 1000\n"), "none.toml")
		require.NoError(t, err)
		sum, err := scenario.RunTestbed(s, scenario.TestbedOptions{})
		require.NoError(t, err)
		require.Zero(t, sum.Schedulers[0].Flows[0].Messages)
		require.NoError(t, Testbed(sum).Save(t.TempDir()+"/none.svg"))
	}
}
