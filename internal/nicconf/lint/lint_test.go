package lint

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/dcqcn"
	"smartnic-cc/dcqcn/profile"
	"smartnic-cc/fixedpoint"
	"smartnic-cc/internal/nicconf"
	"smartnic-cc/internal/nicconf/sonic"
)

// nic makes a profile of a base and lines "key = value" of the reaction point, with
// others after "[".
func nic(t *testing.T, base, text string) *nicconf.Profile {
	t.Helper()
	if !strings.Contains(text, "[") {
		text = "[reaction_point]\n" + text
	}
	p, _, err := nicconf.Parse([]byte("name = \"test\"\nbase = \""+base+"\"\n"+text), "test.toml", nicconf.Options{})
	require.NoError(t, err)
	return p
}

// input is DCQCN as published, with a switch that suits it.
func input(t *testing.T) Input {
	return Input{
		NIC: nic(t, "paper", ""), Line: 100_000_000, Connections: 16, RTT: 8_000, MTU: 1000, Queue: 3,
		WRED: marking(t, enabled),
	}
}

// marking is what a WRED profile W of these fields does to green packets.
func marking(t *testing.T, fields string) *sonic.Marking {
	t.Helper()
	c, err := sonic.Parse([]byte(`{"WRED_PROFILE": {"W": {`+fields+`}}}`), "c.json")
	require.NoError(t, err)
	m := c.Profiles[0].Marking(sonic.Green)
	return &m
}

// enabled are the fields that enable all colours, and thresholds that suit the NIC.
const enabled = `"ecn": "ecn_all", "wred_green_enable": "true", "wred_yellow_enable": "true", "wred_red_enable": "true",
	"green_min_threshold": "100000", "green_max_threshold": "400000", "green_drop_probability": "20"`

func ids(t *testing.T, in Input) (list []string) {
	t.Helper()
	found, err := Run(in)
	require.NoError(t, err)
	for _, f := range found {
		list = append(list, f.ID)
	}
	return list
}

func config(t *testing.T, text string) *sonic.Config {
	t.Helper()
	c, err := sonic.Parse([]byte(`{"WRED_PROFILE": {"W": {"ecn": "ecn_all"}}, `+text+`}`), "c.json")
	require.NoError(t, err)
	return c
}

// buffers of a lossless group on a pool of 1 MB: 500 KB for one congested group.
const buffers = `"BUFFER_POOL": {"p": {"size": "1000000"}}, "BUFFER_PROFILE": {"l": {"xoff": "1", "size": "0", "dynamic_th": "0", "pool": "p"}}, "BUFFER_PG": {"Ethernet0|3-4": {"profile": "l"}}`

// cases has, for each check, what triggers it, and what is just not enough to.
var cases = map[string][2]func(*testing.T, *Input){
	"reaction-off": {
		func(t *testing.T, in *Input) { in.NIC = nic(t, "paper", "[enabled]\nreaction_point = [0, 4]") },
		func(t *testing.T, in *Input) { in.NIC = nic(t, "paper", "[enabled]\nreaction_point = [3]") },
	},
	"notification-off": {
		func(t *testing.T, in *Input) {
			in.NIC, in.Queue = nic(t, "paper", "[enabled]\nnotification_point = []"), -1
		},
		func(t *testing.T, in *Input) {
			in.NIC, in.Queue = nic(t, "paper", "[enabled]\nnotification_point = [7]"), -1
		},
	},
	"no-cut": {
		func(t *testing.T, in *Input) { in.NIC = nic(t, "paper", "min_dec_fac = \"100%\"") },
		func(t *testing.T, in *Input) { in.NIC = nic(t, "paper", "min_dec_fac = \"50%\"") },
	},
	"increase-wins": {
		func(t *testing.T, in *Input) {
			in.NIC = nic(t, "paper", "ai_rate = \"20Gbps\"\nthreshold = 1\ntime_reset = \"10us\"")
		},
		func(t *testing.T, in *Input) { in.NIC = nic(t, "paper", "ai_rate = \"20Gbps\"\nthreshold = 5") },
	},
	"min-rate": {
		func(t *testing.T, in *Input) { in.NIC = nic(t, "paper", "min_rate = \"6.251Gbps\"") },
		func(t *testing.T, in *Input) { in.NIC = nic(t, "paper", "min_rate = \"6.25Gbps\"") },
	},
	"g-convention": {
		func(t *testing.T, in *Input) {
			in.NIC = nic(t, "paper", "dce_tcp_g = \"511/1024\"\ndce_tcp_g_convention = \"old-weight\"")
		},
		func(t *testing.T, in *Input) {
			in.NIC = nic(t, "paper", "dce_tcp_g = \"512/1024\"\ndce_tcp_g_convention = \"old-weight\"")
		},
	},
	"time-reset": {
		func(t *testing.T, in *Input) { in.NIC = nic(t, "paper", "time_reset = \"49.999us\"") },
		func(t *testing.T, in *Input) { in.NIC = nic(t, "paper", "time_reset = \"50us\"") },
	},
	"initial-alpha": {
		func(t *testing.T, in *Input) { in.NIC = nic(t, "paper", "initial_alpha_value = \"255/1024\"") },
		func(t *testing.T, in *Input) { in.NIC = nic(t, "paper", "initial_alpha_value = \"256/1024\"") },
	},
	"no-additive-increase": {
		func(t *testing.T, in *Input) { in.NIC = nic(t, "paper", "ai_rate = \"0Mbps\"") },
		func(t *testing.T, in *Input) { in.NIC = nic(t, "paper", "ai_rate = \"1Mbps\"") },
	},
	"cnp-unlimited": {
		func(t *testing.T, in *Input) {
			in.NIC = nic(t, "paper", "[notification_point]\nmin_time_between_cnps = \"0us\"")
		},
		func(t *testing.T, in *Input) {
			in.NIC = nic(t, "paper", "[notification_point]\nmin_time_between_cnps = \"1us\"")
		},
	},
	"cnp-faster-than-cut": {
		func(t *testing.T, in *Input) { in.NIC = nic(t, "connectx", "rate_reduce_monitor_period = \"5us\"") },
		func(t *testing.T, in *Input) { in.NIC = nic(t, "connectx", "rate_reduce_monitor_period = \"4us\"") },
	},
	"alpha-timer": {
		func(t *testing.T, in *Input) { in.NIC = nic(t, "paper", "dce_tcp_rtt = \"49us\"") },
		func(t *testing.T, in *Input) { in.NIC = nic(t, "paper", "dce_tcp_rtt = \"50us\"") },
	},
	"ecn-off": {
		func(t *testing.T, in *Input) { in.WRED.ECN = "ecn_yellow_red" },
		func(t *testing.T, in *Input) { in.WRED.ECN = "ecn_green" },
	},
	"wred-off": {
		func(t *testing.T, in *Input) {
			in.WRED = marking(t, strings.Replace(enabled, `"wred_green_enable": "true", `, "", 1))
		},
		func(t *testing.T, in *Input) {
			in.WRED = marking(t, strings.Replace(enabled, `"wred_red_enable": "true"`, `"wred_red_enable": "false"`, 1))
		},
	},
	"color-mismatch": {
		func(t *testing.T, in *Input) {
			in.WRED = marking(t, strings.Replace(enabled, `"wred_red_enable": "true"`, `"wred_red_enable": "false"`, 1))
		},
		func(t *testing.T, in *Input) {
			in.WRED = marking(t, strings.Replace(strings.Replace(enabled, `"wred_red_enable": "true"`, `"wred_red_enable": "false"`, 1), "ecn_all", "ecn_green_yellow", 1))
		},
	},
	"unknown-field": {
		func(t *testing.T, in *Input) { in.WRED = marking(t, enabled+`, "weight": "3"`) },
		func(t *testing.T, in *Input) { in.WRED = marking(t, enabled+`, "yellow_drop_probability": "3"`) },
	},
	"ect-thresholds": {
		func(t *testing.T, in *Input) { in.WRED = marking(t, enabled+ect("red_ect_%s")) },
		func(t *testing.T, in *Input) { in.WRED = marking(t, enabled) },
	},
	"ect-mismatch": {
		func(t *testing.T, in *Input) { in.WRED = marking(t, enabled+`, "green_ect_max_threshold": "200000"`) },
		func(t *testing.T, in *Input) { in.WRED = marking(t, enabled+ect("green_ect_%s")) },
	},
	"queue-unmarked": {
		func(t *testing.T, in *Input) { in.Switch = config(t, `"QUEUE": {"Ethernet0|3": {"scheduler": "s"}}`) },
		func(t *testing.T, in *Input) {
			in.Switch = config(t, `"QUEUE": {"Ethernet0|3": {"wred_profile": "W"}, "Ethernet0|4": {}}`)
		},
	},
	"threshold-missing": {
		func(t *testing.T, in *Input) { in.WRED.Min = 0 },
		func(t *testing.T, in *Input) { in.WRED.Min = 1 },
	},
	"kmin-above-kmax": {
		func(t *testing.T, in *Input) { in.WRED.Min = 400_001 },
		func(t *testing.T, in *Input) { in.WRED.Min = 399_999 },
	},
	"pmax-zero": {
		func(t *testing.T, in *Input) { in.WRED.Percent = 0 },
		func(t *testing.T, in *Input) { in.WRED.Percent = 1 },
	},
	"kmin-above-pause": {
		func(t *testing.T, in *Input) { in.PauseAt = 100_000 },
		func(t *testing.T, in *Input) { in.PauseAt = 100_001 },
	},
	"kmax-above-pause": {
		func(t *testing.T, in *Input) { in.Switch, in.WRED.Max = config(t, buffers), 500_000 },
		func(t *testing.T, in *Input) { in.Switch, in.WRED.Max = config(t, buffers), 499_999 },
	},
	"cutoff": {
		func(t *testing.T, in *Input) { in.WRED.Min = 400_000 },
		func(t *testing.T, in *Input) { in.WRED.Min = 399_999 },
	},
	"cutoff-below-bdp": {
		func(t *testing.T, in *Input) { in.WRED.Min, in.WRED.Max = 99_999, 99_999 },
		func(t *testing.T, in *Input) { in.WRED.Min, in.WRED.Max = 100_000, 100_000 },
	},
	"pmax-low": {
		func(t *testing.T, in *Input) { in.WRED.Percent, in.Connections = 1, 38 },
		func(t *testing.T, in *Input) { in.WRED.Percent, in.Connections = 1, 37 },
	},
	"cnp-with-data": {
		func(t *testing.T, in *Input) { in.Switch = config(t, `"DSCP_TO_TC_MAP": {"A": {"48": "3"}}`) },
		func(t *testing.T, in *Input) { in.Switch = config(t, `"DSCP_TO_TC_MAP": {"A": {"48": "6"}}`) },
	},
}

// ect are all fields of ECN-capable packets of a colour, under a spelling.
func ect(spelling string) string {
	name := func(quantity string) string { return `, "` + strings.Replace(spelling, "%s", quantity, 1) + `": ` }
	return name("min_threshold") + `"150000"` + name("max_threshold") + `"300000"` + name("mark_probability") + `"30"`
}

// TestWording has what a few checks say of profiles, of the colour of the case.
func TestWording(t *testing.T) {
	for name, c := range map[string]struct {
		color      sonic.Color
		fields, id string
		want       string
	}{
		"not enabled":         {sonic.Green, `"ecn": "ecn_all", "wred_red_enable": "true"`, "wred-off", "ecn of W is ecn_all, but wred_green_enable is not true"},
		"false":               {sonic.Red, `"ecn": "ecn_green_red", "wred_red_enable": "false"`, "wred-off", "ecn of W is ecn_green_red, but wred_red_enable is not true"},
		"dropped":             {sonic.Yellow, `"ecn": "ecn_red", "wred_yellow_enable": "true"`, "ecn-off", "ecn of W is ecn_red, which does not mark yellow packets; wred_yellow_enable is true, so they are dropped instead"},
		"neither":             {sonic.Yellow, `"ecn": "ecn_red"`, "ecn-off", "ecn of W is ecn_red, which does not mark yellow packets"},
		"others":              {sonic.Green, `"ecn": "ecn_green_red", "wred_green_enable": "true", "wred_yellow_enable": "true"`, "color-mismatch", "W: wred_yellow_enable is true, but ecn does not name yellow; ecn names red, but wred_red_enable is not true"},
		"near and far":        {sonic.Green, `"weight": "1", "green_min_treshold": "1"`, "unknown-field", "W: green_min_treshold (did you mean green_min_threshold?), weight"},
		"set":                 {sonic.Green, `"red_ect_max_threshold": "2", "ecn_green_min_threshold": "1"`, "ect-thresholds", "W: ecn_green_min_threshold, red_ect_max_threshold"},
		"two names":           {sonic.Green, `"ecn": "ecn_all"` + ect("red_ect_%s") + ect("ecn_green_%s"), "ect-mismatch", "W: ecn_green_min_threshold has the name of an earlier version, other fields do not"},
		"parts":               {sonic.Green, `"green_ect_min_threshold": "1", "ecn_red_mark_probability": "1"`, "ect-mismatch", "W: ecn_red_mark_probability has the name of an earlier version, other fields do not; green_ect_min_threshold without max_threshold, mark_probability; ecn_red_mark_probability without min_threshold, max_threshold"},
		"out of order":        {sonic.Green, `"green_ect_min_threshold": "3", "green_ect_max_threshold": "2", "green_ect_mark_probability": "1"`, "ect-mismatch", "W: green_ect_min_threshold 3 bytes is above green_ect_max_threshold 2 bytes"},
		"not named":           {sonic.Green, `"ecn": "ecn_green"` + ect("ecn_red_%s"), "ect-mismatch", "W: ecn_red_min_threshold is set, but ecn does not name red"},
		"ECT's are missing":   {sonic.Green, `"green_ect_min_threshold": "0", "green_ect_max_threshold": "0", "green_max_threshold": "9"`, "threshold-missing", "W has no green_ect_max_threshold"},
		"ECT's are a cut-off": {sonic.Red, `"red_ect_min_threshold": "9", "ecn_red_max_threshold": "9"`, "cutoff", "red_ect_min_threshold and ecn_red_max_threshold are both 9 bytes"},
		"ECT's are never":     {sonic.Green, `"green_ect_mark_probability": "0", "green_max_threshold": "9"`, "pmax-zero", "green_ect_mark_probability is 0"},
		"of two kinds":        {sonic.Green, `"green_min_threshold": "7", "green_max_threshold": "9", "green_ect_max_threshold": "6"`, "kmin-above-kmax", "green_min_threshold 7 bytes is above green_ect_max_threshold 6 bytes"},
		"another colour":      {sonic.Green, `"red_min_threshold": "7"`, "kmin-above-kmax", "red_min_threshold 7 bytes is above red_max_threshold 0 bytes"},
	} {
		t.Run(name, func(t *testing.T) {
			in := input(t)
			m := marking(t, c.fields).Profile.Marking(c.color)
			in.WRED = &m
			found, err := Run(in)
			require.NoError(t, err)
			i := slices.IndexFunc(found, func(f Finding) bool { return f.ID == c.id })
			require.GreaterOrEqual(t, i, 0, "%v", found)
			require.Equal(t, c.want, found[i].Found)
		})
	}
}

// TestEachCheck: each check finds what it is for, and nothing just outside of it.
func TestEachCheck(t *testing.T) {
	require.Empty(t, ids(t, input(t)), "the case that all others change finds nothing")
	for _, c := range Checks() {
		t.Run(c.ID, func(t *testing.T) {
			pair, ok := cases[c.ID]
			require.True(t, ok, "no case")
			in := input(t)
			pair[0](t, &in)
			require.Contains(t, ids(t, in), c.ID)
			in = input(t)
			pair[1](t, &in)
			require.NotContains(t, ids(t, in), c.ID)
		})
	}
	require.Len(t, cases, len(Checks()))
}

// TestColorOfTheData: what is wrong with the data's colour is found once.
func TestColorOfTheData(t *testing.T) {
	in := input(t)
	in.WRED = marking(t, strings.Replace(enabled, `"wred_green_enable": "true", `, "", 1))
	require.Equal(t, []string{"wred-off"}, ids(t, in))
	in.WRED = marking(t, strings.Replace(enabled, "ecn_all", "ecn_yellow_red", 1))
	require.Equal(t, []string{"ecn-off"}, ids(t, in))
	in.WRED = marking(t, enabled+ect("ecn_green_%s"))
	require.Equal(t, []string{"ect-thresholds"}, ids(t, in), "the first names alone go together")
}

// TestCatalogue: names are unique, and everything is said.
func TestCatalogue(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range Checks() {
		require.False(t, seen[c.ID], c.ID)
		seen[c.ID] = true
		require.Contains(t, []Severity{Error, Warning, Note}, c.Severity)
		require.NotEmpty(t, c.Why)
		require.NotEmpty(t, c.Source)
		require.Contains(t, []string{"", "wred"}, c.Needs)
	}
}

// TestRunOrder: worst first; without a switch its checks are left out.
func TestRunOrder(t *testing.T) {
	in := input(t)
	in.NIC = nic(t, "connectx", "initial_alpha_value = \"1/1024\"")
	in.WRED.ECN = "ecn_none"
	require.Equal(t, []string{"ecn-off", "initial-alpha", "alpha-timer", "color-mismatch"}, ids(t, in))
	in.WRED = nil
	require.Equal(t, []string{"initial-alpha", "alpha-timer"}, ids(t, in))
	found, err := Run(in)
	require.NoError(t, err)
	require.Equal(t, Warning, found[0].Severity, "the worst comes first")
	require.True(t, Error.AtLeast(Warning))
	require.True(t, Warning.AtLeast(Warning))
	require.False(t, Note.AtLeast(Warning))
	require.False(t, Severity("").AtLeast(Note))
}

// TestRanges: what the command passes on is held to its range.
func TestRanges(t *testing.T) {
	for want, change := range map[string]func(*Input){
		"connections: 0 is out of range 1..1048576": func(in *Input) { in.Connections = 0 },
		"connections: 0 is out of range":            func(in *Input) { in.Connections = -3 },
		"rtt: 0 is out of range":                    func(in *Input) { in.RTT = 0 },
		"mtu: 10 is out of range 64..65536 bytes":   func(in *Input) { in.MTU = 10 },
		"queue: 9 is out of range":                  func(in *Input) { in.Queue = 8 },
		"line rate: 1 kb/s is out of range":         func(in *Input) { in.Line = 1 },
	} {
		in := input(t)
		change(&in)
		_, err := Run(in)
		require.ErrorContains(t, err, want)
	}
}

// TestWidth: findings fit 80 columns, whatever is in them.
func TestWidth(t *testing.T) {
	in := input(t)
	in.NIC = nic(t, "ionic", "min_rate = \"50Gbps\"")
	in.WRED = marking(t, `"ecn": "ecn_none", "green_min_threshold": "5", "green_max_threshold": "5"`)
	in.PauseAt, in.PauseFrom = 3, strings.Repeat("x", 200)
	found, err := Run(in)
	require.NoError(t, err)
	require.Greater(t, len(found), 5)
	var out bytes.Buffer
	require.NoError(t, Write(&out, found))
	for line := range strings.Lines(out.String()) {
		require.LessOrEqual(t, len([]rune(strings.TrimRight(line, "\n"))), 80, line)
	}
	for _, f := range found {
		require.Contains(t, out.String(), string(f.Severity)+": "+f.ID+"\n")
	}
}

// TestSettle checks where the reference settles against what can be said without it.
func TestSettle(t *testing.T) {
	get := func(name string) *dcqcn.Params {
		p, err := profile.Get(name, 100_000_000)
		require.NoError(t, err)
		return &p.RP
	}
	// Alpha goes to 1, a cut of a half each 50 us, increases later: the floor.
	s := settle(get("paper"), 50_000)
	require.InDelta(t, 40_000, s.Rate, 1)
	require.InDelta(t, 1, s.Alpha, 1e-4)
	// Nothing is cut: line rate.
	p := get("paper")
	p.KeepAtLeast = 1 << 16
	require.InDelta(t, 100_000_000, settle(p, 50_000).Rate, 1)
	// A CNP in one of k alpha periods, alpha kept with 24 bits: (1-w)/(1-w^k).
	p = get("hpcc")
	w := 255.0 / 256
	for _, k := range []uint32{1, 2, 4, 10} {
		fall := 1.0
		for range k {
			fall *= w
		}
		require.InDelta(t, (1-w)/(1-fall), settle(p, k*1000).Alpha, 1e-3, "k = %d", k)
	}
	// Two cuts a period apart are as far apart as the driver lets them, by hand: one
	// increase between two cuts of half takes a quarter of the rate, so that it falls.
	p = get("paper")
	p.IncreasePeriod = 40_000
	p.Threshold = 31
	p.ByteReset = 0
	p.MinRate = 1
	require.Less(t, settle(p, 50_000).Rate, 100.0)
}

// TestSettleOracle checks settle against another driver, which goes through time in steps
// of 1 us and asks the timers at each.
func TestSettleOracle(t *testing.T) {
	for _, name := range []string{"paper", "connectx", "irdma", "hpcc", "ionic"} {
		p, err := profile.Get(name, 10_000_000)
		require.NoError(t, err)
		p.RP.ByteReset = 0 // bytes are counted at events, which are others here
		interval := max(p.NP.Interval, 1000)
		var s dcqcn.State
		dcqcn.Init(&p.RP, &s)
		area, n := 0.0, 0
		for now := uint32(1000); now <= settleTime; now += 1000 {
			for {
				timer := dcqcn.Next(&s, fixedpoint.Time(now-1000))
				if timer.Kind == dcqcn.EventNone || fixedpoint.Time(now).Before(timer.At) {
					break
				}
				dcqcn.Step(&p.RP, &s, &dcqcn.Event{Kind: timer.Kind, Now: timer.At})
			}
			if now%interval == 0 {
				dcqcn.Step(&p.RP, &s, &dcqcn.Event{Kind: dcqcn.EventCNP, Now: fixedpoint.Time(now)})
			}
			if now > settleTime/2 {
				area += float64(s.Rates.RC)
				n++
			}
		}
		require.InEpsilon(t, area/float64(n), settle(&p.RP, interval).Rate, 1e-3, name)
	}
}

// TestBuiltinProfiles: what is found of the profiles that ship.
func TestBuiltinProfiles(t *testing.T) {
	for name, want := range map[string][]string{
		"paper": nil, "irdma": nil, "connectx": {"alpha-timer"}, "hpcc": {"cnp-unlimited"},
		"ionic": {"increase-wins", "time-reset", "initial-alpha", "alpha-timer"},
	} {
		p, err := nicconf.BuiltIn(name, 100_000_000)
		require.NoError(t, err)
		in := input(t)
		in.NIC, in.WRED = p, nil
		require.Equal(t, want, ids(t, in), name)
	}
}

// TestSample: the sample configuration of package sonic.
func TestSample(t *testing.T) {
	text, err := os.ReadFile("../sonic/testdata/config_db.json")
	require.NoError(t, err)
	c, err := sonic.Parse(text, "config_db.json")
	require.NoError(t, err)
	in := input(t)
	in.Switch = c
	p, err := c.Choose("", 3)
	require.NoError(t, err)
	m := p.Marking(sonic.Green)
	in.WRED = &m
	found, err := Run(in)
	require.NoError(t, err)
	require.Empty(t, found)
	in.WRED.Max = 4_000_000
	found, err = Run(in)
	require.NoError(t, err)
	i := slices.IndexFunc(found, func(f Finding) bool { return f.ID == "kmax-above-pause" })
	require.GreaterOrEqual(t, i, 0)
	require.Equal(t, "green_max_threshold 4000.0 KB is not below 3686.7 KB, at which PFC pauses (pg_lossless_100000_5m_profile, one congested group)", found[i].Found)
}
