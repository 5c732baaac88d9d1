package views

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"smartnic-cc/internal/base/text/rowfile"
	"smartnic-cc/internal/logs/ratelog"
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

	values []valueColumn
	read   row
	fields [][]byte // of the row, by column
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

// Columns of what an algorithm controls, one of which a rate log is known by.
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
	// maxFrac is how many fractional bits a column has at most.
	maxFrac = 63
)

// isRateLog reports whether names are those of a rate log, which may be an old one.
func isRateLog(names []string) bool {
	has := func(name string) bool { return slices.Contains(names, name) }
	return has("time_ns") && (has(rateColumn) || has(windowColumn) || has("rc_kbps"))
}

// undrawn are shows without a panel: the rate that is in force once more, and the stages of increases, which the rate shows.
var undrawn = []string{"rate (Gb/s)", "rc (Gb/s)", "time_stage", "time_stage (stages)", "byte_stage", "byte_stage (stages)"}

// drawn says how a value is drawn that an algorithm controls or shows, by its axis: false of one without a panel.
func (r *Run) drawn(at int, name string, axis Axis) (valueColumn, bool) {
	v := valueColumn{at: at, name: name, unit: axis.Unit}
	switch label := showName(axis.Label); {
	case name == rateColumn:
		v.value, v.most = valueRate, maxKbps
	case slices.Contains(undrawn, axis.Label):
		return v, false
	case axis.Label == "rt (Gb/s)":
		v.value, v.most = valueTarget, maxKbps
	case label == "alpha":
		v.value, v.most = valueAlpha, math.MaxUint32
	case label == "arm":
		v.value, v.most, v.sparse = valueArm, 255, true
	default:
		v.value = r.axis(axis)
	}
	return v, true
}

// axis returns the number of the value that is drawn on an axis.
func (r *Run) axis(axis Axis) int {
	k := slices.IndexFunc(r.Axes, func(a Axis) bool { return a.Label == axis.Label })
	if k < 0 {
		k = len(r.Axes)
		r.Axes = append(r.Axes, axis)
	}
	return valueMore + k
}

// inOrder sorts columns by their values: the rate is the first.
func inOrder(values []valueColumn) []valueColumn {
	slices.SortStableFunc(values, func(a, b valueColumn) int { return cmp.Compare(a.value, b.value) })
	return values
}

// valuesOf returns the values of a layout that are drawn: the rate, the window and what is shown.
func (r *Run) valuesOf(l *ratelog.Layout) (values []valueColumn) {
	for i := range l.Columns {
		c := &l.Columns[i]
		if c.Probe == nil && c.Name != rateColumn && c.Name != windowColumn {
			continue
		}
		if v, ok := r.drawn(i, c.Name, ColumnAxis(c)); ok {
			values = append(values, v)
		}
	}
	return inOrder(values)
}

// logOf finds the columns of a table by their names.
func (r *Run) logOf(t *rowfile.Table, o *Options) (*rateLog, error) {
	at := map[string]int{}
	for i, name := range t.Names {
		if _, twice := at[name]; twice {
			return nil, t.Errorf("column %q stands twice in the header", clean(name, 30))
		}
		at[name] = i
	}
	column := func(name string) int {
		if i, ok := at[name]; ok {
			return i
		}
		return -1
	}
	l := &rateLog{time: column("time_ns"), conn: column("conn"), event: column("event"), cnps: column("cnps"), made: column("reconstructed"), fields: make([][]byte, len(t.Names))}
	for _, name := range []string{"time_ns", "conn", "event"} {
		if column(name) < 0 {
			return nil, t.Errorf("the first line has no %s; a rate log has time_ns, conn, event, and %s or %s", name, rateColumn, windowColumn)
		}
	}
	if err := r.shown(l, t, o); err != nil {
		return nil, t.Fail(err)
	}
	if n := len(l.values); n > maxShown+1 {
		return nil, t.Errorf("%d columns of what the algorithm shows; at most %d are drawn", n-1, maxShown)
	}
	inOrder(l.values)
	l.read.values = make([]float64, len(l.values))
	return l, nil
}

// shown finds the columns of what an algorithm controls and shows: they come after those of the signals that it gets,
// and controls have names that nothing else has (docs/subset.md).
func (r *Run) shown(l *rateLog, t *rowfile.Table, o *Options) error {
	control := func(name string) bool {
		return slices.Contains([]string{rateColumn, windowColumn, "send_cnp", "cnp_marked"}, name)
	}
	first := len(t.Names)
	for i, name := range t.Names {
		if control(name) {
			first = min(first, t.Source(i))
		}
	}
	for i, name := range t.Names[first:] {
		i += first
		switch {
		case control(name) && name != rateColumn && name != windowColumn, strings.HasPrefix(name, "tag_"), strings.HasPrefix(name, "new_"),
			i == l.made, name == "state", strings.HasPrefix(name, "state "), strings.Contains(name, "."):
			continue
		case strings.HasSuffix(name, "_q*"):
			r.note(clean(strings.TrimSuffix(name, "_q*"), 40) + " is not drawn: the log does not say how many fractional bits it has")
			continue
		}
		axis, ok := o.Axes[name]
		if !ok {
			if axis, ok = axisNamed(name); !ok {
				return fmt.Errorf("column %q: a value has 0 to %d fractional bits", clean(name, 30), maxFrac)
			}
		}
		if v, ok := r.drawn(i, name, axis); ok {
			l.values = append(l.values, v)
		}
	}
	return nil
}

// row reads the cells of a row, valid until the next.
func (l *rateLog) row(in *input, cells []rowfile.Cell) (*row, error) {
	clear(l.fields)
	for _, c := range cells {
		if c.Column < len(l.fields) {
			l.fields[c.Column] = c.Text
		}
	}
	f, row := l.fields, &l.read
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
			return nil, in.Errorf("column %d: %q is not a whole number", c.at+1, clean(string(f[c.at]), 30))
		}
		if row.values[i] = float64(v) / c.unit; negative {
			row.values[i] = -row.values[i]
		}
	}
	if l.cnps >= 0 && len(f[l.cnps]) > 0 {
		if row.cnps, err = in.number("cnps", f[l.cnps], maxCNPs); err != nil {
			return nil, err
		}
	}
	if string(f[l.event]) == "cnp" {
		row.cnps = max(row.cnps, 1)
	}
	return row, nil
}
