package live

import (
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/backend/bpf"
	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/packet/roce"
	"smartnic-cc/testvectors/transducer"
)

// logged are decisions that were logged.
type logged struct{ list []bpf.Decision }

func (l *logged) Next() (bpf.Decision, bool, error) {
	if len(l.list) == 0 {
		return bpf.Decision{}, false, nil
	}
	d := l.list[0]
	l.list = l.list[1:]
	return d, true, nil
}

// decided returns what the reference decides for marks of a connection, and a receiver to follow them.
func decided(t *testing.T, conn uint32, marks int) (*host, []bpf.Decision) {
	p := planOf(t, sample)
	p.hooked = &hooked{}
	var list []bpf.Decision
	s := p.notify[0]
	engine, err := s.Engine()
	require.NoError(t, err)
	d := driver.NewDriver(s.Algorithm, engine, p.Port)
	var out []uint64
	d.Seen = func(_ *driver.Conn, s *driver.Step) error { out = slices.Clone(s.Output); return nil }
	c, err := d.Open(0, s.Params, 0)
	require.NoError(t, err)
	for i := range marks {
		at := int64(i) * 700_000
		require.NoError(t, c.Handle(&driver.NICEvent{Kind: ir.OnPacket, Time: at, Packets: 1, Marked: 1}))
		list = append(list, bpf.Decision{Connection: conn, Number: uint64(i) + 1, Time: at, Output: out, State: slices.Clone(c.State())})
	}
	h, err := newHost(p, 4, &simulated{w: &wires{}, other: &simulated{}}, func() int64 { return 5 })
	require.NoError(t, err)
	return h, list
}

// TestFollower: decisions that are the reference's are confirmed, in whatever order CPUs log them; one that
// is not, or is missing, ends the run.
func TestFollower(t *testing.T) {
	const marks = 40
	for conn := range uint32(4) {
		h, list := decided(t, conn, marks)
		slices.Reverse(list[3:9])
		h.follow(&logged{list})
		require.NoError(t, h.follower.follow())
		require.EqualValues(t, marks, h.follower.checked)
		count := bpf.NotifyCount{Marked: marks, CNPs: 14, Reported: marks - 1}
		of := func(i uint32) (bpf.NotifyCount, error) {
			if i == conn {
				return count, nil
			}
			return bpf.NotifyCount{}, nil
		}
		require.NoError(t, h.settle(of))
		require.Equal(t, &NotificationCounts{Marked: marks, CNPs: 14, Reported: marks - 1, Compared: marks}, (&Run{plan: h.plan, hosts: []*host{h}}).notified())
		count.Marked++
		require.ErrorContains(t, h.settle(of), "decision 41 of the kernel's notification point is missing in its log")
	}

	h, list := decided(t, 2, marks)
	list[20].Output[0] ^= 1
	h.follow(&logged{list})
	_, err := h.step()
	var d *transducer.Difference
	require.True(t, errors.As(err, &d), "%v", err)
	require.Equal(t, h.in[2].String(), d.Conn)
	require.EqualValues(t, 21, d.Step)
	require.EqualValues(t, 20*700_000, d.Time)
	require.Equal(t, list[19].State, d.Before)
	require.NotContains(t, err.Error(), "\n")

	h, list = decided(t, 0, 10*marks)
	h.follow(&logged{slices.Delete(list, 5, 6)})
	require.ErrorContains(t, h.follower.follow(), h.in[0].String()+": decision 6 of")

	h, list = decided(t, 64, 1)
	h.follow(&logged{list})
	require.ErrorContains(t, h.follower.follow(), "connection 64, which does not end here")
}

// TestNothingToNotify: a scenario without notification points has none to run in the kernel.
func TestNothingToNotify(t *testing.T) {
	err := new(Engines).Notify(t.Context(), planOf(t, sample, "nic[0].notify=none"))
	require.EqualError(t, err, "no receiver of the scenario sends CNPs, so there is nothing to run")
}

// TestThreadIsSilent: a receiver whose notification point is in the kernel sends no CNPs itself.
func TestThreadIsSilent(t *testing.T) {
	h, _ := decided(t, 0, 0)
	w := &wires{}
	h.port = &simulated{w: w, other: &simulated{}}
	var f frames
	frame, err := f.data(h.plan.conns[0].Endpoints, 1, firstPSN(0), 100, false)
	require.NoError(t, err)
	roce.SetCE(frame)
	require.NoError(t, h.take(frame))
	require.EqualValues(t, 1, h.in[0].marked)
	require.Empty(t, w.queue)
}
