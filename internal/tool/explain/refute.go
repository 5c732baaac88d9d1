package explain

import (
	"smartnic-cc/internal/logs/firmwarelog"
	"smartnic-cc/testvectors/transducer"
)

// PassingSteps are the steps of another connection of the same algorithm, under its own parameters, which did not
// differ from the reference.
type PassingSteps struct {
	Params []uint64
	Steps  []firmwarelog.HistoryStep
}

// mostRefuting bounds the steps on which Refute runs a hypothesis.
const mostRefuting = 20_000

// Refute counts for each hypothesis the steps of one of the passed connections that refute it, and sorts them again.
// The latest steps are tried first, at most about 20,000 for a hypothesis that its own connection does not refute.
func (x *Explainer) Refute(e *Explanation, passed []PassingSteps) {
	for i := range e.Hypotheses {
		h := &e.Hypotheses[i]
		if h.Contradicted > 0 || h.trial.sporadic {
			continue
		}
		restore := x.apply(h.trial)
		left := mostRefuting
		for j := len(passed) - 1; j >= 0 && left > 0 && h.Elsewhere == 0; j-- {
			p := &passed[j]
			steps := p.Steps[:min(left, len(p.Steps))]
			left -= len(steps)
			h.Elsewhere = x.unlike(h.trial, &firmwarelog.Difference{Difference: transducer.Difference{Params: p.Params}}, steps, false)
		}
		restore()
	}
	sortHypotheses(e.Hypotheses)
}

// refuted reports whether a step that agrees with the reference refutes the hypothesis.
func (h *Hypothesis) refuted() bool { return h.Contradicted+h.Elsewhere > 0 }
