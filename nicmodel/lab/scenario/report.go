package scenario

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"smartnic-cc/internal/base/num/bytesize"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/plural"
	"smartnic-cc/internal/base/text/textwidth"
	"smartnic-cc/nicmodel/event"
)

// Write prints the summary as text, wrapped to the width of w (package textwidth).
func (s *Summary) Write(w io.Writer) error {
	var b strings.Builder
	title := ""
	if s.Title != "" {
		title = ": " + s.Title
	}
	fmt.Fprintf(&b, "%s%s\n", s.Scenario, title)
	fmt.Fprintf(&b, "%s, %s, %s, %d of %s complete in %v\n", plural.Of(s.Hosts, "host"), plural.Of(s.Switches, "switch"), plural.Of(s.Connections, "connection"),
		s.Completed, plural.Of(s.Messages, "message"), event.Time(s.UntilPS))
	if s.Interrupted {
		fmt.Fprintf(&b, "interrupted: what is written is whole up to %v\n", event.Time(s.UntilPS))
	}
	if r := s.Measurement(); r != nil {
		b.WriteString(r.Text(fmt.Sprintf("packets: %d sent, %d received, %d under way", s.Packets.Sent, s.Packets.Received, s.Packets.InFlight)))
		return s.tables(w, &b, "readings in us", "readings over an empty network's")
	}
	fmt.Fprintf(&b, "delivered %.3f MB at %.3f Gb/s; receivers (%d): %.3f to %.3f Gb/s, median %.3f\n", float64(s.PayloadBytes)/1e6, gbps(s.GoodputBPS),
		s.Receivers.Hosts, gbps(s.Receivers.Min), gbps(s.Receivers.Max), gbps(s.Receivers.Median))
	p := &s.Packets
	fmt.Fprintf(&b, "packets: %d sent, %d received, %d lost for want of room, %d on links, %d under way; round trips %.3f us, at most %.3f us\n",
		p.Sent, p.Received, p.Dropped, p.LinkLoss, p.InFlight, float64(s.RTTMeanPS)/1e6, float64(s.RTTMaxPS)/1e6)
	fmt.Fprintf(&b, "%s, %s, %s taken, %s, %s, %s\n", plural.Of(s.Marks, "mark"), plural.Of(s.CNPs, "CNP"), plural.Of(s.Notified, "notification"),
		plural.Of(s.Pauses, "PFC pause"), plural.Of(s.GoBacks, "return"), plural.Of(s.Timeouts, "timeout"))
	if s.Contexts.Misses > 0 {
		fmt.Fprintf(&b, "context caches: %s, %s\n", plural.Of(s.Contexts.Hits, "hit"), plural.Of(s.Contexts.Misses, "miss"))
	}
	if h := s.Host; h != nil {
		fmt.Fprintf(&b, "hosts: %s on %s, %s, %s polled, %s; lock waits %.3f us, message processors busy %.3f us\n", plural.Of(h.WQEs, "WQE"), plural.Of(h.Doorbells, "doorbell"),
			plural.Of(h.Loopbacks, "loop-back"), plural.Of(h.Completions, "completion"), plural.Of(h.RNRs, "RNR"), float64(h.LockWaitPS)/1e6, float64(h.MessagePS)/1e6)
	}
	b.WriteString(s.Results.Text())
	if e := s.Engine; e != nil {
		fmt.Fprintf(&b, "cores: %d on %s, %.2f %% busy; %s, %d coalesced, %d lost, %s late, queue at most %d\n", e.Cores, plural.Of(e.Hosts, "host"), float64(e.UtilisationPPM)/1e4,
			plural.Of(e.Handled, "handler"), e.Coalesced, e.Lost, plural.Of(e.LateTimers, "timer"), e.MaxQueue)
		fmt.Fprintf(&b, "decisions: %.3f us, at most %.3f us; events waited %.3f us, at most %.3f us\n",
			float64(e.DecisionMeanPS)/1e6, float64(e.DecisionMaxPS)/1e6, float64(e.WaitMeanPS)/1e6, float64(e.WaitMaxPS)/1e6)
	}
	return s.tables(w, &b, "flow completion times in us", "slow-down")
}

// tables ends the summary and prints it.
func (s *Summary) tables(w io.Writer, b *strings.Builder, times, slowdowns string) error {
	for _, table := range []struct {
		title string
		unit  float64
		of    func(*Distribution) *Percentiles
	}{
		{times, 1e6, func(s *Distribution) *Percentiles { return &s.FCT }},
		{slowdowns, 1e3, func(s *Distribution) *Percentiles { return &s.Slowdown }},
	} {
		fmt.Fprintf(b, "\n%s\n", table.title)
		t := tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprintln(t, "size\tcount\tmean\tp50\tp95\tp99\tmax\t")
		for i := range s.Sizes {
			name := "to " + bytesize.Text(s.Sizes[i].UpTo)
			if s.Sizes[i].UpTo == 0 {
				name = "more"
			}
			row(t, name, s.Sizes[i].Count, table.of(&s.Sizes[i].Distribution), table.unit)
		}
		row(t, "all", s.FCT.Count, table.of(&s.FCT), table.unit)
		if err := t.Flush(); err != nil {
			return err
		}
	}
	b.WriteByte('\n')
	for i := range s.Workloads {
		k := &s.Workloads[i]
		fmt.Fprintf(b, "workload %d, %s: %d of %s, %.3f MB", i, k.Kind, k.Completed, plural.Of(k.Messages, "message"), float64(k.Bytes)/1e6)
		if t := &k.FCT.FCT; k.Completed > 1 {
			fmt.Fprintf(b, "; median %.3f us, 99 %% within %.3f us", float64(t.P50)/1e6, float64(t.P99)/1e6)
		}
		if k.Near != nil {
			fmt.Fprintf(b, "; slow-down within sites %.3f (%d), between sites %.3f (%d)", float64(k.Near.Slowdown.Mean)/1e3, k.Near.Count, float64(k.Far.Slowdown.Mean)/1e3, k.Far.Count)
		}
		if n := len(k.Iterations); n > 0 {
			sum := collect.Sum(k.Iterations, func(it Iteration) int64 { return it.MeanPS })
			fmt.Fprintf(b, "; %s of %.3f us", plural.Of(n, "iteration"), float64(sum)/float64(n)/1e6)
		}
		if k.StagesPS > 0 {
			fmt.Fprintf(b, "; ended after %.3f us", float64(k.StagesPS)/1e6)
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(b, "digest %s of %s\n", s.Digest, plural.Of(s.Events, "event"))
	_, err := io.WriteString(w, textwidth.Wrap(textwidth.Escape(b.String()), textwidth.Of(w)))
	return err
}

func row(w io.Writer, name string, count int, s *Percentiles, unit float64) {
	fmt.Fprintf(w, "%s\t%d\t", name, count)
	for _, v := range [...]uint64{s.Mean, s.P50, s.P95, s.P99, s.Max} {
		fmt.Fprintf(w, "%.3f\t", float64(v)/unit)
	}
	fmt.Fprintln(w)
}

func gbps(v uint64) float64 { return float64(v) / 1e9 }
