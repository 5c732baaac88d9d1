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
	d := Layout(t.Event)[leaf].Type.Decl
	labels := d.Labels()
	for _, c := range d.Consts() {
		v := word(c.Value)
		if name, ok := labels[v]; ok {
			kinds = append(kinds, NamedKind{Value: v, Name: name})
			delete(labels, v)
		}
	}
	return leaf, kinds
}
