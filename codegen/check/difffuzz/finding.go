package difffuzz

import (
	"errors"
	"fmt"
	"slices"

	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/pipe"
	"smartnic-cc/testvectors/transducer"
)

// Finding is an input on which Go and C differ, or on which a sanitizer stopped the C side.
type Finding struct {
	Target string `json:"target"`
	// Reason is the sanitizer's summary, or what differs.
	Reason string `json:"reason"`
	// Input is what the fuzzer made.
	Input []byte `json:"input"`
	// Vectors hold the shortest case that was found, with the answers of the reference: a file to be added to the
	// corpus. It is nil if the reference has an index out of range at the first step and so no answers.
	Vectors *testvectors.File `json:"-"`
	// Report is the result of the vectors on the C program; nil if they pass there, as for what only a sanitizer
	// sees.
	Report *testvectors.Report `json:"report,omitempty"`
}

// fuzzed is the vector flag of a fuzzer's findings.
const fuzzed = "Fuzzed"

// vectors writes a case as a file of vectors with the answers of the reference, up to the first index out of range.
// It returns nil if that leaves no step.
func vectors(fw transducer.Firmware, targets []Target, c Case) (*testvectors.File, error) {
	t := targets[c.Target]
	f := &testvectors.File{
		Name:      "fuzzed",
		Algorithm: t.Name(),
		Header:    []string{"Found by ccgen fuzz: inputs that libFuzzer made, with the answers of the Go reference."},
		Notes: map[string]testvectors.Note{fuzzed: {
			BugType: "EDGE_CASE", Description: "An input that coverage-guided fuzzing of the C port found.",
		}},
	}
	g := testvectors.Group{Name: t.Name(), Comment: "fuzzed", Source: testvectors.Source{Name: "ccgen fuzz", Version: "1"}}
	test := testvectors.Test{Comment: "found by fuzzing", Flags: []string{fuzzed}}
	var err error
	if t.Func != nil {
		f.Schema, g.Type = testvectors.FunctionSchema, testvectors.FunctionTest
		g.Args, g.Results = t.Func.Args, t.Func.Results
		_, err = play(fw, t, &c, nil, func(args, results, _ []uint64) {
			g.Calls = append(g.Calls, testvectors.Call{Test: test, Args: args, Results: slices.Clone(results)})
		})
	} else {
		a := t.Algorithm
		f.Schema, g.Type = testvectors.SequenceSchema, testvectors.SequenceTest
		g.Params, g.State, g.Event, g.Output, g.ParamValues = a.Params, a.State, a.Event, a.Output, c.Params
		s := testvectors.Sequence{Test: test, Loaded: c.Loaded}
		initial := func(state []uint64) { s.Initial = slices.Clone(state) }
		_, err = play(fw, t, &c, initial, func(event, output, state []uint64) {
			s.Steps = append(s.Steps, slices.Concat(event, output, state))
		})
		if len(s.Steps) > 0 {
			g.Sequences = []testvectors.Sequence{s}
		}
	}
	if err != nil || g.Tests() == 0 {
		return nil, err
	}
	f.Groups = []testvectors.Group{g}
	f.Renumber()
	return f, f.Check()
}

// examine makes a finding of an input: the shortest case that still differs on the C program, as vectors.
func (r *runner) examine(input []byte, reason string) (*Finding, error) {
	c, ok := Decode(r.targets, input)
	if !ok {
		return nil, fmt.Errorf("the fuzzer reports an input of %d bytes, which nothing runs (%s)", len(input), reason)
	}
	find := &Finding{Target: r.targets[c.Target].Name(), Reason: reason, Input: input}
	o, err := r.try(c)
	if err == nil && o.differs {
		c, o, err = r.shorten(c, o)
	}
	if err != nil {
		return nil, err
	}
	find.Report = o.report
	if o.differs {
		find.Reason = o.reason
	}
	find.Vectors, err = vectors(r.reference, r.targets, c)
	if find.Vectors != nil && r.Reference != nil {
		find.Vectors.Header = []string{"Found by ccgen fuzz: inputs that libFuzzer made, with the answers of the " + r.Reference.Name() + "."}
	}
	return find, err
}

// outcome is the result of a case on the C program.
type outcome struct {
	differs bool
	report  *testvectors.Report // nil if the program refuses or dies
	reason  string
	over    bool // the program has died: no further tries
}

// try runs a case on the C program against the reference's answers.
func (r *runner) try(c Case) (outcome, error) {
	f, err := vectors(r.reference, r.targets, c)
	if err != nil || f == nil {
		return outcome{}, err
	}
	report, err := testvectors.Verify(r.program, f, testvectors.Options{})
	var refused *pipe.Error
	switch {
	case errors.As(err, &refused):
		return outcome{differs: true, reason: refused.Error(), over: refused.Kind != pipe.Refused}, nil
	case err != nil:
		return outcome{}, err
	case report.OK():
		return outcome{}, nil
	}
	return outcome{differs: true, report: &report, reason: report.First.Summary()}, nil
}

// shorten cuts what follows the first difference and then removes every row, starting with the last, without which a
// difference remains.
func (r *runner) shorten(c Case, o outcome) (Case, outcome, error) {
	c = r.cut(c, o)
	for i := len(c.Rows) - 1; i >= 0 && len(c.Rows) > 1 && !o.over; i-- {
		shorter := c
		shorter.Rows = slices.Concat(c.Rows[:i], c.Rows[i+1:])
		trial, err := r.try(shorter)
		if err != nil {
			return c, o, err
		}
		if trial.differs {
			c, o = r.cut(shorter, trial), trial
			i = min(i, len(c.Rows))
		}
	}
	if o.over || o.report == nil {
		return c, o, nil
	}
	o, err := r.try(c) // the report on the case as it is now
	return c, o, err
}

// cut removes what follows the first difference.
func (r *runner) cut(c Case, o outcome) Case {
	if o.report == nil {
		return c
	}
	switch d := o.report.First; {
	case r.targets[c.Target].Func != nil:
		c.Rows = c.Rows[d.TcID-1 : d.TcID]
	default:
		c.Rows = c.Rows[:max(1, d.Step)]
	}
	return c
}
