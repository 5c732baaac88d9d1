package explain

import (
	"smartnic-cc/internal/logs/firmwarelog"
	"smartnic-cc/testvectors/transducer"
)

// Number is an integer in several notations.
type Number struct {
	Value string `json:"value"` // decimal
	Hex   string `json:"hex"`
	Real  string `json:"real,omitempty"` // the real value
}

// Field is one field of a step.
type Field struct {
	Part string `json:"part"` // event, output or state
	Name string `json:"name"`
	Type string `json:"type"`
	// Before is the state before the event; nil for other parts.
	Before *Number `json:"before,omitempty"`
	// Expected is the reference's value; for an event, its value.
	Expected Number `json:"expected"`
	// Found is the firmware's value, nil if the log does not hold it.
	Found   *Number `json:"found,omitempty"`
	Differs bool    `json:"differs"`
}

func number(l transducer.Leaf, f format, v uint64) Number {
	return Number{l.Format(v), hex(v, l.Bits), f.text(v)}
}

// fields lists event, output and state of a difference.
func (r *reals) fields(d *firmwarelog.Difference) []Field {
	var out []Field
	for i, l := range d.Algorithm.Event {
		if i < len(d.Event) {
			out = append(out, Field{Part: "event", Name: l.Name, Type: l.Type(), Expected: number(l, r.event[i], d.Event[i])})
		}
	}
	part := func(name string, leaves []transducer.Leaf, fs []format, before, want []uint64, found *transducer.Values) {
		for i, l := range leaves {
			if i >= len(want) {
				return
			}
			f := Field{Part: name, Name: l.Name, Type: l.Type(), Expected: number(l, fs[i], want[i])}
			if i < len(before) {
				n := number(l, fs[i], before[i])
				f.Before = &n
			}
			if i < len(found.Has) && found.Has[i] {
				n := number(l, fs[i], found.V[i])
				f.Found, f.Differs = &n, found.V[i] != want[i]
			}
			out = append(out, f)
		}
	}
	part("output", d.Algorithm.Output, r.output, nil, d.ExpectedOutput, &d.Output)
	part("state", d.Algorithm.State, r.state, d.Before, d.ExpectedState, &d.State)
	return out
}
