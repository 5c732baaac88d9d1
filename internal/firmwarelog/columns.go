package firmwarelog

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"smartnic-cc/dcqcn"
	"smartnic-cc/testvectors/transducer"
)

// A target is what a column, key or binary field means.
type target struct {
	what  targetKind
	part  Part
	index int // of the leaf in its part
	// wraps: the value is cut to the width of the leaf (a time since the start of a log,
	// where the firmware's clock wraps).
	wraps bool
	// byName: the kind of an event may be given by its name.
	byName bool
	// also is a field of the state that has the same value, by its index from 1; 0 for none.
	also int
}

type targetKind uint8

const (
	ignored targetKind = iota
	connName
	recordKind
	leafValue
	wholePart // all leaves of a part in order, as a list
)

// eventNames are the kinds of events of the reaction points, as the logs of this house
// name them.
var eventNames = func() map[string]dcqcn.EventKind {
	names := map[string]dcqcn.EventKind{"tx": dcqcn.EventSent, "data_assumed": dcqcn.EventSent, "sent": dcqcn.EventSent}
	for k := dcqcn.EventNone; k.Known(); k++ {
		names[k.LogWord()], names[k.String()] = k, k
	}
	return names
}()

// EventName names the kind of an event as the source does, or "" for an unknown one.
func EventName(kind uint64) string {
	if kind > math.MaxUint8 || !dcqcn.EventKind(kind).Known() {
		return ""
	}
	return dcqcn.EventKind(kind).String()
}

// aliases are the columns of the rate log of `cctrace replay`, so that it is a firmware
// log too.
var aliases = map[string]string{
	"time_ns": "event.now", "event": "event.kind", "rc_kbps": "output.rate", "did": "output.did",
	"bytes": "event.bytes", "packets": "event.packets", "cnps": "event.cnps", "marked": "event.marked",
}

// shown are the columns of the rate log that show a field of the state, and the names that
// algorithms have for it. Beside the whole state they say nothing new, but for the current
// rate, which is what a step puts out, too.
var shown = map[string][]string{
	"rc_kbps": {"state.rates.rc", "state.react.rc"},
	"rt_kbps": {"state.rates.rt", "state.react.rt"}, "alpha": {"state.alpha"},
	"time_stage": {"state.rates.timestage", "state.react.timestage"},
	"byte_stage": {"state.rates.bytestage", "state.react.bytestage"},
}

// showing returns what a column of the rate log shows of the state.
func showing(name string) []string {
	if bits, ok := strings.CutPrefix(name, "alpha_q"); ok && strings.Trim(bits, "0123456789") == "" {
		name = "alpha"
	}
	return shown[name]
}

// columns maps names to targets for one algorithm.
type columns struct {
	algorithm *transducer.Algorithm
	byName    map[string][]target // normalised leaf name, with its part and without
	seen      map[target]string   // what has a column already
	ignored   []string
	// whole: the whole state is there, in a column or list of its own.
	whole bool
}

// normal makes one of the spellings of a name: Rates.IncreaseAt in Go and
// rates.increase_at in the generated C are the same.
func normal(name string) string {
	return strings.ReplaceAll(strings.ToLower(strings.TrimSpace(name)), "_", "")
}

func newColumns(a *transducer.Algorithm) *columns {
	c := &columns{algorithm: a, byName: map[string][]target{}, seen: map[target]string{}}
	for part := range numParts {
		for i, l := range leavesOf(a, part) {
			t := target{what: leafValue, part: part, index: i, byName: part == Event && l.Name == "Kind"}
			n := normal(l.Name)
			c.byName[n] = append(c.byName[n], t)
			c.byName[partNames[part]+"."+n] = []target{t}
		}
	}
	return c
}

// of tells what a name means. A name that means nothing is ignored and remembered.
func (c *columns) of(name string) (target, error) {
	t, err := c.lookUp(name)
	if err != nil {
		return t, err
	}
	if t.what == ignored {
		c.ignore(name)
		return t, nil
	}
	// A list claims the leaves of its part.
	for _, l := range c.leaves(t) {
		l.wraps, l.byName = false, false
		if other, ok := c.seen[l]; ok {
			return t, fmt.Errorf("%.60q and %.60q name the same thing; keep one", other, name)
		}
		c.seen[l] = strings.Clone(name)
	}
	return t, nil
}

// ignore remembers a name that is not compared. What the whole state shows already is nothing
// that anybody would miss.
func (c *columns) ignore(name string) {
	name = strings.TrimSpace(name)
	if c.whole && c.shows(strings.ToLower(name)) != nil {
		return
	}
	if !slices.Contains(c.ignored, name) {
		c.ignored = append(c.ignored, name)
	}
}

func (c *columns) leaves(t target) []target {
	if t.what != wholePart {
		return []target{t}
	}
	ts := make([]target, len(leavesOf(c.algorithm, t.part)))
	for i := range ts {
		ts[i] = target{what: leafValue, part: t.part, index: i}
	}
	return ts
}

func (c *columns) lookUp(name string) (target, error) {
	n := strings.ToLower(strings.TrimSpace(name))
	switch n {
	case "conn":
		return target{what: connName}, nil
	case "record":
		return target{what: recordKind}, nil
	}
	// "state", or "state Rates.RC Rates.RT ..." as the rate log heads it.
	if first, names, _ := strings.Cut(n, " "); first == "state" || first == "output" {
		return c.list(first, names)
	}
	if a, ok := aliases[n]; ok && len(c.byName[a]) == 1 && c.byName[normal(name)] == nil {
		t := c.byName[a][0]
		t.wraps = n == "time_ns"
		return t, nil
	}
	fields := showing(n)
	if c.whole && fields != nil {
		return target{}, nil
	}
	ts := c.byName[normal(name)]
	if ts == nil {
		ts = c.shows(n)
	}
	if len(ts) > 1 {
		var parts []string
		for _, t := range ts {
			parts = append(parts, t.part.String()+"."+leavesOf(c.algorithm, t.part)[t.index].Name)
		}
		return target{}, fmt.Errorf("%.60q can mean %s; write the part before it", name, strings.Join(parts, " or "))
	}
	if len(ts) == 1 {
		return ts[0], nil
	}
	return target{}, nil
}

// shows returns the field of the state that a column of the rate log shows; none if the
// algorithm has no such field.
func (c *columns) shows(name string) []target {
	for _, field := range showing(name) {
		if ts := c.byName[field]; ts != nil {
			return ts
		}
	}
	return nil
}

// alike has a column that is bound to something else give a field of the state besides, if it
// shows one that no column has.
func (c *columns) alike(name string, t *target) {
	ts := c.shows(strings.ToLower(strings.TrimSpace(name)))
	if c.whole || t.what != leafValue || t.part == State || ts == nil {
		return
	}
	if _, ok := c.seen[ts[0]]; !ok {
		c.seen[ts[0]] = strings.Clone(name)
		t.also = ts[0].index + 1
	}
}

// list is a column that holds a whole part. The names, if any, have to be its leaves.
func (c *columns) list(part, names string) (target, error) {
	t := target{what: wholePart, part: Part(slices.Index(partNames[:], part))}
	leaves := leavesOf(c.algorithm, t.part)
	if names == "" {
		return t, nil
	}
	have := strings.Fields(names)
	for i, l := range leaves {
		if i >= len(have) || normal(have[i]) != normal(l.Name) {
			return t, fmt.Errorf("the column of the whole %s is not that of %s: field %d should be %s; give the algorithm that wrote the log", part, c.algorithm.Name, i+1, l.Name)
		}
	}
	if len(have) > len(leaves) {
		return t, fmt.Errorf("the column of the whole %s has %d fields, that of %s has %d; give the algorithm that wrote the log", part, len(have), c.algorithm.Name, len(leaves))
	}
	return t, nil
}

// missing returns the names of the leaves of a part that no column gives.
func (c *columns) missing(p Part) []string {
	var names []string
	for i, l := range leavesOf(c.algorithm, p) {
		if _, ok := c.seen[target{what: leafValue, part: p, index: i}]; !ok {
			names = append(names, p.String()+"."+l.Name)
		}
	}
	return names
}

// check refuses a log in which what a step needs, or anything to compare, is missing.
func (c *columns) check() error {
	for _, name := range c.missing(Event) {
		if name == "event.Kind" || name == "event.Now" {
			return fmt.Errorf("there is no %s; a step needs it (docs/verify.md has the names)", name)
		}
	}
	if len(c.missing(Output))+len(c.missing(State)) == len(c.algorithm.Output)+len(c.algorithm.State) {
		return fmt.Errorf("there is no field of the output or state of %s, so nothing to compare; give output.%s or state.%s, or another algorithm",
			c.algorithm.Name, c.algorithm.Output[0].Name, c.algorithm.State[0].Name)
	}
	return nil
}
