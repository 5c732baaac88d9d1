package dcqcn_test

import (
	"fmt"
	"testing"

	"smartnic-cc/dcqcn"
	"smartnic-cc/dcqcn/profile"
	"smartnic-cc/fixedpoint"
)

// A connection at 100 Gb/s takes a CNP and recovers for 200 us. The driver runs the
// timers in the order that Next gives.
func ExampleStep() {
	pr, err := profile.Get("paper", 100_000_000)
	if err != nil {
		fmt.Println(err)
		return
	}
	p := pr.RP
	var s dcqcn.State
	dcqcn.Init(&p, &s)
	now := fixedpoint.Time(1_000)
	out := dcqcn.Step(&p, &s, &dcqcn.Event{Kind: dcqcn.EventCNP, Now: now, CNPs: 1})
	fmt.Println("CNP:", out.Rate, "kb/s")
	end := now.Add(200_000)
	for {
		timer := dcqcn.Next(&s, now)
		if timer.Kind == dcqcn.EventNone || !timer.At.Before(end) {
			break
		}
		now = timer.At
		out = dcqcn.Step(&p, &s, &dcqcn.Event{Kind: timer.Kind, Now: now})
		if out.Did&dcqcn.DidChange != 0 {
			fmt.Println(now, "ns:", out.Rate, "kb/s")
		}
	}
	// Output:
	// CNP: 50000000 kb/s
	// 56000 ns: 75000000 kb/s
	// 111000 ns: 87500000 kb/s
	// 166000 ns: 93750000 kb/s
}

func ExampleStepNP() {
	p := dcqcn.NPParams{Interval: 50_000}
	var s dcqcn.NPState
	dcqcn.InitNP(&p, &s)
	for _, at := range []fixedpoint.Time{0, 10_000, 20_000, 60_000} {
		out := dcqcn.StepNP(&p, &s, &dcqcn.NPEvent{Now: at, Marked: 1})
		fmt.Println(at, out.CNP, out.Marked)
	}
	// Output:
	// 0 true 1
	// 10000 false 0
	// 20000 false 0
	// 60000 true 3
}

func BenchmarkStep(b *testing.B) {
	for _, name := range profile.Names() {
		for i, what := range []string{"alpha", "cut", "increase", "sent", "cnp"} {
			kind := dcqcn.EventAlphaTimer + dcqcn.EventKind(i)
			b.Run(name+"/"+what, func(b *testing.B) {
				pr, err := profile.Get(name, 100_000_000)
				if err != nil {
					b.Fatal(err)
				}
				p := pr.RP
				var s dcqcn.State
				dcqcn.Init(&p, &s)
				e := dcqcn.Event{Kind: kind, Bytes: 1000, Packets: 1, CNPs: 1}
				b.ReportAllocs()
				for b.Loop() {
					e.Now += 1000
					dcqcn.Step(&p, &s, &e)
				}
			})
		}
	}
}
