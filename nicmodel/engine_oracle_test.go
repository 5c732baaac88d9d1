package nicmodel

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/dcqcn"
	"smartnic-cc/fixedpoint"
	"smartnic-cc/nicmodel/event"
)

// oracle is an engine written for no purpose but to be obvious: one slice of all that
// waits, searched from the front.
type oracle struct {
	config Engine
	queue  []waits
	late   []uint32
	cores  []works
	flows  []oracleFlow
	// told are the events that machines took, begun when each did.
	told  []dcqcn.Event
	begun []event.Time
	// tie tells that two things happened at one time, whose order is not the oracle's
	// business.
	tie        bool
	lost, many uint64
	lateTimers uint64
}

type waits struct {
	came event.Time
	conn uint32
	kind uint8
}

type works struct {
	busy bool
	ends event.Time
	conn uint32
}

type oracleFlow struct {
	cnps, marked   uint16
	bytes, packets uint32
	running        bool
	reporting      bool
	timing         bool
	due            int64 // ns, -1 for none
	period         int64
}

// next is when something happens by itself, and to which core, or, if -1, which flow.
func (o *oracle) next() (at event.Time, core int, conn uint32) {
	at, core = event.Never, -1
	see := func(t event.Time, k int, c uint32) {
		o.tie = o.tie || t == at
		if t < at {
			at, core, conn = t, k, c
		}
	}
	for i := range o.cores {
		if o.cores[i].busy {
			see(o.cores[i].ends, i, 0)
		}
	}
	for i := range o.flows {
		if f := &o.flows[i]; !f.running && !f.timing && f.due >= 0 {
			see(event.Time(f.due)*event.Nanosecond, -1, uint32(i))
		}
	}
	return at, core, conn
}

func (o *oracle) until(t event.Time) {
	for {
		at, core, conn := o.next()
		if at >= t || o.tie {
			o.tie = o.tie || at == t && t != event.Never
			return
		}
		if core < 0 {
			o.timer(at, conn)
			continue
		}
		k := &o.cores[core]
		k.busy = false
		f := &o.flows[k.conn]
		f.running = false
		o.serve(at)
		if !f.running && !f.timing && f.due >= 0 && event.Time(f.due)*event.Nanosecond <= at {
			o.timer(at, k.conn)
		}
	}
}

func (o *oracle) timer(at event.Time, conn uint32) {
	o.flows[conn].timing = true
	if !o.offer(waits{at, conn, taskTimer}) {
		o.late = append(o.late, conn)
		o.lateTimers++
	}
}

// offer lets something wait, and serves it if it can be.
func (o *oracle) offer(w waits) bool {
	free := slices.ContainsFunc(o.cores, func(k works) bool { return !k.busy })
	if (!free || o.flows[w.conn].running) && len(o.queue) == o.config.Depth {
		return false
	}
	o.queue = append(o.queue, w)
	o.serve(w.came)
	return true
}

// serve gives free cores what they can take, from the front.
func (o *oracle) serve(now event.Time) {
	for {
		core := slices.IndexFunc(o.cores, func(k works) bool { return !k.busy })
		first := slices.IndexFunc(o.queue, func(w waits) bool { return !o.flows[w.conn].running })
		if core < 0 || first < 0 {
			return
		}
		w := o.queue[first]
		o.queue = slices.Delete(o.queue, first, first+1)
		o.handle(now, core, w)
		if len(o.late) > 0 && len(o.queue) < o.config.Depth {
			o.queue = append(o.queue, waits{now, o.late[0], taskTimer})
			o.late = o.late[1:]
		}
	}
}

func (o *oracle) handle(now event.Time, core int, w waits) {
	f := &o.flows[w.conn]
	ns := int64(now / event.Nanosecond)
	e := dcqcn.Event{Now: fixedpoint.Time(ns)}
	cost := event.Microsecond
	switch w.kind {
	case taskNotice:
		e.Kind, e.CNPs, e.Marked = dcqcn.EventCNP, f.cnps, f.marked
		f.cnps, f.marked = 0, 0
	case taskSent:
		e.Kind, e.Bytes, e.Packets = dcqcn.EventSent, f.bytes, f.packets
		f.bytes, f.packets, f.reporting = 0, 0, false
		cost *= 2
	case taskTimer:
		f.timing = false
		if f.due > ns {
			return
		}
		e.Kind = dcqcn.EventIncreaseTimer
		cost /= 2
	}
	o.told, o.begun = append(o.told, e), append(o.begun, now)
	if f.period != 0 {
		f.due = ns + f.period
	}
	f.running = true
	o.cores[core] = works{true, now + cost, w.conn}
}

// TestEngineAgainstOracle: random notifications, packets and timers, from idle to
// overloaded, on 1 to 4 cores.
func TestEngineAgainstOracle(t *testing.T) {
	compared, lost, many, late := 0, uint64(0), uint64(0), uint64(0)
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 5))
		engine := one1us(1 + rng.IntN(6))
		engine.Cores = 1 + rng.IntN(4)
		engine.SentBytes = uint32(rng.IntN(3)) * 1500
		conns := 1 + rng.IntN(8)
		s := newStage(t, conns, engine)
		o := &oracle{config: engine, cores: make([]works, engine.Cores), flows: make([]oracleFlow, conns)}
		for i := range o.flows {
			period := uint32(0)
			if rng.IntN(3) > 0 {
				period = 2000 + rng.Uint32N(20_000)
			}
			o.flows[i].due, o.flows[i].period = -1, int64(period)
			s.scripts[i].period = period
		}
		gap := int64(us(4)) / int64(1+rng.IntN(8))
		now := event.Time(0)
		for range 300 {
			now += 1 + event.Time(rng.Int64N(gap))
			conn := uint32(rng.IntN(conns))
			f := &o.flows[conn]
			o.until(now)
			if o.tie {
				break
			}
			if rng.IntN(2) == 0 {
				s.notice(now, conn, 3)
				waited := f.cnps != 0
				f.cnps++
				f.marked += 3
				if waited {
					o.many++
				} else if !o.offer(waits{now, conn, taskNotice}) {
					f.cnps, f.marked = 0, 0
					o.lost++
				}
				continue
			}
			s.until(now)
			s.p.engineSent(s.h, conn, &s.m.senders[conn], now, 1000)
			f.bytes += 1000
			f.packets++
			if !f.reporting && f.bytes >= engine.SentBytes {
				f.reporting = true
				f.reporting = o.offer(waits{now, conn, taskSent}) && f.packets != 0
			}
		}
		if o.tie {
			continue
		}
		compared++
		require.Equal(t, o.told, s.seen, "seed %d", seed)
		for i, k := range s.p.records.Spans {
			require.Equal(t, o.begun[i], k.Begin, "seed %d, handler %d", seed, i)
		}
		got := s.e.state(now)
		require.Equal(t, o.lost, got.Lost)
		require.Equal(t, o.many, got.Coalesced)
		require.Equal(t, o.lateTimers, got.LateTimers)
		lost, many, late = lost+got.Lost, many+got.Coalesced, late+got.LateTimers
	}
	t.Logf("%d of 300 compared; %d lost, %d coalesced, %d late", compared, lost, many, late)
	require.Greater(t, compared, 150)
	require.Greater(t, min(lost, many, late), uint64(math.MaxUint8))
}
