package p4_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/profile"
	dolcercprofile "smartnic-cc/dolcerc/profile"
	"smartnic-cc/internal/algorithms"
	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/internal/reference"
)

// TestChangedProfiles: changes arrive in the constants, marks are counted as the CNPs of the
// profile can give, and what does not go together is named.
func TestChangedProfiles(t *testing.T) {
	values, title, err := params("dolcerc4", "connectx", "200G")
	require.NoError(t, err)
	c := dolcercprofile.DefaultTxSlots(200_000_000)
	p, err := dolcercprofile.Params(c)
	require.NoError(t, err)
	require.Equal(t, reference.Flatten(&p), values)
	require.Equal(t, "Profile connectx at 200G, estimate tx-slots, learning as the paper has it", title)

	values, title, err = algorithms.Params("dolcerc4", on("connectx", "200G", reaction.Choice{
		Set: []string{"ai_rate=50"}, Estimate: "marked-packets", Arms: []string{"1:0.9", "1:1", "0.5:1", "0.25:1.1"}}))
	require.NoError(t, err)
	d := dolcercprofile.Default(200_000_000)
	d.Base, d.Set = "connectx", []string{"ai_rate=50"}
	d.Arms = []dolcercprofile.Arm{{Alpha: "1", Beta: "0.9"}, {Alpha: "1", Beta: "1"}, {Alpha: "0.5", Beta: "1"}, {Alpha: "0.25", Beta: "1.1"}}
	p, err = dolcercprofile.Params(d)
	require.NoError(t, err)
	require.Equal(t, reference.Flatten(&p), values)
	require.Equal(t, "Profile connectx at 200G with --set ai_rate=50 --estimate marked-packets --arms 1:0.9,1:1,0.5:1,0.25:1.1, estimate marked-packets", title)

	values, _, err = algorithms.Params("dcqcnnp", on("connectx", "200G", reaction.Choice{Set: []string{"np_min_time_between_cnps=1"}}))
	require.NoError(t, err)
	require.Equal(t, []uint64{1000}, values)

	for _, wrong := range []struct {
		algorithm, profile string
		change             reaction.Choice
		want               string
	}{
		{"dcqcn", "paper", reaction.Choice{Estimate: "tx-slots"}, "algo: dcqcn does not learn; estimate, arms, gamma, epsilon, xi and qualify-after go with dolcerc"},
		{"dolcerc8", "paper", reaction.Choice{Arms: []string{"1:1", "1:1", "1:1", "1:1"}}, "arms: 4 for dolcerc8; give 8, or name dolcerc4"},
		{"dolcerc4", "paper", reaction.Choice{Set: []string{"ai_rate=x"}}, "ai_rate"},
		{"dolcercplus4", "paper", reaction.Choice{Gamma: "0.99"}, "gamma: it changes profiles that are settings of a NIC, not those of dolcercplus4"},
	} {
		_, _, err := algorithms.Params(wrong.algorithm, on(wrong.profile, "100G", wrong.change))
		require.ErrorContains(t, err, wrong.want)
	}
}

// params are the parameters of a profile as it is, for a port of a speed.
func params(algorithm, name, line string) ([]uint64, string, error) {
	return algorithms.Params(algorithm, profile.Choice{Profile: name, Line: line})
}

// on is a profile with changes, for a port of a speed.
func on(name, line string, change reaction.Choice) profile.Choice {
	c := change.Changes()
	c.Profile, c.Line = name, line
	return c
}
