package profile_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/dcqcn/profile"
)

func get(t testing.TB, name string) profile.Profile {
	t.Helper()
	p, err := profile.Get(name, 100_000_000)
	require.NoError(t, err)
	return p
}

// TestDefaultsOfTheTableAreTheProfiles: the table of names and the profiles of their
// vendors have the same defaults.
func TestDefaultsOfTheTableAreTheProfiles(t *testing.T) {
	of := map[profile.Vendor]profile.Profile{profile.MLX5: get(t, "connectx"), profile.IRDMA: get(t, "irdma")}
	for _, k := range profile.Knobs() {
		p := of[k.Vendor]
		text, err := p.Value(k.Name)
		require.NoError(t, err)
		require.Equal(t, k.Default, text, k.Name)
		before := p
		require.NoError(t, p.Set(k.Name, k.Default))
		require.Equal(t, before, p, k.Name)
	}
	ionic := get(t, "ionic")
	for name, want := range map[string]string{
		"initial_alpha": "64", "dce_tcp_g": "512", "dce_tcp_rtt": "1", "rate_reduce_monitor_period": "1",
		"time_reset": "1", "byte_reset": "431068", "ai_rate": "160", "hai_rate": "300", "cnp_dscp": "46",
	} {
		text, err := ionic.Value(name)
		require.NoError(t, err)
		require.Equal(t, want, text, name)
	}
}

// TestSetChangesOneThing sets every knob to its ends: what Value returns is what was
// set, one step beyond is refused with the range, and nothing else changes.
func TestSetChangesOneThing(t *testing.T) {
	of := map[profile.Vendor]string{profile.MLX5: "connectx", profile.IRDMA: "irdma"}
	for _, k := range profile.Knobs() {
		p := get(t, of[k.Vendor])
		hi := k.Max
		if k.Name == "max_rate" || k.Name == "min_rate" || k.Name == "rate_to_set_on_first_cnp" {
			hi = 100_000 // the port's speed
		}
		for _, v := range []uint64{k.Min, k.Min + 1, hi} {
			q := p
			text := strconv.FormatUint(v, 10)
			require.NoError(t, q.Set(k.Name, text), "%s %s", k.Name, text)
			back, err := q.Value(k.Name)
			require.NoError(t, err)
			if k.Name == "max_rate" && v == hi {
				text = "0" // the port's speed does not limit it
			}
			require.Equal(t, text, back, k.Name)
			require.NoError(t, q.Set(strings.ToUpper(k.Prefix+k.Name)+"_P1", k.Default))
			require.Equal(t, p, q, "%s set back", k.Name)
		}
		for _, text := range []string{strconv.FormatUint(k.Max+1, 10), "-1", "1e3", "", "x", "1.5"} {
			q := p
			err := q.Set(k.Name, text)
			require.ErrorContains(t, err, k.Name)
			require.ErrorContains(t, err, strconv.FormatUint(k.Min, 10)+".."+strconv.FormatUint(k.Max, 10))
			require.Equal(t, p, q, "unchanged by an error")
			require.NotContains(t, err.Error(), "\n")
		}
	}
}

func TestSetErrors(t *testing.T) {
	for _, c := range []struct{ profile, name, value, want string }{
		{"connectx", "time_resett", "5", `unknown parameter "time_resett"; near it: time_reset, byte_reset, ai_rate`},
		{"connectx", "byte_reset", "32768", "byte_reset: 32768 is out of range 0..32767 bytes"},
		{"connectx", "gd", "9", "gd: 9 is out of range 10..11 log2"},
		{"connectx", "cnp_prio", "8", "cnp_prio: 8 is out of range 0..7"},
		{"connectx", "clamp_tgt_rate", "2", `clamp_tgt_rate: "2" is out of range 0..1`},
		{"connectx", "dcqcn_F", "5", "dcqcn_F: no parameter of profile connectx, whose names are mlx5's (threshold, time_reset, byte_reset and so on)"},
		{"irdma", "threshold", "5", "threshold: no parameter of profile irdma, whose names are dcqcn_F, dcqcn_T, dcqcn_B and so on"},
		{"irdma", "dcqcn_T", "1.5", "dcqcn_T: 1.5 is not a whole number; want 1..131071 us"},
		{"connectx", "max_rate", "100001", "max_rate 100001: above the port's speed; out of range 0..100000 Mb/s"},
		{"connectx", "min_rate", "100001", "min_rate 100001: MinRate: 100001000 is out of range 1..100000000 kb/s (1..MaxRate)"},
		{"paper", "rate_reduce_monitor_period", "4", "rate_reduce_monitor_period 4: every CNP cuts at once in profile paper, there is no period to set"},
		{"paper", "time_reset", "0.0001", "time_reset 0.0001: is no whole number of ns"},
		{"paper", "ai_rate", "0.0001", "ai_rate 0.0001: is no whole number of kb/s"},
	} {
		p := get(t, c.profile)
		require.EqualError(t, p.Set(c.name, c.value), c.want)
	}
	p := get(t, "connectx")
	_, err := p.Value("nonsense")
	require.ErrorContains(t, err, "unknown parameter")
	_, err = p.Value("dcqcn_T")
	require.ErrorContains(t, err, "no parameter of profile connectx")
}

func TestWhatSetDoes(t *testing.T) {
	p := get(t, "connectx")
	require.NoError(t, p.Set("rp_max_rate", "40000"))
	require.EqualValues(t, 40_000_000, p.RP.MaxRate)
	require.EqualValues(t, 40_000_000, p.RP.TargetCap)
	require.NoError(t, p.Set("gd", "10"))
	require.EqualValues(t, 10, p.RP.CutShift)
	require.NoError(t, p.Set("min_dec_fac", "1"))
	require.EqualValues(t, 655, p.RP.KeepAtLeast)
	require.NoError(t, p.Set("CLAMP_TGT_RATE_P1", "True(1)"))
	require.True(t, p.RP.ClampTarget)
	require.NoError(t, p.Set("clamp_tgt_rate_after_time_inc", "0"))
	require.False(t, p.RP.ClampAfterTime)
	require.NoError(t, p.Set("dce_tcp_g", "1000"))
	require.EqualValues(t, 64000, p.RP.OldWeight)

	// Fractions of the vendor's units where the parameters have finer ones.
	p = get(t, "paper")
	require.NoError(t, p.Set("time_reset", "0.001"))
	require.EqualValues(t, 1, p.RP.IncreasePeriod)
	require.NoError(t, p.Set("ai_rate", "0.001"))
	require.EqualValues(t, 1, p.RP.RateAI)
	require.NoError(t, p.Set("initial_alpha", "0.00006103515625"))
	require.EqualValues(t, 1, p.RP.AlphaInit)

	// irdma counts increases in segments each period: they follow the period.
	p = get(t, "irdma")
	require.EqualValues(t, 148_945, p.RP.RateAI, "8192 bits each 55 us")
	require.EqualValues(t, 744_727, p.RP.RateHAI)
	require.NoError(t, p.Set("dcqcn_T", "110"))
	require.EqualValues(t, 74_472, p.RP.RateAI)
	require.EqualValues(t, 372_363, p.RP.RateHAI)
	require.NoError(t, p.Set("dcqcn_hai_factor", "10"))
	require.EqualValues(t, 744_727, p.RP.RateHAI)
	p.RP.RateAI = 5
	require.NoError(t, p.Set("dcqcn_T", "55"))
	require.EqualValues(t, 5, p.RP.RateAI, "a rate that no factor gives stays")
	_, err := p.Value("dcqcn_rai_factor")
	require.EqualError(t, err, "dcqcn_rai_factor: 5 kb/s is no whole number of segments each 55000 ns")
	require.EqualError(t, p.Set("dcqcn_T", "0"), "dcqcn_T: 0 is out of range 1..131071 us")
	require.NoError(t, p.Set("dcqcn_T", "1"))
	require.ErrorContains(t, p.Set("dcqcn_hai_factor", "40"), "out of range 0..268435456")
}

func ExampleProfile_Set() {
	p, err := profile.Get("connectx", 100_000_000)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Set("rp_ai_rate", "50"), p.RP.RateAI)
	fmt.Println(p.Set("rp_ai_rate", "200000"))
	fmt.Println(p.Set("rp_al_rate", "5"))
	// Output:
	// <nil> 50000
	// ai_rate: 200000 is out of range 0..131071 Mb/s
	// unknown parameter "rp_al_rate"; near it: ai_rate, hai_rate, max_rate
}
