package dump

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"smartnic-cc/codegen/backend/rue/packet"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/nearest"
	"smartnic-cc/internal/base/text/tomlfile"
)

// FileName is the file next to an algorithm's source that says where its values are in packets, and Limit its most bytes.
const (
	FileName = "packed.toml"
	Limit    = 1 << 16
)

// now is what an event's time is called, which packets do not have.
const now = "now"

// Places say which field of a packet each value of an algorithm is. A generation need not have all fields: what it lacks
// is 0 in events, stays as it was in the state, and is dropped of the output.
type Places struct {
	state, event, output []place
}

// place is a leaf and the name of its field.
type place struct {
	leaf  int
	name  string
	label string // as in Event.Now
	kind  ir.Kind
}

// ParsePlaces reads a file of places: a table for each of state, event and output, which has the leaves of the
// algorithm as keys and fields of packets as text. A value of the state is in both packets, before and after the event.
// The error names the file and the line.
func ParsePlaces(file string, text []byte, t *ir.Transducer) (*Places, error) {
	var tables struct {
		State  map[string]string `toml:"state"`
		Event  map[string]string `toml:"event"`
		Output map[string]string `toml:"output"`
	}
	lines, err := tomlfile.DecodeKeyed(text, file, "docs/examples/falcon/"+FileName, &tables)
	if err != nil {
		return nil, err
	}
	var events, responses []string
	for g := packet.DNAA; g <= packet.BNA; g++ {
		events, responses = append(events, names(packet.Event(g))...), append(responses, names(packet.Response(g))...)
	}
	both := collect.Where(events, func(name string) bool { return slices.Contains(responses, name) })
	p := &Places{}
	taken := map[string]string{}
	for _, table := range []struct {
		name, packets string
		keys          map[string]string
		of            *ir.Type
		fields        []string
		into          *[]place
	}{
		{"state", "both packets", tables.State, t.State, both, &p.state},
		{"event", "events", tables.Event, t.Event, append(events, now), &p.event},
		{"output", "responses", tables.Output, t.Output, responses, &p.output},
	} {
		leaves := ir.Layout(table.of)
		for _, key := range slices.Sorted(maps.Keys(table.keys)) {
			name := table.keys[key]
			at := lines.Place(file, table.name+"."+key)
			i := slices.IndexFunc(leaves, func(l ir.Leaf) bool { return l.Name == key })
			if i < 0 {
				known := collect.Of(leaves, func(l ir.Leaf) string { return l.Name })
				return nil, fmt.Errorf("%s: the %s of %s has no %.60q%s; it has %s", at, table.name, t.Name, key, nearest.Hint(key, known), strings.Join(known, ", "))
			}
			if !slices.Contains(table.fields, name) {
				return nil, fmt.Errorf("%s: %s have no field %.60q%s (%s)", at, table.packets, name, nearest.Hint(name, table.fields), key)
			}
			label := table.name + " " + key
			if other := taken[name]; other != "" && table.name != "event" {
				return nil, fmt.Errorf("%s: %s is %s already; a field has one value", at, name, other)
			}
			if table.name != "event" {
				taken[name] = label
			}
			*table.into = append(*table.into, place{i, name, label, leaves[i].Kind})
		}
	}
	return p, nil
}

// names returns the names of fields that are not reserved.
func names(fields []packet.Field) []string {
	return collect.Pick(fields, func(f packet.Field) (string, bool) { return f.Name, !f.Reserved() })
}
