package saba

import (
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/nicmodel/systems/saba/curve"
	"smartnic-cc/nicmodel/systems/saba/nearest"
)

// P4 returns the entries of two tables that give a P4 switch the settings, as commands of simple_switch_CLI:
// saba_queue maps (egress port, priority level) to a queue, saba_weight (egress port, queue) to a weight of 1 to 255.
// The switch's program looks up the first and sets the queue; P4 has no scheduler, so the queues' scheduler reads the
// second. The commands are for empty tables.
func P4(settings []Setting) string {
	var b strings.Builder
	for _, s := range settings {
		fmt.Fprintf(&b, "# port %d: %s\n", s.Port, s.people())
		for l := range uint8(nearest.Levels) {
			if slices.Contains(s.Level, l) {
				fmt.Fprintf(&b, "table_add saba_queue set_queue %d %d => %d\n", s.Port, l, s.Queue[l])
			}
		}
		for q, w := range s.Weights {
			fmt.Fprintf(&b, "table_add saba_weight set_weight %d %d => %d\n", s.Port, q, w)
		}
	}
	return b.String()
}

// dataLanes are how many data virtual lanes a port of InfiniBand may have.
var dataLanes = []int{1, 2, 4, 8, 15}

// InfiniBand returns the map of service levels to virtual lanes and the VL arbitration table of each port, in the
// form of OpenSM's options. Service level l is priority level l, virtual lane v is queue v. All lanes are in the
// low-priority table, with weights of 1 to 255 in units of 64 bytes. OpenSM gives one such table to all ports of a
// kind; a table for each port is set by the attributes SLtoVLMappingTable and VLArbitrationTable. A port has 1, 2, 4,
// 8 or 15 data lanes: the fewest that hold the queues.
func InfiniBand(settings []Setting) (string, error) {
	var b strings.Builder
	for _, s := range settings {
		at, _ := slices.BinarySearch(dataLanes, len(s.Weights))
		if at == len(dataLanes) {
			return "", fmt.Errorf("saba: port %d has %d queues in use; InfiniBand has 15 data lanes: give the port 15 queues or fewer", s.Port, len(s.Weights))
		}
		fmt.Fprintf(&b, "# port %d: %s\nqos_max_vls %d\nqos_high_limit 0\nqos_vlarb_high 0:0\nqos_vlarb_low ", s.Port, s.people(), dataLanes[at])
		for v, w := range s.Weights {
			if v > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, "%d:%d", v, w)
		}
		b.WriteString("\nqos_sl2vl ")
		for l := range nearest.Levels {
			if l > 0 {
				b.WriteByte(',')
			}
			fmt.Fprint(&b, s.Queue[l])
		}
		b.WriteByte('\n')
	}
	return b.String(), nil
}

// people returns the description of a setting.
func (s *Setting) people() string {
	if len(s.Apps) == 0 {
		return "no applications"
	}
	var list []string
	for i, a := range s.Apps {
		list = append(list, fmt.Sprintf("application %d has %d/%d, level %d", a, s.Shares[i], curve.Units, s.Level[i]))
	}
	return strings.Join(list, "; ")
}
