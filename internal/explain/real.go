package explain

import (
	"fmt"
	"math/big"
	"math/bits"
	"strconv"
	"strings"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/dcqcn"
	"smartnic-cc/internal/firmwarelog"
)

// format tells what an integer stands for.
type format struct {
	kind formatKind
	frac int      // fractional bits of a fixed-point number
	bits []string // names of bits, the lowest first
	sign bool
	name func(uint64) string // the name of a named one
}

type formatKind uint8

const (
	plain formatKind = iota
	fixed
	rate     // kb/s
	nanos    // ns
	bytes    // B
	flags    // a set of bits
	armFlags // a set of bits with an arm's number in it
	named    // a name of its own: a kind or set that the firmware packages name
	pending  // bandit.State.Rest
)

// text writes what v stands for, "" where v says it all.
func (f format) text(v uint64) string {
	switch f.kind {
	case fixed:
		return fraction(v, f.frac, f.sign)
	case rate:
		return scaled(v, []unit{{1_000_000, "Gb/s"}, {1000, "Mb/s"}, {1, "kb/s"}})
	case nanos:
		return scaled(v, []unit{{1_000_000_000, "s"}, {1_000_000, "ms"}, {1000, "us"}, {1, "ns"}})
	case bytes:
		return scaled(v, []unit{{1_000_000, "MB"}, {1000, "KB"}, {1, "B"}})
	case flags:
		return set(v, f.bits)
	case armFlags:
		return set(v&^0x70, f.bits) + fmt.Sprintf(", arm %d", v>>4&7)
	case named:
		return f.name(v)
	case pending:
		e := v >> 12 & 15
		return fmt.Sprintf("iteration %d, %d of %d marked", v&0xFFF, v>>16&0xFF<<e, v>>24&0xFF<<e)
	}
	return ""
}

type unit struct {
	of   uint64
	name string
}

func scaled(v uint64, units []unit) string {
	for _, u := range units {
		if v >= u.of || u.of == 1 {
			return strconv.FormatFloat(float64(v)/float64(u.of), 'g', 10, 64) + " " + u.name
		}
	}
	return ""
}

// fraction writes v / 2^frac in up to 12 significant digits, rounded to nearest.
func fraction(v uint64, frac int, signed bool) string {
	x := new(big.Float).SetPrec(128).SetUint64(v)
	if signed {
		x.SetInt64(int64(v))
	}
	x.SetMantExp(x, -frac)
	return x.Text('g', 12)
}

func set(v uint64, names []string) string {
	if v == 0 {
		return "none"
	}
	var parts []string
	for v != 0 {
		i := bits.TrailingZeros64(v)
		v &^= 1 << i
		if i < len(names) {
			parts = append(parts, names[i])
		} else {
			parts = append(parts, "bit "+strconv.Itoa(i))
		}
	}
	return strings.Join(parts, "+")
}

// In the tables, alphaBits stands for the parameter AlphaBits, alphaWide for 16 more, and
// countShift for CountShift.
const (
	alphaBits  = -1
	alphaWide  = -2
	countShift = -3
)

// fieldFormats are those of the fields whose type does not tell: docs/formats.md.
var fieldFormats = map[string]format{
	"dcqcn.State.Alpha": {kind: fixed, frac: alphaBits}, "dcqcn.Params.AlphaInit": {kind: fixed, frac: alphaBits},
	"dcqcn.Params.AlphaMax": {kind: fixed, frac: alphaBits}, "dcqcn.Params.OldWeight": {kind: fixed, frac: 16},
	"dcqcn.Params.KeepAtLeast": {kind: fixed, frac: 16}, "dcqcn.Params.AlphaPeriod": {kind: nanos},
	"dcqcn.Params.IncreasePeriod": {kind: nanos}, "dcqcn.Params.CutPeriod": {kind: nanos}, "dcqcn.Params.ByteReset": {kind: bytes},
	"dcqcn.Rates.Bytes": {kind: bytes}, "dcqcn.Event.Bytes": {kind: bytes}, "dcqcn.Event.Kind": {kind: named, name: firmwarelog.EventName}, "dcqcn.Timer.Kind": {kind: named, name: firmwarelog.EventName},
	"dcqcn.Rates.Flags":       {kind: flags, bits: []string{"increase-runs", "cut-runs", "pending", "seen"}},
	"dcqcn.Output.Did":        {kind: named, name: func(v uint64) string { return dcqcn.Did(v).String() }},
	"dcqcn.NPParams.Interval": {kind: nanos},
	"dolcerc.Action.Beta":     {kind: fixed, frac: 15}, "dolcerc.Params.QualifyAfter": {kind: nanos},
	"bandit.Arm.Count": {kind: fixed, frac: countShift}, "bandit.State.Rest": {kind: pending},
	"bandit.Params.GrowthPerStep": {kind: fixed, frac: 32}, "bandit.Params.AgeBlock": {kind: fixed, frac: 16},
	"bandit.Params.AgeRest": {kind: fixed, frac: 16}, "bandit.Params.Gamma": {kind: fixed, frac: 32},
	"bandit.Params.LogPerStep": {kind: fixed, frac: 28}, "bandit.Params.XiLn2": {kind: fixed, frac: 16},
	"dolcercplus.Params.NsPerByte": {kind: fixed, frac: 24}, "dolcercplus.Params.BaseDelay": {kind: nanos},
	"dolcercplus.Event.Bytes": {kind: bytes},
}

// ownFlags are the bits of Rates.Own under DCQCN; Dolce-RC keeps a number there.
var ownFlags = format{kind: flags, bits: []string{"alpha-runs", "saw-cnp"}}

// dolceFlags are those of Rates.Flags under Dolce-RC.
var dolceFlags = format{kind: armFlags, bits: []string{"increase-runs", "cut-runs", "pending", "seen", "", "", "", "slot-seen"}}

// varFormats are those of local variables and parameters, by function: the intermediate
// values of alpha and of the bandit.
var varFormats = map[string]format{
	"dcqcn.State_raiseAlpha.gain": {kind: fixed, frac: alphaWide}, "dcqcn.State_raiseAlpha.alpha": {kind: fixed, frac: alphaBits},
	"dcqcn.Params_roundAlpha.product": {kind: fixed, frac: alphaWide}, "dcqcn.alphaTimer.old": {kind: fixed, frac: alphaBits},
	"dcqcn.Params_roundAlpha.return": {kind: fixed, frac: alphaBits},
	"bandit.explorationScale.exact":  {kind: fixed, frac: 16}, "bandit.explorationScale.unit": {kind: fixed, frac: 16},
	"bandit.explorationScale.lnN": {kind: fixed, frac: 16}, "bandit.explorationScale.logN": {kind: fixed, frac: 16, sign: true},
	"bandit.explorationScale.unitLog": {kind: fixed, frac: 16},
}

// reals knows what the fields of an algorithm stand for.
type reals struct {
	def                   *ir.Transducer
	alpha, count          int // values of AlphaBits and CountShift, -1 if there is none
	event, output, state  []format
	params                []format
	algorithmHasAlphaOwns bool
}

func newReals(def *ir.Transducer, params []uint64) *reals {
	r := &reals{def: def, alpha: -1, count: -1, algorithmHasAlphaOwns: def.Name == "dcqcn"}
	for i, l := range ir.Layout(def.Params) {
		name := l.Name[strings.LastIndexByte(l.Name, '.')+1:]
		switch {
		case i >= len(params):
		case name == "AlphaBits":
			r.alpha = int(params[i])
		case name == "CountShift":
			r.count = int(params[i])
		}
	}
	r.event, r.output, r.state = r.formats(def.Event), r.formats(def.Output), r.formats(def.State)
	r.params = r.formats(def.Params)
	return r
}

// formats returns those of the leaves of a type.
func (r *reals) formats(t *ir.Type) []format { return r.walk(nil, t, "") }

func (r *reals) walk(fs []format, t *ir.Type, key string) []format {
	switch t.Kind {
	case ir.Struct:
		for _, f := range t.Fields {
			fs = r.walk(fs, f.Type, owner(t)+"."+f.Name)
		}
		return fs
	case ir.Array:
		for range t.Len {
			fs = r.walk(fs, t.Elem, "")
		}
		return fs
	}
	return append(fs, r.of(t, key))
}

// owner names a struct type as Go does, without the arguments of a generic one.
func owner(t *ir.Type) string {
	if t.Decl == nil || t.Decl.Pkg == nil {
		return ""
	}
	name, _, _ := strings.Cut(t.Decl.GoName, "[")
	return t.Decl.Pkg.Name + "." + name
}

// of returns the format of a scalar type, or of the field or variable of that key.
func (r *reals) of(t *ir.Type, key string) format {
	f, ok := fieldFormats[key]
	if !ok {
		f, ok = varFormats[key]
	}
	if key == "dcqcn.Rates.Own" && r.algorithmHasAlphaOwns {
		return ownFlags
	}
	if key == "dcqcn.Rates.Flags" && !r.algorithmHasAlphaOwns {
		return dolceFlags
	}
	if !ok {
		return typeFormat(t)
	}
	if f.kind != fixed {
		return f
	}
	switch bits := r.alpha; f.frac {
	case alphaBits:
		f.frac = bits
	case alphaWide:
		if f.frac = bits; bits >= 0 {
			f.frac = bits + 16
		}
	case countShift:
		f.frac = r.count
	}
	if f.frac < 0 {
		return format{} // an algorithm without that parameter
	}
	return f
}

// typeFormat is what the name of a type tells: UQ5x16, Rate, Time.
func typeFormat(t *ir.Type) format {
	if t == nil || t.Decl == nil {
		return format{}
	}
	name := t.Decl.Name
	switch name {
	case "Rate":
		return format{kind: rate}
	case "Time":
		return format{kind: nanos}
	}
	signed := strings.HasPrefix(name, "Q")
	q, ok := strings.CutPrefix(strings.TrimPrefix(name, "U"), "Q")
	_, frac, cut := strings.Cut(q, "x")
	n, err := strconv.Atoi(frac)
	if !ok || !cut || err != nil {
		return format{}
	}
	return format{kind: fixed, frac: n, sign: signed}
}

// link gives the values of a link names and formats.
func (r *reals) link(l *Link) {
	vs := variables(l.stmt, l.fn)
	if len(vs) != len(l.raw) {
		return
	}
	for i := range vs {
		if v := &vs[i]; v.whole != nil {
			v.format = r.formats(v.whole)[v.leaf]
		} else {
			v.format = r.of(v.typ, key(l, v.name))
		}
	}
	l.vars = vs
	for i, v := range l.raw[:min(len(l.raw), maxLeaves)] {
		k := vs[i].typ.Kind
		l.Values = append(l.Values, Value{vs[i].name, k.String(), k.Format(v), hex(v, k.Bits()), vs[i].format.text(v)})
	}
}

// key is that of a value of a link in the tables of formats.
func key(l *Link, name string) string {
	switch s := l.stmt.(type) {
	case *ir.Assign:
		if f, ok := s.Dst.(*ir.FieldRef); ok {
			return owner(f.X.Type()) + "." + f.Field.Name
		}
	case *ir.Return:
		return l.Function + ".return"
	case *ir.If, *ir.Switch:
		return ""
	}
	return l.Function + "." + name
}

// hex writes the bits of v as wide as its type.
func hex(v uint64, n int) string {
	n = max(n, 8)
	if n < 64 {
		v &= 1<<n - 1
	}
	return fmt.Sprintf("0x%0*x", n/4, v)
}
