package drum

import (
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/systems/drum/bucket"
	"smartnic-cc/nicmodel/systems/drum/topk"
)

// AgentCost is the time from an application's post to the agent's, at low load: 8.8 us against 7.1 us in
// the paper's figure 8.
const AgentCost = 1700 * event.Nanosecond

// agentBurst is how many WQEs an application may issue at once after a pause.
const agentBurst = 2

// Agent decides when the WQEs of a host's applications go to the NIC. In each epoch it selects k applications, solves
// the problem for all, and sets a token bucket for each. Its unit of x is an equal share of the NIC's time: the
// budgets are 1 an application, a is 1, and an application of rate x may use the NIC for x/m of the time. With a = 1
// the poll rate z is x: an application that issues at most x polls at most z, so the bucket of WQEs bounds both. The
// iteration's CPU time is not modelled.
type Agent struct {
	config  Config
	host    *Host
	age     []uint32
	share   []uint64 // x, UQ18.16
	sum     uint64   // of the shares
	buckets []bucket.State
	epochs  uint64
}

// NewAgent makes the agent of apps applications, of which a rule selects active at a time. All buckets are full. An
// error names what is out of range.
func NewAgent(apps, active int, rule topk.Rule) (*Agent, error) {
	budget := uint64(apps) << 16
	a := &Agent{
		config: Config{Hosts: 1, Apps: apps, Active: active, IssueBudget: budget, PollBudget: budget, Rule: rule, Iterations: 20},
		age:    make([]uint32, apps), share: make([]uint64, apps), buckets: make([]bucket.State, apps),
	}
	if err := a.config.Check(); err != nil {
		return nil, err
	}
	a.host = NewHost(&a.config, 0)
	a.host.equal()
	a.Epoch(nil)
	return a, nil
}

// equal sets one CQE per WQE for all applications.
func (h *Host) equal() {
	for j := range h.Factor {
		h.Factor[j], h.square[j] = 1<<16, 1<<16
	}
}

// Epoch selects and solves again; used reports which applications issued WQEs in the last epoch, nil that all did. An
// application without a backlog does not age. The iteration starts from the last result.
func (a *Agent) Epoch(used []bool) {
	p := topk.Params{K: uint32(a.config.Active), Rule: a.config.Rule}
	var s topk.State
	topk.Init(&p, &s)
	for j := range a.age {
		if used == nil || used[j] {
			a.age[j]++
		}
		topk.Step(&p, &s, &topk.Candidate{App: uint32(j), Rate: a.share[j], Age: a.age[j], Weight: 1})
	}
	for _, j := range s.App[:s.Used] {
		a.age[j] = 0
	}
	a.host.Select(&s)
	for range a.config.Iterations {
		a.host.Iterate()
		if a.host.Residual() < 1<<32/1000 {
			break
		}
	}
	a.sum = 0
	for j, x := range a.host.X {
		a.share[j] = max(x, 1<<10)
		a.sum += a.share[j]
	}
	a.epochs++
}

// Share returns an application's share of the NIC's time, in 65536ths.
func (a *Agent) Share(app int) uint64 { return (a.share[app] << 16) / a.sum }

// Release takes a token for a WQE that arrived at the agent now and would occupy the NIC for service, and returns
// when it goes to the NIC.
func (a *Agent) Release(now event.Time, app int, service event.Time) event.Time {
	p := bucket.Params{Gap: uint64(service) * a.sum / a.share[app], Burst: agentBurst}
	return event.Time(bucket.Step(&p, &a.buckets[app], &bucket.Event{Now: uint64(now)}).At)
}
