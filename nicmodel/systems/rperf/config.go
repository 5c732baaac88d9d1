package rperf

import (
	"fmt"

	"smartnic-cc/internal/base/text/enum"
	"smartnic-cc/nicmodel/credit"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/hostpath"
)

// Tool is a measurement tool.
type Tool uint8

// The tools.
const (
	// RPerf posts a SEND and a loop-back SEND, and subtracts.
	RPerf Tool = iota
	// PingPong posts a SEND that the remote software answers with another: perftest.
	PingPong
	// PostPoll posts a WRITE and polls for its completion: qperf.
	PostPoll
)

// String returns the tool's name in scenarios.
func (t Tool) String() string {
	return enum.Name(t, "rperf", "ping-pong", "post-poll")
}

// Bytes of headers on the wire: of a packet with payload at most (local route, base transport and
// extended headers, checksums), and of an acknowledgement.
const (
	Header   = 52
	AckBytes = 30
)

// MaxPayload is the largest payload, one packet.
const MaxPayload = credit.MaxPayload

// Source is a sender of bandwidth-intensive traffic.
type Source = credit.BulkSender

// Setup is one run: a measurement between two hosts, and other sources.
type Setup struct {
	Fabric credit.Config
	// Host is that of the two measuring hosts.
	Host hostpath.Config
	// Receive is a NIC's time from a packet's last byte to its acknowledgement's first, and from an acknowledgement's
	// last byte to its effect.
	Receive event.Time
	// LoopMessage is the message processor's time for a loop-back, without packing for a wire.
	LoopMessage event.Time
	// Poll is the time to poll a completion, Period that of a thread's polls.
	Poll, Period event.Time
	// TSC is the rate of the time-stamp counter in Hz.
	TSC uint64
	// Pause is the longest rest of the thread between two measurements, drawn uniformly, so that they do not
	// synchronise with the traffic.
	Pause event.Time
	// Remote is the time of the remote host's software for a received message.
	Remote event.Time

	Tool     Tool
	From, To uint32
	// Payload is the size of the measured messages in bytes, VL their virtual lane.
	Payload uint32
	VL      uint8
	Sources []Source
	// Samples are taken after Warm.
	Samples int
	Warm    event.Time
	// End, if not 0, is when the run stops at the latest, with the samples so far.
	End  event.Time
	Seed uint64
}

// DefaultHost is the host of the thesis's testbed: package rperf's comment says what is fitted. The latency of a DMA
// read is that measured by Neugebauer et al. on such CPUs ("Understanding PCIe performance for end host networking",
// 2018); a DMA write and a doorbell take half of it.
func DefaultHost() hostpath.Config {
	return hostpath.Config{
		Post: 30 * event.Nanosecond, Doorbell: 20 * event.Nanosecond,
		MMIO: 275 * event.Nanosecond, PCIeRead: 550 * event.Nanosecond, PCIeWrite: 275 * event.Nanosecond,
		PCIeRate: 62_000_000_000, PCIeJitter: 30 * event.Nanosecond,
		WQEBytes: 64, CQEBytes: 64,
		Message:  130 * event.Nanosecond,
		Loopback: 131 * event.Nanosecond,
	}
}

// DefaultSetup measures 64 B between hosts 0 and 1 of a number of hosts, as credit.Default.
func DefaultSetup(hosts int) Setup {
	return Setup{
		Fabric: credit.Default(hosts), Host: DefaultHost(),
		Receive: 60 * event.Nanosecond, LoopMessage: 5 * event.Nanosecond,
		Poll: 5 * event.Nanosecond, Period: 7 * event.Nanosecond,
		TSC: 2_200_000_000, Pause: 10 * event.Microsecond, Remote: 0,
		From: 0, To: 1, Payload: 64, Samples: 2000, Warm: 100 * event.Microsecond, Seed: 1,
	}
}

// Check returns what is wrong with a run.
func (s *Setup) Check() error {
	if err := s.Fabric.Check(); err != nil {
		return err
	}
	if err := s.Host.Check(); err != nil {
		return err
	}
	hosts := uint32(len(s.Fabric.Hosts))
	switch {
	case s.From >= hosts || s.To >= hosts || s.From == s.To:
		return fmt.Errorf("rperf: measuring from host %d to host %d; there are %d, and they are to be two", s.From, s.To, hosts)
	case s.Tool > PostPoll:
		return fmt.Errorf("rperf: %d is no tool; use RPerf, PingPong or PostPoll", s.Tool)
	case s.Payload == 0 || s.Payload > MaxPayload:
		return fmt.Errorf("rperf: a payload of %d bytes is out of range 1 to %d", s.Payload, MaxPayload)
	case s.VL >= credit.VLs:
		return fmt.Errorf("rperf: VL %d; VLs are 0 to %d", s.VL, credit.VLs-1)
	case s.Samples < 1 || s.Samples > 10_000_000:
		return fmt.Errorf("rperf: %d samples are out of range 1 to 10000000", s.Samples)
	case s.TSC < 1_000_000 || s.TSC > 1_000_000_000_000:
		return fmt.Errorf("rperf: a counter of %d Hz is out of range 1 MHz to 1 THz", s.TSC)
	}
	for _, t := range []struct {
		name  string
		time  event.Time
		least event.Time
	}{
		{"receive", s.Receive, 0}, {"loop-back message", s.LoopMessage, 1}, {"poll", s.Poll, 0}, {"period", s.Period, 0},
		{"pause", s.Pause, 0}, {"remote", s.Remote, 0}, {"warm", s.Warm, 0},
	} {
		if t.time < t.least || t.time > event.Second {
			return fmt.Errorf("rperf: %s %v is out of range %v to %v", t.name, t.time, t.least, event.Second)
		}
	}
	if s.End < 0 || s.End != 0 && s.End <= s.Warm {
		return fmt.Errorf("rperf: the run ends at %v, before a sample is taken at %v; end it later", s.End, s.Warm)
	}
	for i, k := range s.Sources {
		switch {
		case k.From >= hosts || k.To >= hosts || k.From == k.To || k.From == s.From:
			return fmt.Errorf("rperf: source %d sends from host %d to host %d; there are %d, and host %d measures", i, k.From, k.To, hosts, s.From)
		case k.Payload == 0 || k.Payload > MaxPayload:
			return fmt.Errorf("rperf: source %d has a payload of %d bytes, out of range 1 to %d", i, k.Payload, MaxPayload)
		case k.Message < 1 || k.Message > event.Second:
			return fmt.Errorf("rperf: source %d has %v a message, out of range 1ps to 1s", i, k.Message)
		case k.VL >= credit.VLs:
			return fmt.Errorf("rperf: source %d has VL %d; VLs are 0 to %d", i, k.VL, credit.VLs-1)
		}
		for j := range i {
			if s.Sources[j].From == k.From {
				return fmt.Errorf("rperf: sources %d and %d are both at host %d; use one a host", j, i, k.From)
			}
		}
	}
	if most := s.MaxPacketBytes(); s.Fabric.Switches > 0 && most > s.Fabric.Buffer {
		return fmt.Errorf("rperf: a buffer of %d bytes does not hold a packet of %d; make it larger, or payloads smaller", s.Fabric.Buffer, most)
	}
	return nil
}

// MaxPacketBytes returns the bytes of the largest packet on the wire.
func (s *Setup) MaxPacketBytes() uint32 {
	most := max(s.Payload+Header, AckBytes)
	for i := range s.Sources {
		most = max(most, s.Sources[i].Payload+Header)
	}
	return most
}

// Ideal returns the truth of a measurement in an empty network: propagation and switches, there and back.
func (s *Setup) Ideal() event.Time {
	switches := event.Time(0)
	if s.Fabric.Switches > 0 {
		a, b := s.Fabric.Hosts[s.From], s.Fabric.Hosts[s.To]
		switches = event.Time(max(a, b)-min(a, b)) + 1
	}
	return 2 * ((switches+1)*s.Fabric.Propagation + switches*s.Fabric.Pipeline)
}
