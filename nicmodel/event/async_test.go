package event

import (
	"errors"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// aheadPart is a partition of the toy model with a mailbox.
type aheadPart struct {
	*ringPart
	all  []*aheadPart
	mu   sync.Mutex
	mail []Event
	runs int
	fail Time // panics in a Run up to here; 0 does not
}

func (p *aheadPart) Run(before Time) {
	p.runs++
	if p.fail != 0 && before >= p.fail {
		panic("part fails")
	}
	p.ringPart.Run(before)
}

func (p *aheadPart) Flush() {
	for to, events := range p.out {
		if o := p.all[to]; len(events) > 0 {
			o.mu.Lock()
			o.mail = append(o.mail, events...)
			o.mu.Unlock()
			p.out[to] = events[:0]
		}
	}
}

func (p *aheadPart) Exchange() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, e := range p.mail {
		p.queue.Push(e)
	}
	p.mail = p.mail[:0]
}

// ahead makes the partitions of a ring.
func (r *ring) ahead() ([]AsyncPartition, []*aheadPart) {
	var list []*aheadPart
	var partitions []AsyncPartition
	for _, p := range r.parts {
		list = append(list, &aheadPart{ringPart: p})
	}
	for _, p := range list {
		p.all = list
		p.Flush() // the tokens of the beginning
		p.Exchange()
		partitions = append(partitions, p)
	}
	for _, p := range list {
		p.Exchange()
	}
	return partitions, list
}

// TestAhead: partitions that run ahead of one another see what they see in windows, whatever the epoch, and rest when
// between is called, at multiples of the epoch.
func TestAhead(t *testing.T) {
	const end = 60 * Microsecond
	one := newRing(12, 1, 40)
	require.NoError(t, one.run(end, 1, nil))
	for _, partitions := range []int{2, 3, 4} {
		for _, epoch := range []Time{9 * 62 * Nanosecond, 62 * Microsecond, 62 * Nanosecond * 50} {
			r := newRing(12, partitions, 40)
			list, own := r.ahead()
			last, between := Time(0), 0
			require.NoError(t, RunAsync(list, ringDelay, epoch, Nanosecond, end, func(final Time) error {
				require.Greater(t, final, last)
				require.True(t, final == end || final%epoch == 0)
				last = final
				between++
				for _, p := range own {
					require.GreaterOrEqual(t, p.queue.NextTime(), final)
					require.Empty(t, p.mail)
				}
				return nil
			}))
			require.Equal(t, one.result(), r.result(), "%d parts, stretch %v", partitions, epoch)
			require.LessOrEqual(t, between, int(end/epoch)+1)
			require.Greater(t, own[0].runs, 8*between/2)
		}
	}
}

// TestAheadEnds: an error of between and a panic of a partition end the run; partitions are not left waiting.
func TestAheadEnds(t *testing.T) {
	r := newRing(6, 3, 9)
	list, _ := r.ahead()
	stop := errors.New("stop")
	require.Equal(t, stop, RunAsync(list, ringDelay, 62*16*Nanosecond, Nanosecond, Millisecond, func(Time) error { return stop }))
	for at := range 3 {
		list, own := newRing(6, 3, 9).ahead()
		own[at].fail = 2 * Microsecond
		require.PanicsWithValue(t, "part fails", func() {
			_ = RunAsync(list, ringDelay, 62*16*Nanosecond, Nanosecond, Millisecond, nil)
		})
	}
	for _, bad := range [][3]Time{{7, 56, 1}, {ringDelay, 100, Nanosecond}, {ringDelay, 0, Nanosecond}, {ringDelay, ringDelay + 1, Nanosecond}, {ringDelay, ringDelay, 0}} {
		require.Error(t, RunAsync(list, bad[0], bad[1], bad[2], Millisecond, nil), "%v", bad)
	}
}
