package nicmodel_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/topology"
	"smartnic-cc/nicmodel/workload"
)

// TestStages: an application of stages computes, sends and waits for its barriers in order, with a host of
// it slowed down by other traffic and volumes that do not divide by the others.
func TestStages(t *testing.T) {
	const n = 4
	top := build(t, topology.Star{Hosts: n + 2, Rate: 100 * gigabit, Delay: event.Microsecond})
	g := workload.Stages{Hosts: []uint32{0, 1, 2, 3}, Start: 3 * event.Microsecond, Class: 1, Stages: []workload.Stage{
		{Compute: 20 * event.Microsecond, Overlapped: 100_001, Serial: 50_000},
		{Compute: 30 * event.Microsecond},
		{Serial: 2},
		{Overlapped: 400_000},
		{},
		{Compute: 5 * event.Microsecond, Overlapped: 2, Serial: 70_000},
	}}
	plan, err := g.Plan()
	require.NoError(t, err)
	_, first, err := plan.Append(flows(flow{src: n, dst: 2, bytes: 300_000}, flow{src: n + 1, dst: 2, bytes: 300_000}))
	require.NoError(t, err)
	c := plain(top, plan)
	c.Record.Dependencies = true
	_, notes := proof{Config: c, watch: watch(top, true), cuts: [][2]int{{2, 2}}}.run(t)
	opened := map[uint32]event.Time{}
	for _, k := range notes.Dependencies {
		opened[k.Dependency] = k.At
	}
	require.Len(t, opened, len(plan.Dependencies))
	last := event.Time(0)
	for k, s := range g.Stages {
		sum := [n]uint64{}
		for i := range n {
			begin, end := opened[g.Begin(k, i)], opened[g.End(k, i)]
			require.GreaterOrEqual(t, begin, last, "stage %d begins before another instance ended the one before", k)
			require.GreaterOrEqual(t, end, begin+s.Compute)
		}
		for _, m := range plan.Messages {
			if m.Conn < first && (m.OnArrival-g.Begin(k, 0))%4 != 0 && m.OnArrival >= g.Begin(k, 0) && m.OnArrival < g.Begin(k, 0)+4*n {
				sum[plan.Conns[m.Conn].Src] += m.Bytes
			}
		}
		for i := range n {
			require.Equal(t, s.Overlapped+s.Serial, sum[i])
			last = max(last, opened[g.End(k, i)])
		}
	}
	// Serial transfers are posted when all that overlaps is over, and that at the begin.
	for _, m := range notes.Completions {
		at := plan.Messages[m.Message]
		if at.After != workload.NoDependency {
			require.Equal(t, opened[at.After], m.Posted)
		}
	}
	// Computing of a stage without transfers takes its time, and the barrier's way.
	require.Equal(t, opened[g.Begin(1, 0)]+30*event.Microsecond, opened[g.End(1, 0)])

	for want, g := range map[string]workload.Stages{
		"1 hosts; instances send to one another, so give 2 at least": {Hosts: []uint32{1}},
		"there are no stages":                                                     {Hosts: []uint32{1, 2}},
		"host 1 is there twice":                                                   {Hosts: []uint32{1, 1}, Stages: make([]workload.Stage, 1)},
		"stage 0 has a volume above 1099511627776 bytes":                          {Hosts: []uint32{0, 1}, Stages: []workload.Stage{{Serial: 1 << 41}}},
		"stage 1 computes for -1ps; use 0s to 2305843.009213693951s":              {Hosts: []uint32{0, 1}, Stages: []workload.Stage{{}, {Compute: -1}}},
		"more than the 50000000 messages that fit; run fewer stages or instances": {Hosts: make([]uint32, 10_000), Stages: make([]workload.Stage, 1)},
	} {
		_, err := g.Plan()
		require.EqualError(t, err, "workload stages: "+want)
	}
}
