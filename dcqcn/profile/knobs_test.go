package profile_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/dcqcn"
	"smartnic-cc/dcqcn/profile"
)

func get(t testing.TB, name string) profile.Profile {
	t.Helper()
	p, err := profile.Get(name, 100_000_000)
	require.NoError(t, err)
	return p
}

// TestDefaultsOfTheTableAreTheProfiles: the table of names and the profiles of their
// vendors tell the same defaults.
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

// TestSetChangesOneThing sets every knob to its ends: what Value tells is what was
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
				text = "0" // the port's speed is no limit
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
		{"connectx", "min_rate", "100001", "min_rate 100001: MinRate: 100001000 is out of range 1..100000000 kb/s (MaxRate)"},
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
	require.EqualError(t, err, "dcqcn_rai_factor: profile irdma cannot be written: 5 kb/s is no whole number of segments each 55000 ns")
	require.EqualError(t, p.Set("dcqcn_T", "0"), "dcqcn_T: 0 is out of range 1..131071 us")
	require.NoError(t, p.Set("dcqcn_T", "1"))
	require.ErrorContains(t, p.Set("dcqcn_hai_factor", "40"), "out of range 0..268435456")
}

// TestRoundTrip: Set in any order, Export, Import is the identity.
//
//	profile -> Set x n -> Export(convention) -> text -> Import -> the same profile
func TestRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 2))
	for _, name := range profile.Names() {
		for _, c := range []profile.Convention{profile.OldWeight, profile.NewWeight} {
			for range 40 {
				base := get(t, name)
				p := base
				for _, k := range profile.Knobs() {
					if rng.IntN(2) == 0 {
						continue
					}
					v := k.Min + rng.Uint64N(k.Max-k.Min+1)
					if k.Name == "max_rate" || k.Name == "min_rate" || k.Name == "rate_to_set_on_first_cnp" {
						v = 100 + rng.Uint64N(1000)
						if k.Name == "max_rate" {
							v += 99_000
						}
					}
					// Refused where the profile has no such parameter.
					_ = p.Set(k.Name, strconv.FormatUint(v, 10))
				}
				var text bytes.Buffer
				require.NoError(t, p.Export(&text, c), name)
				back, err := profile.Import(bytes.NewReader(text.Bytes()), profile.Options{Base: base})
				require.NoError(t, err, text.String())
				require.Equal(t, p, back)
				// In the other two forms, and from the last line to the first.
				lines := strings.Split(strings.TrimSpace(text.String()), "\n")
				var odd strings.Builder
				for i := len(lines) - 1; i > 0; i-- {
					odd.WriteString(strings.Replace(lines[i], " ", []string{"=", ": ", "\t"}[i%3], 1) + "  # " + name + "\r\n")
				}
				back, err = profile.Import(strings.NewReader(odd.String()), profile.Options{Base: base})
				require.NoError(t, err, odd.String())
				require.Equal(t, p, back)
			}
		}
	}
}

func TestConventionsAreCarried(t *testing.T) {
	p := get(t, "connectx")
	for c, want := range map[profile.Convention]string{
		profile.OldWeight: "dce_tcp_g_convention old-weight\nrp_dce_tcp_g 1019\n",
		profile.NewWeight: "dce_tcp_g_convention new-weight\nrp_dce_tcp_g 5\n",
	} {
		var b strings.Builder
		require.NoError(t, p.Export(&b, c))
		require.Contains(t, b.String(), want)
	}
	// The older texts' default.
	q, err := profile.Import(strings.NewReader("dce_tcp_g 64"), profile.Options{Base: p, Convention: profile.NewWeight})
	require.NoError(t, err)
	require.EqualValues(t, 960*64, q.RP.OldWeight)
	q, err = profile.Import(strings.NewReader("dce_tcp_g 64"), profile.Options{Base: p, Convention: profile.OldWeight})
	require.NoError(t, err)
	require.EqualValues(t, 64*64, q.RP.OldWeight)
	// The ends of the range are each other's complement.
	_, err = profile.Import(strings.NewReader("dce_tcp_g 0"), profile.Options{Base: p, Convention: profile.NewWeight})
	require.EqualError(t, err, "line 1: dce_tcp_g: 0 is out of range 1..1024 1/1024")
	q, err = profile.Import(strings.NewReader("dce_tcp_g 1024"), profile.Options{Base: p, Convention: profile.NewWeight})
	require.NoError(t, err)
	require.Zero(t, q.RP.OldWeight)
	var b strings.Builder
	require.EqualError(t, p.Export(&b, profile.Unstated), "dce_tcp_g_convention: state old-weight or new-weight")
	require.Empty(t, b.String())
}

func TestImportErrors(t *testing.T) {
	for text, want := range map[string]string{
		"# nothing\n\n":                              `cc.txt: no parameter in the text; want lines such as "time_reset 300"`,
		"time_reset 300\ntime_reset 301":             "cc.txt:2: time_reset: 301 here and 300 in line 1; keep one",
		"\n\nai_rate":                                `cc.txt:3: "ai_rate" is no setting; want "name value", "name=value" or "name: value"`,
		"ai_rate = ":                                 `cc.txt:1: "ai_rate =" is no setting; want "name value", "name=value" or "name: value"`,
		"ai_rate 5 6":                                `cc.txt:1: "ai_rate 5 6" is no setting; want "name value", "name=value" or "name: value"`,
		"ai_rate: x":                                 `cc.txt:1: ai_rate: "x" is not a number; want 0..131071 Mb/s`,
		"threshold 1\nbyte_reset 40000\n":            "cc.txt:2: byte_reset: 40000 is out of range 0..32767 bytes",
		"dce_tcp_g 1019":                             `cc.txt:1: dce_tcp_g: which weight it is is not stated; add a line "dce_tcp_g_convention old-weight" (default 1019) or "dce_tcp_g_convention new-weight" (default 64)`,
		"dce_tcp_g_convention old\ndce_tcp_g 1":      `cc.txt:1: dce_tcp_g_convention: "old" is no convention; want old-weight or new-weight`,
		"ai_rate 5\ndce_tcp_g_convention old-weight": "cc.txt:2: dce_tcp_g_convention: there is no dce_tcp_g in the text",
		"min_rate 5000\nmax_rate 1000":               "cc.txt: MinRate: 5000000 is out of range 1..1000000 kb/s (MaxRate)",
		"np_cnp_prio_mode 1":                         `cc.txt:1: unknown parameter "np_cnp_prio_mode"; near it: cnp_prio, cnp_dscp, clamp_tgt_rate`,
		strings.Repeat("x", 5000):                    "cc.txt:1: longer than 4096 bytes; is this a text of parameters?",
	} {
		base := get(t, "connectx")
		p, err := profile.Import(strings.NewReader(text), profile.Options{File: "cc.txt", Base: base})
		require.EqualError(t, err, want)
		require.Equal(t, base, p)
	}
	_, err := profile.Import(strings.NewReader("dce_tcp_g_convention new-weight\ndce_tcp_g 64"),
		profile.Options{Base: get(t, "connectx"), Convention: profile.OldWeight})
	require.EqualError(t, err, "line 1: dce_tcp_g_convention: new-weight contradicts old-weight, which was stated before")
	_, err = profile.Import(failing{}, profile.Options{File: "cc.txt", Base: get(t, "connectx")})
	require.EqualError(t, err, "cc.txt:1: disk on fire")
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("disk on fire") }

// TestImportOfADump reads what `grep . cc_params/*` shows.
func TestImportOfADump(t *testing.T) {
	text := `cc_params/rp_time_reset:55
cc_params/rp_threshold:5
cc_params/np_cnp_prio_mode:1
CLAMP_TGT_RATE_P1 True(1)
cc_params/rp_time_reset:55
`
	var skipped []string
	p, err := profile.Import(strings.NewReader(text), profile.Options{Base: get(t, "connectx"), SkipUnknown: true, Skipped: &skipped})
	require.NoError(t, err)
	require.Equal(t, []string{"cc_params/np_cnp_prio_mode"}, skipped)
	want := get(t, "connectx")
	want.RP.IncreasePeriod, want.RP.Threshold, want.RP.ClampTarget = 55_000, 5, true
	require.Equal(t, want, p)
}

// TestExportRefusesWhatHasNoName: nothing is written of a profile that its names
// cannot express.
func TestExportRefusesWhatHasNoName(t *testing.T) {
	for want, change := range map[string]func(*profile.Profile){
		"profile connectx cannot be written: time_reset: 0.5 is not a whole number; want 1..131071 us":    func(p *profile.Profile) { p.RP.IncreasePeriod = 500 },
		"profile connectx cannot be written: byte_reset: 10000000 is out of range 0..32767 bytes":         func(p *profile.Profile) { p.RP.ByteReset = 10_000_000 },
		"min_dec_fac: profile connectx cannot be written: KeepAtLeast 12345/65536 is no whole percentage": func(p *profile.Profile) { p.RP.KeepAtLeast = 12345 },
	} {
		p := get(t, "connectx")
		change(&p)
		var b strings.Builder
		require.EqualError(t, p.Export(&b, profile.OldWeight), want)
		require.Empty(t, b.String())
	}
}

func TestExportIsGolden(t *testing.T) {
	p := get(t, "connectx")
	var b strings.Builder
	require.NoError(t, p.Export(&b, profile.OldWeight))
	require.Equal(t, `# DCQCN parameters of profile connectx for a port of 100000 Mb/s
rp_clamp_tgt_rate 0
rp_clamp_tgt_rate_ati 1
rp_time_reset 300
rp_byte_reset 32767
rp_threshold 1
rp_ai_rate 5
rp_hai_rate 50
rp_max_rate 0
rp_gd 11
rp_min_dec_fac 50
rp_min_rate 1
rp_rate_to_set_on_first_cnp 0
dce_tcp_g_convention old-weight
rp_dce_tcp_g 1019
rp_dce_tcp_rtt 1
rp_rate_reduce_monitor_period 4
rp_initial_alpha_value 1023
np_min_time_between_cnps 4
np_cnp_dscp 48
np_cnp_prio 6
`, b.String())
}

// FuzzImport: whatever the text, one line of error or a valid profile.
func FuzzImport(f *testing.F) {
	for _, s := range []string{"time_reset 300", "dce_tcp_g=5", "a:b", "\x00", "dcqcn_T 5\ndcqcn_hai_factor 255", "max_rate 0", "rp_:1", "_p1 1", "gd 10\ngd 10"} {
		for i := range profile.Names() {
			f.Add(s, uint8(i), i%2 == 0)
		}
	}
	f.Fuzz(func(t *testing.T, text string, which uint8, old bool) {
		o := profile.Options{Base: get(t, profile.Names()[int(which)%len(profile.Names())]), Convention: profile.NewWeight, SkipUnknown: old}
		if old {
			o.Convention = profile.OldWeight
		}
		p, err := profile.Import(strings.NewReader(text), o)
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
			require.True(t, reflect.DeepEqual(p, o.Base), "unchanged by an error")
			return
		}
		require.NoError(t, profile.Check(p.RP))
		require.LessOrEqual(t, p.RP.MaxRate, dcqcn.Rate(100_000_000))
	})
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

func ExampleImport() {
	base, err := profile.Get("connectx", 100_000_000)
	if err != nil {
		fmt.Println(err)
		return
	}
	dump := "rp_time_reset: 55\nrp_dce_tcp_g: 1000\n"
	p, err := profile.Import(strings.NewReader(dump), profile.Options{Base: base, Convention: profile.OldWeight})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range []string{"time_reset", "dce_tcp_g", "threshold"} {
		v, err := p.Value(name)
		fmt.Fprintln(os.Stdout, name, v, err)
	}
	// Output:
	// time_reset 55 <nil>
	// dce_tcp_g 1000 <nil>
	// threshold 1 <nil>
}
