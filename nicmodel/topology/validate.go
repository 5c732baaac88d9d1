package topology

import "fmt"

// fault is what is wrong with a topology and where: the link's index, or -1 if it is not
// one link's.
type fault struct {
	link int
	text string
}

func (f *fault) Error() string { return f.text }

// linkFault is a fault of one link.
func linkFault(i int, format string, args ...any) *fault {
	return &fault{i, fmt.Sprintf(format, args...)}
}

// Validate returns the first fault: a limit, a link, or an unreachable host. The error names the link or node.
func (t *Topology) Validate() error {
	f := t.check()
	if f == nil {
		return nil
	}
	if f.link < 0 {
		return fmt.Errorf("topology: %s", f.text)
	}
	return fmt.Errorf("topology: link %d: %s", f.link, f.text)
}

func (t *Topology) check() *fault {
	if f := t.checkCounts(); f != nil {
		return f
	}
	degree := make([]uint32, t.Nodes())
	for i := range t.Links {
		if f := t.checkLink(i, degree); f != nil {
			return f
		}
	}
	edges := uint64(0)
	counted := make([]bool, t.Switches)
	for i := range t.Links {
		l := &t.Links[i]
		if host := min(l.A, l.B); t.IsHost(host) {
			if s := max(l.A, l.B) - t.Hosts; !counted[s] {
				counted[s] = true
				edges++
			}
		}
	}
	for host := range t.Hosts {
		if degree[host] == 0 {
			return &fault{-1, t.label(host) + " has no link; give it one to a switch"}
		}
	}
	if edges*uint64(t.Switches) > MaxRoutes {
		return &fault{-1, fmt.Sprintf("%d switches and %d of them with hosts make more than %d routes",
			t.Switches, edges, MaxRoutes)}
	}
	return t.checkReach()
}

func (t *Topology) checkCounts() *fault {
	nodes := uint64(t.Hosts) + uint64(t.Switches)
	switch {
	case t.Hosts == 0:
		return &fault{-1, "there are no hosts"}
	case t.Switches == 0:
		return &fault{-1, "there are no switches; hosts speak through at least one"}
	case nodes > MaxNodes:
		return &fault{-1, fmt.Sprintf("%d nodes are more than the %d that fit", nodes, MaxNodes)}
	case len(t.Links) > MaxLinks:
		return &fault{-1, fmt.Sprintf("%d links are more than the %d that fit", len(t.Links), MaxLinks)}
	case t.ID != nil && !isPermutation(t.ID, t.Nodes()):
		return &fault{-1, fmt.Sprintf("the numbers of the nodes are not each of 0..%d once", nodes-1)}
	case uint32(len(t.Tier)) != t.Switches || uint32(len(t.Pod)) != t.Switches:
		return &fault{-1, "Tier and Pod do not have one entry a switch; call Finish"}
	}
	return nil
}

func isPermutation(ids []uint32, n uint32) bool {
	if uint32(len(ids)) != n {
		return false
	}
	seen := make([]bool, n)
	for _, id := range ids {
		if id >= n || seen[id] {
			return false
		}
		seen[id] = true
	}
	return true
}

func (t *Topology) checkLink(i int, degree []uint32) *fault {
	l := &t.Links[i]
	for _, node := range [2]uint32{l.A, l.B} {
		if node >= t.Nodes() {
			return linkFault(i, "node %d does not exist; nodes are 0..%d", node, t.Nodes()-1)
		}
	}
	a, b := t.label(l.A), t.label(l.B)
	switch {
	case l.A == l.B:
		return linkFault(i, "%s is linked to itself", a)
	case t.IsHost(l.A) && t.IsHost(l.B):
		return linkFault(i, "%s and %s are linked without a switch between them", a, b)
	case l.Rate == 0:
		return linkFault(i, "the rate between %s and %s is 0; a link needs a capacity", a, b)
	case l.Rate < MinRate || l.Rate > MaxRate:
		return linkFault(i, "the rate between %s and %s, %d bit/s, is out of range 1 Mb/s..1.6 Tb/s", a, b, l.Rate)
	case l.Delay <= 0:
		return linkFault(i, "the delay between %s and %s is not above 0; parts of the model run ahead of one another by a link's delay, so give 1ps at least", a, b)
	case l.Delay > MaxDelay:
		return linkFault(i, "the delay between %s and %s, %v, is above %v", a, b, l.Delay, MaxDelay)
	case l.LossPPB > LossUnit:
		return linkFault(i, "the loss between %s and %s is above 1", a, b)
	}
	for _, node := range [2]uint32{l.A, l.B} {
		degree[node]++
		if t.IsHost(node) && degree[node] > 1 {
			return linkFault(i, "%s has a second link; a host has exactly one", t.label(node))
		}
		if degree[node] > MaxPorts {
			return linkFault(i, "%s has more than %d links", t.label(node), MaxPorts)
		}
	}
	return nil
}

// checkReach searches from host 0 and names the first host that it does not reach.
func (t *Topology) checkReach() *fault {
	ports := t.Ports()
	met := make([]bool, t.Nodes())
	met[0] = true
	queue := append(make([]uint32, 0, t.Nodes()), 0)
	for len(queue) > 0 {
		node := queue[0]
		queue = queue[1:]
		for _, p := range ports[node] {
			if !met[p.Peer] {
				met[p.Peer] = true
				queue = append(queue, p.Peer)
			}
		}
	}
	for host := range t.Hosts {
		if !met[host] {
			return &fault{-1, fmt.Sprintf("%s cannot be reached from %s; link their switches", t.label(host), t.label(0))}
		}
	}
	return nil
}
