package codegen_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/cgen"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/dcqcn"
)

// summary returns a contract in a line a part.
func summary(c *ir.NICContract) string {
	var events, signals, controls, shows []string
	for _, e := range c.Events {
		events = append(events, fmt.Sprintf("%d %s %s", e.Value, e.Kind, e.Label))
	}
	for _, s := range c.Signals {
		signals = append(signals, s.Name+" "+s.Field.Signal.String())
	}
	for _, o := range c.Controls {
		controls = append(controls, o.Name+" "+o.Field.Control.String())
	}
	for _, s := range c.Probes {
		text := s.Name + " " + s.Leaf.Name
		if s.InView {
			text += " of the view"
		}
		shows = append(shows, text)
	}
	return strings.Join([]string{strings.Join(events, ", "), strings.Join(signals, ", "), strings.Join(controls, ", "), strings.Join(shows, ", ")}, "\n")
}

// TestFirmwareContracts: what the built-in algorithms take from a NIC and give it.
func TestFirmwareContracts(t *testing.T) {
	p, err := codegen.Firmware()
	require.NoError(t, err)
	const reaction = "1 timer alpha-timer, 2 timer cut-timer, 3 timer increase-timer, 4 sent sent, 5 cnp cnp\n" +
		"Now now, Bytes bytes, Packets packets, CNPs cnps, Marked marked, Kind kind\nRate rate\n"
	const dolce = reaction + "rc React.RC, rt React.RT, time_stage React.TimeStage, byte_stage React.ByteStage, alpha Alpha of the view, arm Arm of the view"
	const plus = "0 message message\n" +
		"Now now, Departed departed, Bytes length, Iteration tag iteration, ECNRatio marked-share, Arm tag arm\n" +
		"Rate message-rate, Iteration tag iteration, Arm tag arm\narm Arm"
	want := map[string]string{
		"dcqcn":    reaction + "rc Rates.RC, rt Rates.RT, time_stage Rates.TimeStage, byte_stage Rates.ByteStage, alpha Alpha",
		"dcqcnnp":  "0 packet packet\nNow now, Marked marked\nCNP send-cnp, Marked cnp-marked\n",
		"dolcerc4": dolce, "dolcerc8": dolce, "dolcercplus4": plus, "dolcercplus8": plus,
	}
	for _, tr := range p.Transducers {
		c, err := tr.Contract()
		if strings.HasPrefix(tr.Name, "bandit") {
			require.ErrorContains(t, err, "bandit/instances.go:")
			require.ErrorContains(t, err, "transducer "+tr.Name+" does not say what its events are: put //ccgen:signal kind on the field of Event")
			continue
		}
		require.NoError(t, err)
		require.Equal(t, want[tr.Name], summary(c), tr.Name)
		require.Equal(t, tr.Next != nil, c.Timer != nil, tr.Name)
		if tr.Next != nil {
			require.Equal(t, &ir.NICTimer{At: 0, Kind: 1}, c.Timer)
		}
		rate := c.Control(ir.ControlRate, "") != nil || c.Control(ir.ControlMessageRate, "") != nil
		require.Equal(t, rate, tr.First != nil, "%s: who sends has a first rate", tr.Name)
	}
	dcqcnRP := p.Transducer("dcqcn")
	c, err := dcqcnRP.Contract()
	require.NoError(t, err)
	for v, label := range c.Signals[5].Type.Decl.Labels() {
		require.Equal(t, dcqcn.EventKind(v).String(), label)
	}
	leaf, ok := dcqcnRP.FracLeaf("", c.Probes[4].Field.FormatOf())
	require.True(t, ok)
	require.Equal(t, "AlphaBits", ir.Layout(dcqcnRP.Params)[leaf].Name)
	dolceRC := p.Transducer("dolcerc4")
	init := ir.Layout(dolceRC.Params)[10]
	require.Equal(t, "Base.AlphaInit", init.Name)
	leaf, ok = dolceRC.FracLeaf(init.Name, init.Field.FormatOf())
	require.True(t, ok)
	require.Equal(t, "Base.AlphaBits", ir.Layout(dolceRC.Params)[leaf].Name)
}

// TestExampleContracts: what the examples of packages of your own take from a NIC and give it.
func TestExampleContracts(t *testing.T) {
	for name, want := range map[string]string{
		"aimd":   "1 cnp cnp, 2 timer increase-timer\nNow now, CNPs cnps, Kind kind\nRate rate\nrate Rate, runs Runs",
		"timely": "0 ack ack\nNow now, RTT rtt, Acked acked\nRate rate\nrate Rate, rtt RTT, gradient Gradient, calm Calm",
	} {
		p, err := codegen.Load([]string{"../docs/examples/" + name})
		require.NoError(t, err)
		c, err := p.Program.Transducer(name).Contract()
		require.NoError(t, err)
		require.Equal(t, want, summary(c))
		requireUnits(t, p.Program)
	}
}

// TestToolFunctionsAreNoPort: a header has neither the functions that only tools call nor the
// type of a view.
func TestToolFunctionsAreNoPort(t *testing.T) {
	p, err := codegen.Firmware()
	require.NoError(t, err)
	text, err := cgen.Generate(p, cgen.Options{})
	require.NoError(t, err)
	require.Contains(t, string(text), "cc_dolcerc_next4(")
	for _, name := range []string{"first", "first4", "view", "view4", "view_of"} {
		require.NotRegexp(t, `\bcc_\w+_`+name+`\b`, string(text))
	}
	require.True(t, p.IsView(p.Transducer("dolcerc4").View.Results[0]))
	require.False(t, p.IsView(p.Transducer("dolcerc4").State))
}

// TestEveryFieldHasItsUnit: all that a tool shows has a unit or a format, but for bools and
// values with names.
func TestEveryFieldHasItsUnit(t *testing.T) {
	p, err := codegen.Firmware()
	require.NoError(t, err)
	require.Greater(t, requireUnits(t, p), 80)
}

// requireUnits looks at all transducers of a program and returns how many fields they have.
func requireUnits(t *testing.T, p *ir.Program) int {
	fields := map[*ir.Field]bool{}
	for _, tr := range p.Transducers {
		values := []*ir.Type{tr.Params, tr.State, tr.Event, tr.Output}
		if tr.Next != nil {
			values = append(values, tr.Next.Results[0])
		}
		if tr.View != nil {
			values = append(values, tr.View.Results[0])
		}
		for _, v := range values {
			for _, l := range ir.Layout(v) {
				fields[l.Field] = true
				named := l.Type.Decl != nil && len(l.Type.Decl.Consts()) > 1
				if l.Kind != ir.Bool && !named && l.Field.UnitOf() == "" && l.Field.FormatOf() == nil {
					t.Errorf("%s: %s of %s has neither //ccgen:unit nor //ccgen:format", l.Field.Pos, l.Name, v)
				}
			}
		}
	}
	return len(fields)
}
