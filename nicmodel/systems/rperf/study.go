package rperf

import "smartnic-cc/nicmodel/credit"

// Message times of sources. The thesis's senders reach 3.9 to 4.1 Gb/s with 64 B and five of them 35 and 70 % of the
// link with 64 and 128 B: 130 ns a message. One that games the priorities with 256 B sends at least 10.5 million
// messages a second in batches; its time is assumed to be half, so that the switch and not the NIC limits it.
const (
	MessageTime = credit.MessageTime
	BatchTime   = MessageTime / 2
)

// FourKiB is the unit of InfiniBand's Limit of High Priority.
const FourKiB = 4096

// Mixed is the thesis's setup of mixed traffic (section 5.3.3): host 0 measures to host 1, and at most 5 sources,
// each on its own host, send messages of payload bytes to host 1.
func Mixed(sources int, payload uint32, arbiter credit.Arbiter) Setup {
	s := DefaultSetup(7)
	s.Fabric.Arbiter = arbiter
	for i := range sources {
		s.Sources = append(s.Sources, Source{From: uint32(2 + i), To: 1, Payload: payload, Message: MessageTime})
	}
	return s
}

// TwoSwitches is its setup of two switches (section 5.4.2): the measuring host and two of five sources are at the
// first, the others and the destination at the second.
func TwoSwitches(arbiter credit.Arbiter) Setup {
	s := Mixed(5, MaxPayload, arbiter)
	s.Fabric.Switches = 2
	s.Fabric.Hosts = []uint32{0, 1, 0, 0, 1, 1, 1}
	return s
}

// OwnVL puts the measurement on a separate VL that goes first (section 5.4.3).
func OwnVL(s Setup) Setup {
	s.VL, s.Fabric.Strict, s.Fabric.HighLimit = 1, true, FourKiB
	return s
}

// Gaming is five sources, the first of which pretends to be sensitive to latency: it sends 256 B in
// batches on the VL that goes first (section 5.4.3).
func Gaming() Setup {
	s := OwnVL(Mixed(5, MaxPayload, credit.FCFS))
	s.Sources[0].VL, s.Sources[0].Payload, s.Sources[0].Message = 1, 256, BatchTime
	return s
}

// PerftestInline is the largest payload that perftest sends inline with the WQE, bytes.
const PerftestInline = 236

// ThroughSwitch is a tool through the switch, without other traffic. The ping-pong sends small payloads inline with
// the WQE, as perftest does.
func ThroughSwitch(tool Tool, payload uint32) Setup {
	s := DefaultSetup(2)
	s.Tool, s.Payload = tool, payload
	if tool == PingPong {
		s.Host.InlineBytes = PerftestInline
	}
	return s
}

// BackToBack is a tool between two hosts without a switch.
func BackToBack(tool Tool, payload uint32) Setup {
	s := DefaultSetup(0)
	s.Tool, s.Payload = tool, payload
	return s
}
