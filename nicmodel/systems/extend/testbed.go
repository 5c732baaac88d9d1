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
	// OverTime has the figure show the rates of flows over time instead of the distribution of the first flow's
	// times.
	OverTime bool
	// Plan reads the keys of the kind, and returns the runner of schedulers.
	Plan func(r *keys.Reader, b *TestbedLoad) TestbedRun
}

// TestbedLoad is the load of all kinds of testbeds: messages count from Warm to End.
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

// TestbedRun runs a scheduler, and calls told with each message that an application saw complete.
type TestbedRun func(scheduler string, told func(Message)) (TestbedCounts, error)

// Message is a block, or a batch of WQEs.
type Message struct {
	Conn              uint32
	Posted, Completed event.Time
	Bytes             uint64
}

// TestbedCounts are the statistics of the sending NIC under a scheduler.
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
