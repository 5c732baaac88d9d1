package saba

import "fmt"

// LeafSpine is a two-level network, numbered by output ports: first each host's NIC, then for each top-of-rack switch
// the ports to its hosts and to the spines, then for each spine those to the racks.
type LeafSpine struct {
	// Racks is the number of top-of-rack switches, Hosts that of hosts at each, Spines that of spines.
	Racks, Hosts, Spines int
}

// Ports returns the number of output ports.
func (n LeafSpine) Ports() int { return 2*n.Racks*n.Hosts + 2*n.Racks*n.Spines }

// Route returns the ports from one host to another, over a spine that depends on both.
func (n LeafSpine) Route(from, to int) ([]int, error) {
	hosts := n.Racks * n.Hosts
	if from < 0 || to < 0 || from >= hosts || to >= hosts || from == to {
		return nil, fmt.Errorf("hosts are 0 to %d, and a path leads to another one", hosts-1)
	}
	nic, down := from, hosts+to
	if from/n.Hosts == to/n.Hosts {
		return []int{nic, down}, nil
	}
	spine := (from*31 + to*17) % n.Spines
	up := 2*hosts + from/n.Hosts*n.Spines + spine
	across := 2*hosts + n.Racks*n.Spines + spine*n.Racks + to/n.Hosts
	return []int{nic, up, across, down}, nil
}

// Owners returns the controller of each port with one for each switch; ports of hosts' NICs have that of the rack.
func (n LeafSpine) Owners() []int {
	var list []int
	for range 2 {
		for host := range n.Racks * n.Hosts {
			list = append(list, host/n.Hosts)
		}
	}
	for port := range n.Racks * n.Spines {
		list = append(list, port/n.Spines)
	}
	for port := range n.Racks * n.Spines {
		list = append(list, n.Racks+port/n.Racks)
	}
	return list
}
