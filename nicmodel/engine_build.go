package nicmodel

import (
	"fmt"

	"smartnic-cc/internal/base/num/sums"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/qpcache"
)

// addEngines gives hosts their context caches and engines.
func (m *Model) addEngines() error {
	c := m.config
	counts := make([]uint32, len(m.hosts))
	for i := range m.senders {
		src := c.Plan.Conns[i].Src
		m.senders[i].local = counts[src]
		counts[src]++
	}
	times := make([]*handlerTimes, len(c.NICs))
	for i := range c.NICs {
		n := &c.NICs[i]
		if n.Engine == nil || n.Algorithm == nil {
			continue
		}
		var err error
		if times[i], err = n.Engine.times(n); err != nil {
			return err
		}
	}
	for i := range m.hosts {
		h := &m.hosts[i]
		kind := 0
		if c.Kind != nil {
			kind = int(c.Kind[i])
		}
		if h.nic.Contexts != 0 && h.nic.Host == nil {
			h.contexts = qpcache.New(h.nic.Contexts, counts[i])
		}
		if times[kind] != nil {
			h.engine = newEngine(h.nic.Engine, times[kind], counts[i], h.tags)
		}
	}
	for i := range m.senders {
		s := &m.senders[i]
		if h := &m.hosts[c.Plan.Conns[i].Src]; h.engine != nil {
			in := s.cc.Controls()
			h.engine.flows[s.local].decided.set(&decision{in.Rate, in.MessageRate, in.Window, gapOf(in.Gap), in.Tags})
		}
	}
	for i := range c.Plan.Messages {
		conn := c.Plan.Messages[i].Conn
		if e := m.hosts[c.Plan.Conns[conn].Src].engine; e != nil {
			e.flows[m.senders[conn].local].left++
		}
	}
	for _, host := range c.Record.SpanHosts {
		if host >= m.hostCount {
			return fmt.Errorf("record.spans: host %d does not exist; there are %d", host, m.hostCount)
		}
		if e := m.hosts[host].engine; e != nil {
			e.spans = true
		}
	}
	return nil
}

// EngineOf returns the statistics of a host's engine up to a time, Result.Until after a run; false without an engine.
func (m *Model) EngineOf(host uint32, until event.Time) (EngineStats, bool) {
	e := m.hosts[host].engine
	if e == nil {
		return EngineStats{}, false
	}
	return e.state(until), true
}

// sumHosts adds up the hosts' statistics.
func (m *Model) sumHosts(r *Result) {
	for i := range m.hosts {
		h := &m.hosts[i]
		if h.engine != nil {
			s := h.engine.state(r.Until)
			sums.Add(&r.Engine, &s)
		}
		if h.contexts != nil {
			hits, misses := h.contexts.Counts()
			r.ContextHits += hits
			r.ContextMisses += misses
		}
		if h.iface != nil {
			s := h.iface.nic.Stats()
			sums.Add(&r.Host, &s)
			r.ContextHits += s.ContextHits
			r.ContextMisses += s.ContextMisses
		}
	}
}
