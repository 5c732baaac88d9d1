package reaction_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/dcqcn"
	dcqcnprofile "smartnic-cc/dcqcn/profile"
	dolcercprofile "smartnic-cc/dolcerc/profile"
	"smartnic-cc/fixedpoint"
	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/internal/reference"
)

// TestDriverRunsTheFirmware tells a driver and the firmware the same, for each number of arms.
func TestDriverRunsTheFirmware(t *testing.T) {
	const line = 100_000_000
	base, err := dcqcnprofile.Get("paper", line)
	require.NoError(t, err)
	setups, machines := []reaction.Setup{reaction.DCQCN(base.RP)}, []machine{newDCQCN(base.RP)}
	for arms := 2; arms <= 8; arms++ {
		c := dolcercprofile.Default(line)
		all := c.Arms
		for c.Arms = nil; len(c.Arms) < arms; {
			c.Arms = append(c.Arms, all[len(c.Arms)%len(all)])
		}
		c.Learn.Arms = arms
		p, err := dolcercprofile.Params(c)
		require.NoError(t, err)
		setups, machines = append(setups, reaction.DolceRC(p, arms)), append(machines, dolceOf[arms](p))
	}
	for i, setup := range setups {
		t.Run(setup.Algorithm, func(t *testing.T) {
			ready, err := setup.Driver()
			require.NoError(t, err)
			engine, err := ready.Engine()
			require.NoError(t, err)
			c, err := driver.NewDriver(ready.Algorithm, engine, line).Open(0, ready.Params, 0)
			require.NoError(t, err)
			m := machines[i]
			for at := int64(1000); at < 3_000_000; at += 4321 {
				for timer := m.Next(fixedpoint.Time(c.LastEvent())); timer.Kind != dcqcn.EventNone && int64(timer.At) < at; timer = m.Next(timer.At) {
					m.Step(&dcqcn.Event{Now: timer.At, Kind: timer.Kind})
				}
				require.NoError(t, c.ExpireTimers(at))
				what, e := driver.NICEvent{Kind: ir.OnSent, Time: at, Bytes: 4096, Packets: 3}, dcqcn.Event{Now: fixedpoint.Time(at), Kind: dcqcn.EventSent, Bytes: 4096, Packets: 3}
				if at/4321%9 == 0 {
					what, e = driver.NICEvent{Kind: ir.OnCNP, Time: at, CNPs: 1, Marked: 2}, dcqcn.Event{Now: fixedpoint.Time(at), Kind: dcqcn.EventCNP, CNPs: 1, Marked: 2}
				}
				for timer := m.Next(fixedpoint.Time(c.LastEvent())); timer.Kind != dcqcn.EventNone && int64(timer.At) == at && timer.Kind < e.Kind; timer = m.Next(timer.At) {
					m.Step(&dcqcn.Event{Now: timer.At, Kind: timer.Kind})
				}
				require.NoError(t, c.Handle(&what))
				require.Equal(t, uint64(m.Step(&e).Rate), c.Controls().Rate, "at %d", at)
				require.Equal(t, m.Flat(), c.State(), "at %d", at)
			}
		})
	}
	_, err = (&reaction.Setup{Algorithm: "dolcerc9"}).Driver()
	require.ErrorContains(t, err, fmt.Sprintf("algorithm %q is unknown", "dolcerc9"))
	require.Nil(t, reference.Native("dolcerc9"))
}
