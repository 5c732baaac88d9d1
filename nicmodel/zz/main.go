// Command zz: differential driver, not committed.
package main

import (
	"crypto/sha256"
	"fmt"
	"math/rand"
	"os"
	"strconv"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/dcqcn"
	"smartnic-cc/internal/reaction"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/topology"
	"smartnic-cc/nicmodel/workload"
)

const g = 1_000_000_000

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func setup(rate uint64) *driver.Setup {
	c := reaction.Choice{Algo: "dcqcn", Profile: "hpcc", Line: dcqcn.Rate(rate / 1000)}
	x, err := c.Setup()
	if err != nil {
		panic(err)
	}
	s := must(x.Driver())
	return &s
}

type book struct{ nicmodel.Batch }

func (n *book) Flush(b *nicmodel.Batch) error {
	n.Completions = append(n.Completions, b.Completions...)
	n.Rates = append(n.Rates, b.Rates...)
	n.Frames = append(n.Frames, b.Frames...)
	n.Queues = append(n.Queues, b.Queues...)
	n.Pauses = append(n.Pauses, b.Pauses...)
	n.Gates = append(n.Gates, b.Gates...)
	n.Moved = append(n.Moved, b.Moved...)
	return nil
}

type hook struct{ sums [512][3]uint64 }

func (h *hook) Arrive(now event.Time, node uint32, port uint16, k *fabric.Packet) bool {
	s := &h.sums[node]
	s[0]++
	s[1] = s[1]*0x9E3779B97F4A7C15 + uint64(now)<<16 + uint64(port)
	s[2] = s[2]*0x9E3779B97F4A7C15 + uint64(k.Conn)<<32 + uint64(k.Seq)<<8 + uint64(k.Flags) + uint64(k.Kind)<<60
	return true
}

func run(c nicmodel.Config, name string) {
	var h *hook
	if c.Fabric.Hook != nil {
		h = &hook{}
		c.Fabric.Hook = h
	}
	m, err := nicmodel.New(&c)
	if err != nil {
		return
	}
	b := &book{}
	r := must(m.Run(b, nil))
	sum := func(v any) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(fmt.Sprint(v))))[:8] }
	rates := make([]string, 0, len(b.Rates))
	for i := range b.Rates {
		x := &b.Rates[i]
		rates = append(rates, fmt.Sprint(x.At, x.Conn, x.Values, x.Output))
	}
	events := r.Events
	if os.Getenv("NOEVENTS") != "" {
		events = 0
	}
	hs := ""
	if h != nil {
		hs = sum(h.sums)
	}
	fmt.Printf("%s ev %d sent %d lost %d/%d marks %d pauses %d gb %d to %d cmp %d live %d rtt %v c%s r%s f%s q%d-%s p%s g%s m%s h%s cons %v\n", name, events, r.SentPackets, r.Buffered, r.Lossy, r.Marks, r.Pauses, r.GoBacks, r.Timeouts, r.Completed, r.LivePackets, r.RTTs,
		sum(b.Completions), sum(rates), sum(b.Frames), len(b.Queues), sum(b.Queues), sum(b.Pauses), sum(b.Gates), sum(b.Moved), hs, r.Conserved())
	if os.Getenv("DIGEST") != "" {
		fmt.Printf("%s digest %x\n", name, r.Digest)
	}
}

func web(dist string, seed uint64, preset string, load uint32, queues bool) nicmodel.Config {
	top := must(topology.Preset(preset))
	d := must(workload.Named(dist))
	hosts := make([]uint32, top.Hosts)
	for i := range hosts {
		hosts[i] = uint32(i)
	}
	plan := must(workload.Poisson{Hosts: hosts, Load: load, Rate: 100 * g, Size: d, Duration: event.Time(must(strconv.Atoi(os.Getenv("DUR")))) * event.Microsecond, Class: 1, Seed: seed}.Plan())
	nic := nicmodel.DefaultNIC()
	nic.Algorithm, nic.Notify = setup(100*g), nicmodel.NotifyEcho
	c := nicmodel.Config{Topology: top, Plan: plan, NICs: []nicmodel.NIC{nic}, End: event.Second, Fabric: fabric.Config{
		Classes: fabric.DefaultClasses(), Buffer: fabric.DefaultBuffer(), MTUWire: 1048, Seed: seed,
		Marking: []fabric.Marking{{Kmin: 400_000, Kmax: 1_600_000, PmaxPPM: 200_000}, {Rate: 400 * g, Kmin: 1_600_000, Kmax: 6_400_000, PmaxPPM: 200_000}},
	}}
	if queues {
		c.Fabric.SampleEvery = 5 * event.Microsecond
		c.Record.Pauses = true
	}
	return c
}

func random(seed int64) nicmodel.Config {
	r := rand.New(rand.NewSource(seed))
	n := func(k int) int { return r.Intn(k) }
	rate := []uint64{25 * g, 100 * g, 40 * g, 56 * g}[n(4)]
	delay := []event.Time{event.Microsecond, 700 * event.Nanosecond, 100_000, 3 * event.Microsecond, 12_345_678}[n(5)]
	var gen topology.Generator
	switch n(6) {
	case 0:
		gen = topology.Star{Hosts: uint32(3 + n(20)), Rate: rate, Delay: delay}
	case 1:
		gen = topology.Dumbbell{Left: uint32(1 + n(6)), Right: uint32(1 + n(6)), HostRate: rate, TrunkRate: rate * uint64(1+n(3)), HostDelay: delay, TrunkDelay: delay * event.Time(1+n(40))}
	case 2, 3:
		gen = topology.LeafSpine{Leaves: uint32(2 + n(4)), HostsPerLeaf: uint32(1 + n(5)), Spines: uint32(1 + n(4)), LinksPerPair: uint32(1 + n(2)), HostRate: rate, UpRate: rate * uint64(1+n(4)), Delay: delay}
	case 4:
		gen = topology.FatTree{Pods: uint32(2 + n(3)), ToRPerPod: uint32(1 + n(3)), HostsPerToR: uint32(1 + n(3)), AggPerPod: 2, Cores: 4, HostRate: rate, AggRate: rate * 2, CoreRate: rate * 2, Delay: delay}
	default:
		gen = topology.LongHaul{ToRs: 2, HostsPerToR: uint32(1 + n(3)), Aggs: 2, HostRate: rate, AggRate: rate, GatewayRate: rate * 2, LongRate: rate * 2, Delay: delay, LongDelay: delay * event.Time(10+n(200))}
	}
	top := must(gen.Build())
	if n(5) == 0 {
		for i := range top.Links {
			if n(3) == 0 {
				top.Links[i].LossPPB = uint32(n(5_000_000))
			}
		}
	}
	classes := fabric.DefaultClasses()
	if n(3) == 0 {
		classes = []fabric.Class{{Strict: true}, {Weight: uint8(1 + n(4)), Lossless: n(3) > 0}, {Weight: 2, Lossless: n(2) > 0}, {Weight: 1, Strict: n(2) == 0, Lossless: n(2) > 0}}
	}
	buf := fabric.DefaultBuffer()
	ports := 0
	for _, p := range top.Ports() {
		ports = max(ports, len(p))
	}
	if n(3) > 0 {
		// Little memory: PFC, and loss.
		buf.Headroom = uint32(3000 + n(200_000))
		buf.Reserve = uint32(n(6000))
		buf.Bytes = uint64(ports)*uint64(len(classes)-1)*uint64(buf.Reserve+buf.Headroom) + uint64(10_000+n(600_000))
		buf.Shift = uint8(n(4))
		buf.Resume = uint32(n(5000))
	}
	var parts []*workload.Plan
	h := int(top.Hosts)
	for range 1 + n(3) {
		class := uint8(1 + n(len(classes)-1))
		switch n(2) {
		case 0:
			to := n(h)
			var from []uint32
			for range 1 + n(8) {
				if f := n(h); f != to {
					from = append(from, uint32(f))
				}
			}
			if len(from) > 0 {
				parts = append(parts, must(workload.Incast{Senders: from, Receiver: uint32(to), Bytes: uint64(1 + n(100_000)), Stagger: event.Time(n(3)) * 90_000, Start: event.Time(n(2)) * event.Time(n(20_000_000)), Class: class}.Plan()))
			}
		default:
			hosts := make([]uint32, h)
			for i := range hosts {
				hosts[i] = uint32(i)
			}
			parts = append(parts, must(workload.Poisson{Hosts: hosts, Load: uint32(50_000 + n(800_000)), Rate: rate, Size: must(workload.Named([]string{"websearch", "hadoop"}[n(2)])), Duration: 50 * event.Microsecond, Count: 60, Class: class, Seed: uint64(seed)}.Plan()))
		}
	}
	plan := must(workload.Incast{Senders: []uint32{0}, Receiver: uint32(h - 1), Bytes: 5000, Class: 1}.Plan())
	for _, p := range parts {
		if _, _, err := plan.Append(p); err != nil {
			panic(err)
		}
	}
	nic := nicmodel.DefaultNIC()
	if n(3) > 0 {
		nic.Algorithm = setup(rate)
	}
	nic.Notify = nicmodel.Notify(n(3))
	if nic.Notify == nicmodel.NotifyCNP {
		nic.NP = dcqcn.NPParams{Interval: 4000}
	}
	switch n(6) {
	case 0:
		nic.AckEvery = uint16(2 + n(5))
	case 1:
		nic.Window = uint32(8 + n(100))
	case 2:
		nic.AckAsData = true
	case 3:
		nic.ReceiveDelay = event.Time(n(3_000_000))
	}
	if n(6) == 0 {
		nic.Contexts, nic.ContextMiss = uint32(1+n(3)), 400_000
	}
	if n(6) == 0 {
		nic.Bucket = &nicmodel.Bucket{Rate: rate / 2, Burst: uint32(1000 + n(50_000))}
	}
	if n(4) == 0 {
		nic.Payload = uint16(200 + n(800))
	}
	c := nicmodel.Config{Topology: top, Plan: plan, NICs: []nicmodel.NIC{nic}, End: event.Time(1+n(4)) * event.Millisecond, Seed: uint64(seed), Fabric: fabric.Config{
		Classes: classes, Buffer: buf, MTUWire: 1048, Seed: uint64(seed), Marking: []fabric.Marking{{Kmin: uint32(n(50_000)), Kmax: uint32(50_000 + n(100_000)), PmaxPPM: uint32(n(1_000_001))}},
	}}
	if n(3) == 0 {
		c.Fabric.SampleEvery = []event.Time{event.Microsecond, 5 * event.Microsecond, 777_777}[n(3)]
	}
	if n(3) == 0 {
		c.Record.AllRates, c.Record.Captures = true, true
	}
	if n(4) == 0 {
		c.Record.Bin = 7 * event.Microsecond
	}
	c.Record.Pauses = true
	if len(classes) > 2 && n(2) == 0 {
		c.Fabric.Queues = fabric.OneQueue()
		for i := range c.Fabric.Queues.Of {
			c.Fabric.Queues.Of[i] = uint8(1 + n(len(classes)-1))
		}
		c.Fabric.Levels = make([]uint8, len(plan.Conns))
		for i := range c.Fabric.Levels {
			c.Fabric.Levels[i] = uint8(n(fabric.MaxLevels))
		}
	}
	if n(5) == 0 {
		c.Fabric.Deep = make([]bool, top.Switches)
		for i := range c.Fabric.Deep {
			c.Fabric.Deep[i] = n(2) == 0
		}
	}
	return c
}

func main() {
	arg := func(i int) int { return must(strconv.Atoi(os.Args[i])) }
	switch os.Args[1] {
	case "web":
		run(web(os.Args[2], uint64(arg(3)), os.Args[4], uint32(arg(5)), len(os.Args) > 6), "web")
	case "rand":
		for seed := arg(2); seed < arg(3); seed++ {
			c := random(int64(seed))
			name := fmt.Sprint("s", seed)
			run(c, name)
			if seed%3 == 0 {
				c.Parts, c.Threads = 1+seed%5, 1+seed%2
				run(c, name+"p")
			}
			if seed%4 == 0 || os.Getenv("HOOK") != "" {
				c.Fabric.Hook = &hook{}
				run(c, name+"h")
			}
		}
	}
}
