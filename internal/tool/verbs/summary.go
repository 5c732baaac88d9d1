package verbs

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"smartnic-cc/internal/base/text/textwidth"
	"smartnic-cc/internal/tool/live"
	"smartnic-cc/nicmodel/event"
)

// long is a standstill that the results show, ns: the port's queue runs empty, and timers raise the rates.
const long = 100_000_000

// Summary is the result of a run. Each run is another one.
type Summary struct {
	Scenario string `json:"scenario"`
	// Algorithm is that of the scenario, or none.
	Algorithm string `json:"algorithm"`
	// Kernel is the machines' package of Debian, Accelerator what qemu ran them on.
	Kernel      string `json:"kernel"`
	Accelerator string `json:"accelerator"`
	// FromNS and UntilNS are the time of the capture in which goodput, spread and queue are taken: whole bins of 100 ms
	// in which all flows send, less the beginning.
	FromNS  int64 `json:"from_ns"`
	UntilNS int64 `json:"until_ns"`
	// GoodputBPS is the payload of all flows, each byte once, bit/s; Jain their index of fairness.
	GoodputBPS float64 `json:"goodput_bps"`
	Jain       float64 `json:"jain"`
	Port       Egress  `json:"port"`
	Flows      []Flow  `json:"flows"`
	// Packets are all that left the switch, at any time.
	Packets  Counts          `json:"packets"`
	Machines []MachineResult `json:"machines"`
	// Unknown are frames to an address that no machine has; Lost those that a machine did not take.
	Unknown uint64 `json:"frames_to_nobody"`
	Lost    uint64 `json:"frames_not_taken"`
	// StillNS is the longest time between two looks of the switch at its machines, ns: 10 ms where nothing comes, and more
	// if the host had no time for it.
	StillNS int64 `json:"longest_standstill_ns"`
}

// Egress is the port of the switch to the server.
type Egress struct {
	RateBPS uint64 `json:"rate_bps"`
	// MeanQueue, Queue99 and PeakQueue are the mean, the 99th percentile and the highest of what waits, bytes; the
	// first two of samples each millisecond, from FromNS to UntilNS.
	MeanQueue float64 `json:"mean_queue_bytes"`
	Queue99   int     `json:"queue_p99_bytes"`
	PeakQueue int     `json:"peak_queue_bytes"`
	Frames    uint64  `json:"frames"`
	Marks     uint64  `json:"marks"`
	Drops     uint64  `json:"drops"`
}

// Flow is data to one queue pair.
type Flow struct {
	Name    string `json:"name"`
	Packets uint64 `json:"packets"`
	Marked  uint64 `json:"marked"`
	// Resent are packets whose sequence number is not ahead of the newest before them.
	Resent     uint64  `json:"resent"`
	GoodputBPS float64 `json:"goodput_bps"`
}

// MachineResult is what a machine has to say.
type MachineResult struct {
	Name string `json:"name"`
	// Status are the exit statuses of the commands.
	Status []int `json:"status"`
	// ReportedBPS is the mean that perftest reports of each command, bit/s; 0 where it reports none.
	ReportedBPS []float64 `json:"reported_bps,omitempty"`
	// Counters are those of the software NIC, as rdma statistic names them.
	Counters map[string]uint64 `json:"counters"`
}

// Summary returns what the run came to; from is how much of the beginning is left out, ns, where more was sent.
func (r *Run) Summary(from int64) *Summary {
	p := r.plan
	first := r.first + int((from+bin-1)/bin)
	if first >= r.until {
		first = r.first
	}
	s := &Summary{
		Scenario: p.Scenario.Name(), Algorithm: "none", Kernel: r.image.Release, Accelerator: p.Accel,
		FromNS: int64(first) * bin, UntilNS: int64(r.until) * bin, Packets: r.account.Counts, Unknown: r.unknown, Lost: r.lost, StillNS: r.still,
	}
	if p.Setup != nil {
		s.Algorithm = p.Setup.Algorithm.Def.Name
	}
	var goodput []float64
	for _, f := range r.data() {
		k := Flow{Name: f.String(), Packets: f.packets, Marked: f.marked, Resent: f.resent, GoodputBPS: float64(f.within(first, r.until)) * 8e9 / float64(s.UntilNS-s.FromNS)}
		s.GoodputBPS += k.GoodputBPS
		goodput = append(goodput, k.GoodputBPS)
		s.Flows = append(s.Flows, k)
	}
	s.Jain = live.Jain(goodput)
	s.Port = r.port(s.FromNS, s.UntilNS)
	for i, m := range p.machines() {
		s.Machines = append(s.Machines, r.results[i].summary(m.Name, len(p.Commands)))
	}
	return s
}

// port sums up the port to the server.
func (r *Run) port(from, until int64) Egress {
	e := r.ports[len(r.ports)-1]
	out := Egress{RateBPS: e.rate, PeakQueue: e.peak, Frames: e.frames, Marks: e.marks, Drops: e.drops}
	// Samples end where the last frame did: an empty queue.
	list := make([]int32, (until-from)/sampled)
	if at := from / sampled; at < int64(len(e.length.list)) {
		copy(list, e.length.list[at:])
	}
	sum := 0.0
	for _, n := range list {
		sum += float64(n)
	}
	slices.Sort(list)
	out.MeanQueue, out.Queue99 = sum/float64(len(list)), int(list[len(list)*99/100])
	return out
}

// summary sums up a machine.
func (r *result) summary(name string, commands int) MachineResult {
	m := MachineResult{Name: name, Status: r.status, Counters: counters(r.files["rxe.json"])}
	for i := range commands {
		if out, ok := r.files[fmt.Sprint(i, ".txt")]; ok {
			m.ReportedBPS = append(m.ReportedBPS, reported(out))
		}
	}
	return m
}

// counters reads what rdma statistic writes.
func counters(text []byte) map[string]uint64 {
	var list []map[string]any
	out := map[string]uint64{}
	if json.Unmarshal(text, &list) != nil || len(list) == 0 {
		return out
	}
	for name, v := range list[0] {
		if n, ok := v.(float64); ok && name != "ifindex" && name != "port" {
			out[name] = uint64(n)
		}
	}
	return out
}

// reported returns the mean bandwidth of perftest's table in Gbit/s, as bit/s.
func reported(text []byte) float64 {
	found := false
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		if found && len(words) >= 4 {
			if v, err := strconv.ParseFloat(words[3], 64); err == nil {
				return v * 1e9
			}
		}
		found = found || strings.Contains(line, "BW average[Gb/sec]")
	}
	return 0
}

// Write prints the summary as text.
func (s *Summary) Write(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s, %s under %s\n", s.Scenario, s.Algorithm, s.Kernel, s.Accelerator)
	fmt.Fprintf(&b, "goodput %.3f Mb/s from %v to %v, Jain's index %.4f\n", s.GoodputBPS/1e6, event.Time(s.FromNS)*event.Nanosecond, event.Time(s.UntilNS)*event.Nanosecond, s.Jain)
	e := &s.Port
	fmt.Fprintf(&b, "port to the server: queue %.1f KB in the mean, 99th percentile %.1f KB, at most %.1f KB, %d marks, %d drops\n",
		e.MeanQueue/1e3, float64(e.Queue99)/1e3, float64(e.PeakQueue)/1e3, e.Marks, e.Drops)
	fmt.Fprintf(&b, "%d RoCEv2 packets, %d with a wrong ICRC; %d CNPs, which report %d marked packets; %d NAKs\n", s.Packets.Packets, s.Packets.BadICRC, s.Packets.CNPs, s.Packets.Marked, s.Packets.Naks)
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "packets\tmarked\tresent\tMb/s\tflow\t")
	for i := range s.Flows {
		f := &s.Flows[i]
		fmt.Fprintf(t, "%d\t%d\t%d\t%.3f\t%s\t\n", f.Packets, f.Marked, f.Resent, f.GoodputBPS/1e6, f.Name)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for i := range s.Machines {
		m := &s.Machines[i]
		fmt.Fprintf(&b, "%s: exit status %s", m.Name, strings.Trim(fmt.Sprint(m.Status), "[]"))
		for _, v := range m.ReportedBPS {
			fmt.Fprintf(&b, ", reports %.3f Mb/s", v/1e6)
		}
		for _, name := range slices.Sorted(maps.Keys(m.Counters)) {
			if v := m.Counters[name]; v > 0 {
				fmt.Fprintf(&b, ", %s %d", name, v)
			}
		}
		b.WriteString("\n")
	}
	if s.Lost > 0 {
		fmt.Fprintf(&b, "%d frames found no room at a machine that did not read: the host is too busy for it\n", s.Lost)
	}
	if s.StillNS > long {
		fmt.Fprintf(&b, "the switch stood still for %v while machines went on: queue and drops are not the algorithm's; repeat the run when the host does nothing else\n", event.Time(s.StillNS)*event.Nanosecond)
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
