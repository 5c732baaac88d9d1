package ir

// NamedKind is a value of the kind of a transducer's events, and its name.
type NamedKind struct {
	Value uint64
	Name  string // of its constant, as in "increase-timer"
}

// EventKinds returns which leaf of the event says what happened, by //ccgen:signal kind. kinds
// are the constants of its type in source order, those too that no NIC brings; of two with
// one value, the first. The leaf is -1 if the source says of none that it is the kind.
func (t *Transducer) EventKinds() (leaf int, kinds []NamedKind) {
	leaf = t.Declared().Kind
	if leaf < 0 {
		return -1, nil
	}
	return leaf, Layout(t.Event)[leaf].Type.Decl.kinds()
}

// EventChoices is EventKinds for events that no NIC brings: where the source says of no leaf that
// it is the kind, it is the only one of the event whose type has constants, if there is one.
func (t *Transducer) EventChoices() (leaf int, kinds []NamedKind) {
	if leaf, kinds = t.EventKinds(); leaf >= 0 {
		return leaf, kinds
	}
	for i, l := range Layout(t.Event) {
		if l.Type.Decl == nil || l.Type.Kind == Bool || len(l.Type.Decl.Consts()) < 2 {
			continue
		}
		if leaf >= 0 {
			return -1, nil
		}
		leaf, kinds = i, l.Type.Decl.kinds()
	}
	return leaf, kinds
}

// kinds returns the constants of a named type in source order; of two with one value, the first.
func (d *TypeDecl) kinds() (kinds []NamedKind) {
	labels := d.Labels()
	for _, c := range d.Consts() {
		v := Word(c.Value)
		if name, ok := labels[v]; ok {
			kinds = append(kinds, NamedKind{Value: v, Name: name})
			delete(labels, v)
		}
	}
	return kinds
}
