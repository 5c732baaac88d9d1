package explain

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// format describes what an integer represents.
type format struct {
	kind  formatKind
	frac  int    // fractional bits of a fixed-point number
	sign  bool   // of one
	unit  string // of one, if its source names one
	names map[uint64]string
	bits  []bitName
}

type formatKind uint8

const (
	plain   formatKind = iota
	fixed              // a fixed-point number
	rate               // kb/s
	micros             // us
	nanos              // ns
	bytes              // B
	flags              // a set of bits
	named              // one of a few, by names
	pending            // counters of the bandit, packed
)

// text writes what v represents, "" if that is v itself.
func (f format) text(v uint64) string {
	switch f.kind {
	case fixed:
		return strings.TrimSpace(fraction(v, f.frac, f.sign) + " " + f.unit)
	case rate:
		return scaled(v, []unit{{1_000_000, "Gb/s"}, {1000, "Mb/s"}, {1, "kb/s"}})
	case nanos:
		return scaled(v, []unit{{1_000_000_000, "s"}, {1_000_000, "ms"}, {1000, "us"}, {1, "ns"}})
	case micros:
		return scaled(v, []unit{{1_000_000, "s"}, {1000, "ms"}, {1, "us"}})
	case bytes:
		return scaled(v, []unit{{1_000_000, "MB"}, {1000, "KB"}, {1, "B"}})
	case flags:
		return set(v, f.bits)
	case named:
		return f.names[v]
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

// reals knows what the fields of an algorithm represent.
type reals struct {
	def                          *ir.Transducer
	values                       []uint64 // of the parameters
	flags                        flagTable
	event, output, state, params []format
	inferred                     *inference
}

func newReals(p *ir.Program, def *ir.Transducer, params []uint64) *reals {
	r := &reals{def: def, values: params, flags: flagsOf(p)}
	r.event, r.output, r.state = r.formats(def.Event), r.formats(def.Output), r.formats(def.State)
	r.params = r.formats(def.Params)
	r.inferred = inferred(r)
	return r
}

// formats returns the formats of the leaves of a type.
func (r *reals) formats(t *ir.Type) []format { return r.walk(nil, t, nil, nil) }

// walk appends the formats of the leaves of a type in nested fields of structs, the innermost last.
func (r *reals) walk(fs []format, t *ir.Type, owners []*ir.Type, in []*ir.Field) []format {
	switch t.Kind {
	case ir.Struct:
		for _, f := range t.Fields {
			fs = r.walk(fs, f.Type, append(owners[:len(owners):len(owners)], t), append(in[:len(in):len(in)], f))
		}
		return fs
	case ir.Array:
		for range t.Len {
			fs = r.walk(fs, t.Elem, owners, in)
		}
		return fs
	}
	return append(fs, r.field(t, owners, in))
}

// owner names a struct type as Go does, without the arguments of a generic one.
func owner(t *ir.Type) string {
	if t.Decl == nil || t.Decl.Pkg == nil {
		return ""
	}
	name, _, _ := strings.Cut(t.Decl.GoName, "[")
	return t.Decl.Pkg.Name + "." + name
}

// field returns the format of a scalar of type t in a field.
func (r *reals) field(t *ir.Type, owners []*ir.Type, in []*ir.Field) format {
	if len(in) == 0 {
		return r.ofType(t)
	}
	f := in[len(in)-1]
	if s, ok := fieldFormats[owner(owners[len(owners)-1])+"."+f.Name]; ok {
		return r.resolved(s)
	}
	if f.UnitOf() == "flags" && (t.Decl == nil || len(t.Decl.Consts()) == 0) {
		return format{kind: flags, bits: r.flags.of(owners, in)}
	}
	path := collect.Of(in, func(f *ir.Field) string { return f.Name })
	return r.of(t, strings.Join(path, "."), f.UnitOf(), f.FormatOf())
}

// ofType returns the format of a scalar type outside a field.
func (r *reals) ofType(t *ir.Type) format {
	if t == nil || t.Decl == nil {
		return format{}
	}
	return r.of(t, "", t.Decl.Unit, t.Decl.Format)
}

// of returns the format of a scalar type with a unit and a Q format, which may be "" and nil. path is that of a
// parameter.
func (r *reals) of(t *ir.Type, path, unit string, q *ir.Format) format {
	if q != nil {
		frac := q.Frac
		if q.FracOf != "" {
			at, ok := r.def.FracLeaf(path, q)
			if !ok || at >= len(r.values) {
				return format{} // the algorithm has no such parameter
			}
			frac = int(r.values[at])
		}
		return format{kind: fixed, frac: frac, sign: q.Signed, unit: unit}
	}
	if kind, ok := unitKinds[unit]; ok {
		return format{kind: kind}
	}
	if t.Decl == nil || t.Decl.Pkg == nil {
		return format{}
	}
	consts := t.Decl.Consts()
	switch {
	case len(consts) < 2:
		return format{}
	case unit == "flags":
		return format{kind: flags, bits: bitsOf(consts)}
	}
	return format{kind: named, names: t.Decl.Labels()}
}

// link sets the names and formats of a link's values.
func (r *reals) link(l *Link) {
	vs := variables(l.stmt, l.fn)
	if len(vs) != len(l.raw) {
		return
	}
	for i := range vs {
		if v := &vs[i]; v.whole != nil {
			v.format = r.formats(v.whole)[v.leaf]
		} else {
			v.format = r.stored(l, v)
		}
	}
	l.vars = vs
	for i, v := range l.raw[:min(len(l.raw), maxLeaves)] {
		k := vs[i].typ.Kind
		l.Values = append(l.Values, Value{vs[i].name, k.String(), k.Format(v), hex(v, k.Bits()), vs[i].format.text(v)})
	}
}

// stored returns the format of what a link stores, or of what decides.
func (r *reals) stored(l *Link, v *variable) format {
	key := l.Function + "." + v.name
	var of *ir.Var
	switch s := l.stmt.(type) {
	case *ir.Assign:
		if f, ok := s.Dst.(*ir.FieldRef); ok {
			owners, in := fieldsIn(f)
			return r.field(v.typ, owners, in)
		}
		if f, ok := s.Dst.(*ir.VarRef); ok {
			of = f.Var
		}
	case *ir.Declare:
		of = s.Var
	case nil:
		if i := slices.IndexFunc(l.fn.Params, func(p *ir.Var) bool { return p.Name == v.name }); i >= 0 {
			of = l.fn.Params[i]
		}
	case *ir.Return:
		key = l.Function + ".return"
	case *ir.If, *ir.Switch:
		return r.ofType(v.typ)
	}
	if f, ok := varFormats[key]; ok {
		return r.resolved(f)
	}
	if f := r.ofType(v.typ); f.kind != plain {
		return f
	}
	q := r.inferred.vars[of]
	if _, returns := l.stmt.(*ir.Return); returns {
		q = r.inferred.results[l.fn]
	}
	return q.format()
}

// fieldsIn returns the fields of a.b.c, and the structs that contain them.
func fieldsIn(f *ir.FieldRef) (owners []*ir.Type, in []*ir.Field) {
	if x, ok := f.X.(*ir.FieldRef); ok {
		owners, in = fieldsIn(x)
	}
	return append(owners, f.X.Type()), append(in, f.Field)
}

// hex writes the n bits of v.
func hex(v uint64, n int) string {
	n = max(n, 8)
	if n < 64 {
		v &= 1<<n - 1
	}
	return fmt.Sprintf("0x%0*x", n/4, v)
}
