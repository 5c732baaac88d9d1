package fabric

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/random"
	"smartnic-cc/nicmodel/topology"
)

// TestTurn plays what pods and core may need of each other: neither runs a window before
// the other has run the one before it, unless there was nothing to run; none is run
// twice or left out; and after each turn all is run that was asked for.
func TestTurn(t *testing.T) {
	const window = 1000
	rng := random.New(5, "turn", 0)
	pairs := 0
	for range 2000 {
		p := &Part{span: newSpan(window, 3*window)}
		other := &Part{}
		p.others = []*Part{p, other}
		p.paired = rng.Below(10) > 0
		p.End = event.Time(1+rng.Below(40))*window - event.Time(rng.Below(2)*rng.Below(window))
		var pods, core event.Time // run up to
		for n := event.Time(0); n*window < p.End; n++ {
			// A window without events is left out: there is nothing for the core before next.
			skipped := event.Time(0)
			if rng.Below(10) == 0 {
				skipped = event.Time(rng.Below(3))
			}
			n += skipped
			before := min((n+1)*window, p.End)
			if n*window >= p.End {
				break
			}
			// Nothing happens in what was left out, so nothing lies before the window at hand,
			// nor, to nodes that were run further, before that.
			pods, core = max(pods, n*window), max(core, n*window)
			p.coreNext = core + event.Time(rng.Below(3))*window/2
			other.coreNext = core + event.Time(rng.Below(3))*window/2
			rests := min(p.coreNext, other.coreNext)
			a, b := p.Turn(before)
			if a.count == 2 || b.count == 2 {
				pairs++
			}
			// Pods and core of one turn see nothing of each other's.
			podsSaw, coreSaw := max(core, min(rests, before)), pods
			for _, end := range a.Ends() {
				require.Greater(t, end, pods)
				require.LessOrEqual(t, end, (pods/window+1)*window)
				require.LessOrEqual(t, end-window, podsSaw, "pods to %d", end)
				pods = end
			}
			for _, end := range b.Ends() {
				require.Greater(t, end, core)
				require.LessOrEqual(t, end, (core/window+1)*window)
				require.LessOrEqual(t, end-window, coreSaw, "core to %d", end)
				core = end
			}
			if b.count == 0 && rests >= before {
				core = max(core, before) // it rested
			}
			require.GreaterOrEqual(t, min(pods, core), before)
			require.LessOrEqual(t, max(pods, core), p.End)
			if !p.paired {
				require.LessOrEqual(t, max(a.Last(), b.Last()), before)
			}
		}
	}
	require.Greater(t, pairs, 10_000, "windows in pairs")
}

// TestWhole: pods are dealt to parts whole if they suffice and the core's switches are not
// joined.
func TestWhole(t *testing.T) {
	for name, parts := range map[string][]int{
		"hpcc320": {1}, "fattree64": {1, 2, 3, 4}, "fattree1024": {1, 2, 3, 4},
	} {
		top, err := topology.Preset(name)
		require.NoError(t, err)
		for n := 1; n < 7; n++ {
			require.Equal(t, n <= len(parts), whole(top, n), "%s in %d parts", name, n)
		}
		for _, n := range parts {
			t.Run(fmt.Sprint(name, n), func(t *testing.T) {
				routes := top.NextHops()
				of := partition(top, routes, n, true)
				part := map[uint16]uint16{}
				hosts := make([]int, n)
				for node := range top.Nodes() {
					if top.IsHost(node) {
						hosts[of[node]]++
						require.Equal(t, of[top.Hosts+routes.EdgeOf[node]], of[node])
						continue
					}
					if pod := top.Pod[node-top.Hosts]; pod != topology.NoPod {
						if _, known := part[pod]; !known {
							part[pod] = of[node]
						}
						require.Equal(t, part[pod], of[node], "pod %d is in two parts", pod)
					}
				}
				for _, have := range hosts {
					require.InDelta(t, int(top.Hosts)/n, have, float64(top.Hosts)/16)
				}
			})
		}
		// A link within the core.
		top.Links = append(top.Links, topology.Link{A: top.Nodes() - 1, B: top.Nodes() - 2, Rate: 1e11, Delay: 1000})
		top.Finish()
		require.False(t, whole(top, 1))
	}
	// One pod and no core.
	star, err := topology.Star{Hosts: 4, Rate: 1e11, Delay: 1000}.Build()
	require.NoError(t, err)
	require.Equal(t, 1, pods(star))
	require.False(t, whole(star, 1))
}
