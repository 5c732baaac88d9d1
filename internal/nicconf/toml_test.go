package nicconf_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/dcqcn/profile"
	"smartnic-cc/internal/nicconf"
)

// TestTOMLUnits: a value in any of its units is the same value.
func TestTOMLUnits(t *testing.T) {
	for _, c := range []struct{ key, text, want string }{
		{"time_reset", `"300us"`, "300"}, {"time_reset", `"300 us"`, "300"}, {"time_reset", `"0.3ms"`, "300"},
		{"time_reset", `"300000ns"`, "300"}, {"time_reset", `"0.0003s"`, "300"}, {"time_reset", `"1500ns"`, "1.5"},
		{"ai_rate", `"5Mbps"`, "5"}, {"ai_rate", `"5000Kbps"`, "5"}, {"ai_rate", `"0.005Gbps"`, "5"}, {"hai_rate", `"0.1Tbps"`, "100000"},
		{"byte_reset", `"10MB"`, "10000000"}, {"byte_reset", `"1KiB"`, "1024"}, {"byte_reset", `"1.5KB"`, "1500"}, {"byte_reset", `"2MiB"`, "2097152"},
		{"min_dec_fac", `"50%"`, "50"}, {"initial_alpha_value", `"1023/1024"`, "1023"}, {"initial_alpha_value", `"0.5/1024"`, "0.5"},
		{"threshold", "5", "5"}, {"threshold", `"5"`, "5"}, {"clamp_tgt_rate", "true", "1"}, {"clamp_tgt_rate", "false", "0"},
	} {
		text := "base = \"paper\"\n[reaction_point]\n" + c.key + " = " + c.text + "\n"
		p, notes, err := nicconf.Parse([]byte(text), "a.toml", nicconf.Options{})
		require.NoError(t, err, text)
		require.Empty(t, notes)
		v, ok := p.Value(c.key)
		require.True(t, ok)
		require.Equal(t, nicconf.Value{Name: c.key, Text: c.want, Given: true}, v, c.text)
	}
}

// TestTOMLErrors: each names the line and the key.
func TestTOMLErrors(t *testing.T) {
	head := "base = \"connectx\"\n[reaction_point]\n"
	for text, want := range map[string]string{
		"[reaction_point]\n":                                          "a.toml: base is missing; name the built-in profile",
		"base = \"fast\"\n":                                           `a.toml:1: base: unknown profile "fast"`,
		"base = 3\n":                                                  "a.toml:1:8: base: ",
		"base = \"connectx\"\nbase = \"paper\"\n":                     "a.toml:2:1: ",
		"base = \"connectx\"\ntitle = 1\n":                            "a.toml:2:1: unknown key title; here go name, base, source",
		"base = \"connectx\"\nline_rate = \"fast\"\n":                 "a.toml:2: line_rate: ",
		head + "time_reset = 300\n":                                   `a.toml:3: time_reset: "300" has no unit; write it as in "300us"`,
		head + "time_reset = \"300\"\n":                               "has no unit",
		head + "time_reset = \"300 Mbps\"\n":                          "is not a number with a unit",
		head + "time_reset = \"x us\"\n":                              "is not a number with a unit",
		head + "time_reset = \"-3us\"\n":                              "is not a number with a unit",
		head + "time_reset = 1.5\n":                                   "a.toml:3: time_reset: want text with a unit, a whole number, true or false",
		head + "time_reset = [\"1us\"]\n":                             "want text with a unit",
		head + "gd = \"x\"\n":                                         `a.toml:3: gd: "x" is not a number`,
		head + "clamp_tgt_rate = 1\n":                                 `a.toml:3: clamp_tgt_rate: "1" is not true or false`,
		head + "time_rest = \"3us\"\n":                                "a.toml:3: time_rest: no parameter here; [reaction_point] of a profile with this base has clamp_tgt_rate, ",
		head + "rp_time_reset = \"3us\"\n":                            "a.toml:3: rp_time_reset: no parameter here",
		head + "cnp_dscp = 3\n":                                       "cnp_dscp: no parameter here",
		head + "dcqcn_F = 3\n":                                        "dcqcn_F: no parameter here",
		head + "dce_tcp_g = \"1019/1024\"\n":                          "a.toml:3: dce_tcp_g: which weight it is is not stated; add dce_tcp_g_convention",
		head + "dce_tcp_g = \"5/1024\"\ndce_tcp_g_convention = \"x\"": `"x" is no convention`,
		head + "dce_tcp_g_convention = \"old-weight\"\n":              "there is no dce_tcp_g",
		head + "gd = 9\n":                                             "a.toml:3: gd: 9 is out of range 10..11",
		head + "ai_rate = \"0.0001Mbps\"\n":                           "a.toml:3: ai_rate 0.0001: is no whole number of kb/s",
		head + "min_rate = \"1.7Tbps\"\n":                             "MinRate: 1700000000 is out of range",
		head + "\n[notification_point]\ngd = 11\n":                    "a.toml:5: gd: no parameter here; [notification_point] of a profile with this base has min_time_between_cnps, cnp_dscp, cnp_prio",
		head + "\n[enabled]\nreaction_point = [8]\n":                  "a.toml:5: enabled.reaction_point: 8 is no priority, 0..7",
		head + "\n[other]\nx = 3\n":                                   "a.toml:5:5: ",
		head + "\"a\\nb\" = 1\n":                                      "a.toml:3: a?b: no parameter here",
		"base = \"connectx\"\n\"a\\u001bb\" = 1\n":                    "a.toml:2:1: unknown key a?b; here go",
		"name = \"a\\nb\"\nsource = \"c\\nd\"\nbase = \"connectx\"\n[reaction_point]\nmin_rate = \"1.7Tbps\"\n": "a.toml: MinRate: 1700000000 is out of range",
		head + "[[reaction_point]]\n":                "a.toml:3:",
		head + "gd = 11 12\n":                        "a.toml:3:",
		head + strings.Repeat("# long\n", 10_000):    "a.toml: more than 65536 bytes; is this a profile?",
		head + "gd = " + strings.Repeat("[", 60_000): "a.toml:3:",
	} {
		_, _, err := nicconf.Parse([]byte(text), "a.toml", nicconf.Options{})
		require.ErrorContains(t, err, want, "%.200q", text)
		require.NotContains(t, err.Error(), "\n")
		require.Less(t, len(err.Error()), 600)
	}
}

// fuzzed holds whatever Parse takes to what it promises: the profile works, survives its
// TOML, and can be written for its vendor.
func fuzzed(t *testing.T, text []byte, o nicconf.Options) {
	p, notes, err := nicconf.Parse(text, "fuzz", o)
	if err != nil {
		require.NotContains(t, err.Error(), "\n")
		return
	}
	for _, n := range notes {
		require.NotContains(t, n.String(), "\n")
	}
	line := p.Line
	if line == 0 {
		line = profile.MaxLine
	}
	if _, err := p.At(line); err != nil {
		t.Fatal(err)
	}
	back, _, err := nicconf.Parse([]byte(tomlOf(t, p)), "back", nicconf.Options{})
	require.NoError(t, err)
	require.Equal(t, p, back)
	for _, to := range nicconf.Targets() {
		var b strings.Builder
		if _, err := p.Export(&b, nicconf.Target(to), nicconf.ExportOptions{Round: true}); err != nil {
			require.Empty(t, b.String())
		}
	}
}

// FuzzParse: every reader of text, found by its content.
func FuzzParse(f *testing.F) {
	for _, s := range sources {
		if text, err := os.ReadFile(s.path); err == nil {
			f.Add(text, uint8(0))
		}
		if text, err := os.ReadFile("testdata/golden/" + s.name + ".toml"); err == nil {
			f.Add(text, uint8(1))
		}
	}
	for _, name := range []string{"mlx5.sh", "sysfs.sh", "mlxconfig.sh", "nicctl.sh", "irdma.conf", "otg.yaml"} {
		text, err := os.ReadFile("testdata/golden/export-" + name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text, uint8(2))
	}
	f.Add([]byte("rp_gd 0x0b\nnp_cnp_dscp True(1)"), uint8(3))
	f.Fuzz(func(t *testing.T, text []byte, how uint8) {
		o := nicconf.Options{Convention: profile.Convention(how % 3), Port: int(how>>2) % 10}
		if how&0x40 != 0 {
			o.Device = "1"
		}
		fuzzed(t, text, o)
	})
}
