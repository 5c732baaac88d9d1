package ratelog

import (
	"slices"
	"strings"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/rowfile"
)

// Old logs of DCQCN and Dolce-RC differed from those of all other algorithms: the rate only under the name in the
// state, alpha in JSON without its fractional bits, and events in the words of text traces. This file reads them;
// remove it with version 0.2.0.

// Renew gives a table of an old rate log the columns that it would have today. It suits rowfile.NewCSV and NewJSON.
func Renew(t *rowfile.Table) {
	at := func(name string) int { return slices.Index(t.Names, name) }
	rate := at("rc_kbps")
	if at("time_ns") < 0 || rate < 0 && at("rt_kbps") < 0 || at("rate_kbps") >= 0 || at("window_bytes") >= 0 {
		return
	}
	for old, today := range map[string]string{"alpha": "alpha_q*", "did": "output.did"} {
		if i := at(old); i >= 0 {
			t.Names[i] = today
		}
	}
	if rate >= 0 {
		t.Also(rate, "rate_kbps")
	}
}

// OldWords are what text traces and old logs call an event.
func OldWords(e *ir.NICEvent) []string {
	name, timer := strings.CutSuffix(e.Label, "-timer")
	switch {
	case e.Kind == ir.OnTimer && timer:
		return []string{"timer_" + name}
	case e.Kind == ir.OnSent:
		return []string{"data", "data_assumed", "tx"}
	}
	return nil
}
