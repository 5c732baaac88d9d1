package testvectors

import (
	"errors"
	"fmt"
	"math/bits"
	"strconv"

	"smartnic-cc/testvectors/transducer"
)

// Options control Verify.
type Options struct {
	// Continue goes on after the first difference, to count how many tests fail. A
	// sequence ends at its first difference in any case: what follows would differ
	// for that reason.
	Continue bool
	// Progress, if not nil, is called after each test with the tests done and in all.
	Progress func(done, total int)
}

// Report is the outcome of Verify.
type Report struct {
	File     string        `json:"file"`
	Firmware string        `json:"firmware"`
	Groups   []GroupReport `json:"groups"`
	// First is the first difference, nil if there was no difference.
	First *Difference `json:"firstDifference,omitempty"`
}

// GroupReport counts what was run of a group.
type GroupReport struct {
	Group   int    `json:"group"` // index in the file
	Type    string `json:"type"`
	Name    string `json:"name"`
	Comment string `json:"comment,omitempty"`
	Tests   int    `json:"tests"`  // run
	Steps   int    `json:"steps"`  // run; a call is one
	Failed  int    `json:"failed"` // tests with a difference
}

// Difference is where a firmware differs from a vector.
type Difference struct {
	File    string   `json:"file"`
	Group   int      `json:"group"`
	Name    string   `json:"name"`
	Profile string   `json:"comment,omitempty"` // the group's comment
	TcID    int      `json:"tcId"`
	Comment string   `json:"testComment,omitempty"`
	Flags   []string `json:"flags,omitempty"`
	// Notes are what the flags' notes say goes wrong in ports.
	Notes []string `json:"notes,omitempty"`
	// Step counts from 1; 0 is the initial state, or a call.
	Step  int `json:"step"`
	Steps int `json:"steps"`
	// Event is what was fed: the event, or the arguments of a call.
	Event []Value `json:"event,omitempty"`
	// Before is the state before the event; nil for a call.
	Before []Value `json:"before,omitempty"`
	// Fields are what was to come out and what did.
	Fields []Field `json:"fields"`
	// Answer is the difference of a sequence as integers; nil of a call.
	Answer *transducer.Difference `json:"-"`
}

// Value is a named integer.
type Value struct {
	Name  string `json:"name"`
	Type  string `json:"type"`
	Value string `json:"value"` // decimal
	Hex   string `json:"hex"`
}

// Field is one field of an output, a state or a result.
type Field struct {
	Part     string `json:"part"` // output, state or result
	Name     string `json:"name"`
	Type     string `json:"type"`
	Expected string `json:"expected"` // decimal
	Found    string `json:"found"`
	// ExpectedHex and FoundHex are the bits, as wide as the type.
	ExpectedHex string `json:"expectedHex"`
	FoundHex    string `json:"foundHex"`
	Differs     bool   `json:"differs"`
	// Bit is the lowest bit in which they differ, -1 if they are equal.
	Bit int `json:"bit"`
}

// OK reports that everything was run and nothing differs.
func (r *Report) OK() bool { return r.First == nil }

// Total adds the groups up.
func (r *Report) Total() (tests, steps, failed int) {
	for _, g := range r.Groups {
		tests += g.Tests
		steps += g.Steps
		failed += g.Failed
	}
	return tests, steps, failed
}

// errDiffers ends a batch at a difference.
var errDiffers = errors.New("differs")

// Verify runs every vector of f against fw and reports what was run and the first
// difference. The error is not about differences but about a firmware that cannot be
// run: a program that died, a function that is not there; the report then holds what
// was run before.
func Verify(fw transducer.Firmware, f *File, opt Options) (Report, error) {
	v := &verifier{fw: fw, f: f, opt: opt, total: f.Tests()}
	v.report = Report{File: f.label(), Firmware: fw.Name()}
	for i := range f.Groups {
		g := &f.Groups[i]
		v.report.Groups = append(v.report.Groups, GroupReport{Group: i, Type: g.Type, Name: g.Name, Comment: g.Comment})
		v.count = &v.report.Groups[i]
		v.group = i
		var err error
		if g.Type == FunctionTest {
			err = v.calls(g)
		} else {
			err = v.sequences(g)
		}
		if errors.Is(err, errDiffers) {
			break
		}
		if err != nil {
			return v.report, fmt.Errorf("%s: group %d (%s): %w", f.label(), i, g.Title(), err)
		}
	}
	return v.report, nil
}

type verifier struct {
	fw     transducer.Firmware
	f      *File
	opt    Options
	report Report
	count  *GroupReport
	group  int
	done   int
	total  int
}

// tested counts a test. It returns errDiffers where the run is to end.
func (v *verifier) tested(d *Difference) error {
	v.count.Tests++
	v.done++
	if v.opt.Progress != nil {
		v.opt.Progress(v.done, v.total)
	}
	if d == nil {
		return nil
	}
	v.count.Failed++
	if v.report.First == nil {
		v.report.First = d
	}
	if v.opt.Continue {
		return nil
	}
	return errDiffers
}

func (v *verifier) calls(g *Group) error {
	tested := 0
	args := func(i int) []uint64 { return g.Calls[i].Args }
	err := transducer.Calls(v.fw, g.Name, len(g.Calls), args, func(i int, results []uint64) error {
		c := &g.Calls[i]
		tested = i + 1
		v.count.Steps++
		if transducer.FirstDifference(c.Results, results) < 0 {
			return v.tested(nil)
		}
		d := v.difference(g, &c.Test, 0, 0)
		d.Event = values(g.Args, c.Args)
		d.Fields = fields("result", g.Results, c.Results, results)
		return v.tested(d)
	})
	if err != nil && !errors.Is(err, errDiffers) {
		return fmt.Errorf("tcId %d: %w", g.Calls[min(tested, len(g.Calls)-1)].ID, err)
	}
	return err
}

func (v *verifier) sequences(g *Group) error {
	for i := range g.Sequences {
		s := &g.Sequences[i]
		d, err := v.sequence(g, s)
		if err != nil {
			return fmt.Errorf("tcId %d: %w", s.ID, err)
		}
		if err := v.tested(d); err != nil {
			return err
		}
	}
	return nil
}

// sequence runs one sequence up to its first difference.
func (v *verifier) sequence(g *Group, s *Sequence) (*Difference, error) {
	conn, err := v.fw.Open(g.Name, g.ParamValues)
	if err != nil {
		return nil, fmt.Errorf("open: %w", err)
	}
	if s.Loaded {
		if err := conn.Load(s.Initial); err != nil {
			return nil, fmt.Errorf("load: %w", err)
		}
	}
	initial, err := conn.State()
	if err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	if transducer.FirstDifference(s.Initial, initial) >= 0 {
		d := v.difference(g, &s.Test, 0, len(s.Steps))
		d.Fields = fields("state", g.State, s.Initial, initial)
		d.answered(g, transducer.CompareState(g.layout(), s.Initial, initial))
		return d, nil
	}
	var d *Difference
	tested := 0
	event := func(i int) []uint64 { e, _, _ := g.Split(s.Steps[i]); return e }
	err = transducer.Steps(conn, len(s.Steps), event, func(i int, output, state []uint64) error {
		tested = i + 1
		v.count.Steps++
		e, wantOutput, wantState := g.Split(s.Steps[i])
		if transducer.FirstDifference(wantOutput, output) < 0 && transducer.FirstDifference(wantState, state) < 0 {
			return nil
		}
		d = v.difference(g, &s.Test, i+1, len(s.Steps))
		d.answered(g, transducer.CompareStep(g.layout(), e, wantOutput, output, wantState, state))
		d.Event = values(g.Event, e)
		before := s.Initial
		if i > 0 {
			_, _, before = g.Split(s.Steps[i-1])
		}
		d.Before, d.Answer.Before = values(g.State, before), before
		d.Fields = append(fields("output", g.Output, wantOutput, output), fields("state", g.State, wantState, state)...)
		return errDiffers
	})
	if err != nil && !errors.Is(err, errDiffers) {
		return nil, fmt.Errorf("step %d: %w", min(tested+1, len(s.Steps)), err)
	}
	if c, ok := conn.(interface{ Close() error }); ok {
		if err := c.Close(); err != nil {
			return nil, fmt.Errorf("close: %w", err)
		}
	}
	return d, nil
}

func (v *verifier) difference(g *Group, t *Test, step, steps int) *Difference {
	d := &Difference{
		File: v.f.label(), Group: v.group, Name: g.Name, Profile: g.Comment,
		TcID: t.ID, Comment: t.Comment, Flags: t.Flags, Step: step, Steps: steps,
	}
	for _, flag := range t.Flags {
		if n := v.f.Notes[flag]; n.Effect != "" {
			d.Notes = append(d.Notes, flag+": "+n.Effect)
		}
	}
	return d
}

// answered takes the difference as integers.
func (d *Difference) answered(g *Group, of *transducer.Difference) {
	of.Conn, of.Step, of.Params = strconv.Itoa(d.TcID), uint64(d.Step), g.ParamValues
	d.Answer = of
}

// layout returns the layouts of a SequenceTest.
func (g *Group) layout() *transducer.Algorithm {
	return &transducer.Algorithm{Name: g.Name, Params: g.Params, State: g.State, Event: g.Event, Output: g.Output}
}

func values(leaves []transducer.Leaf, vs []uint64) []Value {
	out := make([]Value, len(leaves))
	for i, l := range leaves {
		out[i] = Value{Name: l.Name, Type: l.Type(), Value: l.Format(vs[i]), Hex: pattern(l, vs[i])}
	}
	return out
}

// fields pairs what was expected with what was found. A field that is missing in
// what was found, or too much in it, differs.
func fields(part string, leaves []transducer.Leaf, want, have []uint64) []Field {
	var out []Field
	for i, l := range leaves {
		f := Field{Part: part, Name: l.Name, Type: l.Type(), Expected: l.Format(want[i]), ExpectedHex: pattern(l, want[i]), Bit: -1}
		if i >= len(have) {
			f.Found, f.FoundHex, f.Differs, f.Bit = "missing", "missing", true, 0
		} else {
			f.Found, f.FoundHex = l.Format(have[i]), pattern(l, have[i])
			if x := want[i] ^ have[i]; x != 0 {
				f.Differs, f.Bit = true, bits.TrailingZeros64(x)
			}
		}
		out = append(out, f)
	}
	for i := len(leaves); i < len(have); i++ {
		s := fmt.Sprint(have[i])
		out = append(out, Field{Part: part, Name: fmt.Sprintf("field %d", i+1), Expected: "none", Found: s, FoundHex: fmt.Sprintf("%#x", have[i]), Differs: true})
	}
	return out
}

// pattern writes the bits of v as wide as the leaf.
func pattern(l transducer.Leaf, v uint64) string {
	if l.Bits < 64 {
		v &= 1<<l.Bits - 1
	}
	return fmt.Sprintf("0x%0*x", l.Bits/4, v)
}
