package ir

import (
	"strings"

	"smartnic-cc/internal/base/text/collect"
)

// Meta is what directives say of the values of a field or a scalar type. It is for people
// and tools: nothing that is computed depends on it.
type Meta struct {
	Unit    string // by //ccgen:unit, one of UnitNames; "" if nothing is said
	UnitPos Pos    // of that directive
	Format  *Format
}

// Format is a Q format, by //ccgen:format: UQm.n without sign, Qm.n with one besides.
type Format struct {
	Signed bool
	Int    int    // m, integer bits
	Frac   int    // n, fractional bits, if FracOf is ""
	FracOf string // else the field that holds n: one of the same struct ("AlphaBits"), or one of the one value of a type of the same package ("Params.AlphaBits")
	Text   string // as written, "UQ1.15"
	Pos    Pos    // of the directive
}

// EventMark says which NIC event brings an event: //ccgen:event.
type EventMark struct {
	Kind NICEventKind
	Pos  Pos
}

// OutcomeMark says that a step whose output has the constant's bits has a separate cost: //ccgen:outcome.
type OutcomeMark struct {
	Word string
	Pos  Pos
}

// SignalMark says that a driver fills the field in: //ccgen:signal.
type SignalMark struct {
	Signal Signal
	Tag    string // the name, for SignalTag
	Pos    Pos
}

// String returns what the directive names, "now" or "tag arm".
func (m *SignalMark) String() string { return slotString(m.Signal.String(), m.Tag) }

// ControlMark says that a driver takes the field out: //ccgen:control.
type ControlMark struct {
	Control Control
	Tag     string // the name, for ControlTag
	Pos     Pos
}

// String returns what the directive names, "rate" or "tag arm".
func (m *ControlMark) String() string { return slotString(m.Control.String(), m.Tag) }

// ProbeMark names the field in logs and figures: //ccgen:show.
type ProbeMark struct {
	Name string
	Pos  Pos
}

func slotString(name, tag string) string { return strings.TrimSpace(name + " " + tag) }

// UnitOf returns the unit of the values of a field: its own, else that of its type, else
// that of the signal or control that it is, else "".
func (f *Field) UnitOf() string {
	if f.Unit != "" {
		return f.Unit
	}
	if d := f.scalarDecl(); d != nil && d.Unit != "" {
		return d.Unit
	}
	return f.slot().Unit
}

// FormatOf returns the Q format of the values of a field: its own, else that of its type;
// nil if neither has one.
func (f *Field) FormatOf() *Format {
	if f.Format != nil {
		return f.Format
	}
	if d := f.scalarDecl(); d != nil {
		return d.Format
	}
	return nil
}

// Facts returns what is declared of the field's values, a text for each: the type of its scalars ("uint32"; none for
// structs), "unit kb/s", "format UQ1.15", "range 0..8".
func (f *Field) Facts() []string {
	var list []string
	t := f.Type
	for t.Kind == Array {
		t = t.Elem
	}
	if t.Kind != Struct {
		list = append(list, t.Kind.String())
	}
	if u := f.UnitOf(); u != "" {
		list = append(list, "unit "+u)
	}
	if q := f.FormatOf(); q != nil {
		list = append(list, "format "+q.Text)
	}
	if f.Range != nil {
		list = append(list, "range "+f.Range.Text)
	}
	return list
}

// slot returns the signal or control that the field is.
func (f *Field) slot() SlotInfo {
	switch {
	case f.Signal != nil:
		return f.Signal.Signal.Info()
	case f.Control != nil:
		return f.Control.Control.Info()
	}
	return SlotInfo{}
}

// scalarDecl returns the declaration of the type of the field's scalars, nil if it has none.
func (f *Field) scalarDecl() *TypeDecl {
	t := f.Type
	for t.Kind == Array {
		t = t.Elem
	}
	if t.Kind == Struct {
		return nil
	}
	return t.Decl
}

// FracLeaf returns which leaf of the transducer's parameters holds the number of fractional bits of a format. path is
// that of the formatted leaf in the parameters ("Base.AlphaInit"); it is used only if the format names a field of the
// same struct. FracLeaf returns false if the format names no field, or one that the parameters do not have.
func (t *Transducer) FracLeaf(path string, f *Format) (int, bool) {
	if f == nil || f.FracOf == "" {
		return 0, false
	}
	owner, field, dotted := strings.Cut(f.FracOf, ".")
	if dotted {
		at, in := StructIn(t.Params, owner, f.Pos.File)
		if in == nil {
			return 0, false
		}
		leaf, ft := FieldAt(in, field)
		return at + leaf, ft != nil
	}
	leaf, ft := FieldAt(t.Params, path[:strings.LastIndexByte(path, '.')+1]+f.FracOf)
	return leaf, ft != nil
}

// Consts returns the package-level constants of a named type, declared in its package, in the order of the source.
func (d *TypeDecl) Consts() []*ConstDecl {
	var list []*ConstDecl
	for _, x := range d.Pkg.Decls {
		if g, ok := x.(*ConstGroup); ok {
			list = append(list, collect.Where(g.Consts, func(c *ConstDecl) bool { return c.Type != nil && c.Type.Decl == d })...)
		}
	}
	return list
}

// Labels returns the words for the constants of a named type by their values, in small
// letters and without the words that all names begin with: "cut-timer" and "cnp" for
// EventCutTimer and EventCNP. Of two constants of one value the first has the word.
func (d *TypeDecl) Labels() map[uint64]string { return LabelsOf(d.Consts()) }

// LabelsOf is Labels of any constants of one kind.
func LabelsOf(consts []*ConstDecl) map[uint64]string {
	split := collect.Of(consts, func(c *ConstDecl) []string { return camelWords(c.Name) })
	common := commonWords(split)
	labels := map[uint64]string{}
	for i, c := range consts {
		v := Word(c.Value)
		if _, ok := labels[v]; !ok {
			labels[v] = strings.ToLower(strings.Join(split[i][common:], "-"))
		}
	}
	return labels
}

// commonWords counts the words with which all names begin, and leaves each name one.
func commonWords(names [][]string) int {
	if len(names) < 2 {
		return 0
	}
	n := 0
	for {
		for _, words := range names {
			if len(words) < n+2 || words[n] != names[0][n] {
				return n
			}
		}
		n++
	}
}

// camelWords parts a Go name into its words: "EventCNPTimer" is Event, CNP and Timer.
func camelWords(name string) []string {
	upper := func(s string, i int) bool { return i < len(s) && s[i] >= 'A' && s[i] <= 'Z' }
	var words []string
	for _, part := range strings.Split(name, "_") {
		start := 0
		for i := 1; i < len(part); i++ {
			rest := part[i:]
			plural := strings.HasPrefix(rest[1:], "s") && (len(rest) == 2 || upper(rest, 2)) // of CNPs
			if upper(part, i) && (!upper(part, i-1) || len(rest) > 1 && !upper(rest, 1) && !plural) {
				words = append(words, part[start:i])
				start = i
			}
		}
		if part != "" {
			words = append(words, part[start:])
		}
	}
	return words
}
