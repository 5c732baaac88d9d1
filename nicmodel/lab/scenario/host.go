package scenario

import (
	"fmt"

	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/hostpath"
	"smartnic-cc/nicmodel/keys"
)

// Host is the table [nic.host]: the host interface.
type Host struct {
	Threads     Text        `toml:"threads" unit:"count" range:"1..4096" default:"1" doc:"Threads of the application that post; connections are dealt to them in turn."`
	Sharers     Text        `toml:"sharers" unit:"count" range:"1..4096" default:"1" doc:"Threads that post in turn to each connection, under a lock if there are several."`
	Pollers     Text        `toml:"pollers" unit:"count" range:"0..4096" default:"0" doc:"Threads that only poll, each its own completion queue; with 0 each posting thread polls one itself."`
	Post        Text        `toml:"post" unit:"time" range:"0s..1s" default:"30ns" doc:"A thread's time to write a WQE."`
	Doorbell    Text        `toml:"doorbell" unit:"time" range:"0s..1s" default:"70ns" doc:"A thread's time to ring for a batch."`
	Lock        Text        `toml:"lock" unit:"part" default:"0.8" doc:"With t sharers a post takes 1 + lock (1 - 1/t) times as long; three places."`
	Batch       Text        `toml:"batch" unit:"count" range:"1..65536" default:"1" doc:"The most messages of a connection, posted at one time, that ring one doorbell."`
	SignalEvery Text        `toml:"signal_every" unit:"count" range:"1..65536" default:"1" doc:"Messages of a connection to a completion; its last message has one, and so has one that others wait for."`
	MMIO        Text        `toml:"mmio" unit:"time" range:"0s..1s" default:"150ns" doc:"From the ring to its arrival at the NIC."`
	PCIeRate    Text        `toml:"pcie_rate" unit:"rate" range:"1Mbps..100000Gbps" default:"126Gbps" doc:"The rate of PCIe in each direction; 0 is no limit."`
	PCIeRead    Text        `toml:"pcie_read" unit:"time" range:"0s..1s" default:"450ns" doc:"From the request of a DMA read to its first byte."`
	PCIeWrite   Text        `toml:"pcie_write" unit:"time" range:"0s..1s" default:"250ns" doc:"From a DMA write to its being seen in memory."`
	PCIeJitter  Text        `toml:"pcie_jitter" unit:"time" range:"0s..1s" default:"0s" doc:"The most that a DMA takes longer, drawn uniformly."`
	WQEBytes    Text        `toml:"wqe_bytes" unit:"bytes" range:"0..4096" default:"64" doc:"What is read for a WQE."`
	CQEBytes    Text        `toml:"cqe_bytes" unit:"bytes" range:"0..4096" default:"64" doc:"What is written for a completion."`
	Inline      Text        `toml:"inline" unit:"bytes" range:"0..4294967295" default:"0" doc:"The largest payload that comes with the doorbell, which then needs no DMA."`
	Message     Text        `toml:"message" unit:"time" range:"0s..1s" default:"130ns" doc:"What the NIC's message processor takes for a WQE."`
	Pick        Text        `toml:"pick" one:"round-robin,random" default:"round-robin" doc:"Which connection of a class is served next, a WQE each."`
	StageWQEs   Text        `toml:"stage_wqes" unit:"count" range:"1..1048576" default:"16" doc:"WQEs between the arbiter and the TX pipe: the next is chosen while fewer are there."`
	StageBytes  Text        `toml:"stage_bytes" unit:"bytes" range:"1..1TiB" default:"64KiB" doc:"Payload between the arbiter and the TX pipe: the next WQE is chosen while less is there."`
	Loopback    Text        `toml:"loopback" unit:"time" range:"0s..1s" default:"50ns" doc:"From the end of a loop-back in the TX pipe to its acknowledgement."`
	Poll        Text        `toml:"poll" unit:"time" range:"0s..1s" default:"30ns" doc:"A thread's time to poll a completion."`
	PollPeriod  Text        `toml:"poll_period" unit:"time" range:"0s..1s" default:"0s" doc:"The time between two looks at a completion queue; 0 looks when something comes."`
	PollBudget  Text        `toml:"poll_budget" unit:"count" range:"0..1048576" default:"0" doc:"The most completions that are taken at a look, with poll_period; 0 is all."`
	SRQ         Text        `toml:"srq" unit:"count" range:"0..16777216" default:"0" doc:"Receive buffers of the host's shared receive queue; 0 always has one."`
	SRQLow      Text        `toml:"srq_low" unit:"count" range:"0..16777216" default:"0" doc:"The buffers at or below which a thread refills the queue."`
	SRQReload   Text        `toml:"srq_reload" unit:"time" range:"0s..1s" default:"0s" doc:"How long refilling takes."`
	RNR         Text        `toml:"rnr" unit:"time" range:"0s..1s" default:"10us" doc:"With srq: how long a sender waits that found no receive buffer."`
	Class       []HostClass `toml:"class" doc:"Classes of the arbiter, from class 1. Strict ones go first, the lowest number first of them. Default: all share by weight 1."`
}

// HostClass is a table [[nic.host.class]].
type HostClass struct {
	Strict bool `toml:"strict" doc:"Goes before those that are not."`
	Weight Text `toml:"weight" unit:"count" range:"1..1000" default:"1" doc:"Its share of bytes among those that are not strict."`
}

// host reads the host interface of a NIC.
func (n *nic) host(v *nicmodel.NIC) {
	t := n.t.Host
	k := n.Table(n.keys.At(&n.t.Host), t)
	count := func(f *Text) uint32 { return uint32(k.Count(f)) }
	h := &nicmodel.Host{
		Threads: count(&t.Threads), Sharers: count(&t.Sharers), Pollers: count(&t.Pollers), Batch: count(&t.Batch), SignalEvery: count(&t.SignalEvery),
		Poll: k.Time(&t.Poll), Period: k.Time(&t.PollPeriod), Budget: count(&t.PollBudget),
		SRQ: hostpath.SRQ{Depth: count(&t.SRQ), Low: count(&t.SRQLow), Reload: k.Time(&t.SRQReload)},
	}
	if t.RNR != "" && h.SRQ.Depth == 0 {
		n.Fail(k.At(&t.RNR), "has no effect without host.srq, the buffers of the receive queue")
	}
	if h.SRQ.Depth != 0 {
		h.RNR = k.Time(&t.RNR)
	}
	c := &h.Config
	c.Post, c.Doorbell = k.Time(&t.Post), k.Time(&t.Doorbell)
	lock := k.Millionths(&t.Lock)
	if c.LockShare = lock / 1000; lock%1000 != 0 {
		n.Fail(k.At(&t.Lock), "%s has more than three places", string(t.Lock))
	}
	c.MMIO, c.PCIeRate, c.PCIeRead, c.PCIeWrite, c.PCIeJitter = k.Time(&t.MMIO), k.PCIe(&t.PCIeRate), k.Time(&t.PCIeRead), k.Time(&t.PCIeWrite), k.Time(&t.PCIeJitter)
	c.WQEBytes, c.CQEBytes, c.InlineBytes = uint32(k.Bytes(&t.WQEBytes)), uint32(k.Bytes(&t.CQEBytes)), uint32(k.Bytes(&t.Inline))
	c.Message, c.Loopback = k.Time(&t.Message), k.Time(&t.Loopback)
	c.StageWQEs, c.StageBytes = count(&t.StageWQEs), k.Bytes(&t.StageBytes)
	if c.StageBytes == 0 {
		n.Fail(k.At(&t.StageBytes), "0; nothing would pass; use 1 byte or more")
	}
	c.Arbitration = keys.Choose(k, &t.Pick, hostpath.RoundRobin, hostpath.Random)
	if len(t.Class) >= hostpath.Classes {
		n.Fail(fmt.Sprintf("%s[%d]", k.At(&t.Class), hostpath.Classes-1), "%d tables; there are classes 1 to %d", len(t.Class), hostpath.Classes-1)
		return
	}
	for i := range t.Class {
		class := &t.Class[i]
		k := n.Table(fmt.Sprintf("%s[%d]", k.At(&t.Class), i), class)
		if class.Strict && class.Weight != "" {
			n.Fail(k.At(&class.Weight), "has no effect in a class that is strict; leave one of them out")
		}
		c.Classes[i+1] = hostpath.Class{Strict: class.Strict, Weight: uint32(k.Count(&class.Weight))}
	}
	if v.ContextMiss > event.Second {
		n.Fail(n.keys.At(&n.t.ContextMiss), "%v is out of range 0s to %v of a NIC with a host interface", v.ContextMiss, event.Second)
	}
	v.Host = h
}

// HostCounts are the summed statistics of all host interfaces.
type HostCounts struct {
	Posts       uint64 `json:"posts"`
	Doorbells   uint64 `json:"doorbells"`
	WQEs        uint64 `json:"wqes"`
	Loopbacks   uint64 `json:"loopbacks"`
	Completions uint64 `json:"completions"`
	Received    uint64 `json:"received"`
	// RNRs are messages refused without a receive buffer.
	RNRs uint64 `json:"rnrs"`
	// Times are sums: of waits for locks, and of the busy times of PCIe, message processors and TX pipes.
	LockWaitPS  int64 `json:"lock_wait_ps"`
	PCIeReadPS  int64 `json:"pcie_read_ps"`
	PCIeWritePS int64 `json:"pcie_write_ps"`
	MessagePS   int64 `json:"message_ps"`
	PipePS      int64 `json:"pipe_ps"`
}

// hostOf is nil if no host has a host interface.
func hostOf(r *nicmodel.Result) *HostCounts {
	h := &r.Host
	if h.Steps == 0 {
		return nil
	}
	return &HostCounts{
		h.Posts, h.Doorbells, h.WQEs, h.Loopbacks, h.Completions, h.Received, h.RNRs,
		int64(h.LockWait), int64(h.PCIeRead), int64(h.PCIeWrite), int64(h.Busy), int64(h.Pipe),
	}
}
