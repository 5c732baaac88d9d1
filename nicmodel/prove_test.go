package nicmodel_test

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/topology"
	"smartnic-cc/nicmodel/workload"
)

const gigabit = 1_000_000_000

// notebook is a sink that keeps everything, in the order in which it was told.
type notebook struct {
	nicmodel.Batch
	flushes int
}

func (n *notebook) Flush(b *nicmodel.Batch) error {
	n.flushes++
	n.Until = b.Until
	n.Completions = append(n.Completions, b.Completions...)
	n.Rates = append(n.Rates, b.Rates...)
	n.Frames = append(n.Frames, b.Frames...)
	n.Queues = append(n.Queues, b.Queues...)
	n.Pauses = append(n.Pauses, b.Pauses...)
	n.Dependencies = append(n.Dependencies, b.Dependencies...)
	n.Spans = append(n.Spans, b.Spans...)
	n.Stages = append(n.Stages, b.Stages...)
	n.Traffic = append(n.Traffic, b.Traffic...)
	return nil
}

// proof is a configuration and what has to hold of its runs, however the model is cut.
type proof struct {
	nicmodel.Config
	// watch, if not nil, makes the hook of a run; check looks at it after the run.
	watch func() (fabric.Hook, func(t testing.TB))
	// unfinished expects that not all messages complete.
	unfinished bool
	// cuts are the (partitions, threads) to compare with (1, 1); nil is everyCut, without -long for someCuts.
	cuts [][2]int
}

var everyCut = [][2]int{{2, 1}, {3, 1}, {8, 1}, {2, 2}, {3, 2}, {8, 2}}
var someCuts = [][2]int{{3, 1}, {2, 2}, {8, 2}}

// run runs a model once for each cut and checks the invariants: what is sent is
// delivered, dropped or under way; all messages complete, each byte delivered once, and
// nothing is left in the network; and all cuts give the same result and records.
func (p proof) run(t testing.TB) (*nicmodel.Result, *notebook) {
	t.Helper()
	result, notes := p.once(t, 1, 1)
	cuts := p.cuts
	switch {
	case cuts == nil && tier.Long():
		cuts = everyCut
	case cuts == nil:
		cuts = someCuts
	}
	for _, cut := range cuts {
		r, n := p.once(t, cut[0], cut[1])
		what := fmt.Sprintf("%d parts and %d threads against one", cut[0], cut[1])
		require.Equal(t, result, r, what)
		// The number of batches may differ; what is in them may not.
		same(t, what, notes.Completions, n.Completions)
		same(t, what, notes.Rates, n.Rates)
		same(t, what, notes.Frames, n.Frames)
		same(t, what, notes.Queues, n.Queues)
		same(t, what, notes.Pauses, n.Pauses)
		same(t, what, notes.Dependencies, n.Dependencies)
		same(t, what, notes.Spans, n.Spans)
		same(t, what, notes.Stages, n.Stages)
		same(t, what, notes.Traffic, n.Traffic)
	}
	return result, notes
}

// same compares two lists and shows the first difference.
func same[T any](t testing.TB, what string, want, got []T) {
	t.Helper()
	require.Len(t, got, len(want), what)
	for i := range want {
		if !reflect.DeepEqual(got[i], want[i]) {
			require.Equal(t, want[i], got[i], "%s: %T %d of %d", what, want[i], i, len(want))
		}
	}
}

func (p proof) once(t testing.TB, partitions, threads int) (*nicmodel.Result, *notebook) {
	t.Helper()
	c := p.Config
	c.Partitions, c.Threads = partitions, threads
	check := func(testing.TB) {}
	if p.watch != nil {
		c.Fabric.Hook, check = p.watch()
	}
	m, err := nicmodel.New(&c)
	require.NoError(t, err)
	notes := &notebook{}
	r, err := m.Run(notes, nil)
	require.NoError(t, err)
	check(t)
	require.True(t, r.Conserved(), "born %d packets %d bytes, gone %d %d, dropped %d %d, live %d %d",
		r.SentPackets, r.SentBytes, r.ReceivedPackets, r.ReceivedBytes, r.DroppedPackets, r.DroppedBytes, r.InFlightPackets, r.InFlightBytes)
	require.Len(t, notes.Completions, int(r.Completed))
	if !p.unfinished {
		require.Equal(t, r.Messages, r.Completed, "messages that did not complete")
		require.Equal(t, c.Plan.Bytes(), r.PayloadBytes, "payload delivered")
		require.Zero(t, r.InFlightPackets)
		require.Zero(t, r.InFlightBytes)
		require.Zero(t, nicmodel.NotesOf(m), "notes of hops")
	}
	require.LessOrEqual(t, r.PayloadBytes, c.Plan.Bytes())
	inOrder(t, &c, notes)
	binned(t, &c, r, notes)
	return r, notes
}

// inOrder checks what holds of all records: times do not go back, each message
// completes once, after its posting, and those of a connection in the order in which
// they were posted.
func inOrder(t testing.TB, c *nicmodel.Config, n *notebook) {
	t.Helper()
	done := make([]bool, len(c.Plan.Messages))
	posted := make([]event.Time, len(c.Plan.Conns))
	at := event.Time(0)
	for _, k := range n.Completions {
		require.GreaterOrEqual(t, k.At, at)
		at = k.At
		require.False(t, done[k.Message], "message %d completes twice", k.Message)
		done[k.Message] = true
		require.Equal(t, k.Conn, c.Plan.Messages[k.Message].Conn)
		require.GreaterOrEqual(t, k.First, k.Posted)
		require.Greater(t, k.At, k.First)
		require.GreaterOrEqual(t, k.Posted, posted[k.Conn], "connection %d: message %d overtook", k.Conn, k.Message)
		posted[k.Conn] = k.Posted
	}
	last := int64(0)
	for _, k := range n.Rates {
		require.GreaterOrEqual(t, k.At, last)
		last = k.At
	}
	last = 0
	for _, k := range n.Frames {
		require.GreaterOrEqual(t, k.At, last)
		last = k.At
	}
}

// flow is a message on a separate connection.
type flow struct {
	src, dst uint32
	bytes    uint64
	at       event.Time
	class    uint8 // 0 is 1
}

// flows makes a plan of them.
func flows(list ...flow) *workload.Plan {
	p := &workload.Plan{}
	for i, f := range list {
		p.Conns = append(p.Conns, workload.Conn{Src: f.src, Dst: f.dst, SrcPort: uint16(10_000 + i), DstPort: 4791, Class: max(f.class, 1)})
		p.Messages = append(p.Messages, workload.Message{
			Conn: uint32(i), Bytes: f.bytes, Start: f.at,
			After: workload.NoDependency, OnArrival: workload.NoDependency, OnAck: workload.NoDependency,
		})
	}
	p.Sort()
	return p
}

// plain is a model without marking and without congestion control: default switches,
// default NICs.
func plain(top *topology.Topology, plan *workload.Plan) nicmodel.Config {
	return nicmodel.Config{
		Topology: top, Plan: plan, NICs: []nicmodel.NIC{nicmodel.DefaultNIC()}, End: 10 * event.Second,
		Fabric: fabric.Config{Classes: fabric.DefaultClasses(), Buffer: fabric.DefaultBuffer(), MTUWire: 1048},
	}
}

// controlled adds DCQCN of a profile with echoes or CNPs, and RED of 400/1600 KB at
// Pmax 0.2.
func controlled(t testing.TB, c nicmodel.Config, profile string, line uint64, notify nicmodel.Notify) nicmodel.Config {
	t.Helper()
	choice := reaction.Choice{Algo: "dcqcn", Profile: profile, Line: rateOf(line)}
	return reacting(t, c, choice, notify)
}

// build is a topology that has to be good.
func build(t testing.TB, g topology.Generator) *topology.Topology {
	t.Helper()
	top, err := g.Build()
	require.NoError(t, err)
	return top
}

// wired makes a topology of links given by hand.
func wired(t testing.TB, hosts, switches uint32, links ...topology.Link) *topology.Topology {
	t.Helper()
	top := &topology.Topology{Name: "wired", Hosts: hosts, Switches: switches, Links: links}
	top.Finish()
	require.NoError(t, top.Validate())
	return top
}

// serial is the time of bytes at a rate, ps, rounded to nearest: reimplemented as an oracle.
func serial(bytes, rate uint64) event.Time {
	return event.Time((2*bytes*8*uint64(event.Second) + rate) / (2 * rate))
}
