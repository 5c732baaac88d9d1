package scenario

import (
	"fmt"
	"math"

	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/hostpath"
	"smartnic-cc/nicmodel/keys"
)

// Host is the table [nic.host]: what is before a packet that may leave, and behind an
// acknowledgement.
type Host struct {
	Threads     Text        `toml:"threads"`
	Sharers     Text        `toml:"sharers"`
	Pollers     Text        `toml:"pollers"`
	Post        Text        `toml:"post"`
	Doorbell    Text        `toml:"doorbell"`
	Lock        Text        `toml:"lock"`
	Batch       Text        `toml:"batch"`
	SignalEvery Text        `toml:"signal_every"`
	MMIO        Text        `toml:"mmio"`
	PCIeRate    Text        `toml:"pcie_rate"`
	PCIeRead    Text        `toml:"pcie_read"`
	PCIeWrite   Text        `toml:"pcie_write"`
	PCIeJitter  Text        `toml:"pcie_jitter"`
	WQEBytes    Text        `toml:"wqe_bytes"`
	CQEBytes    Text        `toml:"cqe_bytes"`
	Inline      Text        `toml:"inline"`
	Message     Text        `toml:"message"`
	Pick        Text        `toml:"pick"`
	StageWQEs   Text        `toml:"stage_wqes"`
	StageBytes  Text        `toml:"stage_bytes"`
	Loopback    Text        `toml:"loopback"`
	Poll        Text        `toml:"poll"`
	PollPeriod  Text        `toml:"poll_period"`
	PollBudget  Text        `toml:"poll_budget"`
	SRQ         Text        `toml:"srq"`
	SRQLow      Text        `toml:"srq_low"`
	SRQReload   Text        `toml:"srq_reload"`
	RNR         Text        `toml:"rnr"`
	Class       []HostClass `toml:"class"`
}

// HostClass is a table [[nic.host.class]].
type HostClass struct {
	Strict bool `toml:"strict"`
	Weight Text `toml:"weight"`
}

// host reads the host half of a NIC.
func (n *nic) host(v *nicmodel.NIC) {
	t := n.t.Host
	const ns = event.Nanosecond
	h := &nicmodel.Host{
		Threads: uint32(n.Count(n.at("host.threads"), t.Threads, 1, 1, nicmodel.MaxThreads)),
		Sharers: uint32(n.Count(n.at("host.sharers"), t.Sharers, 1, 1, nicmodel.MaxThreads)),
		Pollers: uint32(n.Count(n.at("host.pollers"), t.Pollers, 0, 0, nicmodel.MaxThreads)),
		Poll:    n.Stage(n.at("host.poll"), t.Poll, 30*ns), Period: n.Stage(n.at("host.poll_period"), t.PollPeriod, 0),
		Budget:      uint32(n.Count(n.at("host.poll_budget"), t.PollBudget, 0, 0, 1<<20)),
		Batch:       uint32(n.Count(n.at("host.batch"), t.Batch, 1, 1, 1<<16)),
		SignalEvery: uint32(n.Count(n.at("host.signal_every"), t.SignalEvery, 1, 1, 1<<16)),
		SRQ: hostpath.SRQ{
			Depth: uint32(n.Count(n.at("host.srq"), t.SRQ, 0, 0, 1<<24)), Low: uint32(n.Count(n.at("host.srq_low"), t.SRQLow, 0, 0, 1<<24)),
			Reload: n.Stage(n.at("host.srq_reload"), t.SRQReload, 0),
		},
	}
	if t.RNR != "" && h.SRQ.Depth == 0 {
		n.Fail(n.at("host.rnr"), "says nothing without host.srq, the buffers of the receive queue")
	}
	if h.SRQ.Depth != 0 {
		h.RNR = n.Stage(n.at("host.rnr"), t.RNR, 10*event.Microsecond)
	}
	c := &h.Config
	c.Post, c.Doorbell = n.Stage(n.at("host.post"), t.Post, 30*ns), n.Stage(n.at("host.doorbell"), t.Doorbell, 70*ns)
	lock := n.Millionths(n.at("host.lock"), t.Lock, 800_000)
	if c.LockShare = lock / 1000; lock%1000 != 0 {
		n.Fail(n.at("host.lock"), "%s has more than three places", string(t.Lock))
	}
	c.MMIO = n.Stage(n.at("host.mmio"), t.MMIO, 150*ns)
	c.PCIeRate = n.PCIe(n.at("host.pcie_rate"), t.PCIeRate, 126_000_000_000)
	c.PCIeRead, c.PCIeWrite = n.Stage(n.at("host.pcie_read"), t.PCIeRead, 450*ns), n.Stage(n.at("host.pcie_write"), t.PCIeWrite, 250*ns)
	c.PCIeJitter = n.Stage(n.at("host.pcie_jitter"), t.PCIeJitter, 0)
	c.WQEBytes, c.CQEBytes = uint32(n.Bytes(n.at("host.wqe_bytes"), t.WQEBytes, 64, 4096)), uint32(n.Bytes(n.at("host.cqe_bytes"), t.CQEBytes, 64, 4096))
	c.InlineBytes = uint32(n.Bytes(n.at("host.inline"), t.Inline, 0, math.MaxUint32))
	c.Message, c.Loopback = n.Stage(n.at("host.message"), t.Message, 130*ns), n.Stage(n.at("host.loopback"), t.Loopback, 50*ns)
	c.StageWQEs = uint32(n.Count(n.at("host.stage_wqes"), t.StageWQEs, 16, 1, 1<<20))
	c.StageBytes = n.Bytes(n.at("host.stage_bytes"), t.StageBytes, 64<<10, 1<<40)
	if c.StageBytes == 0 {
		n.Fail(n.at("host.stage_bytes"), "0; nothing would pass; use 1 byte or more")
	}
	c.Pick = keys.Choose(n.Reader, n.at("host.pick"), t.Pick, hostpath.RoundRobin, hostpath.RoundRobin, hostpath.Random)
	if len(t.Class) >= hostpath.Classes {
		n.Fail(n.at(fmt.Sprintf("host.class[%d]", hostpath.Classes-1)), "%d tables; there are classes 1 to %d", len(t.Class), hostpath.Classes-1)
		return
	}
	for i, k := range t.Class {
		if k.Strict && k.Weight != "" {
			n.Fail(n.at(fmt.Sprintf("host.class[%d].weight", i)), "says nothing of a class that is strict; leave one of them out")
		}
		c.Classes[i+1] = hostpath.Class{Strict: k.Strict, Weight: uint32(n.Count(n.at(fmt.Sprintf("host.class[%d].weight", i)), k.Weight, 1, 1, 1000))}
	}
	if v.ContextMiss > event.Second {
		n.Fail(n.at("context_miss"), "%v is out of range 0s to %v of a NIC with a host half", v.ContextMiss, event.Second)
	}
	v.Host = h
}

// HostCounts is what the host halves of all hosts did together.
type HostCounts struct {
	Posts       uint64 `json:"posts"`
	Doorbells   uint64 `json:"doorbells"`
	WQEs        uint64 `json:"wqes"`
	Loopbacks   uint64 `json:"loopbacks"`
	Completions uint64 `json:"completions"`
	Received    uint64 `json:"received"`
	// RNRs are messages that were refused for want of a receive buffer.
	RNRs uint64 `json:"rnrs"`
	// Times are sums: of waits for locks, and of what PCIe, message processors and TX pipes were busy.
	LockWaitPS  int64 `json:"lock_wait_ps"`
	PCIeReadPS  int64 `json:"pcie_read_ps"`
	PCIeWritePS int64 `json:"pcie_write_ps"`
	MessagePS   int64 `json:"message_ps"`
	PipePS      int64 `json:"pipe_ps"`
}

// hostOf is nil if no host has a host half.
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
