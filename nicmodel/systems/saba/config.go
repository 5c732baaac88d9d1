package saba

import (
	"fmt"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/systems/saba/curve"
	"smartnic-cc/nicmodel/systems/saba/nearest"
)

// Config is a controller's view of the network and applications.
type Config struct {
	// Table is the sensitivity table of the profiled applications.
	Table []Sensitivity
	// Levels is the number of priority levels, 1 to 16.
	Levels int
	// Queues is the number of queues of each output port that Saba may use. Ports are numbered from 0.
	Queues []int
	// Route returns the ports on a connection's path between two hosts, in order; with several paths those of all.
	Route func(from, to int) ([]int, error)
	// Capacity is the share of Saba's applications at each port, in units: 256 is all. If less, the last queue is for
	// all other traffic, with the rest.
	Capacity uint32
	// Latency is the time from a call of the library until the switches of the first controller have their settings.
	Latency event.Time
	// Owner is the controller of each port, and Hop a controller's time to notify the next on the path of a
	// connection. nil is a central controller, which maps registered applications to priority levels. Others have a
	// map of the whole table, made when it was profiled.
	Owner []int
	Hop   event.Time
	// Scaled has coefficients scaled to a deviation of 1 before they are compared.
	Scaled bool
}

// Check returns what is wrong with a configuration.
func (c *Config) Check() error {
	switch {
	case len(c.Table) == 0:
		return fmt.Errorf("saba: no application was profiled; the sensitivity table is empty")
	case c.Levels < 1 || c.Levels > nearest.Levels:
		return fmt.Errorf("saba: %d priority levels; use 1 to %d, which InfiniBand has (Ethernet has 8)", c.Levels, nearest.Levels)
	case len(c.Queues) == 0:
		return fmt.Errorf("saba: no ports; give each output port its number of queues")
	case c.Route == nil:
		return fmt.Errorf("saba: no routes; a controller has to find the ports of a connection")
	case c.Capacity < 1 || c.Capacity > curve.Units:
		return fmt.Errorf("saba: a capacity of %d units; use 1 to %d, which is the whole link", c.Capacity, curve.Units)
	case c.Latency < 0 || c.Hop < 0:
		return fmt.Errorf("saba: a latency of %v, and %v between controllers; neither is below 0", c.Latency, c.Hop)
	case c.Owner != nil && len(c.Owner) != len(c.Queues):
		return fmt.Errorf("saba: owners of %d ports, of which there are %d; name the controller of each", len(c.Owner), len(c.Queues))
	}
	for port, n := range c.Queues {
		switch {
		case n < 1 || n > WeightSum:
			return fmt.Errorf("saba: port %d has %d queues; use 1 to %d", port, n, WeightSum)
		case n == 1 && c.Capacity < curve.Units:
			return fmt.Errorf("saba: port %d has one queue, but %d of %d units are kept for other traffic, which needs a queue of its own", port, curve.Units-c.Capacity, curve.Units)
		}
	}
	return nil
}

// queues returns how many queues of a port Saba's applications have.
func (c *Config) queues(port int) int {
	if c.Capacity < curve.Units {
		return c.Queues[port] - 1
	}
	return c.Queues[port]
}

// Setting is the new state of one output port.
type Setting struct {
	// Port is the port, At when the switch applies it.
	Port int
	At   event.Time
	// Apps are the applications at the port in ascending order, and Shares what equation (4.2) gives them, in units.
	Apps   []App
	Shares []uint32
	// Level is the priority level of each, Merges how often clusters of levels were merged for the port's
	// queues, and Queue the queue of each priority level.
	Level  []uint8
	Merges int
	Queue  [nearest.Levels]uint8
	// Weights are those of the queues in use, which sum to WeightSum; the last is other traffic's if the capacity is
	// below the whole link.
	Weights []uint8
}

// Tag is the priority level that an application's packets carry from now on.
type Tag struct {
	App   App
	Level uint8
}

// Change is the effect of a call of the library.
type Change struct {
	// Settings are in the order of the ports on the path, or of their numbers if all change.
	Settings []Setting
	// Tags are in the order of applications: the registered one, and those whose level changed.
	Tags []Tag
}
