package runreport

import (
	"encoding/json"
	"io"

	"smartnic-cc/internal/reaction"
	"smartnic-cc/internal/replay"
	"smartnic-cc/nicmodel/scenario"
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
	// parameters they have; the rest is as in scenario.Kind. An algorithm of a folder has
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
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(r)
}

// kind is what a table of kinds of NICs shows of it.
func (r *Replayed) kind() *scenario.Kind {
	return &scenario.Kind{
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

// replaySummaryOf reads the summary of a replay; nil if it is none.
func replaySummaryOf(b []byte) *replay.Summary {
	var sum replay.Summary
	if b == nil || json.Unmarshal(b, &sum) != nil || sum.Algorithm == "" || len(sum.Conns) == 0 {
		return nil
	}
	return &sum
}
