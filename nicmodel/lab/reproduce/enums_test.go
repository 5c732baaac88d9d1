package reproduce

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/bandit/regret"
	"smartnic-cc/codegen/backend/cgen"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/num/bigmath"
	"smartnic-cc/internal/base/text/enum"
	"smartnic-cc/internal/logs/ratelog"
	"smartnic-cc/internal/reports/plot"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/credit"
	"smartnic-cc/nicmodel/hostpath"
	"smartnic-cc/nicmodel/systems/avatar/egress"
	"smartnic-cc/nicmodel/systems/avatar/ingress"
	"smartnic-cc/nicmodel/systems/companion"
	"smartnic-cc/nicmodel/systems/drum"
	"smartnic-cc/nicmodel/systems/drum/topk"
	"smartnic-cc/nicmodel/systems/rperf"
	"smartnic-cc/nicmodel/systems/rperf/rttmeter"
	"smartnic-cc/nicmodel/systems/saba/cluster"
	"smartnic-cc/nicmodel/systems/saba/weigh"
	"smartnic-cc/nicmodel/systems/themis"
	"smartnic-cc/nicmodel/systems/themis/notify"
	"smartnic-cc/nicmodel/systems/themis/pace"
)

// TestEnumerations: each enumeration has a name for its last value, and its number for the one after.
func TestEnumerations(t *testing.T) {
	for _, c := range []struct {
		last, after fmt.Stringer
		name        string
	}{
		named(regret.Dither, "dither"), named(cgen.LineDirectives, "directives"), named(ir.BoundMax, "max"), named(bigmath.E, "e"),
		named(ratelog.JSONLines, "JSON lines"), named(plot.Ticks, "ticks"), named(nicmodel.NotifyNone, "none"), named(companion.Full, "full"),
		named(credit.RoundRobin, "round-robin"), named(drum.CapacitySumLog, "sum log"), named(drum.UpdatePrinted, "printed"),
		named(topk.RuleRotating, "rotating"), named(hostpath.Random, "random"), named(hostpath.Received, "received"),
		named(rperf.PostPoll, "post-poll"), named(cluster.Controlled, "controlled"), named(themis.HoldResubmit, "resubmit"),
		named(egress.EventPick, "pick"), named(ingress.EventArrive, "arrive"), named(ingress.VerdictBroken, "broken"),
		named(rttmeter.EventWire, "wire"), named(weigh.EventGive, "give"), named(notify.EventAnswer, "answer"), named(pace.EventPacket, "packet"),
	} {
		require.Equal(t, c.name, c.last.String())
		require.Equal(t, fmt.Sprintf("%T(%d)", c.after, c.after), c.after.String())
	}
}

func named[E interface {
	enum.Integer
	fmt.Stringer
}](last E, name string) (c struct {
	last, after fmt.Stringer
	name        string
}) {
	c.last, c.after, c.name = last, last+1, name
	return c
}
