package live

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"smartnic-cc/internal/base/text/plural"
	"smartnic-cc/internal/base/text/textwidth"
	"smartnic-cc/nicmodel/event"
)

// Summary is the result of a run. Unlike that of a simulation it is another one each time.
type Summary struct {
	Scenario string `json:"scenario"`
	// Firmware is what ran the algorithm, "" for the reference itself.
	Firmware    string `json:"firmware,omitempty"`
	Interrupted bool   `json:"interrupted"`
	UntilNS     int64  `json:"until_ns"`
	// FromNS is from when on rates, queues and their spread are taken.
	FromNS      int64        `json:"from_ns"`
	Connections []Connection `json:"connections"`
	// GoodputBPS is the payload of all connections, Jain their index of fairness.
	GoodputBPS float64  `json:"goodput_bps"`
	Jain       float64  `json:"jain"`
	Ports      []Egress `json:"ports"`
	// NotificationCounts is nil where the receivers' threads run the notification points.
	Notified *NotificationCounts `json:"notified,omitempty"`
	Drops    Drops               `json:"drops"`
}

// Connection is one of a run.
type Connection struct {
	Name       string  `json:"name"`
	Packets    uint64  `json:"packets"`
	Arrived    uint64  `json:"arrived"`
	Lost       uint64  `json:"lost"`
	Marked     uint64  `json:"marked"`
	CNPs       uint64  `json:"cnps"`
	Slips      uint64  `json:"slips"`
	GoodputBPS float64 `json:"goodput_bps"`
	RateKbps   uint64  `json:"rate_kbps"`
}

// Egress is a port of the switch to a host.
type Egress struct {
	Host        uint32  `json:"host"`
	Utilisation float64 `json:"utilisation"`
	MeanQueue   float64 `json:"mean_queue_bytes"`
	PeakQueue   int     `json:"peak_queue_bytes"`
	Frames      uint64  `json:"frames"`
	Marks       uint64  `json:"marks"`
}

// Summary returns what the run came to; from is from when on goodput is taken, ns, so that the
// beginning can be left out. It is taken in whole bins.
func (r *Run) Summary(from int64) *Summary {
	p := r.plan
	first := (from + p.Bin - 1) / p.Bin
	last := r.until / p.Bin
	if first >= last {
		first = 0
	}
	span := float64(last-first) * float64(p.Bin)
	s := &Summary{Scenario: p.Scenario.Name(), Firmware: p.engine, Interrupted: r.stopped, UntilNS: r.until, FromNS: first * p.Bin, Drops: r.drops}
	var goodput []float64
	for _, e := range r.traffic() {
		k := Connection{
			Name: e.sender.String(), Packets: e.sender.packets, Arrived: e.receiver.packets, Lost: e.receiver.lost, Marked: e.receiver.marked,
			CNPs: e.sender.cnps, Slips: e.sender.slips, RateKbps: e.sender.cc.PacingRate(),
		}
		bytes := uint64(0)
		for bin := first; bin < last; bin++ {
			bytes += at(e.receiver.got, bin)
		}
		if span > 0 {
			k.GoodputBPS = float64(bytes) * 8e9 / span
		}
		s.GoodputBPS += k.GoodputBPS
		goodput = append(goodput, k.GoodputBPS)
		s.Connections = append(s.Connections, k)
	}
	s.Jain = Jain(goodput)
	s.Notified = r.notified()
	for i, e := range r.bridge.ports {
		s.Ports = append(s.Ports, Egress{
			Host: p.config.Topology.IDOf(p.hosts[i]), Utilisation: float64(e.wire) * 8e9 / (float64(e.rate) * float64(max(r.until, 1))),
			MeanQueue: e.sum / float64(max(r.until, 1)), PeakQueue: e.peak, Frames: e.frames, Marks: e.marks,
		})
	}
	return s
}

// Jain is Jain's index of fairness: 1 if all are equal, 1/n if one has all; 1 of nothing.
func Jain(list []float64) float64 {
	sum, squares := 0.0, 0.0
	for _, v := range list {
		sum += v
		squares += v * v
	}
	if squares == 0 {
		return 1
	}
	return sum * sum / (float64(len(list)) * squares)
}

// Write prints the summary as text.
func (s *Summary) Write(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s, %v through the kernel\n", s.Scenario, plural.Of(len(s.Connections), "connection"), time.Duration(s.UntilNS).Round(time.Millisecond))
	if s.Firmware != "" {
		fmt.Fprintf(&b, "%s ran the algorithm\n", s.Firmware)
	}
	if s.Interrupted {
		b.WriteString("interrupted: what is written is whole up to then\n")
	}
	fmt.Fprintf(&b, "goodput %.3f Mb/s from %v on, Jain's index %.4f\n", s.GoodputBPS/1e6, event.Time(s.FromNS)*event.Nanosecond, s.Jain)
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "sent\tarrived\tlost\tmarked\tCNPs\tlate\tMb/s\tconnection\t")
	for i := range s.Connections {
		c := &s.Connections[i]
		fmt.Fprintf(t, "%d\t%d\t%d\t%d\t%d\t%d\t%.3f\t%s\t\n", c.Packets, c.Arrived, c.Lost, c.Marked, c.CNPs, c.Slips, c.GoodputBPS/1e6, c.Name)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for i := range s.Ports {
		if e := &s.Ports[i]; e.Marks > 0 || e.Utilisation > 0.05 {
			fmt.Fprintf(&b, "port to host %d: %.1f %% busy, queue %.1f KB in the mean, at most %.1f KB, %s\n", e.Host, 100*e.Utilisation, e.MeanQueue/1e3, float64(e.PeakQueue)/1e3, plural.Of(int(e.Marks), "mark"))
		}
	}
	if n := s.Notified; n != nil {
		fmt.Fprintf(&b, "the kernel's notification points took %s and sent %s, which report %d", plural.Of(int(n.Marked), "marked packet"), plural.Of(int(n.CNPs), "CNP"), n.Reported)
		if n.Compared > 0 {
			fmt.Fprintf(&b, "; %s compared with the reference", plural.Of(int(n.Compared), "decision"))
		}
		b.WriteString("\n")
	}
	if s.Drops != (Drops{}) {
		fmt.Fprintf(&b, "lost: %s at sockets, %d at the token bucket filters\n", plural.Of(int(s.Drops.Sockets), "frame"), s.Drops.Filters)
	}
	_, err := io.WriteString(w, textwidth.Wrap(b.String(), textwidth.Of(w)))
	return err
}

// WriteJSON writes the summary as JSON.
func (s *Summary) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(s)
}
