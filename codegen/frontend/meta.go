package frontend

import (
	"fmt"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/nearest"
)

// What directives say about the values of a field, a type or a constant: units, formats, and their meaning at a NIC.
// Only words and types are checked here; nic.go checks the transducers that use them.

// mark reads a directive of one of these kinds into d. It returns false if it is malformed.
func (t *translator) mark(d *directives, pos token.Pos, word string, args []string) bool {
	if len(args) == 0 || len(args) > 1 && !(len(args) == 2 && args[0] == "tag" && (word == "signal" || word == "control")) {
		return false
	}
	at := t.pos(pos)
	tag := ""
	if len(args) == 2 {
		tag = args[1]
	}
	if args[0] == "tag" && (word == "signal" || word == "control") && !isLabel(tag) {
		return false
	}
	once := func(is bool) {
		if is {
			t.refuse(pos, ruleDirective, "leave one", "second //ccgen:%s of one declaration", word)
		}
	}
	known := func(names []string, ok bool) bool {
		if !ok {
			what := strings.Replace(word, "event", "happening", 1)
			t.refuse(pos, ruleDirective, "it is one of "+strings.Join(names, ", ")+" (docs/subset.md)", "unknown %s %s%s", what, args[0], nearest.Hint(args[0], names))
		}
		return ok
	}
	switch word {
	case "event":
		once(d.event != nil)
		if h, ok := ir.ParseNICEventKind(args[0]); known(ir.NICEventKindNames(), ok) {
			d.event = &ir.EventMark{Kind: h, Pos: at}
		}
	case "signal":
		once(d.signal != nil)
		if s, ok := ir.ParseSignal(args[0]); known(ir.SignalNames(), ok) {
			d.signal = &ir.SignalMark{Signal: s, Tag: tag, Pos: at}
		}
	case "control":
		once(d.control != nil)
		if c, ok := ir.ParseControl(args[0]); known(ir.ControlNames(), ok) {
			d.control = &ir.ControlMark{Control: c, Tag: tag, Pos: at}
		}
	case "outcome":
		once(d.outcome != nil)
		if !isLabel(args[0]) {
			return false
		}
		d.outcome = &ir.OutcomeMark{Word: args[0], Pos: at}
	case "show":
		once(d.show != nil)
		if !isLabel(args[0]) {
			return false
		}
		d.show = &ir.ProbeMark{Name: args[0], Pos: at}
	case "unit":
		once(d.meta.Unit != "")
		if known(ir.UnitNames(), slices.Contains(ir.UnitNames(), args[0])) {
			d.meta.Unit, d.meta.UnitPos = args[0], at
		}
	case "format":
		once(d.meta.Format != nil)
		d.meta.Format = parseFormat(args[0], at)
		return d.meta.Format != nil
	default:
		return false
	}
	return true
}

// isLabel reports whether s is a name of a tag or a column: small letters, digits, - and _,
// a letter first.
func isLabel(s string) bool { return labelRE.MatchString(s) }

var (
	labelRE  = regexp.MustCompile(`^[a-z][a-z0-9_-]*$`)
	formatRE = regexp.MustCompile(`^(U?)Q([0-9]{1,2})\.(?:([0-9]{1,2})|([A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)?))$`)
)

func parseFormat(text string, pos ir.Pos) *ir.Format {
	m := formatRE.FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	f := &ir.Format{Signed: m[1] == "", FracOf: m[4], Text: text, Pos: pos}
	f.Int, _ = strconv.Atoi(m[2])
	f.Frac, _ = strconv.Atoi("0" + m[3])
	return f
}

// typeMeta sets a type's directives.
func (t *translator) typeMeta(p *pkg, d *ir.TypeDecl, dirs directives) {
	d.Meta, d.Event = dirs.meta, dirs.event
	t.checkMeta(d.Type, d.Meta, "type "+d.GoName, func(name string) (*types.Var, []string) {
		if !strings.Contains(name, ".") {
			return nil, nil
		}
		return fieldNamed(p.tpkg, name)
	})
	if d.Event != nil && d.Type.Kind != ir.Struct {
		t.refuseAt(d.Event.Pos, ruleSignal, "put it on the struct that Step takes as its event, or on a constant of the type of its kind",
			"//ccgen:event on %s, which is no struct", d.GoName)
	}
}

// fieldMeta sets the directives of a field of the struct u.
func (t *translator) fieldMeta(f *ir.Field, u *types.Struct, v *types.Var, dirs directives) {
	f.Range, f.Meta, f.Signal, f.Control, f.Probe = dirs.rng, dirs.meta, dirs.signal, dirs.control, dirs.show
	t.checkMeta(f.Type, f.Meta, "field "+f.Name, func(name string) (*types.Var, []string) {
		if strings.Contains(name, ".") {
			return fieldNamed(v.Pkg(), name)
		}
		return fieldIn(u, name)
	})
	if d := f.Type.Decl; d != nil && f.Unit != "" && d.Unit != "" && d.Unit != f.Unit {
		t.refuseAt(f.UnitPos, ruleUnit, "leave one of the two", "field %s is in %s, but its type %s in %s", f.Name, f.Unit, d.GoName, d.Unit)
	}
	if d := f.Type.Decl; d != nil && f.Format != nil && d.Format != nil && d.Format.Text != f.Format.Text {
		t.refuseAt(f.Format.Pos, ruleUnit, "leave one of the two", "field %s has the format %s, but its type %s has %s", f.Name, f.Format.Text, d.GoName, d.Format.Text)
	}
	if f.Signal != nil && f.Control != nil {
		t.refuseAt(f.Control.Pos, ruleSignal, "a signal is a field of the event, a control one of the output", "field %s is a signal and a control", f.Name)
	}
	if f.Signal != nil {
		t.slot(f, f.Signal.Pos, "signal", f.Signal.String(), f.Signal.Signal.Info())
	}
	if f.Control != nil {
		t.slot(f, f.Control.Pos, "control", f.Control.String(), f.Control.Control.Info())
	}
	if f.Probe != nil && !f.Type.Kind.IsScalar() {
		t.refuseAt(f.Probe.Pos, ruleSignal, "put it on an integer or bool; view=FUNC may make one", "//ccgen:show on field %s of type %s", f.Name, f.Type)
	}
}

// slot refuses a signal or control of a field that cannot hold it.
func (t *translator) slot(f *ir.Field, pos ir.Pos, word, name string, info ir.SlotInfo) {
	want := "a bool"
	if info.Max > 1 {
		want = fmt.Sprintf("an unsigned integer of %d to %d bits", info.Min, info.Max)
		if info.Min == info.Max {
			want = fmt.Sprintf("a uint%d", info.Min)
		}
	}
	if info.Hops {
		want = fmt.Sprintf("an array of 1 to %d elements, each %s", ir.MaxHops, want)
	}
	switch {
	case !info.Fits(f.Type):
		t.refuseAt(pos, ruleSignal, "make it "+want, "field %s of type %s cannot hold %s %s", f.Name, f.Type, word, name)
	case f.Signal != nil && f.Signal.Signal == ir.SignalKind && f.Type.Decl == nil:
		t.refuseAt(pos, ruleSignal, "declare a type for it, as in type Kind "+f.Type.Kind.String()+", with constants that have //ccgen:event",
			"field %s of type %s cannot hold signal kind", f.Name, f.Type)
	case info.Unit != "" && f.UnitOf() != info.Unit:
		t.refuseAt(pos, ruleSignal, "leave the unit out, or convert in the algorithm", "%s %s is in %s, field %s in %s", word, name, info.Unit, f.Name, f.UnitOf())
	case info.Format != "" && f.FormatOf() != nil && f.FormatOf().Text != info.Format:
		t.refuseAt(pos, ruleSignal, "leave the format out, or convert in the algorithm", "%s %s has the format %s, field %s has %s", word, name, info.Format, f.Name, f.FormatOf().Text)
	}
}

// checkMeta refuses a unit or format on a type that cannot have one, and a format that the type cannot hold. find
// returns the field that a format names, or the fields that it could name.
func (t *translator) checkMeta(typ *ir.Type, m ir.Meta, what string, find func(name string) (*types.Var, []string)) {
	for typ.Kind == ir.Array {
		typ = typ.Elem
	}
	k := typ.Kind
	if m.Unit != "" && !k.IsInteger() {
		t.refuseAt(m.UnitPos, ruleUnit, "put it on an integer", "//ccgen:unit on %s, which is no integer", what)
	}
	f := m.Format
	if f == nil {
		return
	}
	if !k.IsInteger() {
		t.refuseAt(f.Pos, ruleUnit, "put it on an integer", "//ccgen:format on %s, which is no integer", what)
		return
	}
	if f.Signed != k.IsSigned() {
		t.refuseAt(f.Pos, ruleUnit, "write UQ for an unsigned integer and Q for a signed one", "format %s on %s of type %s", f.Text, what, k)
		return
	}
	bits := f.Int + f.Frac
	if f.Signed {
		bits++
	}
	if f.FracOf != "" {
		v, names := find(f.FracOf)
		if v == nil {
			t.refuseAt(f.Pos, ruleUnit, "name a field beside it, as in UQ1.Bits, or one of a struct of the package, as in UQ1.Params.Bits",
				"format %s names no field%s", f.Text, nearest.Hint(f.FracOf, names))
			return
		}
		b, ok := v.Type().Underlying().(*types.Basic)
		if !ok || b.Info()&types.IsUnsigned == 0 {
			t.refuseAt(f.Pos, ruleUnit, "name a field of an unsigned integer type", "format %s names %s, which is no number of bits", f.Text, f.FracOf)
			return
		}
		if r := t.docs[v].rng; r != nil && r.Hi.Op == ir.BoundConst && r.Hi.Value.IsInt64() {
			bits += int(min(r.Hi.Value.Int64(), 1<<10))
		}
	}
	if bits > k.Bits() {
		t.refuseAt(f.Pos, ruleUnit, "take a wider integer, or correct the format", "format %s has %d bits, %s has %d", f.Text, bits, k, k.Bits())
	}
}

// fieldNamed finds TYPE.FIELD of a package.
func fieldNamed(p *types.Package, name string) (*types.Var, []string) {
	owner, field, _ := strings.Cut(name, ".")
	var known []string
	if o, ok := p.Scope().Lookup(owner).(*types.TypeName); ok {
		if u, ok := o.Type().Underlying().(*types.Struct); ok {
			v, names := fieldIn(u, field)
			for i := range names {
				names[i] = owner + "." + names[i]
			}
			return v, names
		}
	}
	for _, n := range p.Scope().Names() {
		if o, ok := p.Scope().Lookup(n).(*types.TypeName); ok {
			if _, ok := o.Type().Underlying().(*types.Struct); ok {
				known = append(known, n+"."+field)
			}
		}
	}
	return nil, known
}

func fieldIn(u *types.Struct, name string) (*types.Var, []string) {
	var names []string
	for i := range u.NumFields() {
		if u.Field(i).Name() == name {
			return u.Field(i), nil
		}
		names = append(names, u.Field(i).Name())
	}
	return nil, names
}

// eventConst records that a constant is a kind of event.
func (t *translator) eventConst(c *ir.ConstDecl, mark *ir.EventMark) {
	if mark == nil {
		return
	}
	c.Event = mark
	if c.Type == nil || c.Type.Decl == nil || !c.Type.Kind.IsInteger() || c.Type.Kind.IsSigned() {
		t.refuseAt(mark.Pos, ruleSignal, "give it the type of the event's kind, as in type Kind uint8 and const "+c.Name+" Kind = ...",
			"//ccgen:event on %s, which is no constant of a named unsigned type", c.Name)
	} else if c.Type.Decl.Pkg != nil && c.Type.Decl.Pkg != c.Pkg {
		t.refuseAt(mark.Pos, ruleSignal, "declare it beside its type", "//ccgen:event on %s, a constant of a type of package %s", c.Name, c.Type.Decl.Pkg.Name)
	}
}

// outcomeConst records that a constant is a bit of a step's outcome.
func (t *translator) outcomeConst(c *ir.ConstDecl, mark *ir.OutcomeMark) {
	if mark == nil {
		return
	}
	c.Outcome = mark
	switch {
	case c.Type == nil || c.Type.Decl == nil || !c.Type.Kind.IsInteger() || c.Type.Kind.IsSigned():
		t.refuseAt(mark.Pos, ruleSignal, "give it the type of a field of the output, as in type Did uint8 and const "+c.Name+" Did = ...",
			"//ccgen:outcome on %s, which is no constant of a named unsigned type", c.Name)
	case c.Value.Sign() == 0:
		t.refuseAt(mark.Pos, ruleSignal, "give it the value of a bit", "//ccgen:outcome on %s, which is 0", c.Name)
	}
}

func (t *translator) refuseAt(pos ir.Pos, rule, remedy, format string, args ...any) {
	t.add(Diagnostic{Pos: pos, Rule: rule, Msg: fmt.Sprintf(format, args...), Remedy: remedy})
}
