package topology

// Routes are the shortest paths, counted in links, from every switch to every edge
// switch (one that has hosts). Switches are numbered from 0 here: a node less Hosts.
//
// Lookup, for a packet at switch s to host h: if s is EdgeOf[h], it leaves by HostPort[h]; else by one of Next(s,
// EdgeIndex[h]).
type Routes struct {
	// EdgeOf is each host's switch, EdgeIndex that switch's place among the edge
	// switches, HostPort the switch's port to the host.
	EdgeOf    []uint32
	EdgeIndex []uint32
	HostPort  []uint16
	// Edges are the edge switches in ascending order.
	Edges []uint32
	// Group says for switch s and edge switch e at s*len(Edges)+e where in Lists
	// their ports begin: there is the count, and after it the ports in ascending order.
	// The count is 0 where s is the edge switch, or where no path leads there.
	Group []uint32
	Lists []uint16
	// Ports are the ports of all nodes.
	Ports [][]Port
	// hosts is the number of hosts.
	hosts uint32
}

// Next returns the ports of switch s that begin a shortest path to edge switch e (its
// place in Edges), in ascending order.
func (r *Routes) Next(s, e uint32) []uint16 {
	at := r.Group[s*uint32(len(r.Edges))+e]
	n := uint32(r.Lists[at])
	return r.Lists[at+1 : at+1+n]
}

// NextHops computes the routes of a valid topology: a breadth-first search from every
// edge switch. Equal lists of a switch are kept once.
func (t *Topology) NextHops() *Routes {
	r := &Routes{
		EdgeOf:    make([]uint32, t.Hosts),
		EdgeIndex: make([]uint32, t.Hosts),
		HostPort:  make([]uint16, t.Hosts),
		Ports:     t.Ports(),
		hosts:     t.Hosts,
		Lists:     []uint16{0}, // the empty list is shared
	}
	edge := make([]bool, t.Switches)
	for host := range t.Hosts {
		p := r.Ports[host][0]
		r.EdgeOf[host], r.HostPort[host] = p.Peer-t.Hosts, p.PeerPort
		edge[p.Peer-t.Hosts] = true
	}
	index := make([]uint32, t.Switches)
	for s, is := range edge {
		if is {
			index[s] = uint32(len(r.Edges))
			r.Edges = append(r.Edges, uint32(s))
		}
	}
	for host, s := range r.EdgeOf {
		r.EdgeIndex[host] = index[s]
	}
	r.fill(t)
	return r
}

// fill computes Group and Lists.
func (r *Routes) fill(t *Topology) {
	edges := uint32(len(r.Edges))
	r.Group = make([]uint32, t.Switches*edges)
	// known[s] are the lists of switch s, by their index in Lists. A switch has few different ones: the one up, and
	// one for each path down.
	known := make([][]uint32, t.Switches)
	distance := make([]uint32, t.Switches)
	queue := make([]uint32, 0, t.Switches)
	var list []uint16
	for e, root := range r.Edges {
		r.distances(root, distance, queue)
		for s := range t.Switches {
			if d := distance[s]; d != 0 && d != unreached {
				list = list[:0]
				for port, p := range r.Ports[t.Hosts+s] {
					if p.Peer >= t.Hosts && distance[p.Peer-t.Hosts] == d-1 {
						list = append(list, uint16(port))
					}
				}
				r.Group[s*edges+uint32(e)] = r.intern(&known[s], list)
			}
		}
	}
}

// unreached is the distance of switches that no path leads to.
const unreached = 1<<32 - 1

// distances counts the links from every switch to root. queue is room for all.
func (r *Routes) distances(root uint32, distance, queue []uint32) {
	for s := range distance {
		distance[s] = unreached
	}
	distance[root] = 0
	queue = append(queue[:0], root)
	for i := 0; i < len(queue); i++ {
		s := queue[i]
		for _, p := range r.Ports[r.hosts+s] {
			if p.Peer >= r.hosts && distance[p.Peer-r.hosts] == unreached {
				distance[p.Peer-r.hosts] = distance[s] + 1
				queue = append(queue, p.Peer-r.hosts)
			}
		}
	}
}

// intern returns the index of a list in Lists, adding it if the switch has no equal one.
func (r *Routes) intern(known *[]uint32, list []uint16) uint32 {
next:
	for _, at := range *known {
		if int(r.Lists[at]) != len(list) {
			continue
		}
		for i, port := range list {
			if r.Lists[at+1+uint32(i)] != port {
				continue next
			}
		}
		return at
	}
	at := uint32(len(r.Lists))
	r.Lists = append(append(r.Lists, uint16(len(list))), list...)
	*known = append(*known, at)
	return at
}

// Path appends to links the indices of the links of a shortest path from one host to
// another, by the first port at each switch; none from a host to itself.
func (r *Routes) Path(links []uint32, from, to uint32) []uint32 {
	if from == to {
		return links
	}
	links = append(links, r.Ports[from][0].Link)
	for s := r.EdgeOf[from]; s != r.EdgeOf[to]; {
		p := r.Ports[r.hosts+s][r.Next(s, r.EdgeIndex[to])[0]]
		links = append(links, p.Link)
		s = p.Peer - r.hosts
	}
	return append(links, r.Ports[to][0].Link)
}
