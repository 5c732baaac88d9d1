package firmwarelog_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/dcqcn"
	"smartnic-cc/dcqcn/profile"
	"smartnic-cc/fixedpoint"
	"smartnic-cc/internal/logs/firmwarelog"
	"smartnic-cc/internal/logs/firmwarelog/logtest"
	"smartnic-cc/internal/reference"
	"smartnic-cc/testvectors/transducer"
)

// driven is the log of a connection of the profile paper: a CNP at the beginning, bytes sent
// every 7 us, and the timers when end says that they end, given their deadline; 0 for never.
func driven(t *testing.T, start fixedpoint.Time, end func(kind dcqcn.EventKind, n int, at fixedpoint.Time) fixedpoint.Time) (*transducer.Algorithm, []uint64, []logtest.Record) {
	t.Helper()
	a, err := reference.Catalog().Algorithm("dcqcn")
	require.NoError(t, err)
	set, err := profile.Get("paper", 100_000_000)
	require.NoError(t, err)
	p := &set.RP
	var s dcqcn.State
	dcqcn.Init(p, &s)
	rs := []logtest.Record{{Kind: "init", Conn: "7", State: reference.Flatten(&s)}}
	step := func(e dcqcn.Event) {
		out := dcqcn.Step(p, &s, &e)
		rs = append(rs, logtest.Record{Kind: "step", Conn: "7", Event: reference.Flatten(&e), Output: reference.Flatten(&out), State: reference.Flatten(&s)})
	}
	now, ends := start, map[dcqcn.EventKind]int{}
	step(dcqcn.Event{Kind: dcqcn.EventCNP, Now: now, CNPs: 1})
	for range 100 {
		until := now.Add(7000)
		for next := dcqcn.Next(&s, now); next.Kind != dcqcn.EventNone; next = dcqcn.Next(&s, now) {
			at := end(next.Kind, ends[next.Kind], next.At)
			if at == 0 {
				// Nothing but the other timer ends.
				others := s
				others.Rates.Own = 0
				if next = dcqcn.Next(&others, now); next.Kind == dcqcn.EventNone {
					break
				}
				at = next.At
			}
			if until.Since(at) >= 1<<31 {
				break
			}
			ends[next.Kind]++
			now = at
			step(dcqcn.Event{Kind: next.Kind, Now: at})
		}
		now = until
		step(dcqcn.Event{Kind: dcqcn.EventSent, Now: now, Bytes: 1000, Packets: 1})
	}
	return a, reference.Flatten(p), rs
}

// TestTimersThatEndElsewhere: every value of these logs is the reference's. A timer that is late, or never ends, is
// reported all the same, with its first time; also where times wrap.
func TestTimersThatEndElsewhere(t *testing.T) {
	for _, start := range []fixedpoint.Time{1_000_000, 1<<32 - 200_000} {
		for _, c := range []struct {
			name      string
			end       func(kind dcqcn.EventKind, n int, at fixedpoint.Time) fixedpoint.Time
			off, most int
			first     string
		}{
			{"in time", func(_ dcqcn.EventKind, _ int, at fixedpoint.Time) fixedpoint.Time { return at }, 0, 0, ""},
			{"one is 300 ns late", func(kind dcqcn.EventKind, n int, at fixedpoint.Time) fixedpoint.Time {
				if kind == dcqcn.EventIncreaseTimer && n == 2 {
					return at.Add(300)
				}
				return at
			}, 1, 300, fmt.Sprintf("increase-timer at %d, but the reference's next is increase-timer at %d", start.Add(165_300), start.Add(165_000))},
			{"one is 20 us late", func(kind dcqcn.EventKind, n int, at fixedpoint.Time) fixedpoint.Time {
				if kind == dcqcn.EventIncreaseTimer && n == 0 {
					return at.Add(20_000)
				}
				return at
			}, 1, 20_000, fmt.Sprintf("sent at %d, but the reference's next is increase-timer at %d", start.Add(56_000), start.Add(55_000))},
			{"early", func(kind dcqcn.EventKind, n int, at fixedpoint.Time) fixedpoint.Time {
				if kind == dcqcn.EventAlphaTimer && n == 0 {
					return at - 100
				}
				return at
			}, 1, 100, fmt.Sprintf("alpha-timer at %d, but the reference's next is alpha-timer at %d", start.Add(54_900), start.Add(55_000))},
			{"no alpha timer", func(kind dcqcn.EventKind, _ int, at fixedpoint.Time) fixedpoint.Time {
				if kind == dcqcn.EventAlphaTimer {
					return 0
				}
				return at
			}, 1, 0, fmt.Sprintf("increase-timer at %d, but the reference's next is alpha-timer at %d", start.Add(55_000), start.Add(55_000))},
		} {
			a, params, rs := driven(t, start, c.end)
			r, o := open(t, []byte(logtest.CSV(a, params, rs)), "")
			s, err := firmwarelog.Compare(r, o)
			require.NoError(t, err)
			require.Zero(t, s.Differences, c.name)
			require.EqualValues(t, c.off, s.Timers.Off, c.name)
			require.EqualValues(t, c.most, s.Timers.Most, c.name)
			if c.off == 0 {
				require.Empty(t, s.Timers.First)
			} else {
				require.Contains(t, s.Timers.First, "connection 7: "+c.first, c.name)
			}
			ends := 0 // each of them is there, or counts as the one that is missing
			for _, rec := range rs {
				if rec.Event != nil && rec.Event[5] >= 1 && rec.Event[5] <= 3 {
					ends++
				}
			}
			require.EqualValues(t, ends, s.Timers.Ends, c.name)
		}
	}
}

// TestTimersOfAnUnknownState: of a log that begins in mid-life and lacks the deadlines nothing is
// said of its timers; one that holds the whole state is looked at from its second step on.
func TestTimersOfAnUnknownState(t *testing.T) {
	a, params, rs := driven(t, 1_000_000, func(kind dcqcn.EventKind, n int, at fixedpoint.Time) fixedpoint.Time {
		if kind == dcqcn.EventIncreaseTimer && n == 2 {
			return at.Add(300)
		}
		return at
	})
	joined := rs[2:]
	for _, whole := range []bool{true, false} {
		text := logtest.CSV(a, params, joined)
		if !whole {
			text = without(text, "state.AlphaAt")
		}
		r, o := open(t, []byte(text), "")
		o.Join, o.Resync = true, true
		s, err := firmwarelog.Compare(r, o)
		require.NoError(t, err)
		if whole {
			require.EqualValues(t, 1, s.Timers.Off)
		} else {
			require.Zero(t, s.Timers.Ends)
		}
	}
}
