package nicconf_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"smartnic-cc/dcqcn"
	"smartnic-cc/dcqcn/profile"
	"smartnic-cc/internal/nicconf"
)

// TestTrafficGeneratorRoundTrip: of random profiles, most of which fit the model at the line's rate, each is written and read
// back as it was, from YAML and from JSON, or refused with one line that names a parameter.
func TestTrafficGeneratorRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(35, 6))
	fit := 0
	for i := range 700 {
		line := []dcqcn.Rate{1_000_000, 10_000_000, 25_000_000, 100_000_000, 400_000_000, 1_600_000_000, 3_000_000}[i%7]
		mbps := func() string { return fmt.Sprintf("%.3f", float64(1+r.IntN(int(line)/(1<<r.IntN(20))+1))/1000) }
		settings := map[string]string{
			"dce_tcp_g": fmt.Sprint(r.IntN(1025)), "initial_alpha_value": fmt.Sprint(1 + r.IntN(1023)), "dce_tcp_rtt": fmt.Sprint(1 + r.IntN(131_071)),
			"rate_reduce_monitor_period": fmt.Sprint(1 + r.IntN(131_071)), "rate_to_set_on_first_cnp": []string{"0", mbps()}[i%2], "min_rate": mbps(),
			"min_dec_fac": fmt.Sprint(r.IntN(101)), "clamp_tgt_rate": fmt.Sprint(r.IntN(2)), "time_reset": fmt.Sprint(1 + r.IntN(131_071)),
			"byte_reset": fmt.Sprint(r.IntN(33_000)), "threshold": fmt.Sprint(1 + r.IntN(31)), "ai_rate": mbps(), "hai_rate": mbps(),
			"min_time_between_cnps": fmt.Sprint(r.IntN(300)), "cnp_dscp": fmt.Sprint(r.IntN(64)),
		}
		if i%9 == 0 {
			settings["gd"] = fmt.Sprint(10 + r.IntN(2))
			settings["time_reset"] += ".5"
		}
		var text strings.Builder
		for name, value := range settings {
			fmt.Fprintf(&text, "%s %s\n", name, value)
		}
		o := nicconf.Options{Name: "p", Line: line, Convention: profile.OldWeight}
		p, _, err := nicconf.Parse([]byte(text.String()), "random", o)
		if err != nil {
			require.Contains(t, err.Error(), "268435", text.String()) // an increase above the reference's
			continue
		}
		var b bytes.Buffer
		if _, err = p.Export(&b, nicconf.TargetOTG, nicconf.ExportOptions{}); err != nil {
			require.Regexp(t, `^profile p as otg: (\S+: \w+ is .*(out of range|which it cannot say; the nearest is .* \(--round\)$)|gd is 10, and the model has no field)`, err.Error())
			require.NotContains(t, err.Error(), "\n")
			require.Empty(t, b.String())
			continue
		}
		fit++
		var doc any
		require.NoError(t, yaml.Unmarshal(b.Bytes(), &doc))
		asJSON, err := json.MarshalIndent(doc, "", "\t")
		require.NoError(t, err)
		for _, text := range [][]byte{b.Bytes(), asJSON} {
			back, notes, err := nicconf.Parse(text, "back", nicconf.Options{Name: "p", Line: line})
			require.NoError(t, err, b.String())
			require.NotContains(t, fmt.Sprint(notes), "left out")
			want, err := p.At(line)
			require.NoError(t, err)
			got, err := back.At(line)
			require.NoError(t, err)
			require.Equal(t, want, got, b.String())
			var again bytes.Buffer
			_, err = back.Export(&again, nicconf.TargetOTG, nicconf.ExportOptions{})
			require.NoError(t, err)
			require.Equal(t, b.String(), again.String())
		}
	}
	require.Greater(t, fit, 200)
}

// TestTrafficGeneratorBuiltIn: built-in profiles are written where they fit; what does not is named, and --round helps where
// the model can be near.
func TestTrafficGeneratorBuiltIn(t *testing.T) {
	for name, want := range map[string]string{
		"connectx": "", "ionic": "dcqcn_settings.rate_increment_byte_counter: byte_reset is 431068B: 431068 is out of range 1..32767",
		"paper": "dcqcn_settings.initial_alpha: initial_alpha_value is 1024/1024: 1024 is out of range 1..1023", "hpcc": "1024 is out of range",
	} {
		p, err := nicconf.BuiltIn(name, 100_000_000)
		require.NoError(t, err)
		_, err = p.Export(&bytes.Buffer{}, nicconf.TargetOTG, nicconf.ExportOptions{Line: 100_000_000})
		if want != "" {
			require.ErrorContains(t, err, want)
			continue
		}
		require.NoError(t, err)
	}
	p, _, err := nicconf.Parse([]byte("rp_time_reset 10.5\nrp_ai_rate 33333.333"), "text", nicconf.Options{Line: 100_000_000})
	require.NoError(t, err)
	_, err = p.Export(&bytes.Buffer{}, nicconf.TargetOTG, nicconf.ExportOptions{})
	require.ErrorContains(t, err, "profile text as otg: dcqcn_settings.rate_increment_time: time_reset is 10.5us, which it cannot say; the nearest is 11us (--round)")
	text, notes := export(t, p, nicconf.TargetOTG, nicconf.ExportOptions{Round: true})
	require.Contains(t, text, "rate_increment_time: 11\n")
	require.Contains(t, fmt.Sprint(notes), "rate_increment_time: time_reset is 10.5us: written as 11us")
	_, err = p.Export(&bytes.Buffer{}, nicconf.TargetOTG, nicconf.ExportOptions{Convention: profile.NewWeight})
	require.ErrorContains(t, err, "leave --write-g out")
}

// TestTrafficGeneratorParts: any level of the model is read, and a part that is left out has the model's defaults.
func TestTrafficGeneratorParts(t *testing.T) {
	var first *nicconf.Profile
	for _, text := range []string{
		"options: {per_port_options: [{port_name: a, protocols: [{rocev2: {dcqcn_settings: {alpha_g: 1000}}}]}]}",
		"per_port_options:\n- protocols:\n  - choice: rocev2\n    rocev2:\n      dcqcn_settings:\n        alpha_g: 1000",
		`{"protocols": [{"choice": "rocev2", "rocev2": {"dcqcn_settings": {"alpha_g": "1000"}}}]}`,
		"dcqcn_settings: {alpha_g: 1e3}\ncnp: {}", "alpha_g: 1000", "dcqcn_settings: &b {alpha_g: 1000}\ncnp: null",
	} {
		p, notes, err := nicconf.Parse([]byte(text), "text", nicconf.Options{Name: "p", Line: 100_000_000})
		require.NoError(t, err, text)
		require.Contains(t, fmt.Sprint(notes), "left out, so with the model's defaults: cnp.ip_dscp.value 48, cnp.cnp_delay_timer 55, initial_alpha 1023, alpha_update_period 21")
		p.Source = ""
		if first == nil {
			first = p
		}
		require.Equal(t, first, p, text)
	}
	v, _ := first.Value("ai_rate")
	require.Equal(t, "1", v.Text, "0.001 % of 100 Gb/s")
	v, _ = first.Value("min_dec_fac")
	require.Equal(t, nicconf.Value{Name: "min_dec_fac", Text: "90", Given: true}, v)
}

// TestTrafficGeneratorRefused: one line with file, line and remedy.
func TestTrafficGeneratorRefused(t *testing.T) {
	port := "options:\n  per_port_options:\n  - protocols:\n    - rocev2:\n        dcqcn_settings:\n          "
	two := strings.Repeat("- port_name: a\n  protocols: [{rocev2: {}}]\n", 2)
	for text, want := range map[string]string{
		port + "alpha_g: 1024":                                       "in.yaml:6: dcqcn_settings.alpha_g: 1024 is out of range 1..1023",
		port + "alpha_g: 2.5":                                        `in.yaml:6: dcqcn_settings.alpha_g: "2.5" is not a whole number; use one of 1..1023`,
		port + "alpha_g: [1]":                                        "in.yaml:6: dcqcn_settings.alpha_g: no field of the model",
		port + "alpha_h: 3":                                          "in.yaml:6: dcqcn_settings.alpha_h: no field of the model of RoCEv2 (did you mean dcqcn_settings.alpha_g?); leave it out",
		port + "clamp_target_rate: 1":                                `in.yaml:6: dcqcn_settings.clamp_target_rate: "1" is not one of its values; use true or false`,
		port + "minimum_rate_limmit: 0":                              "in.yaml:6: dcqcn_settings.minimum_rate_limmit: 0 % of 100 Gb/s is less than 1 kb/s, the least rate here; give more",
		port + "hyper_increment_rate: 1.0e9":                         "in.yaml:6: dcqcn_settings.hyper_increment_rate: 1.0e9 is out of range 0..100",
		port + "alpha_g: 1\n          alpha_g: 2":                    `in.yaml: line 7: mapping key "alpha_g" already defined at line 6; want YAML or JSON of the model`,
		port + "rate_increment_threshold: x":                         `in.yaml:6: dcqcn_settings.rate_increment_threshold: "x" is not a number; use one of 1..31`,
		"dcqcn_settings: 3":                                          "in.yaml: line 1: cannot unmarshal !!int `3`; want YAML or JSON of the model",
		"per_port_options: {a: 1}":                                   "in.yaml: line 1: cannot unmarshal !!map; want YAML or JSON of the model",
		`{"ports": [{"name": "a"}], "devices": []}`:                  "in.yaml: no settings of RoCEv2 in it; want options.per_port_options.protocols.rocev2, or what is below",
		"per_port_options: []":                                       "in.yaml: no settings of RoCEv2 in it; want options.per_port_options.protocols.rocev2, or what is below",
		"per_port_options:\n" + two:                                  "in.yaml: has 2 ports, a, a; choose one with --device",
		"alpha_g: [":                                                 "in.yaml: line 1: did not find expected node content; want YAML or JSON",
		"options: &a\n  options: *a\n  dcqcn_settings: {alpha_g: 1}": "in.yaml: anchor 'a' value contains itself; want YAML or JSON of the model",
		"cnp: {ecn_value: ect_2}\nalpha_g: 1":                        `in.yaml:2: alpha_g: no field of the model of RoCEv2; leave it out`,
		"cnp: {cnp_delay_timer: 3, choice: vlan}":                    `in.yaml:1: cnp.choice: "vlan" is not one of its values; use ip_dscp`,
	} {
		_, _, err := nicconf.Parse([]byte(text), "in.yaml", nicconf.Options{Line: 100_000_000})
		require.ErrorContains(t, err, want, text)
		require.NotContains(t, err.Error(), "\n")
	}
	_, _, err := nicconf.Parse([]byte("alpha_g: 3"), "in.yaml", nicconf.Options{})
	require.EqualError(t, err, "in.yaml: its rates are percentages of the line, whose speed it does not say; say it, as in --line-rate 100G")
}
