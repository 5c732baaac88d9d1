package fabric_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/topology"
)

// TestSwitchThatNoHostReaches: a topology may have a switch without links, which once
// made New panic.
func TestSwitchThatNoHostReaches(t *testing.T) {
	top, err := topology.Read(strings.NewReader("4 2 2\n2 3\n0 2 100Gbps 1us 0\n1 2 100Gbps 1us 0\n"), "topo.txt")
	require.NoError(t, err)
	for _, partitions := range []int{1, 2} {
		n, err := fabric.New(top, &fabric.Config{Classes: fabric.DefaultClasses(), Buffer: fabric.DefaultBuffer(), MTUWire: 1048}, partitions)
		require.NoError(t, err)
		require.Len(t, n.Switches, 2)
	}
}
