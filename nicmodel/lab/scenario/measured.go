package scenario

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"text/tabwriter"

	"smartnic-cc/internal/sys/atomicfile"
	"smartnic-cc/internal/text/plural"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/systems/rperf"
	"smartnic-cc/nicmodel/workload"
)

// Measured is what a probe read.
type Measured struct {
	Tool string `json:"tool"`
	// From and To are hosts; Bytes is the payload of a message and VL its virtual lane.
	From  uint32 `json:"from"`
	To    uint32 `json:"to"`
	Bytes uint32 `json:"bytes"`
	VL    uint8  `json:"vl"`
	// Reading is what the tool said, Truth how long packet and acknowledgement were in the network
	// beside their serialisation, Error how much a reading is above its truth.
	Reading Readings `json:"reading"`
	Truth   Readings `json:"truth"`
	Error   Readings `json:"error"`
	// IdealPS is the truth in an empty network.
	IdealPS int64 `json:"ideal_ps"`
	// Sources are the senders beside the probe.
	Sources []Source `json:"senders"`
}

// Readings are percentiles by nearest rank and the mean, ps.
type Readings struct {
	Median int64 `json:"p50_ps"`
	Tail   int64 `json:"p999_ps"`
	Mean   int64 `json:"mean_ps"`
}

// Source is a sender beside a probe.
type Source struct {
	Host  uint32 `json:"host"`
	To    uint32 `json:"to"`
	Bytes uint32 `json:"bytes"`
	VL    uint8  `json:"vl"`
	// Rate is the payload that came, since the first measurement, bit/s.
	Rate uint64 `json:"rate_bps"`
}

func readings(s rperf.Summary) Readings {
	return Readings{int64(s.Median), int64(s.Tail), int64(s.Mean)}
}

// runProbe runs a scenario of credit switches.
func (s *Scenario) runProbe(o *Options) (sum *Summary, err error) {
	setup, err := s.probe()
	if err != nil {
		return nil, err
	}
	var files *atomicfile.Folder
	if o.Out != "" {
		if files, err = claim(o.Out); err != nil {
			return nil, err
		}
		defer files.Abort()
	}
	interrupted := false
	result, err := rperf.RunWhile(setup, func(now event.Time, samples int) bool {
		if o.Progress != nil {
			o.Progress(now, setup.End, uint64(samples))
		}
		select {
		case <-o.Stop:
			interrupted = true
		default:
		}
		return !interrupted
	})
	if err != nil {
		return nil, s.errorf("probe", "%v", err)
	}
	done := completions(setup, result)
	sum = s.measured(setup, result, done)
	sum.Interrupted = interrupted
	if files == nil {
		return sum, nil
	}
	if err := writeCompletions(files, done); err != nil {
		return nil, err
	}
	if err := writeReadings(files, result); err != nil {
		return nil, err
	}
	return sum, conclude(files, s.asWritten(), sum)
}

// completions are the readings as messages. One that is not above 0, as jitter makes them where the
// network takes next to nothing, is 1 ps.
func completions(s *rperf.Setup, r *rperf.Result) []workload.Completion {
	ideal := max(s.Ideal(), 1)
	list := make([]workload.Completion, len(r.Samples))
	for i, k := range r.Samples {
		list[i] = workload.Completion{
			Message: uint32(i), Src: s.From, Dst: s.To, DstPort: 4791, Class: s.VL, Bytes: uint64(s.Payload),
			Start: k.Posted, FCT: max(k.Reading, 1), Delivered: k.Delivered, Ideal: ideal,
		}
	}
	return list
}

func (s *Scenario) measured(setup *rperf.Setup, r *rperf.Result, done []workload.Completion) *Summary {
	t := &tally{}
	for i := range done {
		t.done = append(t.done, finishedOf(&done[i], 0))
	}
	sum := &Summary{
		Scenario: s.Name(), Title: s.Title, Seed: setup.Seed, Digest: fmt.Sprintf("%016x", r.Digest), UntilPS: int64(r.Until),
		Hosts: uint32(len(setup.Fabric.Hosts)), Switches: setup.Fabric.Switches, Connections: 1 + len(setup.Sources),
		Messages: uint64(setup.Samples), Completed: uint64(len(done)), Events: r.Events, GoodputBPS: r.Total(),
		Packets:   Packets{Sent: r.Sent, Received: r.Arrived, Underway: r.Underway, Conserved: r.Sent == r.Arrived+r.Underway},
		RTTMeanPS: int64(r.Truth().Mean), FCT: spread(t.done), Workloads: []Progress{},
		Probe: &Measured{
			Tool: setup.Tool.String(), From: setup.From, To: setup.To, Bytes: setup.Payload, VL: setup.VL, IdealPS: int64(setup.Ideal()),
			Reading: readings(r.Reading()), Truth: readings(r.Truth()), Error: readings(r.Error()), Sources: []Source{},
		},
	}
	for _, k := range r.Samples {
		sum.RTTMaxPS = max(sum.RTTMaxPS, int64(k.Truth))
	}
	to := make([]uint64, sum.Hosts)
	for i, k := range setup.Sources {
		sum.PayloadBytes += r.Bytes[i]
		to[k.To] += r.Rates[i]
		sum.Probe.Sources = append(sum.Probe.Sources, Source{k.From, k.To, k.Payload, k.VL, r.Rates[i]})
	}
	var rates []uint64
	for host, rate := range to {
		if slices.ContainsFunc(setup.Sources, func(k rperf.Source) bool { return k.To == uint32(host) }) {
			rates = append(rates, rate)
		}
	}
	if slices.Sort(rates); len(rates) > 0 {
		sum.Receivers = Throughput{len(rates), rates[0], rates[rank(50, len(rates))], rates[len(rates)-1]}
	}
	t.bySize(sum)
	return sum
}

// writeCompletions writes the readings in the two forms of completions.
func writeCompletions(files *atomicfile.Folder, done []workload.Completion) error {
	csv, err := files.Create("completions.csv")
	if err != nil {
		return err
	}
	fct, err := files.Create("completions.fct")
	if err != nil {
		return err
	}
	w := workload.NewCompletionWriter(csv, fct, nil)
	for i := range done {
		if err := w.Write(&done[i]); err != nil {
			return err
		}
	}
	return w.Flush()
}

// writeReadings writes each reading with its truth.
func writeReadings(files *atomicfile.Folder, r *rperf.Result) error {
	f, err := files.Create("probe.csv")
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	w.WriteString("sample,posted_ps,delivered_ps,reading_ps,truth_ps\n")
	line := make([]byte, 0, 128)
	for i, k := range r.Samples {
		line = strconv.AppendInt(line[:0], int64(i), 10)
		for _, t := range [...]event.Time{k.Posted, k.Delivered, k.Reading, k.Truth} {
			line = strconv.AppendInt(append(line, ','), int64(t), 10)
		}
		w.Write(append(line, '\n')) // Flush has the error
	}
	return w.Flush()
}

// write prints what a probe read.
func (p *Measured) write(w io.Writer, s *Summary) error {
	fmt.Fprintf(w, "%s from host %d to host %d, %s on VL %d", p.Tool, p.From, p.To, plural.Of(p.Bytes, "byte"), p.VL)
	if len(p.Sources) > 0 {
		least, most := p.Sources[0].Rate, uint64(0)
		for i := range p.Sources {
			least, most = min(least, p.Sources[i].Rate), max(most, p.Sources[i].Rate)
		}
		fmt.Fprintf(w, "; beside %s, %.3f Gb/s, each %.3f to %.3f Gb/s", plural.Of(len(p.Sources), "bulk sender"), gbps(s.GoodputBPS), gbps(least), gbps(most))
	}
	fmt.Fprintf(w, "\npackets: %d sent, %d received, %d under way\n\n", s.Packets.Sent, s.Packets.Received, s.Packets.Underway)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "us\tp50\tp99.9\tmean\t")
	for _, row := range []struct {
		name string
		of   *Readings
	}{{"reading", &p.Reading}, {"in the network", &p.Truth}, {"difference", &p.Error}} {
		fmt.Fprintf(t, "%s\t%.3f\t%.3f\t%.3f\t\n", row.name, float64(row.of.Median)/1e6, float64(row.of.Tail)/1e6, float64(row.of.Mean)/1e6)
	}
	return t.Flush()
}

// Size is what a scenario asks for.
type Size struct {
	Hosts       uint32 `json:"hosts"`
	Switches    uint32 `json:"switches"`
	Connections int    `json:"connections"`
	Messages    int    `json:"messages"`
	Bytes       uint64 `json:"bytes"`
}

// Size checks a scenario with all that it names, and returns what it asks for: of a [probe] its
// connection and those of the senders, and the messages that it measures. Errors name file, line and key.
func (s *Scenario) Size() (Size, error) {
	if s.Switch.Kind == creditKind {
		p, err := s.probe()
		if err != nil {
			return Size{}, err
		}
		return Size{uint32(len(p.Fabric.Hosts)), p.Fabric.Switches, 1 + len(p.Sources), p.Samples, uint64(p.Samples) * uint64(p.Payload)}, nil
	}
	c, err := s.Config()
	if err != nil {
		return Size{}, err
	}
	return Size{c.Topology.Hosts, c.Topology.Switches, len(c.Plan.Conns), len(c.Plan.Messages), c.Plan.Bytes()}, nil
}
