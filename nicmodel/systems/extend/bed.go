package extend

import (
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/hostpath"
	"smartnic-cc/nicmodel/keys"
)

// Bed is a kind of the table [bed]: the NIC and the schedulers of a paper.
type Bed struct {
	Kind string
	// Schedulers are in the order in which they run.
	Schedulers []string
	// OverTime has the figure show the rates of flows over time, and not the distribution of the first flow's times.
	OverTime bool
	// Plan reads the keys of the kind, and returns what runs a scheduler.
	Plan func(r *keys.Reader, b *BedLoad) BedRun
}

// BedLoad is what all kinds of beds are given: messages are counted from Warm to End.
type BedLoad struct {
	Seed      uint64
	Warm, End event.Time
	Flows     []BedFlow
}

// BedFlow is a table [[bed.flow]]: Count connections, each with Outstanding messages of Bytes, and Pause after one.
type BedFlow struct {
	// Path names the table.
	Path                      string
	Count, Bytes, Outstanding uint64
	Pause                     event.Time
}

// BedRun runs a scheduler, and calls told with each message whose end an application was told.
type BedRun func(scheduler string, told func(Message)) (BedCounts, error)

// Message is a block, or a batch of WQEs.
type Message struct {
	Conn         uint32
	Posted, Told event.Time
	Bytes        uint64
}

// BedCounts is what the sending NIC did under a scheduler.
type BedCounts struct {
	Events        uint64 `json:"events"`
	ContextHits   uint64 `json:"context_hits"`
	ContextMisses uint64 `json:"context_misses"`
}

// Add adds the context cache's counts of a host.
func (c *BedCounts) Add(s *hostpath.Stats) {
	c.ContextHits += s.ContextHits
	c.ContextMisses += s.ContextMisses
}
