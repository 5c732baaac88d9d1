package drum

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/systems/companion"
	"smartnic-cc/nicmodel/systems/drum/topk"
)

// gates checks that all rows with a gate of a part are within, and returns the rows.
func gates(t *testing.T, name string) []companion.Row {
	t.Helper()
	parts := Companion().Parts(companion.Smoke)
	rows, err := parts[slices.IndexFunc(parts, func(p companion.Part) bool { return p.Name == name })].Rows()
	require.NoError(t, err)
	require.NotEmpty(t, rows)
	for _, k := range rows {
		t.Logf("%s: %.4g %s, paper %s, ratio %.2f, gate %s", k.Item, k.Ours, k.Unit, k.Paper, k.Ratio, k.Gate)
		require.True(t, k.Gate == "" || k.Within, "%s: %.4g %s; the gate is %s", k.Item, k.Ours, k.Unit, k.Gate)
	}
	return rows
}

// TestObservations: the context knee, the batch in front of a small message, the rate of polls (figure 2).
func TestObservations(t *testing.T) {
	for _, k := range gates(t, "observations") {
		require.True(t, k.Sign, k.Item)
	}
}

// TestTestbed: RAW, SHARE and DRUM (figures 6 and 8 to 11).
func TestTestbed(t *testing.T) {
	gates(t, "testbed")
}

// TestSimulations: all rows of figures 4 and 5; the tests of the iteration have a sample of them.
func TestSimulations(t *testing.T) {
	tier.Nightly(t)
	gates(t, "simulations")
}

// TestShares: the agent divides the NIC's time, a selected application has more than another, and each is
// selected in any three epochs.
func TestShares(t *testing.T) {
	const apps = 50
	a, err := NewAgent(apps, 20, topk.RuleRotating)
	require.NoError(t, err)
	var last [apps]int
	for epoch := 1; epoch <= 30; epoch++ {
		sum, selected := uint64(0), 0
		least, most := uint64(1<<32), uint64(0) // of the selected, of the others
		for j := range apps {
			sum += a.Share(j)
			if a.host.Selected[j] {
				selected++
				last[j] = epoch
				least = min(least, a.Share(j))
			} else {
				most = max(most, a.Share(j))
			}
			require.Less(t, epoch-last[j], 3, "application %d at epoch %d", j, epoch)
		}
		require.InDelta(t, 65536, float64(sum), apps)
		require.Equal(t, 20, selected)
		require.Greater(t, least, most)
		require.Greater(t, most*2, least)
		a.Epoch(nil)
	}
}

// TestRelease: an application that asks for more than its share gets its share.
func TestRelease(t *testing.T) {
	a, err := NewAgent(4, 4, topk.RuleLargest)
	require.NoError(t, err)
	require.InDelta(t, 1<<14, float64(a.Share(2)), 2)
	at := event.Time(0)
	for range 1001 {
		at = a.Release(0, 2, 100*event.Nanosecond)
	}
	require.InEpsilon(t, float64(400*event.Microsecond), float64(at), 0.002)
	require.Equal(t, 7*event.Microsecond, a.Release(7*event.Microsecond, 1, 100*event.Nanosecond))
}

// TestUsed: who has had no backlog does not age, and is not selected before those that had.
func TestUsed(t *testing.T) {
	a, err := NewAgent(30, 10, topk.RuleRotating)
	require.NoError(t, err)
	used := make([]bool, 30)
	for j := range 20 {
		used[j] = true
	}
	for range 6 {
		a.Epoch(used)
		for j := 20; j < 30; j++ {
			require.False(t, a.host.Selected[j])
		}
	}
}

// TestSameBytes: a testbed gives the same times again, and others with another seed.
func TestSameBytes(t *testing.T) {
	for _, s := range []Scheme{Raw, Share, Scheduled, Datagram} {
		b := small(s, 30)
		b.Length = 4 * event.Millisecond
		one, err := b.Run()
		require.NoError(t, err)
		again, err := b.Run()
		require.NoError(t, err)
		require.Equal(t, one, again)
		b.Seed = 2
		other, err := b.Run()
		require.NoError(t, err)
		require.NotEqual(t, one.Times, other.Times)
	}
}

// TestOnePoster: with the agent nobody waits for a lock, and each connection completes what it posts.
func TestOnePoster(t *testing.T) {
	b := small(Scheduled, 100)
	m, err := b.Run()
	require.NoError(t, err)
	require.Less(t, float64(m.Misses), 0.001*float64(m.Hits))
	for conn, times := range m.Times {
		require.Greater(t, len(times), 400, "connection %d", conn)
		for _, at := range times {
			require.Greater(t, at, AgentCost+2*wireDelay)
		}
	}
}

// TestBedRefused: bad input is named with what it may be.
func TestBedRefused(t *testing.T) {
	for want, change := range map[string]func(*Testbed){
		"0 connections; use 1 to 4096": func(b *Testbed) { b.Loads = nil },
		"connection 1: a batch of 0":   func(b *Testbed) { b.Loads[1].Batch = 0 },
		"from 2ms to 2ms":              func(b *Testbed) { b.Length = b.Warm },
		"scheme 7":                     func(b *Testbed) { b.Scheme = 7 },
		"group -1":                     func(b *Testbed) { b.Group = -1 },
	} {
		b := small(Raw, 2)
		change(b)
		_, err := b.Run()
		require.ErrorContains(t, err, want)
	}
}

// A small message against a connection that posts batches of 100, with a QP each and behind the agent.
func ExampleLatencyBehindBatch() {
	for _, s := range []Scheme{Raw, Scheduled} {
		curve, err := LatencyBehindBatch(s, 20, 100)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%-4s %4.1f us behind a batch of 20, %4.1f us behind one of 100\n", s, curve[0].Y, curve[1].Y)
	}
	// Output:
	// RAW  22.4 us behind a batch of 20, 77.3 us behind one of 100
	// DRUM 10.5 us behind a batch of 20, 10.5 us behind one of 100
}

func BenchmarkBed(b *testing.B) {
	events := uint64(0)
	for range b.N {
		m, err := small(Raw, 100).Run()
		if err != nil {
			b.Fatal(err)
		}
		events += m.Events
	}
	b.ReportMetric(float64(events)/b.Elapsed().Seconds(), "events/s")
}
