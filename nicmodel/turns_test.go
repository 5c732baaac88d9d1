package nicmodel_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/random"
	"smartnic-cc/nicmodel/topology"
)

// podded draws a network of pods under a core: of four to six racks, or of pods of two
// tiers. Delays are near one another, so that most windows have something to do.
func (s *shape) podded() *topology.Topology {
	pods, core, racks := 4+s.Below(3), 1+s.Below(3), uint32(1)
	if s.chance(40) {
		racks = 2
	}
	hosts := pods * racks
	var links []topology.Link
	join := func(a, b uint32) {
		links = append(links, topology.Link{A: a, B: b, Rate: s.rate(), Delay: event.Microsecond + event.Time(s.Below(2))*event.Time(s.Below(3_000_000))})
	}
	first := hosts + pods*racks // of the core, after a switch a rack
	above := first + core       // second tiers of pods, where there are any
	for pod := range pods {
		top := hosts + pod
		if racks == 2 {
			top = above + pod
			join(hosts+2*pod, top)
			join(hosts+2*pod+1, top)
		}
		join(top, first+s.Below(core))
		for c := range core {
			if s.chance(60) {
				join(top, first+c)
			}
		}
	}
	// Each switch of the core leads somewhere, and all pods are joined by one.
	for c := range core {
		for pod := range pods {
			if c == 0 || pod == 0 {
				join(first+c, map[bool]uint32{false: hosts + pod, true: above + pod}[racks == 2])
			}
		}
	}
	for h := range hosts {
		join(h, hosts+h)
	}
	switches := pods*racks + core
	if racks == 2 {
		switches += pods
	}
	return wired(s.t, hosts, switches, links...)
}

// TestPodsTakeTurns: pods and core that run two windows in a row give what they give
// window by window, which is how they run in more parts than have four pods each.
func TestPodsTakeTurns(t *testing.T) {
	pauses := uint64(0)
	for seed := range uint64(150) {
		s := shape{Source: random.New(seed, "turns", 0), t: t}
		c, _ := s.config()
		c.Topology = s.podded()
		c.Plan = s.plan(c.Topology.Hosts, len(c.Fabric.Classes))
		c.Kind = c.Kind[:0]
		for host := range c.Topology.Hosts {
			c.Record.SpanHosts = append(c.Record.SpanHosts, host)
			c.Kind = append(c.Kind, uint8(s.Below(uint32(len(c.NICs)))))
		}
		if s.small {
			c.Fabric.Buffer.Bytes = uint64(len(c.Fabric.Classes)-1)*(fixedBytes(c.Topology, &c.Fabric)+100) + uint64(s.Below(20_000))
		}
		r, whole := proof{Config: c, unfinished: true, cuts: [][2]int{{2, 1}, {3, 2}}}.run(t)
		for range 8 {
			s.stop(&c, whole)
		}
		pauses += r.Pauses
	}
	require.Greater(t, pauses, uint64(10))
}

// stop stops a run after some windows: what it told is the beginning of what the whole run
// tells, and nothing of it is of later.
func (s *shape) stop(c *nicmodel.Config, whole *notebook) {
	m, err := nicmodel.New(c)
	require.NoError(s.t, err)
	stopped := errors.New("stopped")
	left := s.Below(30 << s.Below(3))
	var until event.Time
	notes := &notebook{}
	r, err := m.Run(notes, func(now event.Time, _ uint64) error {
		if until = now; left == 0 {
			return stopped
		}
		left--
		return nil
	})
	if err == nil {
		return // it was short
	}
	require.ErrorIs(s.t, err, stopped)
	require.Equal(s.t, until, r.Until)
	require.True(s.t, r.Conserved())
	begins(s.t, until, whole.Completions, notes.Completions, func(k nicmodel.Completion) event.Time { return k.At })
	begins(s.t, until, whole.Queues, notes.Queues, func(k fabric.QueueSample) event.Time { return k.At })
	begins(s.t, until, whole.Pauses, notes.Pauses, func(k fabric.PauseRecord) event.Time { return k.At })
	begins(s.t, until, whole.Gates, notes.Gates, func(k nicmodel.GateOpened) event.Time { return k.At })
	begins(s.t, until, whole.Spans, notes.Spans, func(k nicmodel.Span) event.Time { return k.Begin })
}

// begins checks that what was told of a stopped run is what the whole run tells of before.
func begins[T comparable](t testing.TB, until event.Time, whole, part []T, at func(T) event.Time) {
	t.Helper()
	n := slices.IndexFunc(whole, func(k T) bool { return at(k) >= until })
	if n < 0 {
		n = len(whole)
	}
	same(t, "stopped", whole[:n], part)
}
