package cluster

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/systems/saba"
	"smartnic-cc/nicmodel/topology"
)

// studied runs the study and logs its numbers.
func studied(t *testing.T, alone event.Time, schemes []Scheme, seeds int) []Speedups {
	t.Helper()
	all, err := Study(alone, schemes, seeds, 1)
	require.NoError(t, err)
	for i, s := range all {
		for _, of := range []struct {
			name string
			list []float64
		}{{"all, geometric", s.Geometric(everyone)}, {"all, arithmetic", s.Arithmetic(everyone)}, {"sensitive", s.Geometric(sensitive)}, {"insensitive", s.Geometric(insensitive)}} {
			mean, half := ConfidenceInterval(of.list)
			t.Logf("%s: %s %.3f ± %.3f", schemes[i].Name, of.name, mean, half)
		}
	}
	return all
}

// TestNetworkRun: on the network Saba makes the sensitive group faster than the insensitive one, and with
// models of the first degree at a cost that is far higher. A sample of TestStudy.
func TestNetworkRun(t *testing.T) {
	all := studied(t, 10*ms, []Scheme{Schemes()[3], Schemes()[4]}, 2)
	for i := range all {
		gain, _ := ConfidenceInterval(all[i].Geometric(sensitive))
		lose, _ := ConfidenceInterval(all[i].Geometric(insensitive))
		require.Greater(t, gain, 1.05, Schemes()[3+i].Name)
		require.Greater(t, gain, lose, Schemes()[3+i].Name)
	}
}

// TestStudy: eight placements, workloads of 40 ms. With PFC alone the sensitive group gains 15 % and more over the
// baseline, with DCQCN 5 % and more; the insensitive one loses at most 5 % in the mean.
func TestStudy(t *testing.T) {
	tier.Nightly(t)
	all := studied(t, 40*ms, Schemes(), 8)
	mean := func(scheme int, of []int) float64 {
		m, _ := ConfidenceInterval(all[scheme].Geometric(of))
		return m
	}
	require.GreaterOrEqual(t, mean(3, sensitive), 1.15)
	require.GreaterOrEqual(t, mean(3, insensitive), 0.95)
	require.GreaterOrEqual(t, mean(2, sensitive), 1.05)
	require.GreaterOrEqual(t, mean(2, insensitive), 0.95)
	// What the thesis has the other way round: a queue for each application is better than Saba over all.
	require.Greater(t, mean(0, everyone), mean(2, everyone))
	require.Greater(t, mean(1, everyone), mean(3, everyone))
}

// TestMany: 60 instances of 20 applications on 64 hosts, more of them at a port than it has queues, so that the
// controller puts levels together: all end, and nothing is lost.
func TestMany(t *testing.T) {
	top, err := topology.LeafSpine{Leaves: 4, HostsPerLeaf: 16, Spines: 1, HostRate: Rate, UpRate: 8 * Rate, Delay: event.Microsecond}.Build()
	require.NoError(t, err)
	ten := Workloads(5 * ms)
	apps := append(ten, ten...)
	jobs, err := PlaceJobs(apps, Instances, top.Hosts, 1)
	require.NoError(t, err)
	var names []string
	var table []saba.Sensitivity
	for i, a := range apps {
		names = append(names, a.Name)
		if i >= len(ten) {
			continue
		}
		p, err := saba.Measure(a.Name, saba.Percents(), func(percent int) (event.Time, error) { return a.Alone(Rate, uint64(percent)) })
		require.NoError(t, err)
		s, err := p.Fit(3)
		require.NoError(t, err)
		table = append(table, *s)
	}
	c := Config{Topology: top, Jobs: jobs, Queueing: Controlled, Control: NewSaba(Controller(table), names), End: event.Second}
	r, err := Run(&c)
	require.NoError(t, err)
	require.NotContains(t, r.Times, event.Time(0))
	require.Zero(t, r.GoBacks)
	most := 0
	m, _, err := c.model()
	require.NoError(t, err)
	model, err := nicmodel.New(m)
	require.NoError(t, err)
	_, at := JobsByPort(Conns(m, model))
	for _, jobs := range at {
		most = max(most, len(jobs))
	}
	require.Greater(t, most, Queues)
	t.Logf("%d applications at a port; %d events", most, r.Events)
}

// TestInterval: a mean and its interval by hand.
func TestInterval(t *testing.T) {
	mean, half := ConfidenceInterval([]float64{1, 2, 3, 4})
	require.InDelta(t, 2.5, mean, 1e-12)
	require.InDelta(t, 3.182*1.2909944/2, half, 1e-6)
}
