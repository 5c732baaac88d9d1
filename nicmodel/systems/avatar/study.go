package avatar

import (
	"fmt"

	"smartnic-cc/internal/base/num/quantile"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/hostpath"
)

const (
	us  = event.Microsecond
	kib = 1 << 10
)

// PrioritySetting is the priorities of foreground and background at the NIC in the paper's section 4.2.
type PrioritySetting bool

// The settings.
const (
	// SamePriority is "w/o PRI": both strict.
	SamePriority PrioritySetting = false
	// ForegroundFirst is "w/ PRI": the foreground is strict, the background shares the rest.
	ForegroundFirst PrioritySetting = true
)

// String returns the paper's words.
func (s PrioritySetting) String() string {
	if s == ForegroundFirst {
		return "w/ PRI"
	}
	return "w/o PRI"
}

func (s PrioritySetting) background() uint8 {
	if s == ForegroundFirst {
		return ClassETS
	}
	return ClassStrict
}

// study runs loads and keeps the first error.
type study struct {
	config Config
	err    error
}

func (s *study) run(c *Config, system System, l *Load) *Result {
	if s.err != nil {
		return &Result{Flows: make([]FlowResult, len(l.Flows))}
	}
	r, err := Run(c, system, l)
	if err != nil {
		s.err = fmt.Errorf("%v: %w", system, err)
		return &Result{Flows: make([]FlowResult, len(l.Flows))}
	}
	return r
}

// unloaded is the time of a block on an idle NIC, one outstanding (Fig. 10a).
func (s *study) unloaded(system System, bytes uint32) event.Time {
	l := Load{Flows: []Flow{{Block: bytes, Outstanding: 1}}, Until: 2000 * us}
	return quantile.Mean(s.run(&s.config, system, &l).Flows[0].Latency)
}

// locked is the rate in kb/s of threads that post 64 bytes to one QP under a lock (Fig. 1). The size is not in the
// paper; it is chosen so that posting is the limit.
func (s *study) locked(threads uint32) uint64 {
	l := Load{From: 100 * us, Until: 600 * us}
	for t := range threads {
		l.Flows = append(l.Flows, Flow{Thread: t, Block: 64, Outstanding: 64, Quiet: 16})
	}
	return s.run(&s.config, Locked, &l).Rate
}

// threads is Avatar's rate in kb/s with a connection and blocks of 4 KB on each thread (Fig. 5b).
func (s *study) threads(threads uint32) uint64 {
	l := Load{From: 100 * us, Until: 600 * us}
	for t := range threads {
		l.Flows = append(l.Flows, Flow{Thread: t, Block: 4 * kib, Outstanding: 64})
	}
	return s.run(&s.config, Avatar, &l).Rate
}

// connections is the rate in kb/s of connections of 4 threads, blocks of 4 KB (Fig. 5a). The NIC serves QPs in random
// order: in turn, every WQE would miss with more QPs than contexts.
func (s *study) connections(system System, conns int) uint64 {
	l := Load{From: 4000 * us, Until: 7000 * us}
	for i := range conns {
		l.Flows = append(l.Flows, Flow{Thread: uint32(i % 4), Block: 4 * kib, Outstanding: 4})
	}
	c := s.config
	c.Host.Arbitration = hostpath.Random
	return s.run(&c, system, &l).Rate
}

// compared returns the times of a foreground of blocks, one outstanding, against a background with 16 outstanding, or
// up to 64 if its blocks are small.
func (s *study) compared(c *Config, system System, setting PrioritySetting, bytes, background uint32) []event.Time {
	return s.besides(c, system, setting, bytes, background, max(16, min(64, 256*kib/background)))
}

// besides is compared with a given number of background blocks outstanding.
func (s *study) besides(c *Config, system System, setting PrioritySetting, bytes, background, outstanding uint32) []event.Time {
	l := Load{From: 200 * us, Until: 4000 * us, Flows: []Flow{
		{Class: ClassStrict, Block: bytes, Outstanding: 1, Pause: us},
		{Thread: 1, Class: setting.background(), Block: background, Outstanding: outstanding},
	}}
	return s.run(c, system, &l).Flows[0].Latency
}

// many runs conns connections, half with blocks of 16 KB and half of 128 KB, one outstanding each (Fig. 9), and
// returns the times of the first half.
func (s *study) many(system System, setting PrioritySetting, conns int) []event.Time {
	l := Load{From: 200 * us, Until: 6000 * us}
	for i := range conns {
		f := Flow{Thread: uint32(i), Class: ClassStrict, Block: 16 * kib, Outstanding: 1, Pause: us}
		if i >= conns/2 {
			f.Class, f.Block, f.Pause = setting.background(), 128*kib, 0
		}
		l.Flows = append(l.Flows, f)
	}
	r := s.run(&s.config, system, &l)
	return collect.Lists(r.Flows[:conns/2], func(f FlowResult) []event.Time { return f.Latency })
}

// fairness is Jain's index of the bytes of two flows of one class with 4 and 40 blocks outstanding.
func (s *study) fairness(system System, first, second uint32) float64 {
	l := Load{From: 200 * us, Until: 4000 * us, Flows: []Flow{
		{Class: ClassStrict, Block: first, Outstanding: 4}, {Thread: 1, Class: ClassStrict, Block: second, Outstanding: 40},
	}}
	r := s.run(&s.config, system, &l)
	a, b := float64(r.Flows[0].Bytes), float64(r.Flows[1].Bytes)
	return (a + b) * (a + b) / (2 * (a*a + b*b))
}

// requests is the mean time of one flow's blocks of 16 KB on one QP with another flow that keeps outstanding blocks
// posted (Fig. 3a).
func (s *study) requests(system System, outstanding uint32) event.Time {
	l := Load{From: 200 * us, Until: 4000 * us, Flows: []Flow{
		{Class: ClassStrict, Block: 16 * kib, Outstanding: 1, Pause: us},
		{Thread: 1, Class: ClassStrict, Block: 16 * kib, Outstanding: outstanding},
	}}
	return quantile.Mean(s.run(&s.config, system, &l).Flows[0].Latency)
}
