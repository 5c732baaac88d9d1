// Package topology describes the network of the NIC model: hosts, switches and the links
// between them, made by generators or read from the text format of the HPCC family of
// simulators; and the shortest paths through it.
//
// Nodes are numbered 0..Hosts-1 (hosts), then Hosts..Hosts+Switches-1 (switches). A
// node's ports are numbered in the order in which Links names the node. Everything here
// is a function of the description alone: no randomness, no map order.
package topology

import (
	"fmt"

	"smartnic-cc/nicmodel/event"
)

// Limits of a topology.
const (
	// MaxNodes is the largest number of hosts and switches together: a node's number
	// has 20 bits in the order of events.
	MaxNodes = 1 << 20
	// MaxLinks is the largest number of links.
	MaxLinks = 1 << 22
	// MaxPorts is the largest number of ports of a node. Their numbers have 16 bits, and the NIC model
	// gives the two largest another meaning.
	MaxPorts = 1<<16 - 2
	// MinRate and MaxRate bound a link's rate, bit/s.
	MinRate = 1_000_000
	MaxRate = 1_600_000_000_000
	// MaxDelay bounds a link's delay.
	MaxDelay = event.Second
	// MaxRoutes is the largest number of pairs of a switch and an edge switch.
	MaxRoutes = 1 << 26
	// LossUnit is the Link.LossPPB of a loss of every packet.
	LossUnit = 1_000_000_000
)

// NoPod is the pod of a switch that belongs to none.
const NoPod = 0xffff

// Link joins two nodes; it is full duplex and symmetric.
type Link struct {
	A, B uint32
	// Rate is in bit/s, MinRate..MaxRate.
	Rate uint64
	// Delay is the propagation time, above 0 and at most MaxDelay. It is above 0 because nodes simulated in parallel
	// may run ahead of one another by up to the smallest delay between them.
	Delay event.Time
	// LossPPB is the part of packets lost at random, per 10^9.
	LossPPB uint32
}

// Topology is a network. Validate ensures that each host has exactly one link, to a switch, no link joins a node to
// itself, and there is a path between any two hosts.
type Topology struct {
	// Name says what it is, for reports.
	Name            string
	Hosts, Switches uint32
	Links           []Link
	// ID is each node's number in the file; nil if they are equal.
	ID []uint32
	// Tier is the level of each switch: 0 if it has hosts (an edge switch), else the number
	// of links to the nearest that has.
	Tier []uint8
	// Pod is the pod of each switch: the switches below the highest tier that are
	// joined without passing through the highest tier, numbered in order of their lowest
	// switch. NoPod for the highest tier of several, and for pods past 65534.
	Pod []uint16
}

// Nodes returns the number of nodes.
func (t *Topology) Nodes() uint32 { return t.Hosts + t.Switches }

// IsHost reports whether a node is a host.
func (t *Topology) IsHost(node uint32) bool { return node < t.Hosts }

// IDOf returns a node's number in the file, or its own number.
func (t *Topology) IDOf(node uint32) uint32 {
	if t.ID == nil {
		return node
	}
	return t.ID[node]
}

// ByID returns the node of each number in the file, the inverse of ID; nil if they are equal.
func (t *Topology) ByID() []uint32 {
	if t.ID == nil {
		return nil
	}
	inverse := make([]uint32, len(t.ID))
	for node, id := range t.ID {
		inverse[id] = uint32(node)
	}
	return inverse
}

// label names a node for messages, by the file's number.
func (t *Topology) label(node uint32) string {
	switch {
	case node >= t.Nodes():
		return fmt.Sprintf("node %d", node)
	case t.IsHost(node):
		return fmt.Sprintf("host %d", t.IDOf(node))
	}
	return fmt.Sprintf("switch %d", t.IDOf(node))
}

// Port is one end of a link, at its node.
type Port struct {
	// Peer is the node at the other end, PeerPort the port there.
	Peer     uint32
	PeerPort uint16
	// Link is the index in Links.
	Link uint32
}

// Ports returns the ports of every node. A node's port numbers follow the order of
// Links. The topology is valid.
func (t *Topology) Ports() [][]Port {
	degree := make([]uint32, t.Nodes())
	for i := range t.Links {
		degree[t.Links[i].A]++
		degree[t.Links[i].B]++
	}
	slab := make([]Port, 2*len(t.Links))
	ports := make([][]Port, len(degree))
	for node, n := range degree {
		ports[node], slab = slab[:0:n], slab[n:]
	}
	for i := range t.Links {
		a, b := t.Links[i].A, t.Links[i].B
		pa, pb := uint16(len(ports[a])), uint16(len(ports[b]))
		ports[a] = append(ports[a], Port{Peer: b, PeerPort: pb, Link: uint32(i)})
		ports[b] = append(ports[b], Port{Peer: a, PeerPort: pa, Link: uint32(i)})
	}
	return ports
}
