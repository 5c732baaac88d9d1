package notify

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/fixedpoint"
)

// TestInterval: of marks and CNPs in any order the source is notified of the first, and then of the first more than
// an interval after the last notification; every mark is cleared.
func TestInterval(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	for range 200 {
		p := Params{Interval: r.Uint32N(100_000), React: r.Uint32N(2) == 0}
		var s State
		Init(&p, &s)
		now, last, told := uint64(1<<32-50_000), uint64(0), false
		for range 300 {
			now += uint64(r.Uint32N(60_000))
			kind := EventKind(r.Uint32N(4))
			before := s
			out := Step(&p, &s, &Event{Now: fixedpoint.Time(now), Kind: kind, Reacted: r.Uint32N(2) == 0})
			due := !told || now-last > uint64(p.Interval)
			switch kind {
			case EventData:
				require.Equal(t, Output{Clear: true, Mint: due}, out)
			case EventReturn:
				require.Equal(t, due, !out.Drop)
			default:
				require.Equal(t, before, s)
				due = false
			}
			if due {
				last, told = now, true
			}
		}
	}
}

// TestReacted: a reaction point takes a CNP of its data centre that no other has reacted to, and marks it.
func TestReacted(t *testing.T) {
	for _, react := range []bool{false, true} {
		for _, reacted := range []bool{false, true} {
			p, s := Params{React: react}, State{}
			out := Step(&p, &s, &Event{Kind: EventAnswer, Reacted: reacted})
			require.Equal(t, Output{React: react && !reacted, Reacted: react || reacted}, out)
			out = Step(&p, &s, &Event{Kind: EventReturn, Reacted: reacted})
			require.Equal(t, Output{Reacted: reacted}, out)
		}
	}
}
