package scenario_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	dolcercprofile "smartnic-cc/dolcerc/profile"
	_ "smartnic-cc/internal/nicconf" // reads files
	"smartnic-cc/nicmodel/lab/scenario"
)

// TestOriginMakesTheRunAgain runs a scenario from what run.json holds: the same bytes come out.
func TestOriginMakesTheRunAgain(t *testing.T) {
	text, err := os.ReadFile("testdata/small.toml")
	require.NoError(t, err)
	s, err := scenario.Parse(text, "small.toml", "run.seed=9", "run.threads=2", "nic[0].cnp_interval=7us", "nic[1].gamma=0.99")
	require.NoError(t, err)
	sum, files := run(t, s, 1)
	var o scenario.Origin
	require.NoError(t, json.Unmarshal(files["run.json"], &o))
	require.Equal(t, "small", o.Scenario)
	require.Equal(t, []string{"run.seed=9", "nic[0].cnp_interval=7us", "nic[1].gamma=0.99"}, o.Settings)
	again, err := scenario.Parse([]byte(o.Text), "small.toml", o.Settings...)
	require.NoError(t, err)
	sum2, files2 := run(t, again, 2)
	require.Equal(t, sum.Digest, sum2.Digest)
	require.Equal(t, files, files2)

	require.Len(t, o.NICs, 3)
	value := func(list []scenario.Parameter, name string) string {
		for _, p := range list {
			if p.Name == name {
				return p.Value
			}
		}
		t.Fatalf("no %s", name)
		return ""
	}
	require.Equal(t, "dcqcn", o.NICs[0].Algorithm)
	require.Equal(t, 2, o.NICs[0].Hosts)
	require.Equal(t, "7", value(o.NICs[0].Parameters, "np_min_time_between_cnps"))
	require.Equal(t, "32767", value(o.NICs[0].Parameters, "rp_byte_reset"))
	require.Equal(t, "32767", value(o.NICs[0].Integers, "ByteReset"))
	require.Equal(t, "dolcerc", o.NICs[1].Algorithm)
	require.Equal(t, "0.25:1.05, 0.5:1", value(o.NICs[1].Learning, "arms"))
	require.Equal(t, "0.99", value(o.NICs[1].Learning, "gamma"))
	require.Equal(t, "hpcc", o.NICs[2].Profile)
}

// TestOriginHoldsTheProfile: the contents of a profile's file or folder are in run.json, which repeats the run
// without them.
func TestOriginHoldsTheProfile(t *testing.T) {
	dir := t.TempDir()
	saved := filepath.Join(dir, "saved")
	require.NoError(t, os.Mkdir(saved, 0o777))
	for name, value := range map[string]string{"rp_time_reset": "40", "rp_dce_tcp_g": "1000", "np_min_time_between_cnps": "9"} {
		require.NoError(t, os.WriteFile(filepath.Join(saved, name), []byte(value+"\n"), 0o666))
	}
	text := plain("[[switch.marking]]\nkmin = \"10KB\"\nkmax = \"100KB\"\n" +
		"[[nic]]\nprofile = \"./saved\"\nset = [\"ai_rate=7\"]\n" +
		"[[workload]]\nkind = \"incast\"\nreceiver = 3\nbytes = \"1MB\"\n")
	s := parse(t, text)
	s.SetFolder(dir)
	sum, files := run(t, s, 1)
	require.NotContains(t, string(files["run.json"]), dir)
	var o scenario.Origin
	require.NoError(t, json.Unmarshal(files["run.json"], &o))
	k := o.NICs[0]
	require.Equal(t, "./saved", k.Profile)
	require.Contains(t, k.Parameters, scenario.Parameter{Name: "rp_time_reset", Value: "40", Unit: "us", Meaning: meaning(t, k.Parameters, "rp_time_reset")})
	require.Contains(t, k.Parameters, scenario.Parameter{Name: "rp_ai_rate", Value: "7", Unit: "Mb/s", Meaning: meaning(t, k.Parameters, "rp_ai_rate")})
	require.Contains(t, k.ProfileFile, "\ntime_reset = \"40us\"\n")

	require.NoError(t, os.RemoveAll(saved))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "again.toml"), []byte(k.ProfileFile), 0o666))
	again := parse(t, o.Text, "nic[0].profile=again.toml")
	again.SetFolder(dir)
	sum2, files2 := run(t, again, 1)
	require.Equal(t, sum.Digest, sum2.Digest)
	var o2 scenario.Origin
	require.NoError(t, json.Unmarshal(files2["run.json"], &o2))
	require.Equal(t, k.Integers, o2.NICs[0].Integers)
	require.Equal(t, k.Parameters, o2.NICs[0].Parameters)
	other := parse(t, o.Text, "nic[0].profile=connectx")
	sum3, _ := run(t, other, 1)
	require.NotEqual(t, sum.Digest, sum3.Digest, "the profile matters here")
}

// meaning is what a parameter of the list says of itself.
func meaning(t *testing.T, list []scenario.Parameter, name string) string {
	t.Helper()
	for _, p := range list {
		if p.Name == name {
			return p.Meaning
		}
	}
	t.Fatalf("no %s", name)
	return ""
}

// TestOriginOfEveryAlgorithm: each kind of NIC has its integers.
func TestOriginOfEveryAlgorithm(t *testing.T) {
	for algo, n := range map[string]int{"dcqcn": 1, "dolcerc": 1, "dolcercplus": 1, "none": 0} {
		dir := filepath.Join(t.TempDir(), "out")
		_, err := scenario.Run(parse(t, plain("[[nic]]\nalgorithm = \""+algo+"\"\n")), scenario.Options{Out: dir})
		require.NoError(t, err)
		var o scenario.Origin
		require.NoError(t, json.Unmarshal(read(t, dir)["run.json"], &o))
		require.Equal(t, algo, o.NICs[0].Algorithm)
		require.Equal(t, 4, o.NICs[0].Hosts)
		require.Equal(t, n, min(len(o.NICs[0].Integers), 1), algo)
	}
}

// TestRecommendedProfile: the profile equals its parts, each under its own key; other keys override it, and run.json
// has the resulting values.
func TestRecommendedProfile(t *testing.T) {
	made := func(nic string) (scenario.NICKind, map[string][]byte) {
		s := parse(t, plain("[[nic]]\nalgorithm = \"dolcerc\"\n"+nic))
		_, files := run(t, s, 1)
		var o scenario.Origin
		require.NoError(t, json.Unmarshal(files["run.json"], &o))
		return o.NICs[0], files
	}
	c := dolcercprofile.Recommended(100_000_000)
	quoted := func(list []string) string { return `["` + strings.Join(list, `", "`) + `"]` }
	var arms []string
	for _, a := range c.Arms {
		arms = append(arms, a.Alpha+":"+a.Beta)
	}
	parts := fmt.Sprintf("profile = %q\nset = %s\narms = %s\ngamma = %q\nepsilon = %q\nxi = %q\nqualify_after = \"%dns\"\nestimate = %q\n",
		c.Base, quoted(c.Set), quoted(arms), c.Learn.Gamma, c.Learn.Epsilon, c.Learn.Xi, c.QualifyAfter, c.Estimate)
	profile := "profile = \"dolcerc-recommended\"\n"
	a, filesA := made(profile)
	b, filesB := made(parts)
	require.Equal(t, "dolcerc-recommended", a.Profile)
	a.Profile = b.Profile
	require.Equal(t, b, a)
	require.Equal(t, filesB["summary.json"], filesA["summary.json"])

	changed := "set = [\"ai_rate=7\"]\ngamma = \"0.9\"\narms = [\"0.5:1\", \"1:1\"]\nqualify_after = \"70us\"\n"
	k, _ := made(profile + changed)
	value := func(list []scenario.Parameter, name string) string {
		i := slices.IndexFunc(list, func(p scenario.Parameter) bool { return p.Name == name })
		require.GreaterOrEqual(t, i, 0, name)
		return list[i].Value
	}
	require.Equal(t, "7", value(k.Parameters, "rp_ai_rate"))
	require.Equal(t, value(a.Parameters, "rp_hai_rate"), value(k.Parameters, "rp_hai_rate"))
	require.Equal(t, "0.5:1, 1:1", value(k.Learning, "arms"))
	require.Equal(t, "0.9", value(k.Learning, "gamma"))
	require.Equal(t, c.Learn.Epsilon, value(k.Learning, "epsilon"))
	require.Equal(t, "70000", value(k.Integers, "QualifyAfter"))

	s := parse(t, plain("[[nic]]\nalgorithm = \"dcqcn\"\n"+profile))
	_, err := s.Config()
	require.ErrorContains(t, err, "nic[0].profile: profile dolcerc-recommended has the parameters of dolcerc; use it with that algorithm")
}
