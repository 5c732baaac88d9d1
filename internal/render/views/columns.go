package views

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/render/figures"
)

// rateLog is where the columns of a rate log are; -1 for one that it does not have.
type rateLog struct {
	time, conn, event, rate, target, alpha, arm, cnps, made int

	shown    bool // of an algorithm that is no reaction point
	has      [4]bool
	rateName string  // of the column
	unit     float64 // one of alpha
	more     []int   // columns of what else it shows
	scale    []float64
	axes     []int // of them in Run.Axes
	read     row
}

// What a rate log of an algorithm that is no reaction point is known by.
const (
	rateColumn   = "rate_kbps"
	windowColumn = "window_bytes"
)

// maxShown is how many columns of what an algorithm shows a log has at most: as many panels fit a page.
const maxShown = 64

// maxCNPs is how many CNPs an event of a log reports at most.
const maxCNPs = math.MaxUint16

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
	bits := -1
	for i, name := range names {
		if q, ok := strings.CutPrefix(name, "alpha_q"); ok {
			b, ok := unsigned([]byte(q))
			if !ok || b > 32 {
				return nil, in.errorf("column %q: alpha has 0 to 32 fractional bits", clean(name, 30))
			}
			bits, name = int(b), "alpha"
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
	l := &rateLog{time: column("time_ns"), conn: column("conn"), event: column("event"), rate: column("rc_kbps"), target: column("rt_kbps"),
		alpha: column("alpha"), arm: column("arm"), cnps: column("cnps"), made: column("reconstructed"), rateName: "rc_kbps", unit: math.Ldexp(1, -bits)}
	if bits < 0 {
		l.alpha = -1
	}
	needs := []string{"time_ns", "conn", "event", "rc_kbps", "rt_kbps"}
	if ofAnyAlgorithm(names) {
		needs = needs[:3]
		l.shown, l.target, l.rate, l.rateName = true, -1, column(rateColumn), rateColumn
		if r.shown(l, names, o); len(l.more) > maxShown {
			return nil, in.errorf("%d columns of what the algorithm shows; at most %d are drawn", len(l.more), maxShown)
		}
	}
	for _, name := range needs {
		if _, ok := at[name]; !ok {
			return nil, in.errorf("the header has no column %s; a rate log has time_ns, conn, event, rc_kbps and rt_kbps", name)
		}
	}
	l.has = [4]bool{chanRC: l.rate >= 0, chanRT: l.target >= 0}
	return l, nil
}

// shown finds the columns of what an algorithm shows: they come after those of what it is told and of
// what it controls, which have names of their own (docs/signals.md). Its window is one of them.
func (r *Run) shown(l *rateLog, names []string, o *Options) {
	controls := false
	for i, name := range names {
		control := name == rateColumn || name == windowColumn || name == "send_cnp" || name == "cnp_marked"
		controls = controls || control
		switch {
		case !controls || control && name != windowColumn || strings.HasPrefix(name, "tag_") || strings.HasPrefix(name, "new_"):
		case i == l.alpha || i == l.arm || i == l.made || name == "state" || strings.HasPrefix(name, "state "):
		default:
			axis, ok := o.Axes[name]
			if !ok {
				axis = axisOf(name)
			}
			if strings.HasPrefix(axis.Label, ir.ControlRate.String()+" (") {
				continue // the rate once more
			}
			k := slices.IndexFunc(r.Axes, func(a figures.Axis) bool { return a.Label == axis.Label })
			if k < 0 {
				k = len(r.Axes)
				r.Axes = append(r.Axes, axis)
			}
			l.more, l.scale, l.axes = append(l.more, i), append(l.scale, axis.Unit), append(l.axes, k)
		}
	}
	l.read.more = make([]float64, len(l.more))
}

// axisOf makes the axis of a column from its name, which ends with the unit and the fractional bits of
// the value.
func axisOf(name string) figures.Axis {
	label, frac := strings.TrimPrefix(name, "show_"), 0
	if i := strings.LastIndex(label, "_q"); i > 0 {
		if bits, err := strconv.ParseUint(label[i+2:], 10, 7); err == nil {
			label, frac = label[:i], int(bits)
		}
	}
	for _, s := range []struct{ suffix, unit string }{{"_kbps", "kb/s"}, {"_ns_per_byte", "ns/B"}, {"_ns", "ns"}, {"_us", "us"}, {"_bytes", "B"}} {
		if text, ok := strings.CutSuffix(label, s.suffix); ok && text != "" {
			return figures.AxisOf(text, s.unit, frac)
		}
	}
	return figures.AxisOf(clean(label, 40), "", frac)
}

// row reads the fields of a line, valid until the next.
func (l *rateLog) row(in *input, f [][]byte) (*row, error) {
	row := &l.read
	row.alpha, row.arm, row.cnps = -1, -1, 0
	ns, err := in.number("time_ns", f[l.time], maxNS)
	if err != nil {
		return nil, err
	}
	row.ns = int64(ns)
	if l.rate >= 0 {
		if row.rc, err = in.number(l.rateName, f[l.rate], maxKbps); err != nil {
			return nil, err
		}
	}
	if l.target >= 0 {
		if row.rt, err = in.number("rt_kbps", f[l.target], maxKbps); err != nil {
			return nil, err
		}
	}
	if l.alpha >= 0 {
		v, err := in.number("alpha", f[l.alpha], math.MaxUint32)
		if err != nil {
			return nil, err
		}
		row.alpha = float64(v) * l.unit
	}
	if l.arm >= 0 && len(f[l.arm]) > 0 {
		v, err := in.number("arm", f[l.arm], 255)
		if err != nil {
			return nil, err
		}
		row.arm = int(v)
	}
	if cnp := string(f[l.event]) == "cnp"; cnp || l.shown { // which may have another word for it
		if l.cnps >= 0 {
			if row.cnps, err = in.number("cnps", f[l.cnps], maxCNPs); err != nil {
				return nil, err
			}
		}
		if cnp {
			row.cnps = max(row.cnps, 1)
		}
	}
	for i, at := range l.more {
		digits, negative := bytes.CutPrefix(f[at], []byte("-"))
		v, ok := unsigned(digits)
		if !ok {
			return nil, in.errorf("column %d: %q is not a whole number", at+1, clean(string(f[at]), 30))
		}
		row.more[i] = float64(v) / l.scale[i]
		if negative {
			row.more[i] = -row.more[i]
		}
	}
	return row, nil
}

// shownJSON reads a rate log of an algorithm that is no reaction point as JSON lines, whose keys are the
// names of its columns.
func (r *Run) shownJSON(in *input, line []byte, o *Options) (int, error) {
	names, err := keysOf(line)
	if err != nil {
		return 0, in.errorf("not a JSON object of a rate log: %v", err)
	}
	l, err := r.logOf(in, names, o)
	if err != nil {
		return 0, err
	}
	q := newRateReader(r, in, o)
	q.has, q.axes = l.has, l.axes
	f := make([][]byte, len(names))
	for {
		var v map[string]json.RawMessage
		if err := json.Unmarshal(line, &v); err != nil {
			return 0, in.errorf("not a JSON object of a rate log: %v", err)
		}
		for i, name := range names {
			f[i] = v[name]
			if text := ""; len(f[i]) > 0 && f[i][0] == '"' && json.Unmarshal(f[i], &text) == nil {
				f[i] = []byte(text)
			}
		}
		row, err := l.row(in, f)
		if err != nil {
			return 0, err
		}
		if l.made >= 0 {
			r.reconstructed(f[l.made])
		}
		if err := q.add(f[l.conn], row); err != nil {
			return 0, err
		}
		if line, err = in.next(); err == io.EOF {
			return q.finish()
		} else if err != nil {
			return 0, err
		}
	}
}

// keysOf returns the keys of a JSON object in their order.
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
		name, ok := key.(string)
		if !ok {
			break
		}
		names = append(names, name)
	}
	return names, nil
}
