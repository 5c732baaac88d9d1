package avatar

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/hostpath"
)

// drawn makes a load and a configuration out of a seed: any number of hosts, threads, classes and
// connections with blocks of any length, that end; windows and receive queues of a few.
func drawn(seed uint64) (Config, Load) {
	r := rand.New(rand.NewPCG(seed, 1))
	c := Default()
	c.Seed = seed
	c.Segment, c.Window = 1+r.Uint32N(9000), 1+r.Uint32N(20)
	c.Weighted = r.Uint32N(2) == 0
	c.Idle, c.Wake = event.Time(r.Uint32N(20))*us, event.Time(r.Uint32N(20))*us
	c.SRQ = hostpath.SRQ{Depth: 1 + r.Uint32N(64), Reload: event.Time(r.Uint32N(30)) * us}
	c.SRQ.Low = r.Uint32N(c.SRQ.Depth)
	c.Host.PCIeJitter = event.Time(r.Uint32N(500)) * event.Nanosecond
	c.Host.Arbitration = hostpath.Arbitration(r.Uint32N(2))
	l := Load{Until: event.Second}
	for range 1 + r.Uint32N(40) {
		f := Flow{
			Host: r.Uint32N(3), Thread: r.Uint32N(4), Class: uint8(r.Uint32N(hostpath.Classes)), Weight: r.Uint32N(100),
			Block: 1 + r.Uint32N(20_000), Outstanding: 1 + r.Uint32N(5), Blocks: 1 + r.Uint32N(12), Pause: event.Time(r.Uint32N(3)) * us,
		}
		f.Most = f.Block + r.Uint32N(30_000)
		l.Flows = append(l.Flows, f)
	}
	return c, l
}

// promises runs a drawn load on a system and holds it to what is promised: Run itself has checked the
// order of bytes, each block once, its connection and the one poster; here that all came to an end.
func promises(t *testing.T, seed uint64, system System) *Result {
	t.Helper()
	c, l := drawn(seed)
	r, err := Run(&c, system, &l)
	if err != nil {
		t.Fatalf("seed %d, %v: %v", seed, system, err)
	}
	for i, f := range l.Flows {
		got := r.Flows[i]
		if n := uint64(f.Blocks); got.Blocks != n || uint64(len(got.Latency)) != n || uint64(len(got.Delivered)) != n {
			t.Fatalf("seed %d, %v: flow %d of %d blocks was told of %d, and its receiver of %d", seed, system, i, n, got.Blocks, len(got.Delivered))
		}
	}
	if r.Stale != 0 {
		t.Fatalf("seed %d: %d segments of nobody", seed, r.Stale)
	}
	return r
}

// TestPromises: Avatar keeps its guarantees under any load, including receive queues that run dry.
func TestPromises(t *testing.T) {
	var refused, segments uint64
	for seed := range uint64(150) {
		r := promises(t, seed, Avatar)
		refused += r.RNRs
		segments += r.Segments
		if seed%5 == 0 {
			promises(t, seed, Native)
			promises(t, seed, Locked)
		}
	}
	if refused < 100 || segments < 10_000 {
		t.Fatalf("%d refused messages and %d segments: nothing was tried", refused, segments)
	}
}

// FuzzPromises does so under more.
func FuzzPromises(f *testing.F) {
	f.Add(uint64(1), uint8(0))
	f.Fuzz(func(t *testing.T, seed uint64, system uint8) { promises(t, seed, System(system%3)) })
}

// TestSame: the same load gives the same result, another seed another.
func TestSame(t *testing.T) {
	c, l := drawn(4)
	var results []*Result
	for _, seed := range []uint64{4, 4, 5} {
		c.Seed = seed
		r, err := Run(&c, Avatar, &l)
		if err != nil {
			t.Fatal(err)
		}
		results = append(results, r)
	}
	if !reflect.DeepEqual(results[0], results[1]) || reflect.DeepEqual(results[0], results[2]) {
		t.Fatal("equal seeds differ, or others do not")
	}
}

// TestPosters: a second thread at a QP is a fault, but under a lock.
func TestPosters(t *testing.T) {
	for system, want := range map[System]string{Avatar: "threads 1 and 0 of host 0 post to QP 0", Native: "threads 1 and 0 of host 0 post to QP 0", Locked: ""} {
		c := Default()
		l := Load{Flows: []Flow{{Block: 64, Outstanding: 1}, {Thread: 1, Block: 64, Outstanding: 1}}, Until: 10 * us}
		r := &run{config: &c, load: &l, system: system}
		if err := r.build(); err != nil {
			t.Fatal(err)
		}
		r.wqe(0, 0, 1, 0, hostpath.WQE{Bytes: 1})
		r.wqe(0, 0, 0, 0, hostpath.WQE{Bytes: 1})
		if got := r.fault; (got == nil) != (want == "") || got != nil && !strings.Contains(got.Error(), want) {
			t.Errorf("%v: %v; want %q", system, got, want)
		}
	}
}

// TestFaults: what comes twice, out of order, or to another connection, is a fault.
func TestFaults(t *testing.T) {
	for name, k := range map[string]struct {
		arrivals [][3]uint32 // flow, segment, whose identifier
		want     string
	}{
		"in order": {[][3]uint32{{0, 0, 0}, {1, 0, 1}, {0, 1, 0}}, ""},
		"twice":    {[][3]uint32{{0, 0, 0}, {0, 0, 0}}, "flow 0: block 0 from byte 0 came where block 0 from byte 4096"},
		"order":    {[][3]uint32{{0, 1, 0}}, "flow 0: block 0 from byte 4096 came where block 0 from byte 0"},
		"leak":     {[][3]uint32{{0, 0, 1}}, "flow 0, bytes from 0, end false: connection 1 got them"},
	} {
		c := Default()
		l := Load{Flows: []Flow{{Block: 10_000, Outstanding: 1}, {Block: 10_000, Outstanding: 1}}, Until: 10 * us}
		r := &run{config: &c, load: &l, system: Avatar}
		if err := r.build(); err != nil {
			t.Fatal(err)
		}
		for i := range r.conns {
			r.post(0, &r.conns[i])
		}
		for _, a := range k.arrivals {
			f, to := &r.conns[a[0]], &r.conns[a[2]]
			r.received(us, f, &hostpath.Completion{WQE: hostpath.WQE{Bytes: 4096, User: user(f, 0, a[1]), Imm: to.queue.state.Conn[to.place].Peer << 1}})
		}
		if got := r.fault; (got == nil) != (k.want == "") || got != nil && !strings.Contains(got.Error(), k.want) {
			t.Errorf("%s: %v; want %q", name, got, k.want)
		}
	}
}

// TestRefused: what is wrong with loads and configurations is said.
func TestRefused(t *testing.T) {
	good := Flow{Block: 1, Outstanding: 1}
	for want, change := range map[string]func(c *Config, l *Load){
		"0 flows; use 1 to 1024":         func(_ *Config, l *Load) { l.Flows = nil },
		"class 8; classes are 0 to 7":    func(_ *Config, l *Load) { l.Flows[0].Class = 8 },
		"no block outstanding":           func(_ *Config, l *Load) { l.Flows[0].Outstanding = 0 },
		"blocks of 5 to 3 bytes":         func(_ *Config, l *Load) { l.Flows[0].Block, l.Flows[0].Most = 5, 3 },
		"weight 65537; use 1 to 65536":   func(_ *Config, l *Load) { l.Flows[0].Weight = 65537 },
		"a completion of each 2 blocks":  func(_ *Config, l *Load) { l.Flows[0].Quiet = 2 },
		"the end is after the beginning": func(_ *Config, l *Load) { l.Until = 0 },
		"pause -1ps; use 0s to 1s":       func(_ *Config, l *Load) { l.Flows[0].Pause = -1 },
		"host 1024, thread 0":            func(_ *Config, l *Load) { l.Flows[0].Host = 1024 },
		"segment 0, window 16":           func(c *Config, _ *Load) { c.Segment = 0 },
		"a time of 2s; use 0s to 1s":     func(c *Config, _ *Load) { c.Wake = 2 * event.Second },
		"depth 1, low 1":                 func(c *Config, _ *Load) { c.SRQ = hostpath.SRQ{Depth: 1, Low: 1} },
		"without context_miss":           func(c *Config, _ *Load) { c.Host.ContextMiss = 0 },
	} {
		c, l := Default(), Load{Flows: []Flow{good}, Until: us}
		change(&c, &l)
		if _, err := Run(&c, Avatar, &l); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v; want %q", err, want)
		}
	}
}

// TestWake: a Worker that has blocked takes longer, one that looks for work does not.
func TestWake(t *testing.T) {
	c := Default()
	for pause, want := range map[event.Time]event.Time{0: 0, 500 * us: c.Wake} {
		l := Load{Flows: []Flow{{Block: 64, Outstanding: 1, Blocks: 2}}, Until: 2000 * us}
		r := &run{config: &c, load: &l, system: Avatar}
		if err := r.build(); err != nil {
			t.Fatal(err)
		}
		r.sim.Run(20 * us) // both blocks are through
		f := &r.conns[0]
		f.Blocks = 3
		r.sim.At(20*us+pause, 0, timerPost)
		r.sim.Run(l.Until)
		if n := len(f.result.Latency); n != 3 || f.result.Latency[2]-f.result.Latency[1] != want {
			t.Errorf("after %v: %v; want the last %v longer", pause, f.result.Latency, want)
		}
	}
}

// TestWeights: with WFQ the bytes of connections that always have a block go by weight, with RR not.
func TestWeights(t *testing.T) {
	c := Default()
	for _, weighted := range []bool{false, true} {
		c.Weighted = weighted
		l := Load{From: 200 * us, Until: 4000 * us}
		for i, w := range []uint32{1, 3, 12} {
			l.Flows = append(l.Flows, Flow{Thread: uint32(i), Block: 16 << 10, Outstanding: 16, Weight: w})
		}
		r, err := Run(&c, Avatar, &l)
		if err != nil {
			t.Fatal(err)
		}
		for i, f := range r.Flows {
			share := float64(f.Bytes) / float64(r.Flows[0].Bytes)
			want := 1.0
			if weighted {
				want = float64(l.Flows[i].Weight)
			}
			if share < 0.95*want || share > 1.05*want {
				t.Errorf("weighted %t: flow %d has %.3f times the first one's bytes; want %v", weighted, i, share, want)
			}
		}
	}
}

// BenchmarkRun is a load of 256 connections, in events a second.
func BenchmarkRun(b *testing.B) {
	for _, system := range []System{Avatar, Native} {
		b.Run(system.String(), func(b *testing.B) {
			c := Default()
			l := Load{Until: 5000 * us}
			for i := range uint32(256) {
				l.Flows = append(l.Flows, Flow{Thread: i % 4, Block: 4096, Outstanding: 4})
			}
			var events uint64
			for b.Loop() {
				r, err := Run(&c, system, &l)
				if err != nil {
					b.Fatal(err)
				}
				events += r.Events
			}
			b.ReportMetric(float64(events)/b.Elapsed().Seconds()/1e6, "Mevents/s")
		})
	}
}
