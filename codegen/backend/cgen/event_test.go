package cgen

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestEventsApart: a compiler for speed that may fold constants in makes a function for each kind of event, and one of
// rare events; others make none.
func TestEventsApart(t *testing.T) {
	header, err := Generate(firmware(t), Options{Only: []string{"dcqcn"}})
	require.NoError(t, err)
	source := onlyPort + "cc_dcqcn_output run(const cc_dcqcn_params *p, cc_dcqcn_state *s, const cc_dcqcn_event *e) { return cc_dcqcn_step(p, s, e); }\n"
	for flags, apart := range map[string]bool{"-O2 -DCC_STATIC": true, "-O2 -DCC_STATIC -DCC_TRUST": true, "-O2": false, "-Os -DCC_STATIC": false, "-O0 -DCC_STATIC": false} {
		out, err := exec.Command("nm", compile(t, "gcc", header, source, append(strings.Fields(flags), "-c", "-Wall", "-Wextra", "-Werror")...)).CombinedOutput()
		require.NoError(t, err)
		for _, name := range []string{"event_cnp", "event_sent", "other", "rare"} {
			require.Equal(t, apart, strings.Contains(string(out), "cc_dcqcn_step_"+name), "%s %s", flags, name)
		}
	}
	verified, err := Generate(firmware(t), Options{Verified: true})
	require.NoError(t, err)
	require.NotContains(t, string(verified), "CC_APART")
}

// TestTrusted: the invariants are those of the source that have no branch.
func TestTrusted(t *testing.T) {
	g, err := newGen(firmware(t), Options{Only: []string{"dcqcn"}})
	require.NoError(t, err)
	require.Len(t, g.events, 1)
	require.Len(t, g.events[0].invariants, 5)
	require.Len(t, g.events[0].Rare, 2)
}
