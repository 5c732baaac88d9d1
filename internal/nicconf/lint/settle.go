package lint

import (
	"smartnic-cc/dcqcn"
	"smartnic-cc/fixedpoint"
)

// settled is where a reaction point ends up under steady CNPs.
type settled struct {
	// Rate is the mean of RC over the second half, kb/s.
	Rate float64
	// Alpha is the largest alpha of the second half, 0..1.
	Alpha float64
}

// Limits of a run of settle.
const (
	settleTime   = 100_000_000 // ns
	settleEvents = 1_000_000
)

// settle runs the reference from line rate with a CNP every interval ns and with bytes
// sent at the rate that it allows, for 100 ms or a million events.
func settle(p *dcqcn.Params, interval uint32) settled {
	var s dcqcn.State
	dcqcn.Init(p, &s)
	interval = max(interval, 1_000)
	now, sentAt, nextCNP := uint64(0), uint64(0), uint64(interval)
	var carry, area, span float64
	top := uint32(0)
	rate := s.Rates.RC
	for events := 0; events < settleEvents && now < settleTime; events++ {
		t := dcqcn.Next(&s, fixedpoint.Time(uint32(now)))
		at, kind := nextCNP, dcqcn.EventCNP
		if t.Kind != dcqcn.EventNone {
			due := now + uint64(max(int32(t.At.Since(fixedpoint.Time(uint32(now)))), 0))
			if due <= nextCNP {
				at, kind = due, t.Kind
			}
		}
		if events >= settleEvents/2 || at > settleTime/2 {
			area += float64(rate) * float64(at-now)
			span += float64(at - now)
			top = max(top, s.Alpha)
		}
		now = at
		// What was sent since the last event: kb/s for ns are 1e-6 bits.
		carry += float64(rate) * float64(now-sentAt) / 8e6
		sentAt = now
		if bytes := uint32(min(carry, 1<<30)); bytes > 0 {
			carry -= float64(bytes)
			dcqcn.Step(p, &s, &dcqcn.Event{Kind: dcqcn.EventSent, Now: fixedpoint.Time(uint32(now)), Bytes: bytes, Packets: 1})
		}
		out := dcqcn.Step(p, &s, &dcqcn.Event{Kind: kind, Now: fixedpoint.Time(uint32(now)), CNPs: 1})
		rate = out.Rate
		if kind == dcqcn.EventCNP {
			nextCNP += uint64(interval)
		}
	}
	r := settled{Rate: float64(rate), Alpha: float64(top) / float64(uint64(1)<<p.AlphaBits)}
	if span > 0 {
		r.Rate = area / span
	}
	return r
}
