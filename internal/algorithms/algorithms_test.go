package algorithms_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/profile"
	"smartnic-cc/internal/algorithms"
	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/internal/reference"
)

// TestEveryAlgorithmHasProfiles: each profile of each algorithm gives as many integers as it has
// parameters, as the reference takes them.
func TestEveryAlgorithmHasProfiles(t *testing.T) {
	p, err := codegen.Firmware()
	require.NoError(t, err)
	for _, a := range p.Transducers {
		f, err := algorithms.Of(a.Name)
		require.NoError(t, err)
		require.NotNil(t, f, a.Name)
		usual := f.Algorithm(profile.Choice{}) == a.Name
		for _, name := range f.Names() {
			values, title, err := algorithms.Params(a.Name, profile.Choice{Profile: name, Line: "100G"})
			if err != nil && !usual {
				continue // another number of arms
			}
			require.NoError(t, err, "%s of %s", name, a.Name)
			require.Contains(t, title, name)
			_, err = reference.New().Open(a.Name, values)
			require.NoError(t, err)
		}
		_, _, err = algorithms.Params(a.Name, profile.Choice{Profile: "nosuch", Line: "100G"})
		require.ErrorContains(t, err, `unknown profile "nosuch"`)
	}
	_, err = algorithms.Of("swift")
	require.ErrorContains(t, err, `algorithm "swift" is unknown`)
}

// TestResolve: the name of a package means the algorithm that the profile and options have.
func TestResolve(t *testing.T) {
	for _, c := range []reaction.Choice{
		{Algo: "dcqcn", Profile: "connectx", Line: 100_000_000, Set: []string{"time_reset=55"}},
		{Algo: "dolcerc", Profile: "paper", Line: 100_000_000, Arms: []string{"1:1", "0.5:1.1"}},
		{Algo: "dolcerc", Profile: "dolcerc-recommended", Line: 100_000_000, Gamma: "0.99"},
	} {
		want, err := c.Setup()
		require.NoError(t, err)
		choice := c.Changes()
		choice.Line = "100G"
		name, err := algorithms.Resolve(c.Algo, choice)
		require.NoError(t, err)
		require.Equal(t, want.Algorithm, name)
		have, _, err := algorithms.Params(name, choice)
		require.NoError(t, err)
		require.Equal(t, want.Params, have)
	}
	for name, want := range map[string]string{"bandit": "bandit4", "dolcercplus": "dolcercplus4", "dolcerc8": "dolcerc8", "dolcerc": "dolcerc4"} {
		got, err := algorithms.Resolve(name, profile.Choice{})
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	_, err := algorithms.Resolve("swift", profile.Choice{})
	require.ErrorContains(t, err, `algorithm "swift" is unknown`)
	require.Equal(t, []string{"dctcp", "hpcc", "timelyns3"}, algorithms.WithData())
	for name, want := range map[string]bool{"dctcp": true, "hpcc": true, "timelyns3": true, "dcqcn": false, "dolcerc8": false, "swift": false, "": false} {
		require.Equal(t, want, algorithms.HasData(name), name)
	}
}

// TestPeersAreTheExamples: what the binary has of other people's algorithms is the examples of docs, byte for byte.
func TestPeersAreTheExamples(t *testing.T) {
	const peers, examples = "../peers", "../../docs/examples"
	dirs, err := os.ReadDir(peers)
	require.NoError(t, err)
	for _, dir := range dirs {
		files, err := os.ReadDir(filepath.Join(peers, dir.Name()))
		require.NoError(t, err)
		require.Len(t, files, 2, dir.Name())
		for _, f := range files {
			got, err := os.ReadFile(filepath.Join(peers, dir.Name(), f.Name()))
			require.NoError(t, err)
			want, err := os.ReadFile(filepath.Join(examples, dir.Name(), f.Name()))
			require.NoError(t, err)
			require.Equal(t, string(want), string(got), "copy docs/examples/%s/%s to internal/peers", dir.Name(), f.Name())
		}
	}
	require.Len(t, dirs, 3)
}

// TestFlags: a command line makes the Choice whose words it is.
func TestFlags(t *testing.T) {
	var c profile.Choice
	f := pflag.NewFlagSet("", pflag.ContinueOnError)
	algorithms.Flags(f, &c)
	words := []string{"--set", "ai_rate=5", "--estimate", "tx-slots", "--arms", "1:1,1:0.9", "--qualify-after", "1.5us"}
	require.NoError(t, f.Parse(slices.Concat(words[:4], []string{"--arms", "1:1", "--arms", "1:0.9", "--qualify-after", "1500ns"})))
	require.Equal(t, words, c.Args())
	require.ErrorContains(t, f.Parse([]string{"--qualify-after", "soon"}), "it takes a time of 1ns to 1.07s")
	require.Equal(t, []string{"set", "estimate", "arms", "gamma", "epsilon", "xi", "qualify-after"}, algorithms.FlagNames())
	require.Equal(t, "DCQCN and Dolce-RC", algorithms.Titles())
}
