package driver_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/dcqcn"
	"smartnic-cc/dcqcn/profile"
	"smartnic-cc/internal/reference"
	"smartnic-cc/testvectors/transducer"
)

// wrong is the reference with a change to its answer to one step of a connection, and to the
// state that connections begin in.
type wrong struct {
	transducer.Firmware
	at     int
	change func(output, state []uint64)
	begin  func(state []uint64)
}

type wrongConn struct {
	transducer.Connection
	w     *wrong
	steps int
}

func (w *wrong) Name() string { return "wrong" }

func (w *wrong) Open(algorithm string, params []uint64) (transducer.Connection, error) {
	c, err := w.Firmware.Open(algorithm, params)
	return &wrongConn{Connection: c, w: w}, err
}

func (c *wrongConn) State() ([]uint64, error) {
	state, err := c.Connection.State()
	if c.w.begin != nil && c.steps == 0 {
		state = slices.Clone(state)
		c.w.begin(state)
	}
	return state, err
}

func (c *wrongConn) Step(event []uint64) (output, state []uint64, err error) {
	output, state, err = c.Connection.Step(event)
	if c.steps++; c.steps == c.w.at {
		output, state = slices.Clone(output), slices.Clone(state)
		c.w.change(output, state)
	}
	return output, state, err
}

// TestExternal: with a firmware that is right, the connection is the reference's, compared or
// alone; one that is wrong is found out at its step if compared, and believed if alone.
func TestExternal(t *testing.T) {
	def, err := codegen.Transducer("dcqcn")
	require.NoError(t, err)
	a, err := driver.New(def)
	require.NoError(t, err)
	flat, err := reference.Catalog().Algorithm("dcqcn")
	require.NoError(t, err)
	p, err := profile.Get("paper", port)
	require.NoError(t, err)
	params := reference.Flatten(&p.RP)
	// run tells a connection of six CNPs; its timers run between them.
	run := func(e driver.Engine) (controls []uint64, state []uint64, err error) {
		c, err := driver.NewDriver(a, e, port).Open(0, params, 0)
		for i := int64(0); err == nil && i < 6; i++ {
			err = c.Handle(&driver.NICEvent{Kind: ir.OnCNP, Time: i * 70_000, CNPs: 1})
			controls = append(controls, c.Controls().Rate, uint64(c.LastEvent()))
		}
		if c != nil {
			state = slices.Clone(c.State())
		}
		return controls, state, err
	}
	controls, state, err := run(reference.Native("dcqcn"))
	require.NoError(t, err)
	for _, compare := range []bool{false, true} {
		got, end, err := run(&driver.External{Firmware: reference.New(), Algorithm: flat, Reference: reference.Native("dcqcn"), Compare: compare})
		require.NoError(t, err)
		require.Equal(t, controls, got)
		require.Equal(t, state, end)
	}

	const rc, alpha = 0, 9
	require.Equal(t, "Rates.RC", flat.State[rc].Name)
	require.Equal(t, "Alpha", flat.State[alpha].Name)
	external := func(compare bool, w *wrong) driver.Engine {
		w.Firmware = reference.New()
		return &driver.External{Firmware: w, Algorithm: flat, Reference: reference.Native("dcqcn"), Compare: compare}
	}
	bit := func(_, state []uint64) { state[alpha] ^= 1 }
	_, before, err := run(external(true, &wrong{at: 4, change: bit}))
	var d *transducer.Difference
	require.True(t, errors.As(err, &d))
	require.Equal(t, "wrong", d.Firmware)
	require.Equal(t, flat, d.Algorithm)
	require.Equal(t, params, d.Params)
	require.Equal(t, []transducer.FieldRef{{Part: transducer.PartState, Index: alpha}}, d.Differing())
	require.NotEqual(t, before, d.Before)
	require.Equal(t, uint64(dcqcn.EventCNP), d.Event[5], "the fourth step")
	got, end, err := run(external(false, &wrong{at: 4, change: bit}))
	require.NoError(t, err)
	require.Equal(t, controls, got, "the rate is as it was")
	require.Equal(t, state, end, "the firmware went on by itself")

	got, _, err = run(external(false, &wrong{at: 4, change: func(output, _ []uint64) { output[0] = 7 }}))
	require.NoError(t, err)
	require.Equal(t, controls[:2], got[:2])
	_, _, err = run(external(false, &wrong{at: 1, change: func(output, _ []uint64) { output[0] = 0 }}))
	require.EqualError(t, err, "wrong: rate 0 at 0 ns: nothing may ever leave again; it must answer 1 kb/s or more")
	_, _, err = run(external(false, &wrong{at: 1, change: func(output, _ []uint64) { output[0] = 1 << 32 }}))
	require.ErrorContains(t, err, "wrong: output: field 1 (Rate) is 4294967296; outside uint32")

	begin := func(state []uint64) { state[rc] = 5_000_000 }
	_, _, err = run(external(true, &wrong{begin: begin}))
	require.True(t, errors.As(err, &d))
	require.Nil(t, d.Before)
	require.Equal(t, []transducer.FieldRef{{Part: transducer.PartState, Index: rc}}, d.Differing())
	var c *driver.Conn
	c, err = driver.NewDriver(a, external(false, &wrong{begin: begin}), port).Open(0, params, 0)
	require.NoError(t, err)
	require.EqualValues(t, 5_000_000, c.Controls().Rate)
}
