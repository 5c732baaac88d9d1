package nicmodel_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/nicmodel"
)

// ready is a built-in algorithm by its choice.
func ready(t testing.TB, choice reaction.Choice) *driver.Setup {
	t.Helper()
	chosen, err := choice.Setup()
	require.NoError(t, err)
	setup, err := chosen.Driver()
	require.NoError(t, err)
	return &setup
}

// rateOfRow is the rate that a row's step returned.
func rateOfRow(s *driver.Setup, row *nicmodel.RateRow) uint64 {
	return row.Output[s.Algorithm.Contract.Control(ir.ControlRate, "").Index]
}

// signalOf is what a row's event says.
func signalOf(s *driver.Setup, row *nicmodel.RateRow, signal ir.Signal) uint64 {
	return row.Values[s.Algorithm.Contract.Signal(signal, "").Index]
}

// hand drives an algorithm by hand: an event is written leaf by leaf, and timers are asked for
// after each.
type hand struct {
	t    testing.TB
	s    *driver.Setup
	m    driver.Machine
	conn uint32
	now  int64
	rows []nicmodel.RateRow
}

func byHandOf(t testing.TB, s *driver.Setup, conn uint32) *hand {
	engine, err := s.Engine()
	require.NoError(t, err)
	m, err := engine.Open(s.Params)
	require.NoError(t, err)
	return &hand{t: t, s: s, m: m, conn: conn}
}

// step feeds an event with its signals at a time.
func (h *hand) step(at int64, event *ir.NICEvent, signals map[ir.Signal]uint64) {
	c := h.s.Algorithm.Contract
	values := make([]uint64, h.s.Algorithm.Def.Event.Leaves())
	values[c.Now] = uint64(uint32(at))
	if c.Kind >= 0 {
		values[c.Kind] = event.Value
	}
	for signal, v := range signals {
		if s := c.Signal(signal, ""); s != nil {
			values[s.Index] = v
		}
	}
	out, err := h.m.Step(values)
	require.NoError(h.t, err)
	row := nicmodel.RateRow{At: at, Conn: h.conn, Event: event, Values: values, Output: append([]uint64{}, out...)}
	state := append([]uint64{}, h.m.State()...)
	var view []uint64
	if h.s.Algorithm.Def.View != nil {
		view, err = h.m.View()
		require.NoError(h.t, err)
	}
	for _, s := range c.Probes {
		if s.InView {
			row.Probes = append(row.Probes, view[s.Index])
		} else {
			row.Probes = append(row.Probes, state[s.Index])
		}
	}
	h.now = at
	h.rows = append(h.rows, row)
}

// event is the one that a NIC event brings.
func (h *hand) event(what ir.NICEventKind) *ir.NICEvent {
	for i := range h.s.Algorithm.Contract.Events {
		if e := &h.s.Algorithm.Contract.Events[i]; e.Kind == what {
			return e
		}
	}
	return nil
}

// timers steps through those that end up to a time.
func (h *hand) timers(until int64) {
	c := h.s.Algorithm.Contract
	for len(h.rows) > 0 && c.Timer != nil {
		next, err := h.m.Next(uint32(h.now))
		require.NoError(h.t, err)
		at := h.now + int64(int32(uint32(next[c.Timer.At])-uint32(h.now)))
		var timer *ir.NICEvent
		for i := range c.Events {
			if e := &c.Events[i]; e.Kind == ir.OnTimer && e.Value == next[c.Timer.Kind] {
				timer = e
			}
		}
		if timer == nil || at > until {
			return
		}
		h.step(at, timer, nil)
	}
}

// byHand drives an algorithm with what its NIC saw, up to a time, ns.
func byHand(t testing.TB, s *driver.Setup, frames []nicmodel.Frame, end int64) []nicmodel.RateRow {
	h := byHandOf(t, s, frames[0].Conn)
	for _, f := range frames {
		h.timers(f.At)
		switch {
		case f.CNP:
			h.step(f.At, h.event(ir.OnCNP), map[ir.Signal]uint64{ir.SignalCNPs: 1, ir.SignalMarked: uint64(f.Marked)})
		case s.Handles(ir.OnSent):
			h.step(f.At, h.event(ir.OnSent), map[ir.Signal]uint64{ir.SignalBytes: uint64(f.Bytes), ir.SignalPackets: 1})
		}
	}
	h.timers(end - 1)
	return h.rows
}
