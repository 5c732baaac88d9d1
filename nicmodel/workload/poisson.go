package workload

import (
	"fmt"
	"math/bits"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/random"
)

// LoadUnit is a load of 1.
const LoadUnit = 1_000_000

// Poisson is flows that begin at the times of a Poisson process, each on its own connection between two different
// hosts, drawn uniformly. At load L, n hosts of rate C and flows of mean m bytes begin n L C/(8 m) flows a second.
// The load counts payload, without headers.
type Poisson struct {
	// Hosts send and receive; at least two.
	Hosts []uint32
	// Load is in units of 1/LoadUnit, 1..LoadUnit.
	Load uint32
	// Rate is that of one host's link, bit/s.
	Rate uint64
	Size *Distribution
	// Flows begin in [Start, Start+Duration), Count of them at most; a Count of 0 means no limit.
	Start, Duration event.Time
	Count           uint32
	Class           uint8
	// Seed and Index name the random streams.
	Seed, Index uint64
}

// Plan draws the flows. Times, hosts and sizes have separate streams. The error names the field that is out of range,
// or says that there would be too many flows.
func (g Poisson) Plan() (*Plan, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	mean := meanGap(g.Size.Mean(), uint64(len(g.Hosts)), g.Load, g.Rate)
	limit := uint64(g.Count)
	if limit == 0 || limit > MaxMessages {
		limit = MaxMessages
		// The expected number; the loop refuses a random excess.
		hi, lo := bits.Mul64(uint64(g.Duration), 1<<gapBits)
		if hi >= uint64(mean) {
			return nil, g.tooMany()
		}
		if expected, _ := bits.Div64(hi, lo, uint64(mean)); expected > MaxMessages {
			return nil, g.tooMany()
		}
	}
	times := random.New(g.Seed, "poisson times", g.Index)
	pairs := random.New(g.Seed, "poisson pairs", g.Index)
	sizes := random.New(g.Seed, "poisson sizes", g.Index)
	p, ports := &Plan{}, portMaker{}
	n := uint32(len(g.Hosts))
	for at := newArrivals(&times, mean); at.next() < g.Duration; {
		if uint64(len(p.Messages)) == limit {
			if limit == uint64(g.Count) {
				break
			}
			return nil, g.tooMany()
		}
		src, dst := pairs.Below(n), pairs.Below(n-1)
		if dst >= src {
			dst++
		}
		conn := p.connect(ports, g.Hosts[src], g.Hosts[dst], g.Class)
		p.post(Message{Conn: conn, Bytes: g.Size.Sample(&sizes), Start: g.Start + at.now})
	}
	return p, nil
}

func (g Poisson) check() error {
	switch {
	case len(g.Hosts) < 2:
		return fmt.Errorf("workload poisson: %d hosts; it takes two to make a flow", len(g.Hosts))
	case g.Load == 0 || g.Load > LoadUnit:
		return fmt.Errorf("workload poisson: the load is %d/%d; it has to be above 0 and at most 1", g.Load, LoadUnit)
	case g.Rate == 0:
		return fmt.Errorf("workload poisson: the rate of the hosts is 0")
	case g.Size == nil:
		return fmt.Errorf("workload poisson: there is no distribution of sizes")
	}
	if err := distinct("poisson", "host", g.Hosts); err != nil {
		return err
	}
	return checkTimes("poisson", g.Start, g.Duration)
}

func (g Poisson) tooMany() error {
	return fmt.Errorf("workload poisson: more than %d flows begin in %v; lower the load or the duration", MaxMessages, g.Duration)
}

// checkTimes refuses negative times and a sum past the end of model time.
func checkTimes(what string, start, duration event.Time) error {
	if start < 0 || duration < 0 || start > event.Never/2 || duration > event.Never/2 {
		return fmt.Errorf("workload %s: a start of %v and a duration of %v are out of range 0s..%v", what, start, duration, event.Never/2)
	}
	return nil
}

// distinct refuses lists that name a host twice.
func distinct(workload, what string, hosts []uint32) error {
	seen := make(map[uint32]bool, len(hosts))
	for _, h := range hosts {
		if seen[h] {
			return fmt.Errorf("workload %s: %s %d is there twice", workload, what, h)
		}
		seen[h] = true
	}
	return nil
}
