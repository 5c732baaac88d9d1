package topology

import (
	"fmt"
	"strings"

	"smartnic-cc/internal/base/text/nearest"
	"smartnic-cc/nicmodel/event"
)

const gigabit = 1_000_000_000

// presets are the named networks.
var presets = []struct {
	name string
	make Generator
}{
	// The network of HPCC's evaluation: 20 leaves of 16 hosts in 5 pods of 4, each with 4
	// aggregation switches, and 16 core switches in 4 groups.
	{"hpcc320", FatTree{Pods: 5, ToRPerPod: 4, HostsPerToR: 16, AggPerPod: 4, Cores: 16,
		HostRate: 100 * gigabit, AggRate: 400 * gigabit, CoreRate: 400 * gigabit, Delay: event.Microsecond}},
	// The network of the Dolce-RC paper: 128 ToR, 128 aggregation and 64 core switches,
	// which is the fat-tree of 16-port switches.
	{"fattree1024", fatTree16(8)},
	// The same with all radices within a pod doubled, and halved once and twice: 16 pods stay,
	// so that the same share of traffic crosses the core, and the bisection stays full.
	// The core switches are 256, 64, 16 and 4, in proportion to the hosts.
	{"fattree4096", fatTree16(16)},
	{"fattree256", fatTree16(4)},
	{"fattree64", fatTree16(2)},
	// The network of the THEMIS prototype: two data centres of 16 hosts, 100 km apart.
	{"longhaul32", LongHaul{ToRs: 4, HostsPerToR: 4, Aggs: 4, HostRate: 100 * gigabit, AggRate: 100 * gigabit,
		GatewayRate: 400 * gigabit, LongRate: 1600 * gigabit, Delay: event.Microsecond, LongDelay: 500 * event.Microsecond}},
}

// fatTree16 is 16 pods of k ToR switches with k hosts each and k aggregation switches,
// and k groups of k core switches; 200 Gb/s.
func fatTree16(k uint32) FatTree {
	const rate = 200 * gigabit
	return FatTree{Pods: 16, ToRPerPod: k, HostsPerToR: k, AggPerPod: k, Cores: k * k,
		HostRate: rate, AggRate: rate, CoreRate: rate, Delay: event.Microsecond}
}

// PresetNames lists the names that Preset knows.
func PresetNames() []string {
	names := make([]string, len(presets))
	for i := range presets {
		names[i] = presets[i].name
	}
	return names
}

// Preset makes the named network:
//
//   - hpcc320: 320 hosts at 100 Gb/s on 20 leaves, 20 aggregation and 16 core switches
//     in 5 pods, 400 Gb/s above the leaves, 1 us links;
//   - fattree1024: 1024 hosts, 128 ToR, 128 aggregation, 64 core switches in 16 pods,
//     200 Gb/s, 1 us links;
//   - fattree4096, fattree256, fattree64: the same with every radix within a pod doubled,
//     halved, and halved again; 16 pods stay, so that paths are as long in all;
//   - longhaul32: two data centres of 16 hosts at 100 Gb/s, 4 ToR, 4 aggregation switches and
//     a gateway each, 1 us links, joined by one link of 1.6 Tb/s and 500 us.
//
// The error for another name lists these.
func Preset(name string) (*Topology, error) {
	for i := range presets {
		if presets[i].name == name {
			t, err := presets[i].make.Build()
			if err == nil {
				t.Name = name
			}
			return t, err
		}
	}
	return nil, fmt.Errorf("topology %q is not known%s; there are %s", name, nearest.Hint(name, PresetNames()), strings.Join(PresetNames(), ", "))
}
