package views

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strings"

	"smartnic-cc/codegen/ir"
)

// Values of a rate log. What else an algorithm shows has the numbers from valueMore on, in the order
// of Run.Axes.
const (
	valueRate = iota
	valueTarget
	valueAlpha
	valueArm
	valueMore
)

// rateLog is where the columns of a rate log are; -1 for one that it does not have.
type rateLog struct {
	time, conn, event, cnps, made int

	shown  bool // of an algorithm that is no reaction point
	values []valueColumn
	read   row
}

// valueColumn is a column of a value that is drawn.
type valueColumn struct {
	at     int
	name   string
	value  int
	unit   float64 // 1 on the axis, in the column
	most   uint64  // 0: any whole number, with a sign
	sparse bool    // rows may have nothing there
}

// row is a line of a rate log.
type row struct {
	ns     int64
	cnps   uint64    // 0 in rows of other events
	values []float64 // on their axes; NaN for what the row does not have
}

// What a rate log of an algorithm that is no reaction point is known by.
const (
	rateColumn   = "rate_kbps"
	windowColumn = "window_bytes"
)

const (
	// maxShown is how many columns of what an algorithm shows a log has at most: as many panels fit a page.
	maxShown = 64
	// maxCNPs is how many CNPs an event of a log reports at most.
	maxCNPs = math.MaxUint16
	// maxNS is the latest time of a log, ns: some 292 years.
	maxNS = math.MaxInt64
	// maxKbps is the highest rate of a log.
	maxKbps = math.MaxUint32
)

// isRateLog reports whether names are those of a rate log.
func isRateLog(names []string) bool {
	has := func(name string) bool { return slices.Contains(names, name) }
	return has("time_ns") && (has("rc_kbps") || has("conn") && has("event") && ofAnyAlgorithm(names))
}

// ofAnyAlgorithm reports whether a rate log is that of an algorithm that is no reaction point.
func ofAnyAlgorithm(names []string) bool {
	return slices.Contains(names, rateColumn) || slices.Contains(names, windowColumn)
}

// logOf finds the columns by their names.
func (r *Run) logOf(in *input, names []string, o *Options) (*rateLog, error) {
	at := map[string]int{}
	bits := uint64(0)
	for i, name := range names {
		if q, ok := strings.CutPrefix(name, "alpha_q"); ok {
			if bits, ok = unsigned([]byte(q)); !ok || bits > 32 {
				return nil, in.errorf("column %q: alpha has 0 to 32 fractional bits", clean(name, 30))
			}
			name = "alpha_q"
		}
		if _, twice := at[name]; twice {
			return nil, in.errorf("column %q stands twice in the header", clean(name, 30))
		}
		at[name] = i
	}
	column := func(name string) int {
		if i, ok := at[name]; ok {
			return i
		}
		return -1
	}
	l := &rateLog{time: column("time_ns"), conn: column("conn"), event: column("event"), cnps: column("cnps"), made: column("reconstructed"), shown: ofAnyAlgorithm(names)}
	needs := []string{"time_ns", "conn", "event", "rc_kbps", "rt_kbps"}
	if l.shown {
		needs = needs[:3]
	}
	for _, name := range needs {
		if column(name) < 0 {
			return nil, in.errorf("the first line has no %s; a rate log has time_ns, conn, event, rc_kbps and rt_kbps", name)
		}
	}
	for _, v := range []valueColumn{
		{name: "rc_kbps", value: valueRate, unit: 1e6, most: maxKbps}, {name: "rt_kbps", value: valueTarget, unit: 1e6, most: maxKbps}, {name: rateColumn, value: valueRate, unit: 1e6, most: maxKbps},
		{name: "alpha_q", value: valueAlpha, unit: math.Ldexp(1, int(bits)), most: math.MaxUint32}, {name: "arm", value: valueArm, unit: 1, most: 255, sparse: true},
	} {
		if v.at = column(v.name); v.at >= 0 && (!l.shown || v.value != valueTarget && v.name != "rc_kbps") {
			l.values = append(l.values, v)
		}
	}
	if l.shown {
		own := len(l.values)
		r.shown(l, names, o)
		if n := len(l.values) - own; n > maxShown {
			return nil, in.errorf("%d columns of what the algorithm shows; at most %d are drawn", n, maxShown)
		}
	}
	l.read.values = make([]float64, len(l.values))
	return l, nil
}

// shown finds the columns of what an algorithm shows: they come after those of the signals that it gets and of
// what it controls, which have names of their own (docs/subset.md). Its window is one of them.
func (r *Run) shown(l *rateLog, names []string, o *Options) {
	controls := false
	for i, name := range names {
		control := name == rateColumn || name == windowColumn || name == "send_cnp" || name == "cnp_marked"
		controls = controls || control
		switch {
		case !controls || control && name != windowColumn || strings.HasPrefix(name, "tag_") || strings.HasPrefix(name, "new_"):
		case i == l.made || name == "state" || strings.HasPrefix(name, "state ") || slices.ContainsFunc(l.values, func(v valueColumn) bool { return v.at == i }):
		default:
			axis, ok := o.Axes[name]
			if !ok {
				axis = axisNamed(name)
			}
			if !rateAgain(axis) {
				l.values = append(l.values, valueColumn{at: i, name: name, value: r.axis(axis), unit: axis.Unit})
			}
		}
	}
}

// rateAgain reports whether an axis is that of the rate, which has a panel already.
func rateAgain(a Axis) bool { return strings.HasPrefix(a.Label, ir.ControlRate.String()+" (") }

// axis returns the number of the value that is drawn on an axis.
func (r *Run) axis(axis Axis) int {
	k := slices.IndexFunc(r.Axes, func(a Axis) bool { return a.Label == axis.Label })
	if k < 0 {
		k = len(r.Axes)
		r.Axes = append(r.Axes, axis)
	}
	return valueMore + k
}

// row reads the fields of a line, valid until the next.
func (l *rateLog) row(in *input, f [][]byte) (*row, error) {
	row := &l.read
	ns, err := in.number("time_ns", f[l.time], maxNS)
	if err != nil {
		return nil, err
	}
	row.ns, row.cnps = int64(ns), 0
	for i, c := range l.values {
		digits, negative := f[c.at], false
		switch {
		case c.sparse && len(digits) == 0:
			row.values[i] = math.NaN()
			continue
		case c.most > 0:
			v, err := in.number(c.name, digits, c.most)
			if err != nil {
				return nil, err
			}
			row.values[i] = float64(v) / c.unit
			continue
		}
		digits, negative = bytes.CutPrefix(digits, []byte("-"))
		v, ok := unsigned(digits)
		if !ok {
			return nil, in.errorf("column %d: %q is not a whole number", c.at+1, clean(string(f[c.at]), 30))
		}
		if row.values[i] = float64(v) / c.unit; negative {
			row.values[i] = -row.values[i]
		}
	}
	if cnp := string(f[l.event]) == "cnp"; cnp || l.shown { // which may have another word for it
		if l.cnps >= 0 && len(f[l.cnps]) > 0 {
			if row.cnps, err = in.number("cnps", f[l.cnps], maxCNPs); err != nil {
				return nil, err
			}
		}
		if cnp {
			row.cnps = max(row.cnps, 1)
		}
	}
	return row, nil
}

// object reads the values of a line of JSON that names lists.
func (in *input) object(line []byte, names []string, into [][]byte) ([][]byte, error) {
	var v map[string]json.RawMessage
	if err := json.Unmarshal(line, &v); err != nil {
		return nil, in.errorf("not a JSON object of a rate log: %v", err)
	}
	into = into[:0]
	for _, name := range names {
		field := []byte(v[name])
		if text := ""; len(field) > 0 && field[0] == '"' && json.Unmarshal(field, &text) == nil {
			field = []byte(text)
		}
		into = append(into, field)
	}
	return into, nil
}

// keysOf returns the keys of a JSON object of a rate log in their order, and after them those that its
// lines may have or not.
func keysOf(line []byte) ([]string, error) {
	var names []string
	d := json.NewDecoder(bytes.NewReader(line))
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, err
		}
		if name, ok := key.(string); ok {
			names = append(names, name)
		}
	}
	for _, name := range []string{"event", "cnps", "arm", "reconstructed"} {
		if !ofAnyAlgorithm(names) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names, nil
}
