package simtrace_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/packet/simtrace"
)

func TestNames(t *testing.T) {
	require.Equal(t, "drop", simtrace.Drop.String())
	require.Equal(t, "simtrace.Event(4)", simtrace.Event(4).String())
	require.Equal(t, "bare", simtrace.NoPreamble.String())
	for proto, want := range map[simtrace.Proto]string{
		simtrace.ProtoState: "state", simtrace.ProtoData: "data", simtrace.ProtoCNP: "CNP", 1: "simtrace.Proto(1)",
	} {
		require.Equal(t, want, proto.String())
	}
}
