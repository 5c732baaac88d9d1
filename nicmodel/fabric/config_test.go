package fabric

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCheck: what cannot work is refused with its key and the range.
func TestCheck(t *testing.T) {
	good := func() *Config {
		return &Config{Classes: DefaultClasses(), Buffer: DefaultBuffer(), MTUWire: 1048, Marking: []Marking{{Kmin: 1, Kmax: 2, PmaxPPM: 3}}}
	}
	require.NoError(t, good().Check())
	for want, change := range map[string]func(c *Config){
		"classes: 1 given":            func(c *Config) { c.Classes = c.Classes[:1] },
		"classes: 9 given":            func(c *Config) { c.Classes = make([]Class, 9) },
		"has to be strict":            func(c *Config) { c.Classes[0].Strict = false },
		"packet of 0 bytes":           func(c *Config) { c.MTUWire = 0 },
		"packet of 65536 bytes":       func(c *Config) { c.MTUWire = 65536 },
		"buffer.bytes: 0":             func(c *Config) { c.Buffer.Bytes = 0 },
		"buffer.bytes: 4294967296":    func(c *Config) { c.Buffer.Bytes = 1 << 32 },
		"buffer.shift: 17":            func(c *Config) { c.Buffer.Shift = 17 },
		"classes[1].weight: 0":        func(c *Config) { c.Classes[1].Weight = 0 },
		"marking[0]: kmin 3 is above": func(c *Config) { c.Marking[0].Kmin = 3 },
		"marking[0].pmax: 1000001":    func(c *Config) { c.Marking[0].PmaxPPM = 1_000_001 },
	} {
		c := good()
		change(c)
		err := c.Check()
		require.ErrorContains(t, err, want)
	}
	twice := good()
	twice.Marking = append(twice.Marking, twice.Marking[0])
	require.ErrorContains(t, twice.Check(), "marking[1]: a second one for rate 0")
}

// TestBufferTooSmall: reserves and headrooms that do not fit are refused.
func TestBufferTooSmall(t *testing.T) {
	c := &Config{Classes: DefaultClasses(), Buffer: DefaultBuffer(), MTUWire: 1048}
	n := oneSwitch(t, c, 1e11, 1e11)
	fixed := c.Buffer.Bytes - uint64(n.Switches[0].total)
	c.Buffer.Bytes = fixed
	_, err := New(n.topology, c, 1)
	require.ErrorContains(t, err, "do not hold the reserves and headrooms of the 2 ports of switch 2")
	c.Buffer.Bytes = fixed + 1
	_, err = New(n.topology, c, 1)
	require.NoError(t, err)
	c.Buffer.Headroom = 1<<32 - 1
	_, err = New(n.topology, c, 1)
	require.Error(t, err)
}
