package port_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/bandit/decimal"
	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/port"
	plusprofile "smartnic-cc/dolcercplus/profile"
	"smartnic-cc/internal/algorithms/reaction"
	_ "smartnic-cc/internal/nicconf" // reads files
	"smartnic-cc/internal/reference"
)

// TestProfilesFromFiles: a file gives the numbers of the built-in profile that it restates,
// under its own name, and its changes; a header is stale once its file has changed.
func TestProfilesFromFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(text string) {
		require.NoError(t, os.WriteFile("leaf.toml", []byte("name = \"Leaf-12\"\nbase = \"connectx\"\n"+text), 0o666))
	}
	header := func(profiles ...string) string {
		c := port.Config{Prefix: "cc_", Lines: "none", Profiles: profiles, Line: "200G"}
		_, text, err := c.Header()
		require.NoError(t, err)
		return string(text)
	}
	write("")
	macros := []string{"DCQCN_PARAMS", "DCQCN_NP_PARAMS", "DOLCERC_PARAMS"}
	both := header("connectx", "./leaf.toml")
	require.Contains(t, both, " *   ccgen c --profile connectx,./leaf.toml --line-rate 200G\n")
	require.Contains(t, both, " *   ./leaf.toml at 200G: on connectx\n")
	for _, m := range macros {
		own := between(both, "#define CC_"+m+"_LEAF_12 ", "\n}")
		require.NotEmpty(t, own, m)
		require.Equal(t, between(both, "#define CC_"+m+"_CONNECTX ", "\n}"), own, m)
	}

	path := filepath.Join(t.TempDir(), "cc.h")
	require.NoError(t, os.WriteFile(path, []byte(both), 0o666))
	require.NoError(t, port.Check(path))
	write("[reaction_point]\nai_rate = \"7Mbps\"\n[notification_point]\nmin_time_between_cnps = \"9us\"\n")
	require.True(t, port.IsStale(port.Check(path)))
	changed := header("./leaf.toml")
	for m, want := range map[string]string{"DCQCN_PARAMS": "7000", "DCQCN_NP_PARAMS": "9000", "DOLCERC_PARAMS": "7000"} {
		own := between(changed, "#define CC_"+m+"_LEAF_12 ", "\n}")
		require.Contains(t, own, want, m)
		require.NotEqual(t, between(both, "#define CC_"+m+"_LEAF_12 ", "\n}"), own, m)
	}

	require.NoError(t, os.WriteFile("no ne.toml", []byte("base = \"connectx\"\n"), 0o666))
	for want, profiles := range map[string][]string{
		"profile: ./leaf.toml and ././leaf.toml would both be leaf_12 in the header":        {"./leaf.toml", "././leaf.toml"},
		"profile: paper and paper would both be paper":                                      {"paper", "paper"},
		"./none.toml: no such file or directory":                                            {"./none.toml"},
		"./no ne.toml: the path has ' ', which the command in a generated file cannot hold": {"./no ne.toml"},
	} {
		for _, target := range []string{"", port.DOCAPCC} {
			c := port.Config{Prefix: "cc_", Lines: "none", Profiles: profiles, Line: "200G", Target: target}
			if target != "" {
				if c.Algorithm = "dcqcn"; len(profiles) > 1 {
					continue
				}
			}
			_, _, err := c.Header()
			require.ErrorContains(t, err, want)
		}
	}
	write("[reaction_point]\nai_rate = \"7\"\n")
	c := port.Config{Prefix: "cc_", Lines: "none", Profiles: []string{"leaf.toml"}, Line: "200G"}
	_, _, err := c.Header()
	require.ErrorContains(t, err, "leaf.toml:4: ai_rate: \"7\" has no unit")
}

// TestEveryAlgorithmWithAProfileHasItsInitialiser: a header of each algorithm alone that names
// the paper's profile has its parameters, as the profile's package derives them.
func TestEveryAlgorithmWithAProfileHasItsInitialiser(t *testing.T) {
	plus := func(arms int) []uint64 {
		c := plusprofile.Default(100_000_000)
		c.Learn.Arms = arms
		p, err := plusprofile.Params(c)
		require.NoError(t, err)
		return reference.Flatten(&p)
	}
	drucb := func(arms int) []uint64 {
		c := decimal.Paper()
		c.Arms = arms
		p, err := decimal.Params(c)
		require.NoError(t, err)
		return reference.Flatten(&p)
	}
	p, err := codegen.Firmware()
	require.NoError(t, err)
	for _, a := range p.Transducers {
		text := string(header(t, port.Config{Prefix: "cc_", Lines: "none", Only: []string{a.Name}, Profiles: []string{"paper"}, Line: "100G"}))
		require.Contains(t, text, "_PARAMS_PAPER {", a.Name)
		arms := int(a.Name[len(a.Name)-1] - '0')
		switch a.Pkg.Name {
		case "dolcercplus":
			require.Equal(t, flat(plus(arms)), numbers(t, text, "CC_DOLCERCPLUS_PARAMS_PAPER"))
			require.NotContains(t, between(text, "Parameter profile:", "Sources, SHA"), "DCQCN")
		case "bandit":
			require.Equal(t, flat(drucb(arms)), numbers(t, text, "CC_BANDIT_PARAMS_PAPER"))
		}
	}
	text := string(header(t, port.Config{Prefix: "cc_", Lines: "none", Profiles: []string{"paper", "connectx"}, Line: "100G"}))
	require.Equal(t, flat(plus(4)), numbers(t, text, "CC_DOLCERCPLUS_PARAMS_PAPER"))
	require.NotContains(t, text, "CC_DOLCERCPLUS_PARAMS_CONNECTX")
	text = string(header(t, port.Config{Prefix: "cc_", Lines: "none", Profiles: []string{"paper"}, Line: "10M"}))
	require.Contains(t, text, "Dolce-RC+: none, its ports have at least 31.251M")
	require.NotContains(t, text, "CC_DOLCERCPLUS_PARAMS")
}

// TestProfilesThatGiveNothing: a head does not name a profile of which the header has nothing.
func TestProfilesThatGiveNothing(t *testing.T) {
	for want, c := range map[string]port.Config{
		"profile: connectx has no parameters of dolcercplus4; it has paper":             {Only: []string{"dolcercplus4"}, Profiles: []string{"connectx"}},
		"profile: fixedpoint has no parameters that profiles give; leave --profile out": {Only: []string{"fixedpoint"}, Profiles: []string{"paper"}},
		"set: it changes profiles of DCQCN and Dolce-RC, and the header has only dolcercplus8; leave it out": {
			Only: []string{"dolcercplus8"}, Profiles: []string{"paper"}, Change: reaction.Choice{Set: []string{"ai_rate=4"}}.Changes()},
		"profile dolcerc-recommended: dcqcn.Init,dcqcn.Step,dcqcn.Next has no parameters of it; leave the profile out": {
			Only: []string{"dcqcn.Init", "dcqcn.Step", "dcqcn.Next"}, Profiles: []string{"dolcerc-recommended"}},
		`the program has no package, function or transducer "nosuch"`: {Only: []string{"nosuch"}, Profiles: []string{"paper"}},
	} {
		c.Prefix, c.Lines, c.Line = "cc_", "none", "100G"
		_, _, err := c.Header()
		require.ErrorContains(t, err, want)
	}
}

// TestGlueFromAFile: the defaults of the glue are those of the file.
func TestGlueFromAFile(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("leaf.toml", []byte("base = \"connectx\"\n[reaction_point]\nai_rate = \"7Mbps\"\ntime_reset = \"100us\"\n"), 0o666))
	for _, algorithm := range []string{"dcqcn", "dolcerc4"} {
		glue := map[string][]string{}
		for _, profile := range []string{"connectx", "leaf.toml"} {
			c := port.Config{Prefix: "cc_", Lines: "none", Profiles: []string{profile}, Line: "100G", Target: port.DOCAPCC, Algorithm: algorithm}
			name, header, err := c.Header()
			require.NoError(t, err)
			require.Contains(t, string(header), profile+" at 100G")
			text, err := c.Glue(name)
			require.NoError(t, err)
			glue[profile] = strings.Split(string(text), "\n")
		}
		require.Len(t, glue["leaf.toml"], len(glue["connectx"]))
		var names []string
		for i, line := range glue["leaf.toml"] {
			if line != glue["connectx"][i] && !strings.Contains(line, "ccgen c") {
				names = append(names, line)
			}
		}
		all := strings.Join(names, "\n")
		require.Contains(t, all, "7000")
		require.Contains(t, all, "100000")
		if algorithm == "dolcerc4" {
			require.Contains(t, all, "qualify_after          1..1073741824, 100000", "one phase of fast recovery")
		}
	}
}
