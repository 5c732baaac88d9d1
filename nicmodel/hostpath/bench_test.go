//go:build unix

package hostpath_test

import (
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/hostpath"
)

// loop keeps WQEs under way on all QPs for ever.
type loop struct{ qps uint32 }

func (k loop) Begin(s *hostpath.Sim) {
	for i := range 4 * k.qps {
		s.NIC(0).Post(0, 0, i%k.qps, hostpath.WQE{Bytes: 1024})
	}
}

func (k loop) Polled(s *hostpath.Sim, host uint32, now event.Time, c *hostpath.Completion) {
	if host == 0 && c.Kind == hostpath.Sent {
		s.NIC(0).Post(now, 0, c.QP, hostpath.WQE{Bytes: 1024})
	}
}

func (loop) Timer(*hostpath.Sim, uint32, event.Time, uint32) {}

// endless is a closed loop over 64 QPs of a cache of 20 contexts, with jitter.
func endless(t testing.TB) *hostpath.Sim {
	c := usual()
	c.Contexts, c.ContextMiss, c.Arbitration, c.PCIeJitter = 20, 300*ns, hostpath.Random, 50*ns
	s := pair(t, c, queues(64), loop{64})
	s.Run(event.Millisecond)
	return s
}

// TestAllocations: once there is room for all that is under way, nothing is allocated.
func TestAllocations(t *testing.T) {
	s := endless(t)
	until := s.Now()
	require.Zero(t, testing.AllocsPerRun(5, func() {
		until += event.Millisecond
		s.Run(until)
	}))
}

// BenchmarkSim reports events a second of processor time.
func BenchmarkSim(b *testing.B) {
	s := endless(b)
	cpu := func() float64 {
		var u syscall.Rusage
		require.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
		return float64(u.Utime.Sec+u.Stime.Sec) + float64(u.Utime.Usec+u.Stime.Usec)/1e6
	}
	until, events, begin := s.Now(), s.Events(), cpu()
	for b.Loop() {
		until += event.Millisecond
		s.Run(until)
	}
	b.ReportMetric(float64(s.Events()-events)/(cpu()-begin), "events/cpu-s")
}
