package port_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/bandit/decimal"
	"smartnic-cc/codegen/backend/port"
	dcqcnprofile "smartnic-cc/dcqcn/profile"
	dolcercprofile "smartnic-cc/dolcerc/profile"
	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/internal/reference"
)

// constant is a macro of a mode.
var constant = regexp.MustCompile(`#define (CC_[A-Z0-9_]+) \(\([a-z0-9_]+\)([0-9]+)\)`)

// numbers are the integers of a macro, with modes as their numbers, and false and true as 0 and 1.
func numbers(t *testing.T, text, macro string) []string {
	t.Helper()
	body := between(text, "#define "+macro+" ", "\n\n")
	require.NotEmpty(t, body, macro)
	body = regexp.MustCompile(`/\*.*?\*/`).ReplaceAllString(body, "")
	for _, m := range constant.FindAllStringSubmatch(text, -1) {
		body = regexp.MustCompile(`\b`+m[1]+`\b`).ReplaceAllString(body, m[2])
	}
	return regexp.MustCompile(`[0-9]+`).FindAllString(strings.NewReplacer("false", "0", "true", "1").Replace(body), -1)
}

func flat(values []uint64) []string {
	var text []string
	for _, v := range values {
		text = append(text, strconv.FormatUint(v, 10))
	}
	return text
}

// TestEstimateIsWhatCNPsCanGive: time slots with what belongs to them on NICs, whose CNPs
// report no marked packets, and marked packets where they are reported.
func TestEstimateIsWhatCNPsCanGive(t *testing.T) {
	for name, slots := range map[string]bool{"paper": false, "connectx": true, "ionic": true, "irdma": true, "hpcc": true} {
		text := string(header(t, port.Config{Prefix: "cc_", Lines: "none", Profiles: []string{name}, Line: "200G"}))
		up := strings.ToUpper(name)
		c := dolcercprofile.Default(200_000_000)
		if slots {
			c = dolcercprofile.DefaultTxSlots(200_000_000)
			require.Equal(t, []string{"1000"}, numbers(t, text, "CC_DOLCERC_NP_PARAMS_"+up))
			require.Contains(t, text, " *     Dolce-RC: estimate tx-slots, for CNPs that report no marked packets and come up to every 1000 ns\n")
		} else {
			require.NotContains(t, text, "CC_DOLCERC_NP_PARAMS_"+up)
			require.Contains(t, text, " *     Dolce-RC: estimate marked-packets, for CNPs that report them\n")
		}
		c.Base = name
		p, err := dolcercprofile.Params(c)
		require.NoError(t, err)
		require.Equal(t, flat(reference.Flatten(&p)), numbers(t, text, "CC_DOLCERC_PARAMS_"+up), name)
	}
	// An explicit estimate is obeyed, and so are the other parameters of Dolce-RC's own profile.
	c := port.Config{Prefix: "cc_", Lines: "none", Profiles: []string{"connectx", "dolcerc-recommended"}, Line: "200G", Change: reaction.Choice{Estimate: "marked-packets"}.Changes()}
	text := string(header(t, c))
	require.NotContains(t, text, "CC_DOLCERC_NP_PARAMS")
	require.Equal(t, []string{"250000", "10", "0"}, last(numbers(t, text, "CC_DOLCERC_PARAMS_CONNECTX"), 3))
	c.Change = reaction.Choice{Estimate: "tx-slots"}.Changes()
	text = string(header(t, c))
	require.Equal(t, []string{"100000", "10", "1"}, last(numbers(t, text, "CC_DOLCERC_PARAMS_RECOMMENDED"), 3))
	require.Equal(t, []string{"1000"}, numbers(t, text, "CC_DCQCN_NP_PARAMS_RECOMMENDED"))
	// A header without Dolce-RC does not speak of it.
	text = string(header(t, port.Config{Prefix: "cc_", Lines: "none", Only: []string{"dcqcn"}, Profiles: []string{"connectx"}, Line: "200G"}))
	require.NotContains(t, strings.ToLower(between(text, "Parameter profile:", "Sources, SHA")), "dolce")
	require.NotContains(t, text, "DOLCERC")
}

func last(s []string, n int) []string { return s[len(s)-n:] }

// TestChangesOfProfiles: each flag arrives in the numbers, of DCQCN and of Dolce-RC, and the
// head names them.
func TestChangesOfProfiles(t *testing.T) {
	change := reaction.Choice{
		Set: []string{"ai_rate=50", " rp_time_reset = 55 "}, Arms: []string{"1:0.9", "0.5:1.1", "0.5:1", "0.25:1"},
		Gamma: "0.999", Epsilon: "0.02", Xi: "0.6", QualifyAfter: 70_000,
	}.Changes()
	c := port.Config{Prefix: "cc_", Lines: "none", Profiles: []string{"connectx"}, Line: "200G", Change: change}
	text := string(header(t, c))
	const words = "--set ai_rate=50 --set rp_time_reset=55 --arms 1:0.9,0.5:1.1,0.5:1,0.25:1 --gamma 0.999 --epsilon 0.02 --xi 0.6 --qualify-after 70us\n"
	require.Contains(t, text, " *   ccgen c --profile connectx --line-rate 200G "+words)
	require.Contains(t, text, " *     changed by "+words)
	base, err := dcqcnprofile.Get("connectx", 200_000_000)
	require.NoError(t, err)
	base.RP.RateAI, base.RP.IncreasePeriod = 50_000, 55_000
	require.Equal(t, flat(reference.Flatten(&base.RP)), numbers(t, text, "CC_DCQCN_PARAMS_CONNECTX"))
	d := dolcercprofile.DefaultTxSlots(200_000_000)
	d.Arms = []dolcercprofile.Arm{{Alpha: "1", Beta: "0.9"}, {Alpha: "0.5", Beta: "1.1"}, {Alpha: "0.5", Beta: "1"}, {Alpha: "0.25", Beta: "1"}}
	d.Learn = decimal.Config{Arms: 4, Gamma: "0.999", Epsilon: "0.02", Xi: "0.6"}
	d.QualifyAfter = 70_000
	p, err := dolcercprofile.Params(d)
	require.NoError(t, err)
	p.Base = base.RP
	require.Equal(t, flat(reference.Flatten(&p)), numbers(t, text, "CC_DOLCERC_PARAMS_CONNECTX"))

	// As many arms as the header's one algorithm has.
	c = port.Config{Prefix: "cc_", Lines: "none", Only: []string{"dolcerc8"}, Profiles: []string{"paper"}, Line: "100G"}
	d = dolcercprofile.Default(100_000_000)
	d.Arms, err = dolcercprofile.Arms(8)
	require.NoError(t, err)
	d.Learn.Arms = 8
	p, err = dolcercprofile.Params(d)
	require.NoError(t, err)
	require.Equal(t, flat(reference.Flatten(&p)), numbers(t, string(header(t, c)), "CC_DOLCERC_PARAMS_PAPER"))
}

// TestChangesThatDoNotGo name what is wrong.
func TestChangesThatDoNotGo(t *testing.T) {
	four := []string{"1:1", "1:1", "1:1", "1:1"}
	for want, c := range map[string]port.Config{
		"set: it changes a profile; name that with --profile":      {Change: reaction.Choice{Set: []string{"ai_rate=5"}}.Changes()},
		"estimate: it changes a profile; name that with --profile": {Change: reaction.Choice{Estimate: "tx-slots"}.Changes()},
		"only: the header has no Dolce-RC; leave out estimate, arms, gamma, epsilon, xi and qualify-after": {
			Only: []string{"dcqcn"}, Profiles: []string{"paper"}, Change: reaction.Choice{Gamma: "0.99"}.Changes()},
		`estimate: unknown name "packets"; one of marked-packets, tx-slots`: {Profiles: []string{"paper"}, Change: reaction.Choice{Estimate: "packets"}.Changes()},
		"arms: 3 with profile paper, and the header has Dolce-RC with 4 or 8 arms; give --arms as many, or name another algorithm with --only": {
			Profiles: []string{"paper"}, Change: reaction.Choice{Arms: four[:3]}.Changes()},
		"arms: 4 with profile paper, and the header has Dolce-RC with 8 arms; give --arms as many, or name another algorithm with --only": {
			Only: []string{"dolcerc8", "bandit4", "fixedpoint.Log2"}, Profiles: []string{"paper"}, Change: reaction.Choice{Arms: four}.Changes()},
		"arms: 4 with profile dolcerc-recommended, and the header has Dolce-RC with 8 arms;": {Only: []string{"dolcerc8"}, Profiles: []string{"dolcerc-recommended"}},
		"arm 0: \"1\" is not alpha:beta":     {Profiles: []string{"paper"}, Change: reaction.Choice{Arms: []string{"1", "1:1"}}.Changes()},
		"alpha of arm 1: 2 is out of range":  {Profiles: []string{"paper"}, Change: reaction.Choice{Arms: []string{"1:1", "2:1"}}.Changes()},
		"set: \"ai_rate\" is not name=value": {Profiles: []string{"paper"}, Change: reaction.Choice{Set: []string{"ai_rate"}}.Changes()},
		"ai_ratio":                           {Profiles: []string{"paper"}, Change: reaction.Choice{Set: []string{"ai_ratio=1"}}.Changes()},
		"algo: dcqcn does not learn; estimate, arms, gamma, epsilon, xi and qualify-after go with dolcerc": {
			Target: port.DOCAPCC, Algorithm: "dcqcn", Change: reaction.Choice{Xi: "0.4"}.Changes()},
		"estimate: \"marked-packets\" does not go with target doca-pcc, which is not told how many marked packets CNPs report; it has tx-slots": {
			Target: port.DOCAPCC, Algorithm: "dolcerc4", Change: reaction.Choice{Estimate: "marked-packets"}.Changes()},
		"arms: 3 for dolcerc4; give 4": {Target: port.DOCAPCC, Algorithm: "dolcerc4", Change: reaction.Choice{Arms: four[:3]}.Changes()},
	} {
		c.Prefix, c.Lines, c.Line = "cc_", "none", "100G"
		_, _, err := c.Header()
		require.ErrorContains(t, err, want)
	}
}

// TestChangesOfTheGlue: the defaults of the glue's parameters are the changed ones.
func TestChangesOfTheGlue(t *testing.T) {
	c := port.Config{Prefix: "cc_", Lines: "none", Line: "100G", Target: port.DOCAPCC, Algorithm: "dolcerc4", Change: reaction.Choice{
		Set: []string{"ai_rate=7", "time_reset=100"}, Estimate: "tx-slots", Arms: []string{"1:0.9", "1:1", "1:1.1", "1:1.2"}}.Changes()}
	name, text, err := c.Header()
	require.NoError(t, err)
	require.Contains(t, string(text), "ccgen c --target doca-pcc --algo dolcerc4 --set ai_rate=7 --set time_reset=100 --estimate tx-slots --arms 1:0.9,1:1,1:1.1,1:1.2\n")
	glue, err := c.Glue(name)
	require.NoError(t, err)
	for _, line := range []string{`rate_ai +[0-9.]+, 7000\b`, `increase_period +[0-9.]+, 100000\b`, `qualify_after +[0-9.]+, 100000\b`} {
		require.Regexp(t, line, string(glue))
	}
	own := c
	own.Profiles, own.Change = []string{"dolcerc-recommended"}, reaction.Choice{}.Changes()
	_, _, err = own.Header()
	require.NoError(t, err)
	recommended, err := own.Glue(name)
	require.NoError(t, err)
	arms := regexp.MustCompile(`(?m)^.*\barm_?[0-3].*$`)
	require.NotEmpty(t, arms.FindAllString(string(glue), -1))
	require.Equal(t, arms.FindAllString(string(recommended), -1), arms.FindAllString(string(glue), -1))

	c.Algorithm, c.Change = "dcqcn", reaction.Choice{Set: []string{"ai_rate=7"}}.Changes()
	_, _, err = c.Header()
	require.NoError(t, err)
	glue, err = c.Glue(name)
	require.NoError(t, err)
	require.Regexp(t, `rate_ai +[0-9.]+, 7000\b`, string(glue))
}
