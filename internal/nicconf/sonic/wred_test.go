package sonic_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/nicconf/sonic"
)

// one parses a configuration of one profile.
func one(t *testing.T, fields string) *sonic.Profile {
	t.Helper()
	return &config(t, `{"WRED_PROFILE": {"W": {`+fields+`}}}`).Profiles[0]
}

// TestColors: a colour is marked where ecn names it and it is enabled, for each value of
// ecn and each set of colours that are enabled. The values spell out their colours.
func TestColors(t *testing.T) {
	for _, ecn := range []string{"", "ecn_none", "ecn_green", "ecn_yellow", "ecn_red", "ecn_green_yellow", "ecn_green_red", "ecn_yellow_red", "ecn_all"} {
		for set := range 27 { // of each colour: no field, false, true
			fields := ""
			on := map[sonic.Color]bool{}
			for i, c := range sonic.Colors() {
				how := set / []int{1, 3, 9}[i] % 3
				if how > 0 {
					fields += fmt.Sprintf(`, "wred_%s_enable": "%t"`, c, how == 2)
				}
				on[c] = how == 2
			}
			if ecn != "" {
				fields += `, "ecn": "` + ecn + `"`
			}
			p := one(t, strings.TrimPrefix(fields, ", "))
			for _, c := range sonic.Colors() {
				m := p.Marking(c)
				require.Equal(t, on[c] && (ecn == "ecn_all" || strings.Contains(ecn, string(c))), m.Marks(), "%s %s", c, fields)
			}
			require.Empty(t, p.Unknown)
		}
	}
}

// TestECT: thresholds of ECN-capable packets go before those of drops, in both
// spellings, each for itself; a minimum above the maximum or without one leaves both to
// the drops'.
func TestECT(t *testing.T) {
	drop := map[string]uint64{"red_min_threshold": 10, "red_max_threshold": 20, "red_drop_probability": 5}
	for name, c := range map[string]struct {
		fields           map[string]uint64
		min, max, chance string
	}{
		"none":                   {nil, "red_min_threshold", "red_max_threshold", "red_drop_probability"},
		"all":                    {map[string]uint64{"red_ect_min_threshold": 3, "red_ect_max_threshold": 6, "red_ect_mark_probability": 50}, "red_ect_min_threshold", "red_ect_max_threshold", "red_ect_mark_probability"},
		"all, as first named":    {map[string]uint64{"ecn_red_min_threshold": 3, "ecn_red_max_threshold": 6, "ecn_red_mark_probability": 0}, "ecn_red_min_threshold", "ecn_red_max_threshold", "ecn_red_mark_probability"},
		"both":                   {map[string]uint64{"ecn_red_min_threshold": 3, "red_ect_min_threshold": 4, "red_ect_max_threshold": 6}, "red_ect_min_threshold", "red_ect_max_threshold", "red_drop_probability"},
		"a pair of two names":    {map[string]uint64{"ecn_red_min_threshold": 3, "red_ect_max_threshold": 6}, "ecn_red_min_threshold", "red_ect_max_threshold", "red_drop_probability"},
		"maximum alone":          {map[string]uint64{"red_ect_max_threshold": 15}, "red_min_threshold", "red_ect_max_threshold", "red_drop_probability"},
		"minimum alone":          {map[string]uint64{"red_ect_min_threshold": 5}, "red_min_threshold", "red_max_threshold", "red_drop_probability"},
		"out of order":           {map[string]uint64{"red_ect_min_threshold": 6, "red_ect_max_threshold": 5, "red_ect_mark_probability": 9}, "red_min_threshold", "red_max_threshold", "red_ect_mark_probability"},
		"of another colour only": {map[string]uint64{"green_ect_min_threshold": 3, "green_ect_max_threshold": 6}, "red_min_threshold", "red_max_threshold", "red_drop_probability"},
	} {
		t.Run(name, func(t *testing.T) {
			all := maps.Clone(drop)
			maps.Copy(all, c.fields)
			var fields []string
			for field, v := range all {
				fields = append(fields, fmt.Sprintf("%q: \"%d\"", field, v))
			}
			p := one(t, strings.Join(fields, ", "))
			m := p.Marking(sonic.Red)
			require.Equal(t, []string{c.min, c.max, c.chance}, []string{m.MinField, m.MaxField, m.PercentField})
			require.Equal(t, []uint64{all[c.min], all[c.max], all[c.chance]}, []uint64{m.Min, m.Max, m.Percent})
			require.ElementsMatch(t, slices.Collect(maps.Keys(c.fields)), p.ECTFields())
			require.Empty(t, p.Unknown)
		})
	}
	m := one(t, "").Marking(sonic.Red)
	require.Equal(t, []any{uint64(0), uint64(0), uint64(100)}, []any{m.Min, m.Max, m.Percent}, "SAI's defaults")
}

// TestUnknown: fields of neither SONiC nor its change are kept by name.
func TestUnknown(t *testing.T) {
	require.Equal(t, []string{"green_ect_probability", "name", "weight"}, one(t, `"weight": 3, "name": {}, "green_ect_probability": "5", "NULL": "NULL"`).Unknown)
	require.Equal(t, " (did you mean wred_green_enable?)", sonic.FieldHint("wred_gren_enable"))
	require.Empty(t, sonic.FieldHint("weight"))
}

// TestBlanks: numbers of all tables are read with blanks around them, as orchagent's stoi
// and stoul take them.
func TestBlanks(t *testing.T) {
	text := func(n func(string) string) string {
		return `{"WRED_PROFILE": {"W": {"green_min_threshold": "` + n("166912") + `", "green_max_threshold": "` + n("282624") + `", "green_drop_probability": "` + n("5") + `",
			"red_ect_max_threshold": "` + n("7") + `", "ecn_yellow_mark_probability": "` + n("8") + `"}},
			"QUEUE": {"Ethernet0|` + n("3") + `-` + n("4") + `": {"wred_profile": "W"}},
			"BUFFER_POOL": {"p": {"size": "` + n("1000000") + `"}},
			"BUFFER_PROFILE": {"a": {"xoff": "1", "size": "` + n("1248") + `", "dynamic_th": "` + n("-3") + `", "pool": "p"}, "b": {"xoff": "1", "static_th": "` + n("90000") + `"}},
			"BUFFER_PG": {"Ethernet0|` + n("3") + `": {"profile": "a"}, "Ethernet0|` + n("4") + `": {"profile": "b"}},
			"DSCP_TO_TC_MAP": {"A": {"` + n("26") + `": "` + n("3") + `"}},
			"TC_TO_QUEUE_MAP": {"A": {"` + n("3") + `": "` + n("4") + `"}},
			"PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "` + n("3") + `,` + n("4") + `"}}}`
	}
	want := config(t, text(func(n string) string { return n }))
	queue, paused, ok := want.Queue(26)
	require.Equal(t, []any{4, true, true}, []any{queue, paused, ok})
	_, of := want.Unmarked(3)
	require.Equal(t, 1, of)
	for _, around := range []string{" %s", "%s ", `\t%s\n`, ` \u000b\f\r%s \t`} {
		require.Equal(t, want, config(t, text(func(n string) string { return fmt.Sprintf(around, n) })), around)
	}
	require.Equal(t, want, config(t, text(func(n string) string {
		if n[0] == '-' {
			return n
		}
		return "+0" + n
	})), "a sign and zeros")
}
