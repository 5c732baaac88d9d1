package replay

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/jsontext"
	"smartnic-cc/internal/base/text/plural"
	"smartnic-cc/internal/base/text/textwidth"
	"smartnic-cc/internal/logs/capture/trace"
	"smartnic-cc/internal/logs/ratelog"
)

// Summary is the result of a replay.
type Summary struct {
	Algorithm string `json:"algorithm"`
	// Steps is the number of events fed, timers included.
	Steps uint64 `json:"steps"`
	// Duration is the length of the trace, ns.
	Duration int64 `json:"duration_ns"`
	// AssumedBytes reports that at least one connection's bytes were assumed to be its rate times the time, since the
	// trace shows no data of it.
	AssumedBytes bool `json:"assumed_bytes"`
	// Reconstructed is how the trace's events were made of counters, "uniform" or "burst"; empty
	// where they were seen.
	Reconstructed string `json:"reconstructed,omitempty"`
	// Truncated reports that the trace ends within a packet or row.
	Truncated bool `json:"truncated,omitempty"`
	// AcksLeftOut counts acknowledgements that cover nothing new, or a packet that the capture
	// does not show, of an algorithm to which they say what they acknowledge.
	AcksLeftOut uint64 `json:"acks_left_out,omitempty"`
	// Estimate is how marks were counted, set by the caller; nil in an algorithm without such a choice.
	Estimate *reaction.Estimate `json:"estimate,omitempty"`
	Conns    []ConnSummary      `json:"connections"`

	rated, windowed, receiver bool
	did, choices              []string // the labels of the flags, and of what is shown of the unit index
}

// ConnSummary sums one connection up.
type ConnSummary struct {
	Name string `json:"name"`
	// Events are by NIC event, under the names of the contract. A CNP that reports several counts as these.
	Events map[string]uint64 `json:"events"`
	// Did is how many events set each flag of the algorithm's output, under what the flags are called: "cut" of DidCut. It is
	// nil of an algorithm without.
	Did   map[string]uint64 `json:"did,omitempty"`
	Bytes uint64            `json:"bytes"`
	// Assumed reports that the bytes were taken to be the rate times the time, some or all.
	Assumed bool `json:"assumed"`
	// Rates are those of an algorithm with a rate, else nil.
	*Rates
	// Final is what the algorithm shows at the end of the choices that it makes, of the unit index: the arm in force.
	Final map[string]uint64 `json:"final,omitempty"`
	// FinalWindow is in bytes; nil in an algorithm without.
	FinalWindow *uint64 `json:"final_window_bytes,omitempty"`
	// Sent is how many CNPs a notification point sent.
	Sent uint64 `json:"cnps_sent,omitempty"`
}

// Rates are in kb/s; the mean is over the time from the connection's first event.
type Rates struct {
	MeanRate   uint64 `json:"mean_rate_kbps"`
	LowestRate uint64 `json:"lowest_rate_kbps"`
	FinalRate  uint64 `json:"final_rate_kbps"`
}

// totals accumulate for one connection.
type totals struct {
	events         [ir.OnPacket + 1]uint64
	did            []uint64 // by the run's flags
	bytes, assumed uint64
	begin          int64
	seen           bool
	area           driver.RateIntegral
	lowest, sent   uint64
}

func (t *totals) add(r *run, c *driver.Conn, s *driver.Step) {
	if !t.seen {
		t.seen, t.begin, t.lowest = true, s.Time, s.Before
	} else {
		t.area.Add(s.Before, s.Time-s.Last)
	}
	t.lowest = min(t.lowest, c.Controls().Rate)
	n := uint64(1)
	if signal := r.o.Algorithm.Contract.Signal(ir.SignalCNPs, ""); signal != nil && s.Event.Kind == ir.OnCNP {
		n = max(s.Values[signal.Index], 1)
	}
	t.events[s.Event.Kind] += n
	if c.Controls().SendCNP {
		t.sent++
	}
	for i, f := range r.flags {
		if s.Output[f.leaf]&f.bit != 0 {
			t.did[i]++
		}
	}
}

// flag is a bit of a leaf of the output.
type flag struct {
	leaf  int
	bit   uint64
	label string
}

// flagsOf lists the flags of an algorithm's output by their labels.
func flagsOf(a *driver.Algorithm) (list []flag) {
	for _, c := range ratelog.Columns(a.Def, a.Contract, nil) {
		for bit, label := range c.Flags {
			list = append(list, flag{c.Index, bit, label})
		}
	}
	slices.SortFunc(list, func(a, b flag) int { return cmp.Or(cmp.Compare(a.leaf, b.leaf), cmp.Compare(a.bit, b.bit)) })
	return list
}

// rates sums the rates up to the end of a trace.
func (t *totals) rates(c *driver.Conn, end int64) *Rates {
	final := c.Controls().Rate
	r := &Rates{MeanRate: final, LowestRate: final, FinalRate: final}
	if t.seen {
		r.LowestRate = t.lowest
	}
	if span := end - t.begin; t.seen && span > 0 {
		t.area.Add(final, end-c.LastEvent())
		r.MeanRate = t.area.Mean(span)
	}
	return r
}

func (r *run) summary(src Source) (*Summary, error) {
	st := src.Stats()
	contract := r.o.Algorithm.Contract
	s := &Summary{
		Algorithm: r.o.Algorithm.Def.Name, Steps: r.steps, Duration: st.Duration, Truncated: st.Truncated, AcksLeftOut: r.acksLeftOut,
		rated: r.rated, windowed: contract.Control(ir.ControlWindow, "") != nil, receiver: r.receiver,
	}
	if st.Reconstruction != trace.Observed {
		s.Reconstructed = st.Reconstruction.String()
	}
	s.did = append(s.did, collect.Of(r.flags, func(f flag) string { return f.label })...)
	for _, show := range contract.Probes {
		if show.Field.UnitOf() == "index" {
			s.choices = append(s.choices, show.Name)
		}
	}
	for i, c := range src.Conns() {
		one := r.conns[i]
		t := &one.tot
		cs := ConnSummary{Name: c.Name, Bytes: t.bytes + t.assumed, Assumed: t.assumed > 0, Sent: t.sent}
		cs.Events = map[string]uint64{}
		for _, e := range contract.Events {
			cs.Events[e.Kind.String()] = t.events[e.Kind]
		}
		if len(r.flags) > 0 {
			cs.Did = map[string]uint64{}
		}
		for i, f := range r.flags {
			cs.Did[f.label] += t.did[i]
		}
		if len(s.choices) > 0 {
			probes, err := one.Probes(nil)
			if err != nil {
				return nil, r.fault(one, err)
			}
			cs.Final = map[string]uint64{}
			for k, show := range contract.Probes {
				if slices.Contains(s.choices, show.Name) {
					cs.Final[show.Name] = probes[k]
				}
			}
		}
		if s.rated {
			cs.Rates = t.rates(one.Conn, s.Duration)
		}
		if s.windowed {
			window := one.Controls().Window
			cs.FinalWindow = &window
		}
		s.AssumedBytes = s.AssumedBytes || cs.Assumed
		s.Conns = append(s.Conns, cs)
	}
	return s, nil
}

// WriteJSON writes the summary as JSON. The error is that of w.
func (s *Summary) WriteJSON(w io.Writer) error {
	return jsontext.Write(w, s)
}

// numberWidth is how much of a line the number of a connection takes before its name.
const numberWidth = 12

// Write prints the summary as a table, wrapped to the width of w (package textwidth). The error is that of w.
func (s *Summary) Write(w io.Writer) error {
	fmt.Fprintf(w, "%s: %s, %s in %.3f ms\n", s.Algorithm, plural.Of(len(s.Conns), "connection"), plural.Of(s.Steps, "event"), float64(s.Duration)/1e6)
	if how, ok := trace.ParseReconstruction(s.Reconstructed); ok {
		fmt.Fprintln(w, textwidth.Wrap(how.Headline(), textwidth.Of(w)))
	}
	if s.AcksLeftOut > 0 {
		fmt.Fprintln(w, textwidth.Wrap(plural.Of(s.AcksLeftOut, "acknowledgement")+" left out: nothing new is covered, or a packet that the capture does not show", textwidth.Of(w)))
	}
	if e := s.Estimate; e != nil {
		fmt.Fprintln(w, textwidth.Wrap(fmt.Sprintf("estimate %s: %s", e.Used, e.Reason), textwidth.Of(w)))
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	s.rows(t)
	// Names may be longer than a line has room for with its numbers.
	fmt.Fprintln(t)
	for i := range s.Conns {
		// Two IPv6 addresses may be longer than a whole line.
		fmt.Fprintf(t, "%d\t  %s\n", i+1, textwidth.Break(s.Conns[i].Name, "->", "\t    ", textwidth.Of(w)-numberWidth))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if !s.AssumedBytes {
		return nil
	}
	_, err := fmt.Fprintln(w, "* the trace shows no data of this connection:\n  its bytes were taken to be its rate times the time passed")
	return err
}

// megabytes writes the bytes, those that were assumed with a mark.
func (c *ConnSummary) megabytes() string {
	mark := ""
	if c.Assumed {
		mark = "*"
	}
	return fmt.Sprintf("%.2f%s", float64(c.Bytes)/1e6, mark)
}

// rows writes a table of events by NIC event and of what is in force, and one of what steps did.
func (s *Summary) rows(t io.Writer) {
	head := "#\t"
	var happenings []string
	for _, name := range ir.NICEventKindNames() {
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
	for _, label := range s.choices {
		head += label + "\t"
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
		fmt.Fprintf(t, "%d\t", i+1)
		for _, name := range happenings {
			fmt.Fprintf(t, "%d\t", c.Events[name])
		}
		fmt.Fprintf(t, "%s\t", c.megabytes())
		if s.rated {
			fmt.Fprintf(t, "%.3f\t%.3f\t%.3f\t", gbps(c.MeanRate), gbps(c.LowestRate), gbps(c.FinalRate))
		}
		for _, label := range s.choices {
			fmt.Fprintf(t, "%d\t", c.Final[label])
		}
		if s.windowed {
			fmt.Fprintf(t, "%d\t", *c.FinalWindow)
		}
		if s.receiver {
			fmt.Fprintf(t, "%d\t", c.Sent)
		}
		fmt.Fprintln(t)
	}
	if len(s.did) == 0 {
		return
	}
	fmt.Fprintf(t, "\n#\t%s\t\n", strings.Join(s.did, "\t"))
	for i := range s.Conns {
		fmt.Fprintf(t, "%d\t", i+1)
		for _, label := range s.did {
			fmt.Fprintf(t, "%d\t", s.Conns[i].Did[label])
		}
		fmt.Fprintln(t)
	}
}

func gbps(kbps uint64) float64 { return float64(kbps) / 1e6 }
