package tracedriver

import (
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/plural"
	"smartnic-cc/internal/textwidth"
	"smartnic-cc/internal/trace"
)

// Summary is what a replay tells at its end.
type Summary struct {
	Algorithm string `json:"algorithm"`
	// Steps is the number of events fed, timers included.
	Steps uint64 `json:"steps"`
	// Duration is the length of the trace, ns.
	Duration int64 `json:"duration_ns"`
	// AssumedBytes reports that at least one connection's bytes were taken to be its rate times
	// the time, since the trace shows no data of it.
	AssumedBytes bool `json:"assumed_bytes,omitempty"`
	// Reconstructed is how the trace's events were made of counters; empty where they were seen.
	Reconstructed string `json:"reconstructed,omitempty"`
	// Truncated reports that the trace ends within a packet or row.
	Truncated bool          `json:"truncated,omitempty"`
	Conns     []ConnSummary `json:"connections"`

	rated, windowed, receiver bool
}

// ConnSummary sums one connection up. Events are by happening, under the names of the contract.
type ConnSummary struct {
	Name    string            `json:"name"`
	Events  map[string]uint64 `json:"events"`
	Bytes   uint64            `json:"bytes"`
	Assumed bool              `json:"assumed,omitempty"`
	// Rates are in kb/s; the mean is over the time from the connection's first event. 0 in an
	// algorithm without a rate.
	MeanRate   uint64 `json:"mean_rate_kbps,omitempty"`
	LowestRate uint64 `json:"lowest_rate_kbps,omitempty"`
	FinalRate  uint64 `json:"final_rate_kbps,omitempty"`
	// FinalWindow is in bytes; nil in an algorithm without.
	FinalWindow *uint64 `json:"final_window_bytes,omitempty"`
	// Sent is how many CNPs a notification point sent.
	Sent uint64 `json:"cnps_sent,omitempty"`
}

// totals accumulate for one connection.
type totals struct {
	events         [ir.OnPacket + 1]uint64
	bytes, assumed uint64
	begin          int64
	seen           bool
	area           driver.Area
	lowest, sent   uint64
}

func (t *totals) add(c *driver.Conn, s *driver.Step) {
	if !t.seen {
		t.seen, t.begin, t.lowest = true, s.Time, s.Before
	} else {
		t.area.Add(s.Before, s.Time-s.Last)
	}
	t.lowest = min(t.lowest, c.Controls().Rate)
	t.events[s.Event.Happening]++
	if c.Controls().SendCNP {
		t.sent++
	}
}

func (r *run) summary(src Source) *Summary {
	st := src.Stats()
	contract := r.o.Algorithm.Contract
	s := &Summary{
		Algorithm: r.o.Algorithm.Def.Name, Steps: r.steps, Duration: st.Duration, Truncated: st.Truncated,
		rated: r.rated, windowed: contract.Control(ir.ControlWindow, "") != nil, receiver: r.receiver,
	}
	if st.Reconstruction != trace.Seen {
		s.Reconstructed = st.Reconstruction.String()
	}
	for i, c := range src.Conns() {
		one := r.conns[i]
		t := &one.tot
		cs := ConnSummary{Name: c.Name, Events: map[string]uint64{}, Bytes: t.bytes + t.assumed, Assumed: t.assumed > 0, Sent: t.sent}
		for _, e := range contract.Events {
			cs.Events[e.Happening.String()] = t.events[e.Happening]
		}
		out := one.Controls()
		if s.rated {
			cs.MeanRate, cs.LowestRate, cs.FinalRate = out.Rate, out.Rate, out.Rate
			if t.seen {
				cs.LowestRate = t.lowest
			}
			if span := s.Duration - t.begin; t.seen && span > 0 {
				t.area.Add(out.Rate, s.Duration-one.At())
				cs.MeanRate = t.area.Mean(span)
			}
		}
		if s.windowed {
			window := out.Window
			cs.FinalWindow = &window
		}
		s.AssumedBytes = s.AssumedBytes || cs.Assumed
		s.Conns = append(s.Conns, cs)
	}
	return s
}

// WriteJSON writes the summary as JSON. The error is that of w.
func (s *Summary) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(s)
}

// numberWidth is how much of a line the number of a connection takes before its name.
const numberWidth = 12

// Write prints the summary as a table, wrapped to the width of w. The error is that of w.
func (s *Summary) Write(w io.Writer) error {
	fmt.Fprintf(w, "%s: %s, %s in %.3f ms\n", s.Algorithm, plural.Of(len(s.Conns), "connection"), plural.Of(s.Steps, "event"), float64(s.Duration)/1e6)
	if how, ok := trace.ParseReconstruction(s.Reconstructed); ok {
		fmt.Fprintln(w, textwidth.Wrap(how.Headline(), textwidth.Of(w)))
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	head := "#\t"
	var happenings []string
	for _, name := range ir.HappeningNames() {
		if len(s.Conns) > 0 {
			if _, ok := s.Conns[0].Events[name]; ok {
				happenings = append(happenings, name)
				head += name + "\t"
			}
		}
	}
	head += "MB\t"
	if s.rated {
		head += "mean Gb/s\tlowest\tfinal\t"
	}
	if s.windowed {
		head += "final window B\t"
	}
	if s.receiver {
		head += "CNPs sent\t"
	}
	fmt.Fprintln(t, head)
	for i := range s.Conns {
		c := &s.Conns[i]
		mark := ""
		if c.Assumed {
			mark = "*"
		}
		fmt.Fprintf(t, "%d\t", i+1)
		for _, name := range happenings {
			fmt.Fprintf(t, "%d\t", c.Events[name])
		}
		fmt.Fprintf(t, "%.2f%s\t", float64(c.Bytes)/1e6, mark)
		if s.rated {
			fmt.Fprintf(t, "%.3f\t%.3f\t%.3f\t", float64(c.MeanRate)/1e6, float64(c.LowestRate)/1e6, float64(c.FinalRate)/1e6)
		}
		if s.windowed {
			fmt.Fprintf(t, "%d\t", *c.FinalWindow)
		}
		if s.receiver {
			fmt.Fprintf(t, "%d\t", c.Sent)
		}
		fmt.Fprintln(t)
	}
	// Names may be longer than a line has room for beside numbers.
	fmt.Fprintln(t)
	for i := range s.Conns {
		fmt.Fprintf(t, "%d\t  %s\n", i+1, textwidth.Break(s.Conns[i].Name, "->", "\t    ", textwidth.Of(w)-numberWidth))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if s.AssumedBytes {
		_, err := fmt.Fprintln(w, "* the trace shows no data of this connection:\n  its bytes were taken to be its rate times the time passed")
		return err
	}
	return nil
}
