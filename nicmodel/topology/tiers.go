package topology

import "slices"

// Finish derives Tier and Pod from the links. The generators and Read call it; call it before Validate for a Topology
// made by hand. It skips links to nodes that do not exist: Validate names them.
func (t *Topology) Finish() {
	adjacent := t.switchLinks()
	t.Tier = make([]uint8, t.Switches)
	const unknown = 0xff
	var queue []uint32
	for s := range t.Tier {
		t.Tier[s] = unknown
	}
	for i := range t.Links {
		a, b := t.Links[i].A, t.Links[i].B
		if host, s := min(a, b), max(a, b); t.IsHost(host) && s >= t.Hosts && s < t.Nodes() && t.Tier[s-t.Hosts] != 0 {
			t.Tier[s-t.Hosts] = 0
			queue = append(queue, s-t.Hosts)
		}
	}
	top := uint8(0)
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		top = max(top, t.Tier[s])
		for _, peer := range adjacent[s] {
			// Tiers above 254 are 254: it is for reports.
			if t.Tier[peer] == unknown {
				t.Tier[peer] = min(t.Tier[s]+1, unknown-1)
				queue = append(queue, peer)
			}
		}
	}
	t.pods(adjacent, top)
}

// pods numbers the groups of switches that are joined below the tier top.
func (t *Topology) pods(adjacent [][]uint32, top uint8) {
	t.Pod = slices.Repeat([]uint16{NoPod}, int(t.Switches))
	seen := make([]bool, t.Switches)
	below := func(s uint32) bool { return top == 0 || t.Tier[s] < top }
	next := uint16(0)
	for s := range t.Switches {
		if seen[s] || !below(s) {
			continue
		}
		seen[s] = true
		for queue := []uint32{s}; len(queue) > 0; queue = queue[1:] {
			t.Pod[queue[0]] = next
			for _, peer := range adjacent[queue[0]] {
				if !seen[peer] && below(peer) {
					seen[peer] = true
					queue = append(queue, peer)
				}
			}
		}
		if next < NoPod {
			next++
		}
	}
}

// switchLinks returns for every switch the switches that it is linked to, in order of
// Links.
func (t *Topology) switchLinks() [][]uint32 {
	adjacent := make([][]uint32, t.Switches)
	for i := range t.Links {
		a, b := t.Links[i].A, t.Links[i].B
		if a < t.Hosts || b < t.Hosts || a >= t.Nodes() || b >= t.Nodes() {
			continue
		}
		adjacent[a-t.Hosts] = append(adjacent[a-t.Hosts], b-t.Hosts)
		adjacent[b-t.Hosts] = append(adjacent[b-t.Hosts], a-t.Hosts)
	}
	return adjacent
}
