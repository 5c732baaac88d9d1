package cost_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/analysis/cost"
	nic "smartnic-cc/nicmodel/cost"
	"smartnic-cc/testvectors"
)

// TestText: the tables for people, of the shortest handlers.
func TestText(t *testing.T) {
	program, err := codegen.Firmware()
	require.NoError(t, err)
	files, err := testvectors.Load([]string{"../../../testvectors/corpus/dcqcnnp.json.gz"})
	require.NoError(t, err)
	set, err := cost.NewHandlerSet(program, files)
	require.NoError(t, err)
	var profiles []*cost.Profile
	for _, name := range []string{"generic32", "p4"} {
		p, err := cost.LoadProfile(name)
		require.NoError(t, err)
		profiles = append(profiles, p)
	}
	handlers, err := cost.NewModel(set).Measure(profiles[0], nil, nil)
	require.NoError(t, err)
	table := cost.NewTable("a command", handlers, profiles)

	var text bytes.Buffer
	require.NoError(t, cost.WriteText(&text, table, profiles))
	require.Contains(t, text.String(), "generic32 worst p4 worst")
	require.Contains(t, text.String(), fmt.Sprintf("dcqcnnp step  %d", table.Handlers[1].Calls))

	text.Reset()
	require.NoError(t, cost.WriteDetail(&text, &table.Handlers[0], profiles))
	require.Equal(t, fmt.Sprintf(`dcqcnnp init, mean of %d calls
operation             mean   worst path
store                 1.000  1
entry                 1.000  1
state read, bytes     0.000
state written, bytes  8.000
cycles on generic32   8.0  8.0
stages on p4          0.0  0.0
`, table.Handlers[0].Calls), text.String())

	text.Reset()
	require.NoError(t, cost.WriteJSON(&text, table))
	read, err := nic.Parse(text.Bytes())
	require.NoError(t, err)
	require.Equal(t, table, read)
}

// TestMeasureRefusesOtherResults: a vector that the firmware does not reproduce is not a basis for a cost.
func TestMeasureRefusesOtherResults(t *testing.T) {
	program, err := codegen.Firmware()
	require.NoError(t, err)
	host, err := cost.LoadProfile("x86-64")
	require.NoError(t, err)
	for _, name := range []string{"dcqcnnp.json", "timers.json"} {
		f := corpusFile(t, name)
		g := &f.Groups[0]
		if len(g.Calls) > 0 {
			g.Calls[7].Results[0] ^= 1
		} else {
			row := g.Sequences[1].Steps[3]
			row[len(row)-1] ^= 1
		}
		set, err := cost.NewHandlerSet(program, []*testvectors.File{f})
		require.NoError(t, err)
		_, err = cost.NewModel(set).Measure(host, nil, nil)
		require.ErrorContains(t, err, "the vector to")
	}
}
