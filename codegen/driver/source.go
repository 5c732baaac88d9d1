package driver

import (
	"fmt"
	"slices"

	"smartnic-cc/codegen/ir"
)

// Source is the NIC events and signals that a kind of input has: the table "Who gives what" of docs/subset.md.
type Source struct {
	Name string // as in "a capture"
	// Signals has the NIC events that the source can report, and the signals that come with each.
	Signals map[ir.NICEventKind][]ir.Signal
	// Unheeded are the controls that the driver of the source does not obey.
	Unheeded []ir.Control
	// Alternative is the source to use for what this one lacks, as in "the NIC model"; "" for none.
	Alternative string
}

// Check reports whether the source has all that the algorithm asks for. A nack and a timeout need not ever come, but
// an event that comes must have all its signals that are not optional, and all controls have to be obeyed. The error is an *ir.ContractError at the field, or at the constant
// of the kind.
func (a *Algorithm) Check(s *Source) error {
	for _, c := range a.Contract.Controls {
		if slices.Contains(s.Unheeded, c.Control) {
			return &ir.ContractError{Pos: c.Field.Pos, Msg: fmt.Sprintf("control %s (field %s): %s does not obey it", c.Control, c.Name, s.Name), Remedy: s.remedy("field")}
		}
	}
	for _, e := range a.Contract.Events {
		signals, given := s.Signals[e.Kind]
		switch {
		case e.Kind == ir.OnTimer:
			continue
		case !given && (e.Kind == ir.OnNack || e.Kind == ir.OnTimeout):
			continue
		case !given:
			pos, what := a.Def.Event.Decl.Pos, a.Def.Event.Decl.Name
			if e.Const != nil {
				pos, what = e.Const.Pos, e.Const.Name
			}
			return &ir.ContractError{Pos: pos, Msg: fmt.Sprintf("event %s (%s): %s does not report it", e.Kind, what, s.Name),
				Remedy: s.remedy("kind")}
		}
		for _, x := range a.Contract.Signals {
			if x.Signal == ir.SignalNow || x.Signal == ir.SignalKind || !x.Signal.Info().Given(e.Kind) || x.Signal.Info().Optional || slices.Contains(signals, x.Signal) {
				continue
			}
			return &ir.ContractError{Pos: x.Field.Pos, Msg: fmt.Sprintf("signal %s (field %s) of event %s: %s does not give it", x.Field.Signal, x.Name, e.Kind, s.Name),
				Remedy: s.remedy("field")}
		}
	}
	return nil
}

// remedy says how to get a kind or a field that the source lacks.
func (s *Source) remedy(what string) string {
	text := "take the " + what + " out (docs/subset.md)"
	if s.Alternative != "" {
		text = s.Alternative + " does; drive the algorithm there, or " + text
	}
	return text
}
