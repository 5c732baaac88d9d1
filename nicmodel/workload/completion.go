package workload

import "smartnic-cc/nicmodel/event"

// Completion is a message that has been acknowledged to its end.
type Completion struct {
	// Conn and Message are the numbers in the plan.
	Conn, Message    uint32
	Src, Dst         uint32
	SrcPort, DstPort uint16
	Class            uint8
	Bytes            uint64
	// Start is when the message was posted.
	Start event.Time
	// FCT is the time from Start until the sender had the last acknowledgement, Delivered
	// the time from Start until the receiver had the last byte, Ideal what FCT would be
	// in an empty network.
	FCT, Delivered, Ideal event.Time
}
