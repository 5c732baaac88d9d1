package rperf

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"smartnic-cc/internal/base/text/plural"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/keys"
	"smartnic-cc/nicmodel/systems/extend"
	"smartnic-cc/nicmodel/workload"
)

// Table is the table [probe]: a measurement of round-trip times through credit switches.
type Table struct {
	Tool       keys.Text `toml:"tool" one:"rperf,ping-pong,post-poll" default:"rperf" doc:"rperf: a SEND and a loop-back SEND, subtracted; ping-pong: a SEND that the remote software answers, as perftest; post-poll: a WRITE until its completion, as qperf."`
	From       keys.Text `toml:"from" unit:"list" need:"0" doc:"The host that measures."`
	To         keys.Text `toml:"to" unit:"list" need:"1" doc:"The host that is measured to."`
	Bytes      keys.Text `toml:"bytes" unit:"bytes" range:"1..4096" default:"64" doc:"The payload of a message: one packet, with 52 bytes of headers."`
	VL         keys.Text `toml:"vl" unit:"count" range:"0..7" default:"0" doc:"The virtual lane of its packets and acknowledgements."`
	Samples    keys.Text `toml:"samples" unit:"count" range:"1..10000000" default:"2000" doc:"How many measurements."`
	Warm       keys.Text `toml:"warm" unit:"time" range:"0s..1s" default:"100us" doc:"When the first begins; senders begin at 0."`
	Pause      keys.Text `toml:"pause" unit:"time" range:"0s..1s" default:"10us" doc:"The most that the thread rests between two, drawn uniformly."`
	MMIO       keys.Text `toml:"mmio" unit:"time" range:"0s..1s" default:"275ns" doc:"From the ring of a doorbell to its arrival at the NIC."`
	PCIeRate   keys.Text `toml:"pcie_rate" unit:"rate" range:"1Mbps..100000Gbps" default:"62Gbps" doc:"The rate of PCIe in each direction; 0 is no limit."`
	PCIeRead   keys.Text `toml:"pcie_read" unit:"time" range:"0s..1s" default:"550ns" doc:"From the request of a DMA read to its first byte."`
	PCIeWrite  keys.Text `toml:"pcie_write" unit:"time" range:"0s..1s" default:"275ns" doc:"From a DMA write to its being seen in memory."`
	PCIeJitter keys.Text `toml:"pcie_jitter" unit:"time" range:"0s..1s" default:"30ns" doc:"The most that a DMA takes longer, drawn uniformly."`
	Inline     keys.Text `toml:"inline" unit:"bytes" range:"0..4294967295" doc:"The largest payload that comes with the doorbell. Default: 236 with ping-pong, as perftest, else 0."`
	Message    keys.Text `toml:"message" unit:"time" range:"0s..1s" default:"130ns" doc:"What the NIC's message processor takes for a WQE."`
	Receive    keys.Text `toml:"receive" unit:"time" range:"0s..1s" default:"60ns" doc:"From a packet's last byte to its acknowledgement's first, and from that's last to its effect."`
	Poll       keys.Text `toml:"poll" unit:"time" range:"0s..1s" default:"5ns" doc:"The thread's time to look at a completion."`
	PollPeriod keys.Text `toml:"poll_period" unit:"time" range:"0s..1s" default:"7ns" doc:"The time between two looks."`
	Clock      keys.Text `toml:"clock" unit:"clock" range:"1MHz..1000GHz" default:"2.2GHz" doc:"The counter that times are read from."`
	Remote     keys.Text `toml:"remote" unit:"time" range:"0s..1s" default:"0s" doc:"What the remote software takes for a message."`
}

// Measure reads the table.
func (t *Table) Measure(b *extend.CreditNetwork) extend.MeasurementRun {
	s := DefaultSetup(0)
	s.Fabric, s.Seed, s.End = b.Fabric, b.Seed, b.End
	if t.setup(b, b.Table("probe", t), &s); b.Err == nil {
		s.Sources = b.Bulk(s.From)
	}
	if b.Err == nil && s.End <= s.Warm {
		b.Fail("run.end", "%v is not after %v, when the first sample is taken (probe.warm); end it later", s.End, s.Warm)
	}
	if most := s.MaxPacketBytes(); b.Err == nil && most > s.Fabric.Buffer {
		b.Fail("switch.buffer", "%d bytes do not hold a packet of %d, payload and headers; a VL of an input needs %d at least", s.Fabric.Buffer, most, most)
	}
	if b.Err == nil {
		b.Check("probe", s.Check())
	}
	return extend.MeasurementRun{Samples: s.Samples, Payload: s.Payload, Bulk: s.Sources, Run: s.measure}
}

// setup reads the measuring hosts, the tool, and the host interfaces of both.
func (t *Table) setup(p *extend.CreditNetwork, k *keys.Table, s *Setup) {
	s.Tool, s.From = keys.Choose(k, &t.Tool, RPerf, PingPong, PostPoll), p.Host(k, &t.From)
	k.Need(&t.To, "1")
	if s.To = p.Host(k, &t.To); p.Err == nil && s.From == s.To {
		p.Fail(k.At(&t.To), "host %d would measure to itself; give another host", s.To)
	}
	s.Payload, s.VL, s.Samples = p.Payload(k, &t.Bytes), uint8(k.Count(&t.VL)), int(k.Count(&t.Samples))
	s.Warm, s.Pause = k.Time(&t.Warm), k.Time(&t.Pause)
	h, inline := &s.Host, uint64(0)
	if s.Tool == PingPong {
		inline = PerftestInline
	}
	h.MMIO, h.PCIeRate, h.PCIeRead, h.PCIeWrite, h.PCIeJitter = k.Time(&t.MMIO), k.PCIe(&t.PCIeRate), k.Time(&t.PCIeRead), k.Time(&t.PCIeWrite), k.Time(&t.PCIeJitter)
	h.InlineBytes, h.Message = uint32(k.Bytes(&t.Inline, inline)), k.Time(&t.Message)
	s.Receive, s.Remote, s.Poll, s.Period, s.TSC = k.Time(&t.Receive), k.Time(&t.Remote), k.Time(&t.Poll), k.Time(&t.PollPeriod), k.Hertz(&t.Clock)
	if s.TSC < 1_000_000 || s.TSC > 1_000_000_000_000 {
		p.Fail(k.At(&t.Clock), "%d Hz is out of range 1 MHz to 1 THz", s.TSC)
	}
}

// Measured is the result of a probe.
type Measured struct {
	Tool string `json:"tool"`
	// From and To are hosts; Bytes is the payload of a message and VL its virtual lane.
	From  uint32 `json:"from"`
	To    uint32 `json:"to"`
	Bytes uint32 `json:"bytes"`
	VL    uint8  `json:"vl"`
	// Reading is the tool's result, Truth how long packet and acknowledgement were in the network without their
	// serialisation, Error how much a reading is above its truth.
	Reading Readings `json:"reading"`
	Truth   Readings `json:"truth"`
	Error   Readings `json:"error"`
	// IdealPS is the truth in an empty network.
	IdealPS int64 `json:"ideal_ps"`
	// Sources are the senders other than the probe.
	Sources []Sender `json:"senders"`
}

// Readings are percentiles by nearest rank and the mean, ps.
type Readings struct {
	Median int64 `json:"p50_ps"`
	Tail   int64 `json:"p999_ps"`
	Mean   int64 `json:"mean_ps"`
}

// Sender is a sender other than the probe.
type Sender struct {
	Host  uint32 `json:"host"`
	To    uint32 `json:"to"`
	Bytes uint32 `json:"bytes"`
	VL    uint8  `json:"vl"`
	// Rate is the payload received since the first measurement, bit/s.
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
		Digest: r.Digest, Events: r.Events, Until: r.Until, Sent: r.Sent, Arrived: r.Arrived, InFlight: r.InFlight,
		Done: completions(s, r), RTTMean: r.Truth().Mean, RTTMax: longest, Bytes: r.Bytes, Rates: r.Rates,
		Summary: sum, Name: "probe.csv", Write: r.write,
	}, nil
}

// completions are the readings as messages. Readings of 0 or less, which jitter causes with a very short network
// time, become 1 ps.
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

// Text returns the measurement with a table of the readings.
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
