package hostpath_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/hostpath"
)

// TestBad: what does not fit is refused, by the name of its key.
func TestBad(t *testing.T) {
	for text, change := range map[string]func(c *hostpath.Config, q *hostpath.Queues){
		"host.post: -1ps is out of range 0s to 1s":              func(c *hostpath.Config, _ *hostpath.Queues) { c.Post = -1 },
		"host.loopback: 2s is out of range 0s to 1s":            func(c *hostpath.Config, _ *hostpath.Queues) { c.Loopback = 2 * event.Second },
		"host.pcie_rate: 5 bit/s is out of range":               func(c *hostpath.Config, _ *hostpath.Queues) { c.PCIeRate = 5 },
		"contexts: 4 given without context_miss":                func(c *hostpath.Config, _ *hostpath.Queues) { c.Contexts = 4 },
		"host.class[3].weight: 1001 is above 1000":              func(c *hostpath.Config, _ *hostpath.Queues) { c.Classes[3].Weight = 1001 },
		"CQ 0 is polled by thread 1, but there are 1 threads":   func(_ *hostpath.Config, q *hostpath.Queues) { q.CQs[0].Thread = 1 },
		"QP 0: completion queues 1 and 0, but there are 1":      func(_ *hostpath.Config, q *hostpath.Queues) { q.QPs[0].CQ = 1 },
		"QP 0: SRQ 0, but there are 0":                          func(_ *hostpath.Config, q *hostpath.Queues) { q.QPs[0].SRQ = 0 },
		"QP 0: class 8; classes are 0 to 7":                     func(_ *hostpath.Config, q *hostpath.Queues) { q.QPs[0].Class = 8 },
		"SRQ 0: depth 4, low 4":                                 func(_ *hostpath.Config, q *hostpath.Queues) { q.SRQs = []hostpath.SRQ{{Depth: 4, Low: 4}} },
		"host.wqe_bytes and cqe_bytes: 5000 and 64; use at mos": func(c *hostpath.Config, _ *hostpath.Queues) { c.WQEBytes = 5000 },
	} {
		c, q := usual(), queues(1)
		change(&c, &q)
		_, err := hostpath.NewSim(wire, &program{}).Add(&c, &q)
		require.ErrorContains(t, err, text)
	}
}
