// Package resubmit counts how often a gateway of THEMIS ("THEMIS: Efficiently Mitigating
// Congestion-Induced Fairness Disparities in Long-Haul RDMA Networks", section 2.2) resubmits a packet to
// hold it for T_block, in the firmware subset.
//
// The i-th pass through the ingress queue takes as long as what is in it takes to drain, qlen_i /
// rate_drain. The number of passes is the least n whose times add up to T_block or more; the paper prints
// an equality, which whole passes cannot meet. An empty queue would make a pass take no time, so each
// takes a least time. A packet makes no fewer passes than the one before it of its flow, so that it does
// not come out before it.
package resubmit

// Params are the parameters of a gateway.
type Params struct {
	// PerByte is the time of a byte at the draining rate, UQ8.24.
	//
	//ccgen:format UQ8.24
	//ccgen:unit ns/B
	PerByte uint32
	// Least is the least time of a pass, ns.
	//
	//ccgen:range 1..1<<20
	//ccgen:unit ns
	Least uint32
}

// State is a packet's metadata: 16 bytes.
//
//ccgen:size 16
type State struct {
	// Left is what is left of T_block.
	//
	//ccgen:range 0..1<<60
	//ccgen:format UQ52.8
	//ccgen:unit ns
	Left uint64
	// Passes is how many passes were made; saturates.
	//
	//ccgen:unit steps
	Passes uint32
	// Floor is how many are made at least.
	//
	//ccgen:unit steps
	Floor uint32
}

// Event is the end of the packet's way through the ingress pipeline.
type Event struct {
	// Block is T_block, if [First].
	//
	//ccgen:range 0..1<<48
	//ccgen:unit ns
	Block uint64
	// Queue is the length of the ingress queue now.
	//
	//ccgen:unit B
	Queue uint32
	// Before is how many passes the flow's packet before made, if [First] (n_prev).
	//
	//ccgen:unit steps
	Before uint32
	// First says that the packet has not been resubmitted yet.
	First bool
}

// Output says whether it goes back.
type Output struct {
	// Again: resubmit it.
	Again bool
}

// Init sets the metadata of a packet that has come.
func Init(p *Params, s *State) { *s = State{} }

// Step sends the packet on, or back for one more pass.
//
//ccgen:transducer themisresubmit init=Init
func Step(p *Params, s *State, e *Event) Output {
	if e.First {
		*s = State{Left: e.Block << 8, Floor: e.Before}
	}
	if s.Left == 0 && s.Passes >= s.Floor {
		return Output{}
	}
	pass := Pass(p, e.Queue)
	s.Left -= min(s.Left, pass)
	s.Passes = min(s.Passes, 0xFFFFFFFE) + 1
	return Output{Again: true}
}

// Pass returns the time of a pass that begins with so many bytes in the queue, UQ52.8 ns.
//
//ccgen:export pass
//ccgen:range return 0..1<<49
func Pass(p *Params, queue uint32) uint64 {
	return max(uint64(queue)*uint64(p.PerByte)>>16, uint64(p.Least)<<8)
}
