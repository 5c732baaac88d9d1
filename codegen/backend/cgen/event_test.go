package cgen

import (
	"os/exec"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/frontend"
)

// TestEventsApart: a compiler for speed that may fold constants in makes a function for each kind of event, and one for each
// sort of rare ones; others make none.
func TestEventsApart(t *testing.T) {
	header, err := Generate(firmware(t), Options{Only: []string{"dcqcn"}})
	require.NoError(t, err)
	source := onlyPort + "cc_dcqcn_output run(const cc_dcqcn_params *p, cc_dcqcn_state *s, const cc_dcqcn_event *e) { return cc_dcqcn_step(p, s, e); }\n"
	for flags, apart := range map[string]bool{"-O2 -DCC_STATIC": true, "-O2 -DCC_STATIC -DCC_TRUST": true, "-O2": false, "-Os -DCC_STATIC": false, "-O0 -DCC_STATIC": false} {
		out, err := exec.Command("nm", compile(t, "gcc", header, source, append(strings.Fields(flags), "-c", "-Wall", "-Wextra", "-Werror")...)).CombinedOutput()
		require.NoError(t, err)
		for _, name := range []string{"event_cnp", "event_sent", "other", "rare", "rare_2"} {
			require.Equal(t, apart, strings.Contains(string(out), "cc_dcqcn_step_"+name), "%s %s", flags, name)
		}
	}
	verified, err := Generate(firmware(t), Options{Verified: true})
	require.NoError(t, err)
	require.NotContains(t, string(verified), "CC_APART")
	// The rate of an output is loaded where it is returned.
	require.Contains(t, string(header), "\tCC_RELOAD(s->rates.rc);\n\tcc_dcqcn_output value = {s->rates.rc, did};\n")
	require.NotContains(t, string(verified), "CC_RELOAD")
}

// TestTrusted: the invariants are those of the source that have no branch.
func TestTrusted(t *testing.T) {
	g, err := newGen(firmware(t), Options{Only: []string{"dcqcn"}})
	require.NoError(t, err)
	require.Len(t, g.events, 1)
	require.Len(t, g.events[0].invariants, 5)
	require.Len(t, g.events[0].Rare, 2)
}

// TestEventsApartByValue: a kind is a value, whatever its name and place in the source. A
// constant of 0 that was not the first was once taken for a kind that does not occur.
func TestEventsApartByValue(t *testing.T) {
	p, err := frontend.Load(fstest.MapFS{"go.mod": {Data: []byte("module m\n")}, "kinds/kinds.go": {Data: []byte(`package kinds

type Params struct{ A uint32 }

type State struct{ N uint32 }

type Event struct {
	//ccgen:signal now
	Now uint32
	//ccgen:signal kind
	Kind Kind
}

type Kind uint8

const (
	//ccgen:event cnp
	Other Kind = 2
	Any   Kind = 2
	other Kind = 3
	None  Kind = 0
)

//ccgen:transducer kinds init=Init
func Step(p *Params, s *State, e *Event) uint32 {
	switch e.Kind {
	case Other:
		s.N += 5
	case other:
		s.N = StepAny(s.N)
	case None:
		s.N += 11
	default:
		s.N += 13 * uint32(e.Kind)
	}
	return s.N + p.A
}

func StepAny(n uint32) uint32 { return n*3 + 1 }

func Init(p *Params, s *State) { *s = State{} }
`)}}, "m", []string{"kinds"}, frontend.Options{})
	require.NoError(t, err)
	header, err := Generate(p, Options{})
	require.NoError(t, err)
	source := onlyPort + `#include <stdio.h>
int main(int argc, char **argv)
{
	cc_kinds_params p = { (uint32_t)argc };
	cc_kinds_state s = { 0 };
	uint8_t i;
	(void)argv;
	for (i = 0; i < 8; i++) {
		cc_kinds_event e = { 0, (cc_kinds_kind)(i * 3 % 8) };
		printf("%u ", (unsigned)cc_kinds_step(&p, &s, &e));
	}
	return 0;
}
`
	for _, flags := range []string{"-O0", "-O2", "-O2 -DCC_STATIC", "-O2 -DCC_STATIC -DCC_TRUST"} {
		out, err := exec.Command(compile(t, "gcc", header, source, append(strings.Fields(flags), "-Wall", "-Wextra", "-Werror")...)).CombinedOutput()
		require.NoError(t, err)
		require.Equal(t, "12 35 113 126 178 269 274 339 ", string(out), flags)
	}
}
