package rperf

import (
	_ "embed"
	"fmt"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/nicmodel/credit"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/systems/companion"
)

//go:embed claims.csv
var table []byte

// claims are the thesis's.
var claims = companion.ReadClaims("rperf/claims.csv", table)

// rows measures them until an error.
type rows struct {
	*companion.Results
	err error
}

// run measures; with an error it returns an empty result.
func (r *rows) run(s Setup) *Result {
	if r.err != nil {
		return &Result{Rates: make([]uint64, len(s.Sources))}
	}
	result, err := Run(&s)
	if err != nil {
		r.err = err
		return &Result{Rates: make([]uint64, len(s.Sources))}
	}
	return result
}

func nanos(t event.Time) float64  { return float64(t) / float64(event.Nanosecond) }
func micros(t event.Time) float64 { return float64(t) / float64(event.Microsecond) }
func gigas(rate uint64) float64   { return float64(rate) / 1e9 }

// oneToOne are RPerf's readings without traffic.
func (r *rows) oneToOne() {
	direct := map[uint32]Summary{}
	for _, bytes := range []uint32{64, 4096} {
		s := r.run(BackToBack(RPerf, bytes)).Reading()
		direct[bytes] = s
		r.Set(fmt.Sprint("direct ", bytes), nanos(s.Median), true)
		r.Set(fmt.Sprint("direct tail ", bytes), nanos(s.Tail), s.Tail > s.Median)
	}
	for _, bytes := range []uint32{64, 4096} {
		result := r.run(ThroughSwitch(RPerf, bytes))
		s := result.Reading()
		r.Set(fmt.Sprint("switched ", bytes), nanos(s.Median), s.Median > direct[bytes].Median)
		r.Set(fmt.Sprint("switch ", bytes), nanos(s.Median-direct[bytes].Median), true)
		r.Set(fmt.Sprint("switched tail ", bytes), nanos(s.Tail), s.Tail > s.Median)
		r.Set(fmt.Sprint("error ", bytes), nanos(result.Error().Median), true)
	}
}

// comparators are the two tools through the switch.
func (r *rows) comparators() {
	for _, tool := range []Tool{PingPong, PostPoll} {
		small, large := r.run(ThroughSwitch(tool, 64)).Reading(), r.run(ThroughSwitch(tool, 4096)).Reading()
		r.Set(tool.String()+" 64", micros(small.Median), true)
		r.Set(tool.String()+" 4096", micros(large.Median), large.Median > small.Median)
		if tool == PingPong {
			r.SetGate("ping-pong 4096", 2*micros(small.Median), 100)
		}
	}
}

// mixed are sources of 4096 B on the shared VL with FCFS; it returns what five of them give.
func (r *rows) mixed() (five *Result) {
	var at [6]event.Time
	for n := range 6 {
		result := r.run(Mixed(n, MaxPayload, credit.FCFS))
		at[n] = result.Reading().Median
		five = result
		grows := n == 0 || at[n] > at[n-1]
		if n != 4 {
			r.Set(fmt.Sprint("RTT, switch ", n), micros(at[n]), grows)
		}
		if n != 3 && n != 4 {
			r.Set(fmt.Sprint("RTT, simulator ", n), micros(at[n]), grows)
		}
		if n != 0 && n != 3 && n != 4 {
			r.Set(fmt.Sprint("payload ", n), gigas(result.Total()), true)
		}
	}
	low, high := five.Rates[0], five.Rates[0]
	for _, k := range five.Rates {
		low, high = min(low, k), max(high, k)
	}
	r.Set("shares", float64(high)/float64(max(low, 1)), true)
	// Equation 2 has N buffers for N sources; either way another source adds one.
	r.Set("one more", micros(at[5]-at[2])/3, true)
	return five
}

// arbiters are round robin, and two switches.
func (r *rows) arbiters(shared *Result) {
	turn := r.run(Mixed(5, MaxPayload, credit.RoundRobin)).Reading().Median
	r.Set("round robin", micros(turn), turn < shared.Reading().Median/2)
	r.SetGate("round robin", 0, min(3.2, micros(shared.Reading().Median)/4))
	fcfs, turn := r.run(TwoSwitches(credit.FCFS)).Reading().Median, r.run(TwoSwitches(credit.RoundRobin)).Reading().Median
	r.Set("two, FCFS", micros(fcfs), fcfs > 2*event.Microsecond)
	r.Set("two, round robin", micros(turn), turn > 2*event.Microsecond)
	r.Set("two, ratio", micros(turn)/max(micros(fcfs), 1e-9), turn < fcfs)
	kept := TwoSwitches(credit.FCFS)
	kept.Fabric.KeepOrder = true
	ordered := r.run(kept).Reading().Median
	r.Set("two, in order", micros(ordered), ordered > turn)
	r.Set("two, ratio in order", micros(turn)/max(micros(ordered), 1e-9), turn < ordered)
	own := r.run(OwnVL(TwoSwitches(credit.RoundRobin))).Reading().Median
	r.Set("two, own VL", micros(own), own < 2*event.Microsecond)
}

// priorities are the separate VL, and the source that games it.
func (r *rows) priorities(shared *Result) {
	alone := r.run(OwnVL(Mixed(5, MaxPayload, credit.FCFS)))
	own, all := alone.Reading(), shared.Reading()
	r.Set("own VL", micros(own.Median), own.Median < all.Median)
	r.Set("own VL, tail", micros(own.Tail), own.Tail < all.Tail)
	r.Set("own VL, ratio", micros(all.Median)/max(micros(own.Median), 1e-9), true)
	r.Set("own VL, payload", gigas(alone.Total())/max(gigas(shared.Total()), 1e-9), true)
	game := r.run(Gaming())
	honest := collect.Sum(game.Rates[1:], func(k uint64) float64 { return gigas(k) / 4 })
	r.Set("gaming", gigas(game.Rates[0]), true)
	r.Set("honest", honest, true)
	r.Set("gaming to honest", gigas(game.Rates[0])/max(honest, 1e-9), true)
	r.Set("RTT, gaming", micros(game.Reading().Median), game.Reading().Median > own.Median)
	r.SetGate("RTT, gaming", 5*micros(own.Median), 1e9)
}

// bySize are five sources of other sizes, and one.
func (r *rows) bySize() {
	for _, bytes := range []uint32{64, 128, 512, 4096} {
		s := Mixed(5, bytes, credit.FCFS)
		s.Samples = 300
		result := r.run(s)
		rtt := result.Reading().Median
		r.Set(fmt.Sprint("RTT ", bytes), micros(rtt), (rtt > 2*event.Microsecond) == (bytes >= 512))
		r.Set(fmt.Sprint("use ", bytes), 100*float64(result.Total())/float64(s.Fabric.Rate), true)
	}
	s := Mixed(1, 64, credit.FCFS)
	s.Samples = 300
	r.Set("one", gigas(r.run(s).Total()), true)
}
