package live

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/reference"
	"smartnic-cc/testvectors/transducer"
)

// wrong is the reference, but for a bit of the output of one step.
type wrong struct {
	transducer.Firmware
	after int
}

type wrongConn struct {
	transducer.Connection
	left int
}

func (w wrong) Open(name string, params []uint64) (transducer.Connection, error) {
	c, err := w.Firmware.Open(name, params)
	return &wrongConn{c, w.after}, err
}

func (c *wrongConn) Step(event []uint64) (output, state []uint64, err error) {
	output, state, err = c.Connection.Step(event)
	if c.left--; c.left == 0 {
		output[0] ^= 1
	}
	return output, state, err
}

// TestFirmware: a firmware that does what the reference does writes the reference's log, and one that
// does not ends the run where it differs.
func TestFirmware(t *testing.T) {
	rates := func(p *Plan) string {
		var b bytes.Buffer
		require.NoError(t, writeRates(&b, p, simulate(t, p, 0).records()))
		return b.String()
	}
	want := rates(planOf(t, sample, "run.end=100ms"))
	for _, compare := range []bool{false, true} {
		p := planOf(t, sample, "run.end=100ms")
		e := &Engines{Compare: compare}
		e.RunReaction(p, func() (transducer.Firmware, error) { return reference.New(), nil })
		require.Equal(t, want, rates(p))
		require.Len(t, e.made, 4)
		e.Close()
	}

	p := planOf(t, sample, "run.end=100ms")
	(&Engines{Compare: true}).RunReaction(p, func() (transducer.Firmware, error) { return wrong{reference.New(), 5}, nil })
	now := int64(0)
	h, err := newHost(p, 0, &simulated{w: &wires{}, other: &simulated{}}, func() int64 { return now })
	require.NoError(t, err)
	s := h.out[0]
	s.open = true
	for err == nil && now < 1e9 {
		now, err = h.step()
	}
	var d *transducer.Difference
	require.ErrorAs(t, err, &d)
	require.Equal(t, s.String(), d.Conn)
	require.Positive(t, d.Time)
}

// TestFew: the kernel's machine keeps several connections of a host apart.
func TestFew(t *testing.T) {
	require.NoError(t, planOf(t, sample, "workload[0].flows=4").few())
	require.ErrorContains(t, planOf(t, sample, "workload[0].flows=5").few(), "host 4 has 20 connections one way; in the kernel's machine use at most 16")
}
