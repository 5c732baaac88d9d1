package hpccfiles

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/profile"
	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/internal/nicconf"
	"smartnic-cc/nicmodel/lab/scenario"
)

// TestProfile: a configuration as a profile has the parameters that its scenario runs with, whether the scenario sets them or
// names the configuration itself.
func TestProfile(t *testing.T) {
	config := folder(t, "CC_MODE 3", "CC_MODE 1", "EWMA_GAIN 0.00390625", "EWMA_GAIN 0.004", "BUFFER_SIZE 32", "BUFFER_SIZE 32\nCLAMP_TARGET_RATE 1\nRATE_DECREASE_INTERVAL 4.5")
	p, notes, err := nicconf.Read(config, nicconf.Options{})
	require.NoError(t, err)
	require.Equal(t, "hpcc", p.Base)
	require.EqualValues(t, 100_000_000, p.Line)
	require.Contains(t, fmt.Sprint(notes), "EWMA_GAIN: 0.004 becomes 0.003997803")
	require.Contains(t, fmt.Sprint(notes), "no settings of a NIC's DCQCN: ENABLE_QCN, TOPOLOGY_FILE, FLOW_FILE, SIMULATOR_STOP_TIME")
	c, err := Read(config, "")
	require.NoError(t, err)
	text, _, err := c.Scenario(filepath.Dir(config))
	require.NoError(t, err)
	s, err := scenario.Parse(text, config)
	require.NoError(t, err)
	var set []string
	for _, line := range strings.Split(string(text), "\n") {
		if change, is := strings.CutPrefix(line, `  "`); is {
			set = append(set, strings.TrimSuffix(change, `",`))
		}
	}
	require.Len(t, set, len(reactionKeys))
	want, _, err := (&reaction.Choice{Algo: reaction.AlgoDCQCN, Profile: "hpcc", Line: 100_000_000, Set: set}).Reaction()
	require.NoError(t, err)
	got, err := p.At(100_000_000)
	require.NoError(t, err)
	require.Equal(t, want, got)
	require.NotNil(t, s)
	require.True(t, profile.IsPath(config))
	got, _, err = (&reaction.Choice{Algo: reaction.AlgoDCQCN, Profile: config, Line: 100_000_000}).Resolve()
	require.NoError(t, err)
	require.Equal(t, want, got)

	// Without its topology the speed is not known.
	require.NoError(t, os.Remove(filepath.Join(filepath.Dir(config), "net.txt")))
	p, notes, err = nicconf.Read(config, nicconf.Options{})
	require.NoError(t, err)
	require.Zero(t, p.Line)
	require.Contains(t, fmt.Sprint(notes), "the port's speed is not known, since the topology is not read: ")
}

// TestProfileRefused: one line, with file, line and remedy.
func TestProfileRefused(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"CC_MODE 3", "config.txt:1: CC_MODE: 3 is not DCQCN, whose settings a profile has; use 1, or run it: cctrace sim config.txt"},
		{"CC_MODE 1", "config.txt: RP_TIMER: not given, so 0 as the simulator has it: increases 0 us apart are surely not meant"},
		{"CC_MODE 1\nRP_TIMER 1", "config.txt: RATE_AI: it is missing; give a rate, as in RATE_AI 50Mb/s"},
		{"CC_MODE 1\nRP_TIMER 1\nRATE_AI 1Gb/s\nRATE_HAI 999Gb/s", "config.txt:4: hai_rate: 999000 is out of range"},
		{"CC_MODE 1\nRATE_IA 3", `config.txt:2: unknown key "RATE_IA"`},
	} {
		_, _, err := nicconf.Parse([]byte(c.text), "config.txt", nicconf.Options{})
		require.ErrorContains(t, err, c.want)
		require.NotContains(t, err.Error(), "\n")
	}
}

func FuzzProfile(f *testing.F) {
	f.Add(strings.Replace(sample, "CC_MODE 3", "CC_MODE 1", 1))
	f.Add("CC_MODE 1 RP_TIMER 1 RATE_AI 1Mb/s RATE_HAI 0.000001b/s MIN_RATE 1b/s")
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.ReplaceAll(text, "TOPOLOGY_FILE", "FLOW_FILE") // no file is opened
		p, _, err := nicconf.Parse([]byte("ENABLE_QCN 1\n"+text), "config.txt", nicconf.Options{})
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
			return
		}
		if _, err = p.At(100_000_000); err != nil {
			require.NotContains(t, err.Error(), "\n")
		}
	})
}
