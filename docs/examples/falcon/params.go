package falcon

// Generation is the format of events and responses, and the rules that go with it.
type Generation uint8

// The generations.
const (
	// GenerationA is DNA_A.
	GenerationA Generation = iota
	// GenerationB is DNA_B, with the fields of A in another order.
	GenerationB
	// GenerationC is DNA_C, whose acknowledgements tell of bitmaps and drops (EACK).
	GenerationC
	// GenerationBNA has a fractional NIC window, paths, and back pressure.
	GenerationBNA
)

// Double is the 64 bits of a binary64: 0, or a number from 2^-64 to below 2^64.
//
//ccgen:range 0..0x43EFFFFFFFFFFFFF
type Double uint64

// Params are one profile of the engine: SwiftParameters, and what the engine is. A connection
// chooses its profile by the upper four bits of base_delay, outside this package.
type Params struct {
	// MaxFabric and MinFabric bound the fabric window, in packets: from 1/1024 to 2048 less
	// 1/1024, in this order.
	MaxFabric Double
	MinFabric Double
	// FabricIncrease is how many packets the window grows in an RTT:
	// fabric_additive_increment_factor, above 0.
	FabricIncrease Double
	// FabricDecrease is the share of the delay above the target that a cut takes off:
	// fabric_multiplicative_decrease_factor, between 0 and 1.
	FabricDecrease Double
	// MaxFabricDecrease is the most that a cut takes off: max_fabric_multiplicative_decrease,
	// between 0 and 1.
	MaxFabricDecrease Double
	// MaxNIC and MinNIC bound the NIC window, in packets: before BNA from 1 to 2047.
	MaxNIC Double
	MinNIC Double
	// NICIncrease, NICDecrease and MaxNICDecrease are as those of the fabric, the increase 1 or more.
	NICIncrease    Double
	NICDecrease    Double
	MaxNICDecrease Double
	// RTTAlpha is what the old mean RTT weighs, below 1: rtt_smoothing_alpha.
	RTTAlpha Double
	// DelayAlpha is what the old mean delay weighs, below 1, before BNA 0 with RandomizePath:
	// delay_smoothing_alpha.
	DelayAlpha Double
	// TimeoutScalar is how many mean RTTs the timeout lasts, 1 or more:
	// retransmit_timeout_scalar.
	TimeoutScalar Double
	// FlowAlpha is max_flow_scaling / (1/sqrt(min_flow_scaling_window) - 1/sqrt(max_flow_scaling_window)):
	// CalculateFlowScalingAlpha.
	FlowAlpha Double
	// FlowBeta is FlowAlpha / sqrt(max_fabric_congestion_window), without the sign that
	// CalculateFlowScalingBeta gives it.
	FlowBeta Double
	// GapScalar is the unit of times over that of gaps: ipg_time_scalar, 0.131072 / 0.512, above 0.
	GapScalar Double
	// PLBTarget is what the target is multiplied by for congestion: plb_target_rtt_multiplier.
	PLBTarget Double
	// PLBThreshold is the share of packets with congestion that makes a round of it:
	// plb_congestion_threshold.
	PLBThreshold Double
	// MinTimeout is the smallest timeout, in 131.072 ns: min_retransmit_timeout.
	//
	//ccgen:range 1..(1<<32)-1
	MinTimeout uint32
	// MaxFlowScaling is the most that flow scaling adds to the target, in 131.072 ns:
	// max_flow_scaling.
	MaxFlowScaling uint32
	// BaseDelay is the target without hops and with few flows, in 131.072 ns: fabric_base_delay.
	//
	//ccgen:range 1..(1<<32)-1
	BaseDelay uint32
	// Hop is what a hop adds to the target, in 131.072 ns: topo_scaling_per_hop.
	//
	//ccgen:range 1..4095
	Hop uint32
	// Generation is the format of the events.
	//
	//ccgen:range 0..GenerationBNA
	Generation Generation
	// RetransmitLimit is how many retransmissions set the smallest window: retransmit_limit.
	//
	//ccgen:range 1..255
	RetransmitLimit uint8
	// TargetRxBuffer is the level of the receiver's buffer up from which the NIC window is cut:
	// target_rx_buffer_level.
	//
	//ccgen:range 0..31
	TargetRxBuffer uint8
	// GapBits are the bits of the largest gap: ipg_bits.
	//
	//ccgen:range 1..20
	GapBits uint8
	// PLBAttempts is how many rounds of congestion in a row change the path:
	// plb_attempt_threshold.
	//
	//ccgen:range 0..15
	PLBAttempts uint8
	// MaxDecreaseOnDrop: a drop that is reported cuts by MaxFabricDecrease:
	// max_decrease_on_eack_nack_drop.
	MaxDecreaseOnDrop bool
	// SmoothRTT: gaps and guards take the mean RTT: calc_rtt_smooth.
	SmoothRTT bool
	// RandomizePath: paths are changed: randomize_path. Before BNA the word of path protection
	// is then the mean delay's.
	RandomizePath bool
	// Stateful: a BNA connection with four paths has state in the engine (StatefulAlgorithm).
	Stateful bool
}

// Flow is what the engine's memory has of a path other than the first: RuePerFlowState.
type Flow struct {
	// Marker is fcwnd_time_marker, in 131.072 ns, of which 24 bits count.
	Marker uint32
	// PLB is the word of path protection.
	//
	//ccgen:range 0..MaxTime
	PLB uint32
	// RTT is the mean RTT, in 131.072 ns.
	//
	//ccgen:range 0..MaxTime
	RTT uint32
}

// State is the state of one connection. Up to Increase it is what goes to the engine in an event and
// back in a response; the rest is in the engine's memory, of BNA connections with four paths.
//
//ccgen:size 84
type State struct {
	// FabricWindow is fabric_congestion_window, in packets.
	//
	//ccgen:range 0..MaxWindow
	//ccgen:unit packets
	//ccgen:format UQ11.10
	//ccgen:show cwnd
	FabricWindow uint32
	// NICWindow is nic_congestion_window, in 1/1024 packets as the fabric's, before BNA in whole
	// packets, up to 2047.
	//
	//ccgen:range 0..MaxWindow
	//ccgen:show nic-cwnd
	NICWindow uint32
	// FabricMarker is fabric_window_time_marker, in 131.072 ns: the last decrease, or later.
	//
	//ccgen:range 0..MaxTime
	FabricMarker uint32
	// NICMarker is nic_window_time_marker.
	//
	//ccgen:range 0..MaxTime
	NICMarker uint32
	// RTT is rtt_state, the mean RTT in 131.072 ns.
	//
	//ccgen:range 0..MaxTime
	//ccgen:show rtt
	RTT uint32
	// Delay is delay_state: the mean delay, or before BNA with RandomizePath the word of path
	// protection.
	//
	//ccgen:range 0..MaxTime
	Delay uint32
	// PLB is plb_state, from BNA on.
	//
	//ccgen:range 0..MaxTime
	PLB uint32
	// Windows are the fabric windows of the four paths, in packets.
	//
	//ccgen:range 0..MaxWindow
	//ccgen:unit packets
	//ccgen:format UQ11.10
	Windows [4]uint32
	// Flows are the paths 1 to 3.
	Flows [3]Flow
	// Increase is nic_window_direction: the NIC window grew last. Before BNA.
	Increase bool
}

// EventKind is event_type.
type EventKind uint8

// The events.
const (
	// EventAck is an acknowledgement.
	EventAck EventKind = iota
	// EventNack is a NACK.
	EventNack
	// EventRetransmit is a retransmission, after a timeout or early: the engine's rules do not
	// look at retransmit_reason.
	EventRetransmit
)

// NackCode is nack_code. The rules know three.
type NackCode uint8

// The codes.
const (
	// NackNone: it is not a NACK.
	NackNone NackCode = 0
	// NackRxResource: the receiver is out of resources.
	NackRxResource NackCode = 1
	// NackRxWindow: a packet was outside the receiver's window.
	NackRxWindow NackCode = 5
)

// DelaySelect is delay_select: which part of the RTT the delay is.
type DelaySelect uint8

// The parts.
const (
	// DelayFull is T4 - T1.
	DelayFull DelaySelect = iota
	// DelayFabric is without T3 - T2, the receiver's share.
	DelayFabric
	// DelayForward is T2 - T1.
	DelayForward
	// DelayReverse is T4 - T3.
	DelayReverse
)

// Event is what the engine gets besides [State]. Times are in 131.072 ns.
type Event struct {
	// Now is the engine's time.
	Now uint32
	// T1 is when the sender sent the packet, T2 when the receiver got it, T3 when it sent the
	// acknowledgement, T4 when the sender got that.
	//
	//ccgen:range 0..MaxTime
	T1 uint32
	//ccgen:range 0..MaxTime
	T2 uint32
	//ccgen:range 0..MaxTime
	T3 uint32
	//ccgen:range 0..MaxTime
	T4 uint32
	// FlowLabel is that of the packet; its lowest two bits are the path.
	//
	//ccgen:range 0..(1<<20)-1
	FlowLabel uint32
	// Random is what the next flow label is made of: a number that the engine draws. It counts
	// where the output has a label.
	//
	//ccgen:range 0..(1<<18)-1
	Random uint32
	// Opaque is cc_opaque. Bit 0 asks for another path with each packet.
	//
	//ccgen:range 0..(1<<18)-1
	Opaque uint32
	// Acked is num_packets_acked.
	//
	//ccgen:range 0..1023
	//ccgen:unit packets
	Acked uint16
	// Kind is what happened.
	//
	//ccgen:range 0..3
	Kind EventKind
	// NackCode is why, of a NACK. Path protection looks at it whatever the kind.
	NackCode NackCode
	// Delay says which delay counts.
	//
	//ccgen:range 0..DelayReverse
	Delay DelaySelect
	// Hops is forward_hops.
	//
	//ccgen:range 0..15
	Hops uint8
	// RxBuffer is rx_buffer_level, how full the receiver's buffer is in 32nds.
	//
	//ccgen:range 0..31
	RxBuffer uint8
	// Retransmits is retransmit_count.
	Retransmits uint8
	// EACK: the acknowledgement has a bitmap. From C on.
	EACK bool
	// EACKDrop: the bitmap shows a lost packet. From C on.
	EACKDrop bool
	// Multipath: the connection has four paths. In BNA.
	Multipath bool
}

// Output is what the response says besides [State]. What it has before BNA are FabricGap,
// RetransmitTimeout and RandomizePath.
type Output struct {
	// FabricGap is inter_packet_gap, in 512 ns.
	//
	//ccgen:range 0..MaxGap
	FabricGap uint32
	// NICGap is nic_inter_packet_gap, in 512 ns.
	//
	//ccgen:range 0..MaxGap
	NICGap uint32
	// RetransmitTimeout is retransmit_timeout, in 131.072 ns.
	//
	//ccgen:range 0..MaxTime
	RetransmitTimeout uint32
	// Label are flow_label_1 to 4.
	//
	//ccgen:range 0..(1<<20)-1
	Label [4]uint32
	// Valid are flow_label_1_valid to 4.
	Valid [4]bool
	// Weight are flow_label_1_weight to 4.
	//
	//ccgen:range 0..15
	Weight [4]uint8
	// Flow is flow_id.
	//
	//ccgen:range 0..3
	Flow uint8
	// AlphaRequest and AlphaResponse are the shares of the buffer, 2^(3 - n).
	//
	//ccgen:range 0..15
	AlphaRequest uint8
	//ccgen:range 0..15
	AlphaResponse uint8
	// AckRate is ar_rate.
	//
	//ccgen:range 0..15
	AckRate uint8
	// RandomizePath is randomize_path. Before BNA.
	RandomizePath bool
}
