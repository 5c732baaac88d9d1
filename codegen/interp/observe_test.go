package interp_test

import (
	"fmt"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/frontend"
	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
)

const observed = `package p

type S struct{ A, B uint8 }

func half(x uint8, up bool) uint8 {
	if up {
		x++
	}
	return x / 2
}

func pair(x uint8) (uint8, S) {
	return x + 1, S{A: x, B: 7}
}

func (s *S) raise(x uint8) uint8 {
	s.A += x
	return s.B
}

//ccgen:export
func (s *S) Step(n uint8) uint8 {
	switch n {
	case 3:
		s.A += half(n, true)
	}
	var y, t = pair(s.A)
	s.B = t.B
	s.raise(1) // the result is dropped
	return y
}
`

// TestObserver: an observer sees the computation statement by statement, and the result is the same as without one.
func TestObserver(t *testing.T) {
	src := fstest.MapFS{"p/p.go": {Data: []byte(observed)}}
	prog, err := frontend.Load(src, "example", []string{"p"}, frontend.Options{})
	require.NoError(t, err)
	var told []string
	say := func(format string, args ...any) { told = append(told, fmt.Sprintf(format, args...)) }
	line := func(s ir.Stmt) int { return s.Info().Pos.Line }
	entered := 0
	m := interp.NewObserved(prog, interp.Observer{
		Enter:   func(ir.Stmt) func() { return func() { entered++ } },
		Stored:  func(s ir.Stmt) func([]uint64) { return func(v []uint64) { say("%d stores %v", line(s), v) } },
		Decided: func(s ir.Stmt) func(uint64) { return func(v uint64) { say("%d decides %d", line(s), v) } },
		Called: func(c *ir.Call) (begin func([]uint64), end func()) {
			return func(v []uint64) { say("%s of %v", c.Func.Name, v) }, func() { say("%s ends", c.Func.Name) }
		},
	})
	args := []uint64{10, 0, 3}
	res, err := m.Call("p.S_Step", args)
	require.NoError(t, err)
	require.Equal(t, []string{
		"23 decides 3", "half of [3 1]", "6 decides 1", "7 stores [4]", "9 stores [2]", "half ends", "25 stores [12]",
		"pair of [12]", "13 stores [13 12 7]", "pair ends", "27 stores [13 12 7]", "28 stores [7]",
		"S_raise of [1]", "17 stores [13]", "18 stores [7]", "S_raise ends", "30 stores [13]",
	}, told)
	require.Equal(t, len(told)-5, entered, "each statement but the ends and begins of three calls, and the call that is one")

	again := []uint64{10, 0, 3}
	want, err := interp.New(prog).Call("p.S_Step", again)
	require.NoError(t, err)
	require.Equal(t, want, res)
	require.Equal(t, again, args)

	// An observer without callbacks changes nothing.
	m = interp.NewObserved(prog, interp.Observer{
		Enter: func(ir.Stmt) func() { return nil }, Stored: func(ir.Stmt) func([]uint64) { return nil }, Decided: func(ir.Stmt) func(uint64) { return nil },
		Called: func(*ir.Call) (func([]uint64), func()) { return nil, nil },
	})
	res, err = m.Call("p.S_Step", []uint64{10, 0, 3})
	require.NoError(t, err)
	require.Equal(t, want, res)
}
