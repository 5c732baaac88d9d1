package budget_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/systems/drum/budget"
)

// run searches for the price at a demand, and returns it with the number of sums it took.
func run(limit uint64, demand func(uint64) uint64) (price uint64, sums int) {
	p := budget.Params{Budget: limit}
	var s budget.State
	budget.Init(&p, &s)
	for o := (budget.Output{}); !o.Done; price = o.Price {
		o = budget.Step(&p, &s, &budget.Event{Sum: demand(s.Try)})
		sums++
	}
	return price, sums
}

// TestLeast: the price is the least one within the budget, in 44 steps at most.
func TestLeast(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 3000 {
		want := r.Uint64() >> (21 + r.UintN(43))
		price, sums := run(1000, func(p uint64) uint64 {
			if p < want {
				return 1001 + (want - p)
			}
			return 1000
		})
		require.Equal(t, want, price)
		require.LessOrEqual(t, sums, 44)
	}
	price, sums := run(10, func(uint64) uint64 { return 10 })
	require.Equal(t, uint64(0), price)
	require.LessOrEqual(t, sums, 44)
	price, _ = run(10, func(uint64) uint64 { return 11 })
	require.Equal(t, uint64(budget.MaxPrice), price)
}

func Example() {
	// Demands of 2^20 / price in all.
	p := budget.Params{Budget: 1000}
	var s budget.State
	budget.Init(&p, &s)
	price := s.Try
	for !s.Done {
		price = budget.Step(&p, &s, &budget.Event{Sum: (1 << 20) / (price + 1)}).Price
	}
	fmt.Println("price", price)
	// Output:
	// price 1047
}
