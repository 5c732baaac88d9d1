package saba

import (
	"fmt"

	"smartnic-cc/internal/base/text/plural"
	"smartnic-cc/nicmodel/systems/saba/curve"
	"smartnic-cc/nicmodel/systems/saba/weigh"
)

// Solver finds shares. It keeps its tables between calls; the zero Solver is ready to use, by one goroutine.
type Solver struct {
	// Work counts the computation so far: second differences, compared marginal gains, and sums of the dynamic
	// program.
	Work uint64
	port weigh.State256
	// best[i][c] is the smallest sum of the slow-downs of applications i and later that share c units above the least
	// shares; take[i][c] is how many of these application i gets.
	best [][]int64
	take [][]uint16
}

// MinShare returns the smallest share of n applications that divide capacity units: 2 %, or a quarter of an equal
// share for more than 12, and at least 1 unit.
func MinShare(n int, capacity uint32) uint32 {
	if n > 12 {
		return max(capacity/(4*uint32(n)), 1)
	}
	return max(capacity/50, 1)
}

// Solve returns a share in units for each model, at least least, with the smallest sum of the slow-downs and the sum
// of the shares equal to the capacity (equation (4.2)).
func (s *Solver) Solve(models []curve.Model, capacity, least uint32) ([]uint32, error) {
	shares, bent, err := s.Greedy(models, capacity, least)
	if err != nil || !bent {
		return shares, err
	}
	return s.Best(len(models), func(i int, share uint32) int64 { return curve.At(&models[i], share) }, capacity, least)
}

// Greedy is Solve by marginal gains alone. bent reports whether a model is not convex, so that other shares may have
// a smaller sum.
func (s *Solver) Greedy(models []curve.Model, capacity, least uint32) (shares []uint32, bent bool, err error) {
	n := len(models)
	if err := possible(n, capacity, least); err != nil {
		return nil, false, err
	}
	p := weigh.Params{Capacity: capacity, Least: least}
	weigh.Init(&p, &s.port)
	for i := range models {
		weigh.Step(&p, &s.port, &weigh.Event{Kind: weigh.EventAdd, Model: models[i]})
	}
	s.Work += uint64(n)*curve.Units + uint64(s.port.Left)*uint64(n)
	for s.port.Left > 0 {
		weigh.Step(&p, &s.port, &weigh.Event{Kind: weigh.EventGive})
	}
	shares = make([]uint32, n)
	for i := range shares {
		shares[i] = s.port.App[i].Share
	}
	return shares, s.port.Bent && n > 1, nil
}

// possible returns why there are no such shares.
func possible(n int, capacity, least uint32) error {
	switch {
	case capacity < 1 || capacity > curve.Units:
		return fmt.Errorf("saba: a capacity of %d units; use 1 to %d, which is the whole link", capacity, curve.Units)
	case n == 0:
		return fmt.Errorf("saba: no applications to divide %d units among", capacity)
	case least < 1 || least > curve.Units:
		return fmt.Errorf("saba: a least share of %d units; use 1, as 0 starves an application, to %d", least, curve.Units)
	case n > int(capacity):
		return fmt.Errorf("saba: impossible weights: %d applications with %s or more each do not fit into %d of %d units; let %d applications or fewer share the port",
			n, plural.Of(least, "unit"), capacity, curve.Units, capacity)
	case n*int(least) > int(capacity):
		return fmt.Errorf("saba: impossible weights: %d applications with %s or more each do not fit into %d of %d units; lower the least share to %d, or let fewer applications share the port",
			n, plural.Of(least, "unit"), capacity, curve.Units, int(capacity)/n)
	}
	return nil
}

// Best returns the shares with the smallest sum of any slow-downs: slowdown(i, share) is that of application i, and
// sums fit in 62 bits. It is a dynamic program over the units above the least shares. Of equal sums it prefers larger
// shares of earlier applications.
func (s *Solver) Best(n int, slowdown func(i int, share uint32) int64, capacity, least uint32) ([]uint32, error) {
	if err := possible(n, capacity, least); err != nil {
		return nil, err
	}
	units := capacity - uint32(n)*least
	for len(s.best) < n {
		s.best = append(s.best, make([]int64, curve.Units+1))
		s.take = append(s.take, make([]uint16, curve.Units+1))
	}
	var cost [curve.Units + 1]int64
	for i := n - 1; i >= 0; i-- {
		for x := range units + 1 {
			cost[x] = slowdown(i, least+x)
		}
		if i == n-1 {
			copy(s.best[i], cost[:units+1])
			for x := range units + 1 {
				s.take[i][x] = uint16(x)
			}
			continue
		}
		// Of the first application only the whole matters.
		from := uint32(0)
		if i == 0 {
			from = units
		}
		for c := from; c <= units; c++ {
			sum, taken := int64(1<<62), uint32(0)
			for x := range c + 1 {
				if v := cost[x] + s.best[i+1][c-x]; v <= sum {
					sum, taken = v, x
				}
			}
			s.best[i][c], s.take[i][c] = sum, uint16(taken)
			s.Work += uint64(c) + 1
		}
	}
	shares := make([]uint32, n)
	for i := range shares {
		x := uint32(s.take[i][units])
		shares[i] = least + x
		units -= x
	}
	return shares, nil
}

// EqualShares divides capacity units equally, the first shares larger by a unit if there is a remainder.
func EqualShares(n int, capacity uint32) []uint32 {
	shares := make([]uint32, n)
	for i := range shares {
		shares[i] = capacity / uint32(n)
		if uint32(i) < capacity%uint32(n) {
			shares[i]++
		}
	}
	return shares
}

// TotalSlowdown returns the sum of the slow-downs of applications with these shares, UQ19.44.
func TotalSlowdown(models []curve.Model, shares []uint32) int64 {
	sum := int64(0)
	for i := range models {
		sum += curve.At(&models[i], shares[i])
	}
	return sum
}
