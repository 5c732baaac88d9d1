package port_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/backend/cgen/cc"
	"smartnic-cc/codegen/backend/port"
	"smartnic-cc/dcqcn/profile"
	dolcercprofile "smartnic-cc/dolcerc/profile"
	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/internal/reference"
)

func header(t *testing.T, c port.Config) []byte {
	t.Helper()
	_, text, err := c.Header()
	require.NoError(t, err)
	return text
}

func save(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "nic.h")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	return path
}

func TestHeaderIsReproducible(t *testing.T) {
	c := port.Config{Prefix: "nic_", Lines: "comments", Profiles: []string{"paper"}, Line: "25G"}
	require.Equal(t, string(header(t, c)), string(header(t, c)))
}

// TestCheck remakes a header by the command in its own head.
func TestCheck(t *testing.T) {
	for _, c := range []port.Config{
		{Prefix: "cc_", Lines: "none", Line: "100G"},
		{Prefix: "cc_", Lines: "none", Only: []string{"dolcerc4"}, Profiles: []string{"paper", "ionic"}, Line: "25G", Change: reaction.Choice{
			Set: []string{"time_reset = 300"}, Estimate: "tx-slots", Arms: []string{"1:0.9", "0.5:1", "0.2:1", "0.2:1.1"}, Gamma: "0.999", Epsilon: "0.02", Xi: "0.6", QualifyAfter: 70_001}.Changes()},
		{Prefix: "nic_", Lines: "directives", Only: []string{"dolcerc4", "fixedpoint.Log2"}, Profiles: []string{"connectx", "hpcc"}, Line: "1.6T"},
	} {
		text := string(header(t, c))
		require.NoError(t, port.Check(save(t, text)))

		changed := strings.Replace(text, "0xff", "0xfe", 1)
		if changed == text {
			changed = strings.Replace(text, "return", "return ", 1)
		}
		err := port.Check(save(t, changed))
		require.True(t, port.IsStale(err), "%v", err)
		line := 1 + strings.Count(text[:firstDifference(text, changed)], "\n")
		require.ErrorContains(t, err, "nic.h:"+strconv.Itoa(line)+": not current; make it again with: ccgen c")

		require.True(t, port.IsStale(port.Check(save(t, text[:len(text)/2]))), "a truncated header")
	}
	err := port.Check(save(t, "#include <stdio.h>\n"))
	require.Error(t, err)
	require.False(t, port.IsStale(err))
	require.ErrorContains(t, err, "it is no file that ccgen c made")
	require.Error(t, port.Check(filepath.Join(t.TempDir(), "missing.h")))
}

func firstDifference(a, b string) int {
	for i := range a {
		if a[i] != b[i] {
			return i
		}
	}
	return len(a)
}

func TestWrongConfigurations(t *testing.T) {
	for want, c := range map[string]port.Config{
		`lines: "some" is unknown; use none, comments or directives`:                                                           {Prefix: "cc_", Lines: "some"},
		`unknown profile "foo"; one of paper, connectx, ionic, irdma, hpcc, dolcerc-recommended, or a file such as ./foo.toml`: {Prefix: "cc_", Lines: "none", Profiles: []string{"foo"}, Line: "100G"},
		`line rate: "100" is not a rate such as 25G, 100Gbps or 1.6T (1M to 1.6T)`:                                             {Prefix: "cc_", Lines: "none", Profiles: []string{"paper"}, Line: "100"},
		`prefix "Nic" is no lower case C identifier; use letters, digits and underscores, as in nic_`:                          {Prefix: "Nic", Lines: "none"},
	} {
		_, _, err := c.Header()
		require.EqualError(t, err, want)
	}
}

// TestInitializersAreTheProfiles compiles the header's parameter macros and reads them
// back through the port's own structs, byte for byte in the order of the leaves.
func TestInitializersAreTheProfiles(t *testing.T) {
	tier.Require(t, "gcc")
	c := port.Config{Prefix: "cc_", Lines: "none", Profiles: append(profile.Names(), dolcercprofile.Names()...), Line: "400G"}
	name, text, err := c.Header()
	require.NoError(t, err)
	var main, want strings.Builder
	main.WriteString("#include <stdio.h>\n#define CC_IMPLEMENTATION\n#include \"" + name + "\"\nint main(void) {\n")
	for _, n := range profile.Names() {
		p, err := profile.Get(n, 400_000_000)
		require.NoError(t, err)
		d, err := dolcercprofile.Get(n, 400_000_000)
		require.NoError(t, err)
		dp, err := dolcercprofile.Params(d)
		require.NoError(t, err)
		up := strings.ToUpper(n)
		main.WriteString("{ static const cc_dcqcn_params p = CC_DCQCN_PARAMS_" + up + ";\n" +
			"static const cc_dcqcn_np_params np = CC_DCQCN_NP_PARAMS_" + up + ";\n" +
			"static const cc_dolcerc_params d = CC_DOLCERC_PARAMS_" + up + ";\n" +
			`printf("%lu %lu %u %u %u %lu %lu %lu %u %u\n", (unsigned long)p.min_rate, (unsigned long)p.byte_reset, (unsigned)p.threshold, (unsigned)p.clamp_target, (unsigned)p.test_first, (unsigned long)np.interval, (unsigned long)d.base.max_rate, (unsigned long)d.learn.xi_ln2, (unsigned)d.actions[3].beta, (unsigned)d.estimate); }` + "\n")
		b := func(v bool) string { return map[bool]string{false: "0", true: "1"}[v] }
		want.WriteString(strings.Join([]string{strconv.Itoa(int(p.RP.MinRate)), strconv.Itoa(int(p.RP.ByteReset)), strconv.Itoa(int(p.RP.Threshold)), b(p.RP.ClampTarget), b(p.RP.TestFirst),
			strconv.Itoa(int(p.NP.Interval)), strconv.Itoa(int(dp.Base.MaxRate)), strconv.Itoa(int(dp.Learn.XiLn2)), strconv.Itoa(int(dp.Actions[3].Beta)), strconv.Itoa(int(dp.Estimate))}, " ") + "\n")
		require.Equal(t, len(reference.Flatten(&p.RP)), strings.Count(between(string(text), "#define CC_DCQCN_PARAMS_"+up+" ", "\n}"), "/*"), "a comment a leaf")
	}
	// Dolce-RC's own has no reaction point for DCQCN, and all numbers of Dolce-RC's.
	d := dolcercprofile.Recommended(400_000_000)
	dp, err := dolcercprofile.Params(d)
	require.NoError(t, err)
	require.NotContains(t, string(text), "CC_DCQCN_PARAMS_RECOMMENDED")
	macro := between(string(text), "#define CC_DOLCERC_PARAMS_RECOMMENDED ", "\n}")
	for _, m := range regexp.MustCompile(`#define (CC_[A-Z0-9_]+) \(\([a-z0-9_]+\)([0-9]+)\)`).FindAllStringSubmatch(string(text), -1) {
		macro = strings.ReplaceAll(macro, m[1], m[2])
	}
	require.NotContains(t, macro, "CC_")
	macro = strings.NewReplacer("false", "0", "true", "1").Replace(regexp.MustCompile(`/\*.*?\*/`).ReplaceAllString(macro, ""))
	numbers := regexp.MustCompile(`[0-9]+`).FindAllString(macro, -1)
	var flat []string
	for _, v := range reference.Flatten(&dp) {
		flat = append(flat, strconv.FormatUint(v, 10))
	}
	require.Equal(t, flat, numbers)
	main.WriteString("return 0; }\n")
	bin, cleanup, err := cc.Build(context.Background(), cc.Compiler{Name: "gcc"}, append([]string{"-std=c99"}, cc.Warnings()...), cc.File{Name: name, Data: text}, []byte(main.String()))
	defer cleanup()
	require.NoError(t, err)
	out, err := exec.Command(bin).Output()
	require.NoError(t, err)
	require.Equal(t, want.String(), string(out))
}

func between(text, begin, end string) string {
	_, after, _ := strings.Cut(text, begin)
	body, _, _ := strings.Cut(after, end)
	return body
}
