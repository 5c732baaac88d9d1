package nicmodel_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/hostpath"
	"smartnic-cc/nicmodel/workload"
)

// TestHalfRings: a doorbell rings for at most a batch, also where fewer messages or none are left.
func TestHalfRings(t *testing.T) {
	host := someHost()
	host.Batch = 3
	c := pairOf(t, host, 1, 7, 1000, 0)
	c.Plan.Messages[0].OnArrival = 0
	c.Plan.Dependencies = []workload.Dependency{{Host: 1, Need: 1}} // where nothing is to be posted
	r, _ := proof{Config: c}.run(t)
	require.EqualValues(t, 3, r.Host.Doorbells)
}

// TestHalfThreads: each posting thread has its own connections, and polls their completions unless there are threads
// that only poll.
func TestHalfThreads(t *testing.T) {
	for _, pollers := range []uint32{0, 2} {
		host := someHost()
		host.Threads, host.Sharers, host.Pollers = 4, 2, pollers
		c := pairOf(t, host, 2, 12, 1000, 5*event.Microsecond)
		c.Record.SpanHosts = []uint32{0}
		_, notes := proof{Config: c}.run(t)
		posted := map[uint64]map[uint32]bool{0: {}, 1: {}}
		polls := 0
		for _, k := range notes.Stages {
			conn := k.User % 2
			switch k.Stage {
			case hostpath.StagePost:
				require.EqualValues(t, conn, k.Thread/2)
				posted[conn][k.Thread] = true
			case hostpath.StagePoll:
				polls++
				if pollers == 0 {
					require.EqualValues(t, conn, k.Thread/2)
				} else {
					require.EqualValues(t, 4, k.Thread&^1)
				}
			}
		}
		require.Equal(t, 12, polls)
		require.Len(t, posted[0], 2)
		require.Len(t, posted[1], 2)
	}
}

// TestHalfOneBuffer: of a receive queue that is not filled again in the time of the run, one message has a
// buffer, however often the others are sent again. What is not known to the application is unfinished.
func TestHalfOneBuffer(t *testing.T) {
	host := someHost()
	host.SRQ, host.RNR = hostpath.SRQ{Depth: 1, Reload: event.Second}, 20*event.Microsecond
	c := pairOf(t, host, 1, 6, 3500, 0)
	c.Plan.Dependencies = []workload.Dependency{{Host: 0, Need: 1}}
	c.Plan.Messages[3].OnAck, c.Plan.Messages[4].After = 0, 0 // the fourth is never complete, the fifth never posted
	c.End = event.Millisecond
	late := c.End - 50*event.Nanosecond // has not left the host
	c.Plan.Messages[5].Start = late
	r, notes := proof{Config: c, unfinished: true}.run(t)
	require.EqualValues(t, 1, r.Host.Received)
	require.EqualValues(t, 1, r.Completed)
	require.Greater(t, r.Host.RNRs, uint64(30))
	require.EqualValues(t, 0, notes.Completions[0].Message)
	m, err := nicmodel.New(&c)
	require.NoError(t, err)
	_, err = m.Run(&notebook{}, nil)
	require.NoError(t, err)
	var open []uint32
	m.Unfinished(0, func(message uint32, posted event.Time) {
		require.Equal(t, c.Plan.Messages[message].Start, posted)
		open = append(open, message)
	})
	require.Equal(t, []uint32{1, 2, 3, 5}, open)
}

// TestHalfWaitsWhole: the receiver's RNR is how long a connection waits that was refused, whatever its
// timeout and its own NIC say.
func TestHalfWaitsWhole(t *testing.T) {
	const us = event.Microsecond
	host := someHost()
	host.SRQ, host.RNR = hostpath.SRQ{Depth: 1, Reload: 250 * us}, 300*us
	c := pairOf(t, host, 1, 2, 3500, 0)
	c.NICs[0].RTO = 100 * us
	sender := c.NICs[0]
	sender.Host = someHost()
	c.NICs, c.Kind = append(c.NICs, sender), []uint8{1, 0}
	c.Record.Bin = 10 * us
	r, notes := proof{Config: c}.run(t)
	sent := map[event.Time]uint64{}
	for _, v := range notes.Traffic {
		sent[v.Begin] += v.Sent
	}
	require.EqualValues(t, 2*(3500+4*48), sent[0])
	require.EqualValues(t, 3500+4*48, sent[300*us])
	require.Len(t, sent, 2)
	require.EqualValues(t, 1, r.Host.RNRs)
	require.Zero(t, r.Timeouts)
}

// TestBadHalf checks that the error for a bad host interface names the value and the remedy.
func TestBadHalf(t *testing.T) {
	for _, test := range []struct {
		change func(h *nicmodel.Host)
		want   string
	}{
		{func(h *nicmodel.Host) { h.Threads = 0 }, "host.threads and pollers: 0 and 0; use 1 to 4096 and at most 4096"},
		{func(h *nicmodel.Host) { h.Threads = 4097 }, "host.threads and pollers: 4097 and 0; use 1 to 4096"},
		{func(h *nicmodel.Host) { h.Pollers = 4097 }, "host.threads and pollers: 1 and 4097; use 1 to 4096"},
		{func(h *nicmodel.Host) { h.Sharers = 2 }, "host.sharers: 2 threads share a connection, but there are 1"},
		{func(h *nicmodel.Host) { h.Poll = -1 }, "host.poll and poll_period: -1ps and 0s; use 0s to 1s"},
		{func(h *nicmodel.Host) { h.Poll = 2 * event.Second }, "host.poll and poll_period: 2s and 0s; use 0s to 1s"},
		{func(h *nicmodel.Host) { h.Period = -1 }, "host.poll and poll_period: 30ns and -1ps; use 0s to 1s"},
		{func(h *nicmodel.Host) { h.Period = 2 * event.Second }, "host.poll and poll_period: 30ns and 2s; use 0s to 1s"},
		{func(h *nicmodel.Host) { h.Budget = 1 }, "host.poll_budget: 1 has no effect without host.poll_period"},
		{func(h *nicmodel.Host) { h.SRQ.Low = 1 }, "host.srq_low, srq_reload and rnr say nothing without host.srq"},
		{func(h *nicmodel.Host) { h.SRQ.Reload = 1 }, "host.srq_low, srq_reload and rnr say nothing without host.srq"},
		{func(h *nicmodel.Host) { h.RNR = 1 }, "host.srq_low, srq_reload and rnr say nothing without host.srq"},
		{func(h *nicmodel.Host) { h.SRQ.Depth, h.SRQ.Low, h.RNR = 2, 2, 1 }, "host.srq_low: 2 is not below the 2 buffers of host.srq"},
		{func(h *nicmodel.Host) { h.SRQ.Depth, h.SRQ.Reload, h.RNR = 2, -1, 1 }, "host.srq_reload and rnr: -1ps and 1ps; use 0s to 1s"},
		{func(h *nicmodel.Host) { h.SRQ.Depth, h.SRQ.Reload, h.RNR = 2, 2*event.Second, 1 }, "host.srq_reload and rnr: 2s and 1ps; use 0s to 1s"},
		{func(h *nicmodel.Host) { h.SRQ.Depth, h.RNR = 2, -1 }, "host.srq_reload and rnr: 0s and -1ps; use 0s to 1s"},
		{func(h *nicmodel.Host) { h.SRQ.Depth, h.RNR = 2, 2*event.Second }, "host.srq_reload and rnr: 0s and 2s; use 0s to 1s"},
		{func(h *nicmodel.Host) { h.SRQ.Depth = 2 }, `host.rnr: 0s; a sender that finds no buffer has to wait, as in rnr = "10us"`},
		{func(h *nicmodel.Host) { h.MMIO = -1 }, "host.mmio: -1ps is out of range 0s to 1s"},
	} {
		host := someHost()
		test.change(host)
		c := pairOf(t, host, 1, 1, 64, 0)
		_, err := nicmodel.New(&c)
		require.ErrorContains(t, err, test.want)
	}
}
