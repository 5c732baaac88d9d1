package aimd

import "testing"

// params are those of a port of 100 Gb/s.
var params = Params{Line: 100_000_000, Least: 100_000, Add: 40_000_000, Keep: 32768, Period: 100_000, Quiet: 50_000}

// TestCutAndIncrease follows a connection through two CNPs, of which the second comes too
// near the first, and back to the rate of the port.
func TestCutAndIncrease(t *testing.T) {
	var s State
	Init(&params, &s)
	if timer := Next(&s, 0); timer.Kind != EventNone {
		t.Fatalf("a connection begins with timer %v", timer)
	}
	for i, step := range []struct {
		event Event
		rate  uint32
		runs  bool
	}{
		{Event{Now: 1_000, CNPs: 1, Kind: EventCNP}, 50_000_000, true},
		{Event{Now: 50_999, CNPs: 3, Kind: EventCNP}, 50_000_000, true},
		{Event{Now: 51_000, CNPs: 3, Kind: EventCNP}, 25_000_000, true},
		{Event{Now: 151_000, Kind: EventIncreaseTimer}, 65_000_000, true},
		{Event{Now: 251_000, Kind: EventIncreaseTimer}, 100_000_000, false},
	} {
		if timer := Next(&s, step.event.Now); step.event.Kind == EventIncreaseTimer && timer != (Timer{At: step.event.Now, Kind: EventIncreaseTimer}) {
			t.Fatalf("step %d: the timer is %v", i, timer)
		}
		out := Step(&params, &s, &step.event)
		if out.Rate != step.rate || s.Runs != step.runs {
			t.Fatalf("step %d: rate %d, timer runs %v; want %d, %v", i, out.Rate, s.Runs, step.rate, step.runs)
		}
	}
}

// TestLeast wants the lowest rate after many CNPs.
func TestLeast(t *testing.T) {
	var s State
	Init(&params, &s)
	e := Event{CNPs: 1, Kind: EventCNP}
	for range 20 {
		e.Now = e.Now.Add(params.Quiet)
		Step(&params, &s, &e)
	}
	if s.Rate != params.Least {
		t.Fatalf("rate %d; want %d", s.Rate, params.Least)
	}
}
