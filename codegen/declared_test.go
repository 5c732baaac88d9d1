package codegen_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	smartnic "smartnic-cc"
	"smartnic-cc/codegen"
	"smartnic-cc/codegen/frontend"
)

// TestTransducerAsDeclared: what is read without the bodies of functions says the same of each
// algorithm as the whole source.
func TestTransducerAsDeclared(t *testing.T) {
	p, err := frontend.Load(smartnic.Source, smartnic.Module, slices.Concat(smartnic.FirmwareDirs(), smartnic.InstanceDirs()), frontend.Options{})
	require.NoError(t, err)
	for _, want := range p.Transducers {
		got, err := codegen.Transducer(want.Name)
		require.NoError(t, err)
		require.Equal(t, want.Pos, got.Pos)
		require.Equal(t, want.Params.String(), got.Params.String())
		require.Equal(t, want.Params.Leaves(), got.Params.Leaves())
		require.Equal(t, want.State.Leaves(), got.State.Leaves())
		require.Equal(t, want.Needs, got.Needs)
		a, b := want.Declared(), got.Declared()
		require.Equal(t, []any{a.Kind, a.Now, a.Timer}, []any{b.Kind, b.Now, b.Timer})
		for i := range a.Events {
			a.Events[i].Const, b.Events[i].Const = nil, nil
		}
		require.Equal(t, a.Events, b.Events)
		require.Len(t, b.Signals, len(a.Signals))
		for i, s := range a.Signals {
			require.Equal(t, []any{s.Signal, s.Tag, s.Index, s.Name, s.Kind, len(s.Ranges())}, []any{b.Signals[i].Signal, b.Signals[i].Tag, b.Signals[i].Index, b.Signals[i].Name, b.Signals[i].Kind, len(b.Signals[i].Ranges())})
		}
		require.Len(t, b.Controls, len(a.Controls))
		for i, s := range a.Controls {
			require.Equal(t, []any{s.Control, s.Tag, s.Index, s.Name, s.Kind}, []any{b.Controls[i].Control, b.Controls[i].Tag, b.Controls[i].Index, b.Controls[i].Name, b.Controls[i].Kind})
		}
		require.Len(t, b.Probes, len(a.Probes))
		for i, s := range a.Probes {
			require.Equal(t, []any{s.Name, s.Index, s.InView}, []any{b.Probes[i].Name, b.Probes[i].Index, b.Probes[i].InView})
		}
	}
	_, err = codegen.Transducer("dolcerc44")
	require.ErrorContains(t, err, `algorithm "dolcerc44" is unknown (did you mean dolcerc4?); use one of bandit2,`)
}
