package runreport

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/internal/base/text/jsontext"
	"smartnic-cc/internal/logs/replay"
	"smartnic-cc/internal/reports/htmlreport"
	"smartnic-cc/nicmodel/lab/scenario"
)

// Replayed is what a replay was made from, so that it can be made again: run.json in the
// folder that `cctrace replay -o FOLDER/` wrote. The trace it only names. Nothing in it
// depends on the machine or the time.
type Replayed struct {
	// Capture is the trace as it was named, and Arguments what else stood on the command
	// line, but for where outputs go.
	Capture   string   `json:"capture"`
	Arguments []string `json:"arguments,omitempty"`
	// Reconstructed is how the events were made of counters, "" where they were seen.
	Reconstructed string `json:"reconstructed,omitempty"`
	// LineRate is the speed of the senders' ports, and Connections how many there are.
	LineRate    string `json:"line_rate"`
	Connections int    `json:"connections"`
	// Algorithm is that of the connections by its name among the transducers, and Profile whose
	// parameters they have; the rest is as in scenario.NICKind. An algorithm of a folder has
	// Parameters only.
	Algorithm   string               `json:"algorithm"`
	Profile     string               `json:"profile"`
	ProfileFile string               `json:"profile_file,omitempty"`
	Parameters  []reaction.Parameter `json:"parameters,omitempty"`
	Learning    []reaction.Parameter `json:"learning,omitempty"`
	Integers    []reaction.Parameter `json:"integers,omitempty"`
}

// WriteJSON writes it as JSON.
func (r *Replayed) WriteJSON(w io.Writer) error {
	return jsontext.Write(w, r)
}

// kind is what a table of kinds of NICs shows of it.
func (r *Replayed) kind() *scenario.NICKind {
	return &scenario.NICKind{
		Hosts: r.Connections, Rate: r.LineRate, Algorithm: r.Algorithm, Profile: r.Profile, ProfileFile: r.ProfileFile,
		Parameters: r.Parameters, Learning: r.Learning, Integers: r.Integers,
	}
}

// replayedOf reads what a replay in a folder was made from; nil if there is no such thing.
func replayedOf(b []byte) *Replayed {
	var r Replayed
	if b == nil || json.Unmarshal(b, &r) != nil || r.Capture == "" || r.Algorithm == "" {
		return nil
	}
	return &r
}

// replaySummaryOf reads the summary of a replay; nil if it is something else.
func replaySummaryOf(b []byte) *replay.Summary {
	var sum replay.Summary
	if b == nil || json.Unmarshal(b, &sum) != nil || sum.Algorithm == "" || len(sum.Conns) == 0 {
		return nil
	}
	return &sum
}

// replayed tables the summary of a replay: events, what steps did, and what is in force.
func replayed(r *replay.Summary, suffix string) htmlreport.Table {
	did, final := slices.Sorted(maps.Keys(r.Conns[0].Did)), slices.Sorted(maps.Keys(r.Conns[0].Final))
	t := htmlreport.Table{Title: fmt.Sprintf("Replay under %s%s", r.Algorithm, suffix), Folded: true,
		Head: slices.Concat([]string{"connection"}, ir.NICEventKindNames(), did, []string{"MB", "mean rate, Gb/s", "lowest", "final"}, final,
			[]string{"final window, KB", "CNPs sent"})}
	for i := range r.Conns[:min(len(r.Conns), rowsAtMost)] {
		c := &r.Conns[i]
		row := []string{c.Name}
		counted := func(names []string, of map[string]uint64) {
			for _, name := range names {
				text := ""
				if n, is := of[name]; is {
					text = count(n)
				}
				row = append(row, text)
			}
		}
		counted(ir.NICEventKindNames(), c.Events)
		counted(did, c.Did)
		row = append(row, number(float64(c.Bytes)/1e6))
		rates, window, sent := make([]string, 3), "", ""
		if c.Rates != nil {
			rates = []string{kbps(c.MeanRate), kbps(c.LowestRate), kbps(c.FinalRate)}
		}
		row = append(row, rates...)
		counted(final, c.Final)
		if c.FinalWindow != nil {
			window = number(float64(*c.FinalWindow) / 1e3)
		}
		if c.Sent > 0 {
			sent = count(c.Sent)
		}
		t.Rows = append(t.Rows, append(row, window, sent))
	}
	return withoutEmpty(t)
}

// kbps writes a rate of a replay in Gb/s.
func kbps(v uint64) string { return number(float64(v) / 1e6) }
