package scenario

import (
	"fmt"
	"slices"

	"smartnic-cc/internal/base/sys/atomicfile"
	"smartnic-cc/nicmodel/credit"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/systems/extend"
	"smartnic-cc/nicmodel/workload"
)

// runProbe runs a scenario of credit switches.
func (s *Scenario) runProbe(o *Options) (sum *Summary, err error) {
	p, measuring, err := s.probe()
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
	r, err := measuring.Run(func(now event.Time, samples int) bool {
		if o.Progress != nil {
			o.Progress(now, p.bench.End, uint64(samples))
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
	sum = s.measured(&p.bench, measuring, r)
	sum.Interrupted = interrupted
	if files == nil {
		return sum, nil
	}
	if err := writeCompletions(files, r.Done); err != nil {
		return nil, err
	}
	if err := files.Fill(r.Name, r.Write); err != nil {
		return nil, err
	}
	return sum, conclude(files, s.asWritten(), sum)
}

func (s *Scenario) measured(b *extend.CreditNetwork, m *extend.MeasurementRun, r *extend.Measured) *Summary {
	t := &tally{}
	for i := range r.Done {
		t.done = append(t.done, finishedOf(&r.Done[i], 0))
	}
	sum := &Summary{
		Scenario: s.Name(), Title: s.Title, Seed: b.Seed, Digest: fmt.Sprintf("%016x", r.Digest), UntilPS: int64(r.Until),
		Hosts: uint32(len(b.Fabric.Hosts)), Switches: b.Fabric.Switches, Connections: 1 + len(m.Bulk),
		Messages: uint64(m.Samples), Completed: uint64(len(r.Done)), Events: r.Events,
		Packets:   Packets{Sent: r.Sent, Received: r.Arrived, InFlight: r.InFlight, Conserved: r.Sent == r.Arrived+r.InFlight},
		RTTMeanPS: int64(r.RTTMean), RTTMaxPS: int64(r.RTTMax), FCT: spread(t.done), Workloads: []WorkloadResult{},
	}
	sum.Add(r.Summary)
	to := make([]uint64, sum.Hosts)
	for i, k := range m.Bulk {
		sum.PayloadBytes += r.Bytes[i]
		sum.GoodputBPS += r.Rates[i]
		to[k.To] += r.Rates[i]
	}
	var rates []uint64
	for host, rate := range to {
		if slices.ContainsFunc(m.Bulk, func(k credit.BulkSender) bool { return k.To == uint32(host) }) {
			rates = append(rates, rate)
		}
	}
	sum.Receivers = throughputOf(rates)
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

// Size is the size of a scenario.
type Size struct {
	Hosts       uint32 `json:"hosts"`
	Switches    uint32 `json:"switches"`
	Connections int    `json:"connections"`
	Messages    int    `json:"messages"`
	Bytes       uint64 `json:"bytes"`
}

// Size checks a scenario with all that it names, and returns its size: for a [probe] its connection and those of the
// senders, and the measured messages. Errors name file, line and key.
func (s *Scenario) Size() (Size, error) {
	if s.Switch.Kind == creditKind {
		p, m, err := s.probe()
		if err != nil {
			return Size{}, err
		}
		f := &p.bench.Fabric
		return Size{uint32(len(f.Hosts)), f.Switches, 1 + len(m.Bulk), m.Samples, uint64(m.Samples) * uint64(m.Payload)}, nil
	}
	c, err := s.Config()
	if err != nil {
		return Size{}, err
	}
	return Size{c.Topology.Hosts, c.Topology.Switches, len(c.Plan.Conns), len(c.Plan.Messages), c.Plan.Bytes()}, nil
}
