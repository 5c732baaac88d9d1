package nic

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"example.org/falcon"

	"smartnic-cc/fixedpoint"
)

// profile is the third generation's default, or near it.
func profile(generation falcon.Generation) Params {
	return Params{Delay: falcon.DelayFabric, Engine: falcon.Params{
		MaxFabric: 0x4070000000000000, MinFabric: 0x3F847AE147AE147B, FabricIncrease: 0x3FF0000000000000,
		FabricDecrease: 0x3FE999999999999A, MaxFabricDecrease: 0x3FE0000000000000,
		MaxNIC: 0x4070000000000000, MinNIC: 0x3FF0000000000000, NICIncrease: 0x3FF0000000000000,
		NICDecrease: 0x3FE999999999999A, MaxNICDecrease: 0x3FE0000000000000,
		RTTAlpha: 0x3FE8000000000000, TimeoutScalar: 0x4000000000000000,
		FlowAlpha: 0x406EC4B1A7EDEA45, FlowBeta: 0x402EC4B1A7EDEA45, GapScalar: 0x3FD0624DD2F1A9FC,
		PLBTarget: 0x3FF028F5C28F5C29, PLBThreshold: 0x3FE0000000000000,
		MinTimeout: 7629, MaxFlowScaling: 763, BaseDelay: 191, Hop: 8, Generation: generation, RetransmitLimit: 3,
		TargetRxBuffer: 15, GapBits: 16, PLBAttempts: 5, MaxDecreaseOnDrop: true,
	}}
}

// engineTime returns a time in ns, which does not wrap, as the engine counts: in units of 2^17 ps, 24 bits of them.
func engineTime(ns uint64) uint32 {
	t := new(big.Int).Mul(new(big.Int).SetUint64(ns), big.NewInt(1000))
	return uint32(t.Rsh(t, 17).Uint64()) & falcon.MaxTime
}

// TestOracle: the engine gets the events that a translator of unwrapped times makes of what happened, also where the
// clock of the signals wraps, and the NIC obeys whole packets of its answer. Times between events are a mean of 3 ms, so
// that 2^32 ns pass several times.
func TestOracle(t *testing.T) {
	for _, generation := range []falcon.Generation{falcon.GenerationC, falcon.GenerationBNA} {
		p := profile(generation)
		r := rand.New(rand.NewPCG(uint64(generation), 38))
		var s State
		Init(&p, &s)
		var want falcon.State
		falcon.Init(&p.Engine, &want)
		now, timeouts := uint64(0), uint8(0)
		seen := map[string]int{}
		for range 20_000 {
			now += r.Uint64N(6_000_000)
			rtt := 2_000 + r.Uint64N(400_000)
			// Of one answer: sent, arrived, answered, returned.
			back := min(rtt+r.Uint64N(1000), now)
			at := [4]uint64{now - back, now - back*2/3, now - back/3, now - back/3 + min(back/3, 900)}
			e := Event{
				Now: fixedpoint.Time(now), SentAt: fixedpoint.Time(at[0]), ArrivedAt: fixedpoint.Time(at[1]),
				AnsweredAt: fixedpoint.Time(at[2]), ReturnedAt: fixedpoint.Time(at[3]),
				Acked: uint16(r.Uint32N(4)), RxLevel: uint16(r.Uint32()), Hops: uint8(r.Uint32N(6)), Kind: Kind(r.Uint32N(8)),
			}
			in := falcon.Event{
				Now: engineTime(now), T1: engineTime(at[0]), T2: engineTime(at[1]), T3: engineTime(at[2]), T4: engineTime(at[3]),
				Acked: e.Acked, RxBuffer: uint8(e.RxLevel / 2048), Hops: e.Hops, Delay: falcon.DelayFabric,
			}
			switch e.Kind {
			case KindNack:
				if e.Refused = uint8(r.Uint32N(2)); e.Refused == 1 {
					in.Kind, in.NackCode = falcon.EventNack, 1
					seen["refused"]++
				} else {
					in.EACK, in.EACKDrop = true, true
					seen["gap"]++
				}
			case KindTimeout:
				timeouts = min(timeouts+1, 6)
				in = falcon.Event{Now: in.Now, Kind: 2, Delay: falcon.DelayFabric, Retransmits: timeouts}
				seen["timeout"]++
			default:
				e.Kind, timeouts = KindAck, 0
			}
			answer := falcon.Step(&p.Engine, &want, &in)
			got := Step(&p, &s, &e)
			if s.Engine != want {
				t.Fatalf("at %d ns, %+v: %+v, want %+v", now, e, s.Engine, want)
			}
			fabric, nic := want.FabricWindow/1024, want.NICWindow
			if generation == falcon.GenerationBNA {
				nic /= 1024
			}
			if fabric == 0 {
				fabric = 1
				seen["below a packet"]++
			}
			if nic == 0 {
				nic = 1
			}
			if (got != Output{FabricWindow: uint16(fabric), NICWindow: uint16(nic), Gap: answer.FabricGap * 512}) {
				t.Fatalf("%+v of %+v and %+v", got, want, answer)
			}
			if got.Gap > 0 {
				seen["gap in force"]++
			}
		}
		if now < 5<<32 {
			t.Fatal("the clock wraps too seldom")
		}
		for _, what := range []string{"refused", "gap", "timeout", "below a packet", "gap in force"} {
			if seen[what] < 20 {
				t.Errorf("%s: %d times", what, seen[what])
			}
		}
	}
}

// TestFirst: both windows are those that the engine begins with, 32 packets, in each generation.
func TestFirst(t *testing.T) {
	for generation := range falcon.GenerationBNA + 1 {
		p := profile(generation)
		var s State
		Init(&p, &s)
		if o := First(&p, &s); (o != Output{FabricWindow: 32, NICWindow: 32}) {
			t.Errorf("generation %d: %+v", generation, o)
		}
	}
}
