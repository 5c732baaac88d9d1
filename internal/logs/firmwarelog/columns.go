package firmwarelog

import (
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/testvectors/transducer"
)

// A target is what a column, key or binary field means.
type target struct {
	what  targetKind
	part  transducer.Part
	index int // of the leaf in its part
	// wraps: the value is cut to the width of the leaf (a time since the start of a log,
	// where the firmware's clock wraps).
	wraps bool
	// byName: the kind of an event may be given by its name.
	byName bool
}

type targetKind uint8

const (
	unbound targetKind = iota
	ignored
	connName
	recordKind
	leafValue
	wholePart // all leaves of a part in order, as a list
	onlyEvent // the name of the event, in an algorithm that has one
)

// timeColumn is the column of the time in rate logs, ns since their beginning.
const timeColumn = "time_ns"

// columns maps names to targets for one algorithm.
type columns struct {
	algorithm *Algorithm
	byName    map[string][]target // normalised leaf name, with its part and without
	rateLog   map[string]target   // columns of a rate log but for those of the state
	showing   map[string]target   // columns of a rate log that show a field of the state
	seen      map[target]string   // what has a column already
	ignored   []string
}

// given is what decides about the meaning of other columns.
type given struct {
	// whole: the whole state is there, in a separate column or list.
	whole bool
	// replayed: it is a rate log, whose names come before those of the source.
	replayed bool
}

// see takes a column that is there into account. list says that it may hold a whole part.
func (g *given) see(name string, list bool) {
	name = strings.ToLower(strings.TrimSpace(name))
	first, _, _ := strings.Cut(name, " ")
	g.whole = g.whole || list && first == transducer.PartState.String()
	g.replayed = g.replayed || name == timeColumn
}

// normal makes one of the spellings of a name: Rates.IncreaseAt in Go and
// rates.increase_at in the generated C are the same.
func normal(name string) string {
	return strings.ReplaceAll(strings.ToLower(strings.TrimSpace(name)), "_", "")
}

func newColumns(a *Algorithm) *columns {
	c := &columns{algorithm: a, byName: map[string][]target{}, rateLog: map[string]target{}, showing: map[string]target{}, seen: map[target]string{}}
	for part := range transducer.NumParts {
		for i, l := range a.Leaves(part) {
			t := target{what: leafValue, part: part, index: i, byName: part == transducer.PartEvent && i == a.contract.Kind}
			n := normal(l.Name)
			c.byName[n] = append(c.byName[n], t)
			c.byName[part.String()+"."+n] = []target{t}
		}
	}
	if now := a.contract.Now; now >= 0 {
		c.rateLog[timeColumn] = target{what: leafValue, part: transducer.PartEvent, index: now, wraps: true}
	}
	if kind := a.contract.Kind; kind >= 0 {
		c.rateLog["event"] = target{what: leafValue, part: transducer.PartEvent, index: kind, byName: true}
	} else if len(a.contract.Events) == 1 {
		c.rateLog["event"] = target{what: onlyEvent}
	}
	for i := range a.columns {
		switch col := &a.columns[i]; {
		case col.Signal != nil:
			c.rateLog[col.Name] = target{what: leafValue, part: transducer.PartEvent, index: col.Index}
		case col.Probe == nil:
			c.rateLog[col.Name] = target{what: leafValue, part: transducer.PartOutput, index: col.Index}
		case !col.Probe.InView:
			c.showing[col.Name] = target{what: leafValue, part: transducer.PartState, index: col.Probe.Index}
		}
	}
	return c
}

// of returns what a name means, which no other column may mean. A name without meaning is ignored and remembered.
func (c *columns) of(name string, g given) (target, error) {
	t, err := c.lookUp(name, g)
	if err != nil || t.what == ignored {
		return t, err
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

func (c *columns) leaves(t target) []target {
	if t.what != wholePart {
		return []target{t}
	}
	ts := make([]target, len(c.algorithm.Leaves(t.part)))
	for i := range ts {
		ts[i] = target{what: leafValue, part: t.part, index: i}
	}
	return ts
}

// lookUp is of without reserving the meaning.
func (c *columns) lookUp(name string, g given) (target, error) {
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
	ts := c.byName[normal(name)]
	if t, ok := c.rateLog[n]; ok && (ts == nil || g.replayed) {
		return t, nil
	}
	shown, shows := c.probes(n)
	switch {
	case shows && g.whole && (ts == nil || g.replayed):
		return target{what: ignored}, nil // the whole state has it
	case shows && ts == nil:
		return shown, nil
	case len(ts) > 1:
		parts := collect.Of(ts, func(t target) string { return t.part.String() + "." + c.algorithm.Leaves(t.part)[t.index].Name })
		return target{}, fmt.Errorf("%.60q can mean %s; write the part before it", name, strings.Join(parts, " or "))
	case len(ts) == 1:
		return ts[0], nil
	}
	if name = strings.TrimSpace(name); !(g.whole && shows) && !slices.Contains(c.ignored, name) {
		c.ignored = append(c.ignored, name)
	}
	return target{what: ignored}, nil
}

// probes returns the field of the state that a column of the rate log shows.
func (c *columns) probes(name string) (t target, ok bool) {
	if t, ok = c.showing[name]; ok {
		return t, true
	}
	if i := strings.LastIndex(name, "_q"); i >= 0 && strings.Trim(name[i+2:], "0123456789") == "" {
		t, ok = c.showing[name[:i]+"_q*"]
	}
	return t, ok
}

// partOf returns the part of a step that has the name.
func partOf(name string) (p transducer.Part, ok bool) {
	for p := range transducer.NumParts {
		if p.String() == name {
			return p, true
		}
	}
	return 0, false
}

// list is a column that holds a whole part. The names, if any, have to be its leaves.
func (c *columns) list(part, names string) (target, error) {
	t := target{what: wholePart}
	t.part, _ = partOf(part)
	leaves := c.algorithm.Leaves(t.part)
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
func (c *columns) missing(p transducer.Part) []string {
	var names []string
	for i, l := range c.algorithm.Leaves(p) {
		if _, ok := c.seen[target{what: leafValue, part: p, index: i}]; !ok {
			names = append(names, p.String()+"."+l.Name)
		}
	}
	return names
}

// check refuses a log in which what a step needs, or anything to compare, is missing.
func (c *columns) check() error {
	for _, i := range c.algorithm.needed {
		if _, ok := c.seen[target{what: leafValue, part: transducer.PartEvent, index: i}]; !ok {
			return fmt.Errorf("there is no event.%s; a step needs it (docs/vectors.md has the names)", c.algorithm.Event[i].Name)
		}
	}
	if len(c.missing(transducer.PartOutput))+len(c.missing(transducer.PartState)) == len(c.algorithm.Output)+len(c.algorithm.State) {
		return fmt.Errorf("there is no field of the output or state of %s, so nothing to compare; give output.%s or state.%s, or another algorithm",
			c.algorithm.Name, c.algorithm.Output[0].Name, c.algorithm.State[0].Name)
	}
	return nil
}
