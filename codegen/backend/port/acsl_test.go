package port

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/cgen"
	"smartnic-cc/dcqcn/profile"
	"smartnic-cc/internal/dev/tier"
)

// TestContractsByEVA: Frama-C's analysis of values takes the contracts of all algorithms. On the reaction point, with the
// parameters of any profile, it finds by itself that the declared ranges are kept, and its only alarm is the wrap of
// times that is meant.
func TestContractsByEVA(t *testing.T) {
	tier.Nightly(t)
	tier.Require(t, "frama-c", "gcc")
	analyse := func(c Config, source string) string {
		c.ACSL = true
		_, header, err := c.Header()
		require.NoError(t, err)
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, "cc.h"), header, 0o600))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "check.c"), []byte("#define CC_IMPLEMENTATION\n#include \"cc.h\"\n"+source), 0o600))
		cmd := exec.Command("frama-c", "-cpp-extra-args=-std=c99 -DCC_PORTABLE", "-eva", "-eva-slevel", "200", "-lib-entry", "-main", "check", "-eva-context-valid-pointers", "-warn-unsigned-overflow", "check.c")
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		return string(out)
	}
	unproven := regexp.MustCompile(`postcondition '(in_range_\w+)' got status (?:unknown|invalid)`)
	for _, name := range profile.Names() {
		said := analyse(Config{Only: []string{"dcqcn"}, Profiles: []string{name}, Prefix: "cc_", Lines: "none", Line: "100G"}, `
static const cc_dcqcn_params params = CC_DCQCN_PARAMS_`+strings.ToUpper(strings.ReplaceAll(name, "-", "_"))+`;
void check(cc_dcqcn_state *s, const cc_dcqcn_event *e)
{
	(void)cc_dcqcn_step(&params, s, e);
}
`)
		require.Empty(t, unproven.FindAllString(said, -1), name)
		require.Contains(t, said, "postcondition", name)
		var alarms []string
		for l := range strings.Lines(said) {
			if strings.Contains(l, "assert") {
				alarms = append(alarms, strings.TrimSpace(l))
			}
		}
		require.Len(t, alarms, 1, "%s: %s", name, alarms)
		require.Contains(t, alarms[0], "unsigned overflow. assert t + d", name)
	}
	p, err := codegen.Firmware()
	require.NoError(t, err)
	n := cgen.NamesOf(p, "cc_")
	for _, tr := range p.Transducers {
		analyse(Config{Prefix: "cc_", Lines: "none", Line: "100G", Only: []string{tr.Pkg.Name}}, "void check(const "+n.Type(tr.Params)+" *p, "+n.Type(tr.State)+" *s, const "+n.Type(tr.Event)+" *e)\n{\n\t(void)"+n.Func(tr.Step)+"(p, s, e);\n}\n")
	}
}
