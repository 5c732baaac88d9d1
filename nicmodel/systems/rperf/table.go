package rperf

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"text/tabwriter"

	"smartnic-cc/internal/text/plural"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/keys"
	"smartnic-cc/nicmodel/systems/extend"
	"smartnic-cc/nicmodel/workload"
)

// Table is the table [probe]: a measurement of round-trip times through credit switches.
type Table struct {
	Tool    keys.Text `toml:"tool"`
	From    keys.Text `toml:"from"`
	To      keys.Text `toml:"to"`
	Bytes   keys.Text `toml:"bytes"`
	VL      keys.Text `toml:"vl"`
	Samples keys.Text `toml:"samples"`
	Warm    keys.Text `toml:"warm"`
	Pause   keys.Text `toml:"pause"`

	MMIO       keys.Text `toml:"mmio"`
	PCIeRate   keys.Text `toml:"pcie_rate"`
	PCIeRead   keys.Text `toml:"pcie_read"`
	PCIeWrite  keys.Text `toml:"pcie_write"`
	PCIeJitter keys.Text `toml:"pcie_jitter"`
	Inline     keys.Text `toml:"inline"`
	Message    keys.Text `toml:"message"`
	Receive    keys.Text `toml:"receive"`
	Poll       keys.Text `toml:"poll"`
	PollPeriod keys.Text `toml:"poll_period"`
	Clock      keys.Text `toml:"clock"`
	Remote     keys.Text `toml:"remote"`
}

// Measure reads the table.
func (t *Table) Measure(b *extend.Bench) extend.Measuring {
	s := DefaultSetup(0)
	s.Fabric, s.Seed, s.End = b.Fabric, b.Seed, b.End
	if t.measurement(b, &s); b.Err == nil {
		t.ends(b, &s)
	}
	if b.Err == nil {
		s.Sources = b.Bulk(s.From)
	}
	if b.Err == nil && s.End <= s.Warm {
		b.Fail("run.end", "%v is not after %v, when the first sample is taken (probe.warm); end it later", s.End, s.Warm)
	}
	if most := s.Largest(); b.Err == nil && most > s.Fabric.Buffer {
		b.Fail("switch.buffer", "%d bytes do not hold a packet of %d, payload and headers; a VL of an input needs %d at least", s.Fabric.Buffer, most, most)
	}
	if b.Err == nil {
		b.Is("probe", s.Check())
	}
	return extend.Measuring{Samples: s.Samples, Payload: s.Payload, Bulk: s.Sources, Run: s.measure}
}

// measurement is who measures what.
func (t *Table) measurement(p *extend.Bench, s *Setup) {
	s.Tool = keys.Choose(p.Reader, "probe.tool", t.Tool, RPerf, RPerf, PingPong, PostPoll)
	s.From = p.Host("probe.from", t.From)
	p.Need("probe.to", t.To, "1")
	s.To = p.Host("probe.to", t.To)
	if p.Err == nil && s.From == s.To {
		p.Fail("probe.to", "host %d would measure to itself; give another host", s.To)
	}
	s.Payload = p.Payload("probe.bytes", t.Bytes, s.Payload)
	s.VL = p.VL("probe.vl", t.VL)
	s.Samples = int(p.Count("probe.samples", t.Samples, uint64(s.Samples), 1, 10_000_000))
	s.Warm, s.Pause = p.Stage("probe.warm", t.Warm, s.Warm), p.Stage("probe.pause", t.Pause, s.Pause)
}

// ends is the host half of the two that measure.
func (t *Table) ends(p *extend.Bench, s *Setup) {
	h := &s.Host
	h.MMIO = p.Stage("probe.mmio", t.MMIO, h.MMIO)
	h.PCIeRate = p.PCIe("probe.pcie_rate", t.PCIeRate, h.PCIeRate)
	h.PCIeRead, h.PCIeWrite = p.Stage("probe.pcie_read", t.PCIeRead, h.PCIeRead), p.Stage("probe.pcie_write", t.PCIeWrite, h.PCIeWrite)
	h.PCIeJitter = p.Stage("probe.pcie_jitter", t.PCIeJitter, h.PCIeJitter)
	inline := uint64(0)
	if s.Tool == PingPong {
		inline = PerftestInline
	}
	h.InlineBytes = uint32(p.Bytes("probe.inline", t.Inline, inline, math.MaxUint32))
	h.Message = p.Stage("probe.message", t.Message, h.Message)
	s.Receive, s.Remote = p.Stage("probe.receive", t.Receive, s.Receive), p.Stage("probe.remote", t.Remote, s.Remote)
	s.Poll, s.Period = p.Stage("probe.poll", t.Poll, s.Poll), p.Stage("probe.poll_period", t.PollPeriod, s.Period)
	s.TSC = p.Hertz("probe.clock", t.Clock, s.TSC)
	if s.TSC < 1_000_000 || s.TSC > 1_000_000_000_000 {
		p.Fail("probe.clock", "%d Hz is out of range 1 MHz to 1 THz", s.TSC)
	}
}

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
	Sources []Sender `json:"senders"`
}

// Readings are percentiles by nearest rank and the mean, ps.
type Readings struct {
	Median int64 `json:"p50_ps"`
	Tail   int64 `json:"p999_ps"`
	Mean   int64 `json:"mean_ps"`
}

// Sender is one beside a probe.
type Sender struct {
	Host  uint32 `json:"host"`
	To    uint32 `json:"to"`
	Bytes uint32 `json:"bytes"`
	VL    uint8  `json:"vl"`
	// Rate is the payload that came, since the first measurement, bit/s.
	Rate uint64 `json:"rate_bps"`
}

func readingsOf(s Summary) Readings {
	return Readings{int64(s.Median), int64(s.Tail), int64(s.Mean)}
}

// measure runs the setup for a scenario.
func (s *Setup) measure(more func(now event.Time, samples int) bool) (*extend.Measured, error) {
	r, err := RunWhile(s, more)
	if err != nil {
		return nil, err
	}
	sum := &Measured{
		Tool: s.Tool.String(), From: s.From, To: s.To, Bytes: s.Payload, VL: s.VL, IdealPS: int64(s.Ideal()),
		Reading: readingsOf(r.Reading()), Truth: readingsOf(r.Truth()), Error: readingsOf(r.Error()), Sources: []Sender{},
	}
	for i, k := range s.Sources {
		sum.Sources = append(sum.Sources, Sender{k.From, k.To, k.Payload, k.VL, r.Rates[i]})
	}
	longest := event.Time(0)
	for _, k := range r.Samples {
		longest = max(longest, k.Truth)
	}
	return &extend.Measured{
		Digest: r.Digest, Events: r.Events, Until: r.Until, Sent: r.Sent, Arrived: r.Arrived, Underway: r.Underway,
		Done: completions(s, r), RTTMean: r.Truth().Mean, RTTMax: longest, Bytes: r.Bytes, Rates: r.Rates,
		Summary: sum, Name: "probe.csv", Write: r.write,
	}, nil
}

// completions are the readings as messages. One that is not above 0, as jitter makes them where the
// network takes next to nothing, is 1 ps.
func completions(s *Setup, r *Result) []workload.Completion {
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

// write writes each reading with its truth.
func (r *Result) write(to io.Writer) error {
	w := bufio.NewWriter(to)
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

// Text returns what was measured, with a table of the readings.
func (p *Measured) Text(packets string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s from host %d to host %d, %s on VL %d", p.Tool, p.From, p.To, plural.Of(p.Bytes, "byte"), p.VL)
	if len(p.Sources) > 0 {
		least, most, all := p.Sources[0].Rate, uint64(0), uint64(0)
		for i := range p.Sources {
			rate := p.Sources[i].Rate
			least, most, all = min(least, rate), max(most, rate), all+rate
		}
		fmt.Fprintf(&b, "; beside %s, %.3f Gb/s, each %.3f to %.3f Gb/s", plural.Of(len(p.Sources), "bulk sender"), float64(all)/1e9, float64(least)/1e9, float64(most)/1e9)
	}
	fmt.Fprintf(&b, "\n%s\n\n", packets)
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "us\tp50\tp99.9\tmean\t")
	for _, row := range []struct {
		name string
		of   *Readings
	}{{"reading", &p.Reading}, {"in the network", &p.Truth}, {"difference", &p.Error}} {
		fmt.Fprintf(t, "%s\t%.3f\t%.3f\t%.3f\t\n", row.name, float64(row.of.Median)/1e6, float64(row.of.Tail)/1e6, float64(row.of.Mean)/1e6)
	}
	t.Flush()
	return b.String()
}
