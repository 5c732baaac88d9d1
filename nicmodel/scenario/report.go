package scenario

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"smartnic-cc/nicmodel/event"
)

// Write prints the summary as text.
func (s *Summary) Write(w io.Writer) error {
	var b strings.Builder
	title := ""
	if s.Title != "" {
		title = ": " + s.Title
	}
	fmt.Fprintf(&b, "%s%s\n", s.Scenario, title)
	fmt.Fprintf(&b, "%d hosts, %d switches, %d connections, %d of %d messages complete in %v\n",
		s.Hosts, s.Switches, s.Connections, s.Completed, s.Messages, event.Time(s.UntilPS))
	if s.Interrupted {
		fmt.Fprintf(&b, "interrupted: what is written is whole up to %v\n", event.Time(s.UntilPS))
	}
	fmt.Fprintf(&b, "delivered %.3f MB at %.3f Gb/s; receivers (%d): %.3f to %.3f Gb/s, median %.3f\n", float64(s.PayloadBytes)/1e6, gbps(s.GoodputBPS),
		s.Receivers.Hosts, gbps(s.Receivers.Least), gbps(s.Receivers.Most), gbps(s.Receivers.Median))
	p := &s.Packets
	fmt.Fprintf(&b, "packets: %d sent, %d received, %d lost for want of room, %d on links, %d under way; round trips %.3f us, at most %.3f us\n",
		p.Sent, p.Received, p.NoRoom, p.LinkLoss, p.Underway, float64(s.RTTMeanPS)/1e6, float64(s.RTTMaxPS)/1e6)
	fmt.Fprintf(&b, "%d marks, %d CNPs, %d notifications taken, %d PFC pauses, %d returns, %d timeouts\n", s.Marks, s.CNPs, s.Notified, s.Pauses, s.Returns, s.Timeouts)
	if s.Contexts.Misses > 0 {
		fmt.Fprintf(&b, "context caches: %d hits, %d misses\n", s.Contexts.Hits, s.Contexts.Misses)
	}
	if e := s.Engine; e != nil {
		fmt.Fprintf(&b, "cores: %d on %d hosts, %.2f %% busy; %d handlers, %d coalesced, %d lost, %d timers late, queue at most %d\n",
			e.Cores, e.Hosts, float64(e.UtilisationPPM)/1e4, e.Handled, e.Coalesced, e.Lost, e.LateTimers, e.MaxQueue)
		fmt.Fprintf(&b, "decisions: %.3f us, at most %.3f us; events waited %.3f us, at most %.3f us\n",
			float64(e.DecisionMeanPS)/1e6, float64(e.DecisionMaxPS)/1e6, float64(e.WaitMeanPS)/1e6, float64(e.WaitMaxPS)/1e6)
	}
	fmt.Fprintf(&b, "\nflow completion times in us, slow-down\n")
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "bytes\tcount\tmean\tp50\tp95\tp99\tmax\tmean\tp50\tp95\tp99\tmax\t")
	for i := range s.Sizes {
		name := fmt.Sprintf("to %d", s.Sizes[i].UpTo)
		if s.Sizes[i].UpTo == 0 {
			name = "more"
		}
		row(t, name, &s.Sizes[i].Spread)
	}
	row(t, "all", &s.FCT)
	if err := t.Flush(); err != nil {
		return err
	}
	for i := range s.Workloads {
		k := &s.Workloads[i]
		fmt.Fprintf(&b, "workload %d, %s: %d of %d messages, %.3f MB", i, k.Kind, k.Completed, k.Messages, float64(k.Bytes)/1e6)
		if n := len(k.Iterations); n > 0 {
			sum := int64(0)
			for _, it := range k.Iterations {
				sum += it.MeanPS
			}
			fmt.Fprintf(&b, "; %d iterations of %.3f us", n, float64(sum)/float64(n)/1e6)
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "digest %s of %d events\n", s.Digest, s.Events)
	_, err := io.WriteString(w, b.String())
	return err
}

func row(w io.Writer, name string, s *Spread) {
	fmt.Fprintf(w, "%s\t%d\t", name, s.Count)
	for _, v := range [...]uint64{s.FCT.Mean, s.FCT.P50, s.FCT.P95, s.FCT.P99, s.FCT.Max} {
		fmt.Fprintf(w, "%.3f\t", float64(v)/1e6)
	}
	for _, v := range [...]uint64{s.Slowdown.Mean, s.Slowdown.P50, s.Slowdown.P95, s.Slowdown.P99, s.Slowdown.Max} {
		fmt.Fprintf(w, "%.3f\t", float64(v)/1e3)
	}
	fmt.Fprintln(w)
}

func gbps(v uint64) float64 { return float64(v) / 1e9 }
