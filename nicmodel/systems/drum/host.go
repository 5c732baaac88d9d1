package drum

import (
	"math"

	"smartnic-cc/nicmodel/systems/drum/root"
	"smartnic-cc/nicmodel/systems/drum/topk"
)

// Host is the ADMM of one host.
type Host struct {
	// Factor is a, UQ4.16. X and Z are the rates, UQ18.16, Multiplier is u, Q20.16. Selected reports whose utility
	// counts.
	Factor     []uint32
	X, Z       []uint64
	Multiplier []int64
	Selected   []bool
	// IssuePrice is lambda and PollPrice mu of the last iteration, UQ24.19.
	IssuePrice, PollPrice uint64

	config *Config
	square []uint32
	// members are the applications that take part: all, or the selected ones.
	members []uint32
	// demands counts the sums computed in the searches for prices.
	demands uint64
}

// NewHost makes a host by its number, with its factors and everything else 0; call Select next. The configuration
// must be checked.
func NewHost(c *Config, number int) *Host {
	m := c.Apps
	h := &Host{
		Factor: make([]uint32, m), X: make([]uint64, m), Z: make([]uint64, m), Multiplier: make([]int64, m), Selected: make([]bool, m),
		config: c, square: make([]uint32, m), members: make([]uint32, 0, m),
	}
	h.reset(number)
	return h
}

// reset is NewHost in the same memory.
func (h *Host) reset(number int) {
	factors(h.Factor, h.config.Seed, number)
	for j, a := range h.Factor {
		h.square[j] = root.Square(a)
		h.X[j], h.Z[j], h.Multiplier[j], h.Selected[j] = 0, 0, 0, false
	}
	h.IssuePrice, h.PollPrice, h.demands = 0, 0, 0
	h.members = h.members[:0]
}

// Select sets the selection for later iterations. Other applications keep x, z and u, unless the configuration is
// Hard: then they are 0.
func (h *Host) Select(selection *topk.State) {
	clear(h.Selected)
	for _, app := range selection.App[:selection.Used] {
		h.Selected[app] = true
	}
	h.members = h.members[:0]
	for j := range h.Selected {
		if h.Selected[j] || !h.config.Hard {
			h.members = append(h.members, uint32(j))
			continue
		}
		h.X[j], h.Z[j], h.Multiplier[j] = 0, 0, 0
	}
}

// SelectFirst selects by the configuration's rule among applications with equal backlogs, as the simulations do: of
// equal keys the first.
func (h *Host) SelectFirst() {
	p := topk.Params{K: uint32(h.config.Active), Rule: h.config.Rule}
	var s topk.State
	topk.Init(&p, &s)
	for j := range h.X {
		c := topk.Candidate{App: uint32(j), Rate: h.X[j], Weight: 1}
		topk.Step(&p, &s, &c)
	}
	h.Select(&s)
}

// Iterate makes one iteration: x, z, and u by the host's own residual.
func (h *Host) Iterate() {
	h.Rates()
	for _, j := range h.members {
		h.Multiplier[j] = root.Update(h.Factor[j], h.X[j], h.Z[j], h.Multiplier[j])
	}
}

// Rates makes the steps of x and z.
func (h *Host) Rates() {
	h.IssuePrice = search(h.config.IssueBudget, h.IssuePrice, h.issue)
	h.PollPrice = search(h.config.PollBudget, h.PollPrice, h.poll)
}

// issue computes all x at a price and returns their sum. It starts from the previous x.
func (h *Host) issue(price uint64) uint64 {
	h.demands++
	sum := uint64(0)
	for _, j := range h.members {
		pull := root.XPull(h.Factor[j], h.Z[j], h.Multiplier[j], price)
		x := root.XNewton(h.square[j], pull, h.Selected[j], h.X[j])
		h.X[j] = x
		sum += x
	}
	return sum
}

// poll computes all z at a price and returns their sum.
func (h *Host) poll(price uint64) uint64 {
	h.demands++
	sum := uint64(0)
	for _, j := range h.members {
		z := root.ZNewton(root.ZPull(h.Factor[j], h.X[j], h.Multiplier[j], price), h.Z[j])
		h.Z[j] = z
		sum += z
	}
	return sum
}

// Residual returns the sum of (a x - z)^2 in UQ32.32; it saturates, and a x is rounded down to 2^-16.
func (h *Host) Residual() uint64 {
	sum := uint64(0)
	for _, j := range h.members {
		d := int64(uint64(h.Factor[j])*h.X[j]>>16) - int64(h.Z[j])
		d = min(max(d, -d), 1<<32-1)
		part := uint64(d) * uint64(d)
		if sum += part; sum < part {
			return math.MaxUint64
		}
	}
	return sum
}

// Objective returns the utility of the rates of the applications that take part.
func (h *Host) Objective() float64 {
	sum := 0.0
	for _, j := range h.members {
		if h.Selected[j] {
			sum += 2 * math.Sqrt(float64(h.X[j])/65536)
		}
		z := float64(h.Z[j]) / 65536
		sum -= 1 / (z * z)
	}
	return sum
}
