package doca

import "strings"

// Counter is a counter as the device library knows it: a word that only grows.
type Counter struct {
	Name, Text string
}

// Upper returns the name as it is in C enumerators.
func (c Counter) Upper() string { return strings.ToUpper(c.Name) }

// Counters returns the counters of an algorithm, in the order of their numbers.
func Counters(algorithm string) []Counter {
	all := []Counter{
		{"new_flows", "flows that began"},
		{"cnp_events", "events with CNPs"},
		{"cnps", "CNPs in them"},
		{"cnps_beyond", "CNPs beyond 8 in one event, without effect"},
		{"tx_events", "events of sent packets"},
		{"tx_cut_short", "events of sent packets whose last bytes were not counted"},
		{"other_events", "events of other kinds"},
		{"timers", "ends of timers that were run"},
		{"timers_left", "events that left timers for the next one"},
		{"timers_moved", "deadlines too far ahead, moved to now"},
		{"cuts", "events that cut a rate"},
		{"increases", "events that raised a target or a rate"},
		{"rates_floored", "rates below 2^-20 of the line rate, sent as 2^-20"},
	}
	if s, err := find(algorithm); err == nil && s.Learns {
		all = append(all, Counter{"lessons", "rewards that a bandit learnt from"})
	}
	return all
}
