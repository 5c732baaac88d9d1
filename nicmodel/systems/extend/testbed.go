package extend

import (
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/hostpath"
	"smartnic-cc/nicmodel/keys"
)

// Testbed is a kind of the table [bed]: the NIC and the schedulers of a paper.
type Testbed struct {
	Kind string
	// Schedulers are in the order in which they run.
	Schedulers []string
	// OverTime has the figure show the rates of flows over time, and not the distribution of the first flow's times.
	OverTime bool
	// Plan reads the keys of the kind, and returns what runs a scheduler.
	Plan func(r *keys.Reader, b *TestbedLoad) TestbedRun
}

// TestbedLoad is what all kinds of testbeds are given: messages are counted from Warm to End.
type TestbedLoad struct {
	Seed      uint64
	Warm, End event.Time
	Flows     []TestbedFlow
}

// TestbedFlow is a table [[bed.flow]]: Count connections, each with Outstanding messages of Bytes, and Pause after one.
type TestbedFlow struct {
	// Path names the table.
	Path                      string
	Count, Bytes, Outstanding uint64
	Pause                     event.Time
}

// TestbedRun runs a scheduler, and calls told with each message whose end an application was told.
type TestbedRun func(scheduler string, told func(Message)) (TestbedCounts, error)

// Message is a block, or a batch of WQEs.
type Message struct {
	Conn              uint32
	Posted, Completed event.Time
	Bytes             uint64
}

// TestbedCounts is what the sending NIC did under a scheduler.
type TestbedCounts struct {
	Events        uint64 `json:"events"`
	ContextHits   uint64 `json:"context_hits"`
	ContextMisses uint64 `json:"context_misses"`
}

// Add adds the context cache's counts of a host.
func (c *TestbedCounts) Add(s *hostpath.Stats) {
	c.ContextHits += s.ContextHits
	c.ContextMisses += s.ContextMisses
}
