package replay

import (
	"encoding/json"
	"fmt"
	"io"
	"math/bits"
	"text/tabwriter"

	"smartnic-cc/dcqcn"
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
	// AssumedBytes tells that at least one connection's bytes were taken to be RC
	// times the time, since the trace shows its CNPs and no data.
	AssumedBytes bool `json:"assumed_bytes"`
	// Reconstructed is how the trace's events were made of counters, "uniform" or
	// "burst"; empty where they were seen.
	Reconstructed string `json:"reconstructed,omitempty"`
	// Truncated reports that the trace ends within a packet or row.
	Truncated bool `json:"truncated,omitempty"`
	// Estimate is how marks were counted; nil in an algorithm that does not learn.
	Estimate *Estimate     `json:"estimate,omitempty"`
	Conns    []ConnSummary `json:"connections"`
}

// ConnSummary sums one connection up.
type ConnSummary struct {
	Name      string `json:"name"`
	CNPs      uint64 `json:"cnps"`
	Cuts      uint64 `json:"cuts"`
	Increases uint64 `json:"increases"`
	Learnt    uint64 `json:"learnt"`
	Bytes     uint64 `json:"bytes"`
	// Assumed tells that the bytes were taken to be RC times the time, some or all.
	Assumed bool `json:"assumed"`
	// Rates are in kb/s; the mean is over the time from the connection's first event.
	MeanRC   dcqcn.Rate `json:"mean_rc_kbps"`
	LowestRC dcqcn.Rate `json:"lowest_rc_kbps"`
	FinalRC  dcqcn.Rate `json:"final_rc_kbps"`
	// FinalArm is -1 without arms.
	FinalArm int `json:"final_arm"`
}

// totals accumulate for one connection.
type totals struct {
	cnps, cuts, increases, learnt uint64
	bytes, assumed                uint64
	begin                         int64
	seen                          bool
	areaHi, areaLo                uint64 // kb/s * ns
	lowest                        dcqcn.Rate
}

func (t *totals) add(last, at int64, before dcqcn.Rate, e *dcqcn.Event, out *dcqcn.Output) {
	if !t.seen {
		t.seen, t.begin, t.lowest = true, at, before
	} else {
		t.passed(before, at-last)
	}
	t.lowest = min(t.lowest, out.Rate)
	if e.Kind == dcqcn.EventCNP {
		t.cnps += uint64(max(e.CNPs, 1))
	}
	if out.Did&dcqcn.DidCut != 0 {
		t.cuts++
	}
	if out.Did&dcqcn.DidIncrease != 0 {
		t.increases++
	}
	if out.Did&dcqcn.DidLearn != 0 {
		t.learnt++
	}
}

// passed counts the time that a rate held.
func (t *totals) passed(rc dcqcn.Rate, ns int64) {
	hi, lo := bits.Mul64(uint64(rc), uint64(ns))
	var carry uint64
	t.areaLo, carry = bits.Add64(t.areaLo, lo, 0)
	t.areaHi += hi + carry
}

func newSummary(src Source, o *Options) *Summary {
	sum := &Summary{Algorithm: o.Setup.Algorithm, Estimate: o.Estimate}
	if how := src.Stats().Reconstruction; how != trace.Seen {
		sum.Reconstructed = how.String()
	}
	for _, c := range src.Conns() {
		sum.Conns = append(sum.Conns, ConnSummary{Name: c.Name, FinalArm: -1})
	}
	return sum
}

func (s *Summary) finish(r *run, st trace.Stats) {
	s.Duration, s.Truncated = st.Duration, st.Truncated
	for i, c := range r.conns {
		v := c.m.View()
		t := &c.tot
		cs := &s.Conns[i]
		cs.CNPs, cs.Cuts, cs.Increases, cs.Learnt = t.cnps, t.cuts, t.increases, t.learnt
		cs.Bytes, cs.Assumed = t.bytes+t.assumed, t.assumed > 0
		cs.FinalRC, cs.LowestRC, cs.FinalArm, cs.MeanRC = v.RC, t.lowest, v.Arm, v.RC
		if !t.seen {
			cs.LowestRC = v.RC
		}
		if span := s.Duration - t.begin; t.seen && span > 0 {
			t.passed(v.RC, s.Duration-c.last)
			mean, _ := bits.Div64(t.areaHi, t.areaLo, uint64(span)) // a mean of rates fits: no overflow
			cs.MeanRC = dcqcn.Rate(mean)
		}
		s.AssumedBytes = s.AssumedBytes || cs.Assumed
	}
}

// WriteJSON writes the summary as JSON. The error is that of w.
func (s *Summary) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(s)
}

// numberWidth is how much of a line the number of a connection takes before its name.
const numberWidth = 12

// Write prints the summary as a table, wrapped to the width of w (package textwidth). The error is that of w.
func (s *Summary) Write(w io.Writer) error {
	fmt.Fprintf(w, "%s: %s, %s in %.3f ms\n", s.Algorithm, plural.Of(len(s.Conns), "connection"), plural.Of(s.Steps, "event"), float64(s.Duration)/1e6)
	if how, ok := trace.ParseReconstruction(s.Reconstructed); ok {
		fmt.Fprintln(w, textwidth.Wrap(how.Headline(), textwidth.Of(w)))
	}
	if e := s.Estimate; e != nil {
		fmt.Fprintln(w, textwidth.Wrap(fmt.Sprintf("estimate %s: %s", e.Used, e.Reason), textwidth.Of(w)))
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "#\tCNPs\tcuts\tincreases\tlearnt\tMB\tmean Gb/s\tlowest\tfinal\tarm\t")
	for i := range s.Conns {
		c := &s.Conns[i]
		arm, mark := "-", ""
		if c.FinalArm >= 0 {
			arm = fmt.Sprint(c.FinalArm)
		}
		if c.Assumed {
			mark = "*"
		}
		fmt.Fprintf(t, "%d\t%d\t%d\t%d\t%d\t%.2f%s\t%.3f\t%.3f\t%.3f\t%s\t\n", i+1, c.CNPs, c.Cuts, c.Increases, c.Learnt,
			float64(c.Bytes)/1e6, mark, gbps(c.MeanRC), gbps(c.LowestRC), gbps(c.FinalRC), arm)
	}
	// Names may be longer than a line has room for beside numbers.
	fmt.Fprintln(t)
	for i := range s.Conns {
		// Two IPv6 addresses may be longer than a whole line.
		fmt.Fprintf(t, "%d\t  %s\n", i+1, textwidth.Break(s.Conns[i].Name, "->", "\t    ", textwidth.Of(w)-numberWidth))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if s.AssumedBytes {
		_, err := fmt.Fprintln(w, "* the trace shows CNPs and no data of this connection:\n  its bytes were taken to be RC times the time passed")
		return err
	}
	return nil
}

func gbps(r dcqcn.Rate) float64 { return float64(r) / 1e6 }
