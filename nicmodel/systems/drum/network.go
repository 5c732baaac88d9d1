package drum

import (
	"runtime"
	"sync"
	"sync/atomic"

	"smartnic-cc/nicmodel/systems/drum/root"
)

// Result is a run of all hosts.
type Result struct {
	// Objective and Residual are sums over the hosts after each iteration, from the first.
	Objective, Residual []float64
	// Iterations is the number of iterations of all hosts.
	Iterations uint64
	// Variables is the number of x of all hosts that took part, Demands that of the sums over a host's applications
	// in the searches for prices.
	Variables, Demands uint64
	// Largest is the largest |u| at the end, Q20.16.
	Largest uint64
}

// block is how many hosts a thread takes at a time: sums are added block by block, so that the number of threads
// changes no bit.
const block = 16

// Run solves all hosts on threads threads, 0 for all cores. A thread keeps one host at a time, so that memory does
// not grow with the hosts, unless they share u: then all are kept.
func Run(c *Config, threads int) (*Result, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	if c.Update != UpdateHost {
		return runShared(c), nil
	}
	if threads <= 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	parts := make([]Result, (c.Hosts+block-1)/block)
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min(threads, len(parts)) {
		wait.Add(1)
		go func() {
			defer wait.Done()
			var h *Host
			for {
				b := int(next.Add(1)) - 1
				if b >= len(parts) {
					return
				}
				part := newResult(c)
				for i := b * block; i < min((b+1)*block, c.Hosts); i++ {
					if h == nil {
						h = NewHost(c, i)
					} else {
						h.reset(i)
					}
					h.SelectFirst()
					h.solve(part)
				}
				parts[b] = *part
			}
		}()
	}
	wait.Wait()
	r := newResult(c)
	for i := range parts {
		for k := range c.Iterations {
			r.Objective[k] += parts[i].Objective[k]
			r.Residual[k] += parts[i].Residual[k]
		}
		r.Iterations += parts[i].Iterations
		r.Variables += parts[i].Variables
		r.Demands += parts[i].Demands
		r.Largest = max(r.Largest, parts[i].Largest)
	}
	return r, nil
}

// solve runs a host's iterations and adds its objective and residual; after an early end its last ones still count.
func (h *Host) solve(r *Result) {
	objective, residual := 0.0, 0.0
	done := false
	for k := range h.config.Iterations {
		if !done {
			h.Iterate()
			r.Iterations++
			left := h.Residual()
			objective, residual = h.Objective(), float64(left)/(1<<32)
			done = left < h.config.Tolerance
		}
		r.Objective[k] += objective
		r.Residual[k] += residual
	}
	r.end(h)
}

func newResult(c *Config) *Result {
	return &Result{Objective: make([]float64, c.Iterations), Residual: make([]float64, c.Iterations)}
}

// end counts a host that is done.
func (r *Result) end(h *Host) {
	r.Variables += uint64(len(h.members))
	r.Demands += h.demands
	for _, u := range h.Multiplier {
		r.Largest = max(r.Largest, uint64(max(u, -u)))
	}
}

// runShared solves all hosts with one u, which a coordinator updates by the sums over the hosts.
func runShared(c *Config) *Result {
	r := newResult(c)
	hosts := make([]*Host, c.Hosts)
	for i := range hosts {
		hosts[i] = NewHost(c, i)
		hosts[i].SelectFirst()
		hosts[i].Multiplier = hosts[0].Multiplier
	}
	for k := range c.Iterations {
		for _, h := range hosts {
			h.Rates()
			r.Objective[k] += h.Objective()
			r.Residual[k] += float64(h.Residual()) / (1 << 32)
		}
		r.Iterations += uint64(len(hosts))
		for j := range hosts[0].Multiplier {
			sum := int64(0)
			for _, h := range hosts {
				issued := int64(uint64(h.Factor[j]) * h.X[j] >> 16)
				if c.Update == UpdatePrinted {
					sum += issued + int64(h.Z[j])
				} else {
					sum += issued - int64(h.Z[j])
				}
			}
			u := &hosts[0].Multiplier[j]
			*u = max(min(*u+sum>>3, root.MaxMultiplier), -root.MaxMultiplier)
		}
	}
	for _, h := range hosts {
		r.end(h)
	}
	return r
}
