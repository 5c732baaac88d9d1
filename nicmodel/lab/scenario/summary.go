package scenario

import (
	"cmp"
	"fmt"
	"io"
	"math/bits"
	"slices"

	"smartnic-cc/internal/base/num/quantile"
	"smartnic-cc/internal/base/text/jsontext"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/systems"
	"smartnic-cc/nicmodel/workload"
)

// Summary is the result of a run. All is integers: times in picoseconds, rates in bit/s.
// Nothing in it depends on the machine, the time, or the number of threads.
type Summary struct {
	Scenario string `json:"scenario"`
	Title    string `json:"title,omitempty"`
	Seed     uint64 `json:"seed"`
	// Digest is over the order of all events, 16 hexadecimal digits.
	Digest string `json:"digest"`
	// Interrupted: the run was stopped; outputs are complete up to UntilPS.
	Interrupted bool  `json:"interrupted"`
	UntilPS     int64 `json:"until_ps"`

	Hosts       uint32 `json:"hosts"`
	Switches    uint32 `json:"switches"`
	Connections int    `json:"connections"`
	Messages    uint64 `json:"messages"`
	Completed   uint64 `json:"completed"`
	Events      uint64 `json:"events"`

	// PayloadBytes were delivered in order; GoodputBPS is their mean rate until the last message was complete, or
	// until the end if not all are.
	PayloadBytes uint64 `json:"payload_bytes"`
	GoodputBPS   uint64 `json:"goodput_bps"`
	// Receivers is the goodput of the hosts that messages went to, by completed messages.
	Receivers Throughput `json:"receivers"`

	Packets Packets `json:"packets"`
	// Marks that switches set; CNPs sent; notifications, CNPs or echoes, that senders took; and
	// PFC frames that pause.
	Marks    uint64 `json:"marks"`
	CNPs     uint64 `json:"cnps"`
	Notified uint64 `json:"notified"`
	Pauses   uint64 `json:"pauses"`
	// GoBacks are go-back-N retransmissions, Timeouts those of them after an RTO.
	GoBacks  uint64   `json:"returns"`
	Timeouts uint64   `json:"timeouts"`
	Contexts Contexts `json:"contexts"`
	// RTTMeanPS and RTTMaxPS are of the times from a packet's leaving to its acknowledgement.
	RTTMeanPS int64 `json:"rtt_mean_ps"`
	RTTMaxPS  int64 `json:"rtt_max_ps"`

	Engine *Cores      `json:"engine,omitempty"`
	Host   *HostCounts `json:"host,omitempty"`
	// Of a [probe], messages and completion times are its readings, RTTMeanPS and RTTMaxPS are of the true times in
	// the network, and goodput is that of the other senders.
	systems.Results
	FCT       Distribution     `json:"fct"`
	Sizes     []SizeBucket     `json:"sizes"`
	Workloads []WorkloadResult `json:"workloads"`
	// Files are the run's outputs, and FileBytes the lengths of those with records.
	Files     []string         `json:"files,omitempty"`
	FileBytes map[string]int64 `json:"file_bytes,omitempty"`
}

// Packets are for checks of conservation, including control packets: those that hosts sent are received, dropped by
// switches without room, lost on links, or in flight.
type Packets struct {
	Sent      uint64 `json:"sent"`
	Received  uint64 `json:"received"`
	Dropped   uint64 `json:"lost_without_room"`
	LinkLoss  uint64 `json:"lost_on_links"`
	InFlight  uint64 `json:"under_way"`
	Conserved bool   `json:"conserved"`
}

// Contexts are lookups in the NICs' context caches.
type Contexts struct {
	Hits   uint64 `json:"hits"`
	Misses uint64 `json:"misses"`
}

// Throughput is of several hosts, bit/s.
type Throughput struct {
	Hosts  int    `json:"hosts"`
	Min    uint64 `json:"least_bps"`
	Median uint64 `json:"median_bps"`
	Max    uint64 `json:"most_bps"`
}

// Distribution is of flow completion times, ps, and of slow-downs (the same over the ideal time),
// in thousandths. Percentiles are by nearest rank, means rounded down.
type Distribution struct {
	Count    int         `json:"count"`
	FCT      Percentiles `json:"fct_ps"`
	Slowdown Percentiles `json:"slowdown_permille"`
}

// Percentiles are means and percentiles.
type Percentiles struct {
	Mean uint64 `json:"mean"`
	P50  uint64 `json:"p50"`
	P95  uint64 `json:"p95"`
	P99  uint64 `json:"p99"`
	Max  uint64 `json:"max"`
}

// SizeBucket is the distribution of messages up to a size, above that of the previous bucket.
type SizeBucket struct {
	// UpTo is the largest size, bytes; 0 in the last bucket means no limit.
	UpTo uint64 `json:"up_to_bytes"`
	Distribution
}

// WorkloadResult is the result of one workload.
type WorkloadResult struct {
	Kind      string       `json:"kind"`
	Messages  uint64       `json:"messages"`
	Bytes     uint64       `json:"bytes"`
	Completed uint64       `json:"completed"`
	FCT       Distribution `json:"fct"`
	// Near and Far are the messages within a site and between sites, of kind sites.
	Near *Distribution `json:"near,omitempty"`
	Far  *Distribution `json:"far,omitempty"`
	// Iterations are those of MPI_Alltoall: the time of each over the ranks.
	Iterations []Iteration `json:"iterations,omitempty"`
	// StagesPS is how long an application of stages took; 0 if it did not end.
	StagesPS int64 `json:"stages_ps,omitempty"`
}

// Iteration is the time that one iteration of MPI_Alltoall took the ranks, ps.
type Iteration struct {
	MinPS  int64 `json:"least_ps"`
	MeanPS int64 `json:"mean_ps"`
	MaxPS  int64 `json:"most_ps"`
}

// Cores is the statistics of the congestion-control cores of all hosts. Its counts are those of nicmodel.EngineStats;
// utilisation is the share of the run, in millionths.
type Cores struct {
	Hosts          uint64 `json:"hosts"`
	Cores          uint64 `json:"cores"`
	UtilisationPPM uint64 `json:"utilisation_ppm"`
	BusiestPPM     uint64 `json:"busiest_host_ppm"`
	Handled        uint64 `json:"handled"`
	Notices        uint64 `json:"notifications"`
	Messages       uint64 `json:"messages"`
	Timers         uint64 `json:"timers"`
	Sents          uint64 `json:"bytes_sent"`
	Coalesced      uint64 `json:"coalesced"`
	Lost           uint64 `json:"lost"`
	LateTimers     uint64 `json:"late_timers"`
	MaxQueue       uint32 `json:"max_queue"`
	WaitMeanPS     int64  `json:"wait_mean_ps"`
	WaitMaxPS      int64  `json:"wait_max_ps"`
	DecisionMeanPS int64  `json:"decision_mean_ps"`
	DecisionMaxPS  int64  `json:"decision_max_ps"`
	// Latency counts decisions by time: below 1 ns, below 2, 4, 8 ns and so on.
	Latency []uint64 `json:"decisions_by_log2_ns"`
}

// finished is a completed message.
type finished struct {
	bytes, fct uint64
	slow       uint64
	group      uint16
	far        bool
}

// tally collects the numbers of the summary.
type tally struct {
	m        *model
	done     []finished
	received []uint64 // payload bytes of complete messages by host
	last     event.Time
	ranks    map[uint16][]workload.Completion
	// gates has the workloads of the dependencies that end an application of stages; left is how many of them are not
	// met, and end when the last was, by workload.
	gates map[uint32]int
	left  []int
	end   []event.Time
}

func newTally(m *model) *tally {
	t := &tally{m: m, received: make([]uint64, m.config.Topology.Hosts), ranks: map[uint16][]workload.Completion{},
		gates: map[uint32]int{}, left: make([]int, len(m.groups)), end: make([]event.Time, len(m.groups))}
	for i := range m.groups {
		if m.groups[i].stages == nil {
			continue
		}
		for _, gate := range m.net.Workloads[m.groups[i].workload].Ends() {
			t.gates[gate] = i
			t.left[i]++
		}
	}
	return t
}

// opened handles dependencies that were met.
func (t *tally) opened(gates []nicmodel.DependencyRelease) {
	for _, g := range gates {
		if i, ends := t.gates[g.Dependency]; ends {
			t.left[i]--
			t.end[i] = max(t.end[i], g.At)
		}
	}
}

func finishedOf(c *workload.Completion, group uint16) finished {
	f := finished{bytes: c.Bytes, fct: uint64(c.FCT), group: group}
	hi, lo := bits.Mul64(f.fct, 1000)
	f.slow, _ = bits.Div64(hi, lo, uint64(max(c.Ideal, 1))) // the ideal is above hi: no overflow
	return f
}

func (t *tally) add(c *workload.Completion, group uint16) {
	t.done = append(t.done, finishedOf(c, group))
	f := &t.done[len(t.done)-1]
	if site := t.m.groups[group].site; site != nil {
		f.far = site[c.Src] != site[c.Dst]
	}
	t.received[c.Dst] += c.Bytes
	t.last = max(t.last, c.Start+c.FCT)
	if t.m.groups[group].allToAll != nil {
		t.ranks[group] = append(t.ranks[group], *c)
	}
}

// sizes are the upper ends of the buckets.
var sizes = []uint64{1_000, 10_000, 100_000, 1_000_000, 10_000_000, 0}

func (t *tally) summary(s *Scenario, net *nicmodel.Model, r *nicmodel.Result) *Summary {
	c := t.m.config
	sum := &Summary{
		Scenario: s.Name(), Title: s.Title, Seed: c.Seed, Digest: fmt.Sprintf("%016x", r.Digest), UntilPS: int64(r.Until),
		Hosts: c.Topology.Hosts, Switches: c.Topology.Switches, Connections: len(c.Plan.Conns),
		Messages: r.Messages, Completed: r.Completed, Events: r.Events, PayloadBytes: r.PayloadBytes,
		Packets: Packets{Sent: r.SentPackets, Received: r.ReceivedPackets, Dropped: r.Buffered, LinkLoss: r.Lossy, InFlight: r.InFlightPackets, Conserved: r.Conserved()},
		Marks:   r.Marks, CNPs: r.CNPs, Notified: r.Notified, Pauses: r.Pauses, GoBacks: r.GoBacks, Timeouts: r.Timeouts,
		Contexts: Contexts{r.ContextHits, r.ContextMisses},
	}
	if r.RTTs.Count > 0 {
		sum.RTTMeanPS, sum.RTTMaxPS = int64(r.RTTs.Sum)/int64(r.RTTs.Count), int64(r.RTTs.Max)
	}
	span := r.Until
	if r.Completed == r.Messages {
		span = t.last
	}
	sum.GoodputBPS = perSecond(r.PayloadBytes, span)
	sum.Receivers = t.receivers(span)
	sum.FCT = spread(t.done)
	t.bySize(sum)
	t.byWorkload(sum)
	sum.Engine = coresOf(net, c.Topology.Hosts, r)
	sum.Host = hostOf(r)
	for _, counted := range t.m.net.Results {
		sum.Add(counted(net))
	}
	return sum
}

// perSecond is a rate, bit/s.
func perSecond(bytes uint64, span event.Time) uint64 {
	if span <= 0 {
		return 0
	}
	hi, lo := bits.Mul64(bytes, 8*uint64(event.Second))
	if hi >= uint64(span) {
		return 0 // no network is as fast as that
	}
	v, _ := bits.Div64(hi, lo, uint64(span))
	return v
}

func (t *tally) receivers(span event.Time) Throughput {
	is := make([]bool, len(t.received))
	for i := range t.m.config.Plan.Conns {
		is[t.m.config.Plan.Conns[i].Dst] = true
	}
	var rates []uint64
	for host, bytes := range t.received {
		if is[host] {
			rates = append(rates, perSecond(bytes, span))
		}
	}
	return throughputOf(rates)
}

// throughputOf sorts the rates of hosts, of which there may be none.
func throughputOf(rates []uint64) Throughput {
	n := len(rates)
	if n == 0 {
		return Throughput{}
	}
	slices.Sort(rates)
	return Throughput{Hosts: n, Min: rates[0], Median: rates[quantile.Percent(50, n)], Max: rates[n-1]}
}

func spread(list []finished) Distribution {
	return Distribution{
		Count:    len(list),
		FCT:      valuesOf(list, func(f *finished) uint64 { return f.fct }),
		Slowdown: valuesOf(list, func(f *finished) uint64 { return f.slow }),
	}
}

func valuesOf(list []finished, of func(*finished) uint64) Percentiles {
	v := make([]uint64, len(list))
	for i := range list {
		v[i] = of(&list[i])
	}
	slices.Sort(v)
	return percentiles(v)
}

// percentiles are those of sorted values, of which there may be none.
func percentiles(v []uint64) Percentiles {
	n := len(v)
	if n == 0 {
		return Percentiles{}
	}
	return Percentiles{Mean: quantile.Mean(v), P50: v[quantile.Percent(50, n)], P95: v[quantile.Percent(95, n)], P99: v[quantile.Percent(99, n)], Max: v[n-1]}
}

// bySize groups completed messages by size and lists the non-empty buckets.
func (t *tally) bySize(sum *Summary) {
	slices.SortFunc(t.done, func(a, b finished) int { return cmp.Compare(a.bytes, b.bytes) })
	left := t.done
	for _, upTo := range sizes {
		n := len(left)
		if upTo > 0 {
			n, _ = slices.BinarySearchFunc(left, upTo+1, func(f finished, size uint64) int { return cmp.Compare(f.bytes, size) })
		}
		if n > 0 {
			sum.Sizes = append(sum.Sizes, SizeBucket{UpTo: upTo, Distribution: spread(left[:n])})
		}
		left = left[n:]
	}
}

func (t *tally) byWorkload(sum *Summary) {
	plan := t.m.config.Plan
	list := make([]WorkloadResult, len(t.m.groups))
	for i := range plan.Messages {
		p := &list[plan.Conns[plan.Messages[i].Conn].Group]
		p.Messages++
		p.Bytes += plan.Messages[i].Bytes
	}
	slices.SortStableFunc(t.done, func(a, b finished) int { return cmp.Compare(a.group, b.group) })
	left := t.done
	for i := range list {
		n := 0
		for n < len(left) && int(left[n].group) == i {
			n++
		}
		g := &t.m.groups[i]
		list[i].Kind, list[i].Completed, list[i].FCT = g.kind, uint64(n), spread(left[:n])
		if g.site != nil {
			here := left[:n]
			slices.SortStableFunc(here, func(a, b finished) int { return cmp.Compare(boolean(a.far), boolean(b.far)) })
			near, _ := slices.BinarySearchFunc(here, 1, func(f finished, one int) int { return cmp.Compare(boolean(f.far), one) })
			a, b := spread(here[:near]), spread(here[near:])
			list[i].Near, list[i].Far = &a, &b
		}
		left = left[n:]
		if g.stages != nil && t.left[i] == 0 {
			list[i].StagesPS = int64(t.end[i] - g.stages.Start)
		}
		if g.allToAll != nil {
			for _, l := range g.allToAll.Latencies(g.firstConn, t.ranks[uint16(i)]) {
				list[i].Iterations = append(list[i].Iterations, Iteration{int64(l.Min), int64(l.Mean), int64(l.Max)})
			}
		}
	}
	sum.Workloads = list
}

// boolean is 1 of true.
func boolean(b bool) int {
	if b {
		return 1
	}
	return 0
}

// mean of a tally, 0 of none.
func mean(t *nicmodel.TimeStats) int64 {
	if t.Count == 0 {
		return 0
	}
	return int64(t.Sum) / int64(t.Count)
}

func coresOf(net *nicmodel.Model, hosts uint32, r *nicmodel.Result) *Cores {
	e := &r.Engine
	if e.Hosts == 0 {
		return nil
	}
	c := &Cores{
		Hosts: e.Hosts, Cores: e.Cores, UtilisationPPM: e.UtilisationPPM(r.Until), Handled: e.Handled, Notices: e.Notifications,
		Messages: e.Messages, Timers: e.Timers, Sents: e.SentReports, Coalesced: e.Coalesced, Lost: e.Lost, LateTimers: e.LateTimers,
		MaxQueue: e.MaxQueue, WaitMeanPS: mean(&e.Waited), WaitMaxPS: int64(e.Waited.Max),
		DecisionMeanPS: mean(&e.Decision), DecisionMaxPS: int64(e.Decision.Max),
	}
	for host := range hosts {
		if one, ok := net.EngineOf(host, r.Until); ok {
			c.BusiestPPM = max(c.BusiestPPM, one.UtilisationPPM(r.Until))
		}
	}
	last := len(e.Latency)
	for last > 0 && e.Latency[last-1] == 0 {
		last--
	}
	c.Latency = append([]uint64{}, e.Latency[:last]...)
	return c
}

// WriteJSON writes the summary as JSON.
func (s *Summary) WriteJSON(w io.Writer) error {
	return jsontext.Write(w, s)
}
