package fabric

import (
	"cmp"
	"slices"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/topology"
)

// Within a window nodes need not know of each other. Pods need not for longer: what one
// does reaches another by the core alone, no earlier than in the second window after. So
// pods and core take turns, two windows in a row at a time, staggered by one:
//
//	window      0    1    2    3    4    5
//	pods        \-- 0 --/    \-- 2 --/    \-- 4 --/
//	core             \-- 1 --/    \-- 3 --/
//
// Turn n takes windows n and n+1: the pods' second needs what the core did up to the
// first, which was the second of the turn before. All events of window n are taken when
// turn n ends.
//
// It is memory that gains. A model of a thousand hosts has some ten times as much under
// way as a core's cache holds, and goes through all of it in a window. A pod is a part of
// it that fits: what its nodes send one another in the first window is still there in the
// second, and so are they.

// turns are the switches of a part by who takes turns with whom, and how far they have
// come.
type turns struct {
	// pods are the switches of each pod of the network that are in this part, core those
	// of none.
	pods [][]*Switch
	core []*Switch
	// paired tells whether they take two windows in a row: not if a pod is in several parts
	// or switches of the core are joined.
	paired bool
	// podsDone and coreDone are the times before which all events have been taken; they
	// are the same in all parts.
	podsDone, coreDone event.Time
	// coreNext is a time before which nothing happens to the core's switches of this part.
	coreNext event.Time
	// End is when the run ends: no window goes beyond.
	End event.Time
}

// Stretch is up to two windows in a row, by their ends.
type Stretch struct {
	ends  [2]event.Time
	count uint8
}

// Ends lists the windows' ends.
func (s *Stretch) Ends() []event.Time { return s.ends[:s.count] }

// Last is the end of the last window, 0 if there is none.
func (s *Stretch) Last() event.Time {
	if s.count == 0 {
		return 0
	}
	return s.ends[s.count-1]
}

// Turn tells which windows pods and core are to take so that all events before a time, the
// end of a window or of the run, are taken.
func (p *Part) Turn(before event.Time) (pods, core Stretch) {
	one := Stretch{ends: [2]event.Time{before}, count: 1}
	two := one
	if p.paired && before < p.End {
		two = Stretch{ends: [2]event.Time{before, min(before+p.window, p.End)}, count: 2}
	}
	podsLag, coreLags := p.podsDone < before, p.coreDone < before
	switch {
	case podsLag && coreLags && p.coreRests(before):
		// So it is as if it had been run: the beginning, and after a pause.
		pods, p.coreDone = two, before
	case podsLag && coreLags:
		pods, core = one, one
	case podsLag:
		pods = two
	case coreLags:
		core = two
	}
	p.podsDone, p.coreDone = max(p.podsDone, pods.Last()), max(p.coreDone, core.Last())
	return pods, core
}

// coreRests tells whether nothing happens in the core before a time.
func (p *Part) coreRests(before event.Time) bool {
	for _, o := range p.others {
		if o.coreNext < before {
			return false
		}
	}
	return true
}

// group deals the part's switches to pods and core.
func (t *turns) group(of *topology.Topology, switches []*Switch, ports [][]topology.Port, paired bool) {
	t.paired = paired
	t.pods = make([][]*Switch, pods(of))
	for _, s := range switches {
		if pod := of.Pod[s.node-of.Hosts]; pod != topology.NoPod {
			t.pods[pod] = append(t.pods[pod], s)
		} else {
			t.core = append(t.core, s)
		}
	}
	// Those that send to the same switches come one after the other, while these switches'
	// lists are in the cache.
	slices.SortStableFunc(t.core, func(a, b *Switch) int {
		return cmp.Compare(firstPeer(ports[a.node]), firstPeer(ports[b.node]))
	})
}

// firstPeer is the first node that ports lead to.
func firstPeer(ports []topology.Port) uint32 {
	if len(ports) == 0 {
		return 0
	}
	return ports[0].Peer
}

// podsPerPart is how many pods a part has to have: with fewer, parts of whole pods may
// differ by too much for threads to share the work well.
const podsPerPart = 4

// whole tells whether pods are to be dealt to parts whole, so that they and the core can
// take turns.
func whole(t *topology.Topology, parts int) bool {
	if pods(t) < podsPerPart*parts {
		return false
	}
	for i := range t.Links {
		a, b := t.Links[i].A, t.Links[i].B
		if !t.IsHost(a) && !t.IsHost(b) && t.Pod[a-t.Hosts] == topology.NoPod && t.Pod[b-t.Hosts] == topology.NoPod {
			return false
		}
	}
	return true
}

// pods is the number of pods of a topology.
func pods(t *topology.Topology) int {
	n := 0
	for _, pod := range t.Pod {
		if pod != topology.NoPod {
			n = max(n, int(pod)+1)
		}
	}
	return n
}
