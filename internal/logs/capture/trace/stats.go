package trace

import "smartnic-cc/internal/base/packet/roce"

// Reasons for which a packet gives no event, behind those of roce.Verdict.
const (
	skipRequest = int(roce.NumVerdicts) + iota
	skipDatagram
	skipOpcode
	skipNoTime
	skipNode
	skipPoint
	skipDrop
	skipPFC
	skipTCP
	skipSize
	skipOther
	skipReasons
)

// Stats sums a trace up.
type Stats struct {
	Format  Format
	Gzip    bool
	Packets uint64 // packets of a capture, of whatever kind; rows of a text trace or of counters; records of a simulator's
	Events  uint64 // events that Next delivers
	// Start is what Time 0 is, in nanoseconds since 1970; 0 where a
	// text trace gives relative times.
	Start int64
	// Duration is the time of the last packet or row, in nanoseconds from Time 0.
	Duration int64

	// Reconstruction reports that no event was seen: all were made of counters.
	Reconstruction Reconstruction

	CNPs, Acks, Naks, Timers uint64
	Pauses                   uint64 // pauses and resumptions
	DataPackets, DataBytes   uint64
	Marked                   uint64 // data packets with Congestion Experienced
	BadICRC                  uint64 // CNPs whose ICRC is wrong; they count all the same
	// ICRCChecked counts the packets whose ICRC could be verified, and ICRCWrong
	// those of them where it is wrong: CNPs, and all RoCEv2 packets with
	// Options.CheckICRC, as far as they were captured whole.
	ICRCChecked, ICRCWrong uint64
	Reordered              uint64 // records that stood later in the file than their time
	Truncated              bool   // the file ends within a packet or row

	skipped [skipReasons]uint64
}

// Skip is a reason for which packets gave no event, and how many there were.
type Skip struct {
	Reason string
	Count  uint64
}

func (s *Stats) skip(reason int) { s.skipped[reason]++ }

var skipText = [skipReasons]string{
	skipRequest: "READ request or atomic", skipDatagram: "datagram (UD)", skipOpcode: "other RoCEv2 opcode", skipNoTime: "no time stamp",
	skipNode: "at another node", skipPoint: "other sighting of a packet", skipDrop: "dropped by a queue", skipPFC: "PFC", skipTCP: "TCP",
	skipSize: "without a size", skipOther: "other record",
}

// Skipped lists why packets gave no event, in a fixed order, without zeros.
func (s *Stats) Skipped() []Skip {
	var out []Skip
	for i, n := range s.skipped {
		switch {
		case n == 0:
		case i < skipRequest:
			out = append(out, Skip{roce.Verdict(i).String(), n})
		default:
			out = append(out, Skip{skipText[i], n})
		}
	}
	return out
}

// count takes an event into the totals.
func (s *Stats) count(rec *record) {
	switch rec.kind {
	case KindCNP:
		s.CNPs += uint64(rec.count)
	case KindData:
		s.DataPackets += uint64(rec.packets)
		s.DataBytes += uint64(rec.bytes)
		s.Marked += uint64(rec.marked)
	case KindAck:
		s.Acks++
	case KindNak:
		s.Naks++
	case KindPause, KindResume:
		s.Pauses++
	case 0:
		return
	default:
		s.Timers++
	}
	s.Events++
}
