package port_test

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/cgen"
	"smartnic-cc/codegen/backend/cgen/cc"
	"smartnic-cc/codegen/backend/port"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/dcqcn/profile"
	dolcercprofile "smartnic-cc/dolcerc/profile"
	"smartnic-cc/internal/dev/tier"
)

var (
	commentText = regexp.MustCompile(`(?s)/\*.*?\*/`)
	macroBody   = regexp.MustCompile(`(?s)#define NIC_[A-Z0-9_]*PARAMS_[A-Z0-9_]+ \{.*?[^\\]\n`)
	initializer = regexp.MustCompile(`#define NIC_([A-Z_]+PARAMS)_([A-Z0-9_]+) \{`)
	macroName   = regexp.MustCompile(`\bNIC_[A-Z0-9_]*[A-Z0-9]`)
	lowerName   = regexp.MustCompile(`\bnic_[a-z0-9_]*[a-z0-9]\b`)
	defined     = regexp.MustCompile(`(?m)(?:^#define |defined\()(NIC_[A-Z0-9_]+)`)
	goName      = regexp.MustCompile(`\b(?:[a-z]+\.)?[A-Z][A-Za-z0-9]*[a-z0-9][A-Z0-9][A-Za-z0-9]*(?:\.[A-Z][A-Za-z0-9]*)*\b|\b[A-Z][a-z]+(?:\.[A-Z][A-Za-z0-9]*)+\b`)
)

// selections are the headers that people make: each algorithm alone, and everything.
func selections(t *testing.T) (*ir.Program, map[string]string) {
	t.Helper()
	p, err := codegen.Firmware()
	require.NoError(t, err)
	only := map[string][]string{"all": nil, "dcqcn without np": {"dcqcn.Init", "dcqcn.Step", "dcqcn.Next"}}
	for _, a := range p.Transducers {
		only[a.Name] = []string{a.Name}
	}
	texts := map[string]string{}
	for name, o := range only {
		c := port.Config{Prefix: "nic_", Lines: "none", Only: o, Line: "100G", Profiles: profile.Names()}
		switch {
		case strings.HasPrefix(name, "bandit"), strings.HasPrefix(name, "dolcercplus"):
			c.Profiles = []string{"paper"}
		case name != "dcqcn without np" && name != "dolcerc8":
			c.Profiles = append(c.Profiles, dolcercprofile.Names()...)
		}
		texts[name] = string(header(t, c))
	}
	return p, texts
}

// TestHeadersDefineWhatTheyMention: a header has every constant that its comments and
// initialisers mention, and what its comments call by a C name.
func TestHeadersDefineWhatTheyMention(t *testing.T) {
	_, texts := selections(t)
	for name, text := range texts {
		has := map[string]bool{}
		for _, m := range defined.FindAllStringSubmatch(text, -1) {
			has[m[1]] = true
		}
		code := commentText.ReplaceAllString(text, "")
		for _, m := range lowerName.FindAllString(code, -1) {
			has[m] = true
		}
		comments := strings.Join(commentText.FindAllString(text, -1), "\n")
		bodies := strings.Join(macroBody.FindAllString(text, -1), "\n")
		require.Equal(t, strings.Contains(text, "#define NIC_DCQCN_PARAMS_HPCC {"), strings.Contains(bodies, "NIC_DCQCN_PARAMS_HPCC"), name)
		mentioned := append(macroName.FindAllString(comments, -1), macroName.FindAllString(bodies, -1)...)
		mentioned = append(mentioned, lowerName.FindAllString(comments, -1)...)
		require.NotEmpty(t, mentioned)
		for _, m := range mentioned {
			if strings.Contains(comments, m+"_*") {
				continue // a package's names
			}
			require.True(t, has[m], "%s: %s is mentioned and not defined", name, m)
		}
	}
}

// TestHeadersSpeakC: no comment calls by a Go name what the header has a C name for.
func TestHeadersSpeakC(t *testing.T) {
	p, texts := selections(t)
	names := map[string]bool{}
	for _, pkg := range p.Packages {
		for _, d := range pkg.Decls {
			switch d := d.(type) {
			case *ir.ConstGroup:
				for _, c := range d.Consts {
					names[c.Name] = true
				}
			case *ir.TypeDecl:
				names[d.Name] = true
				for _, f := range d.Type.Fields {
					names[f.Name] = true
				}
			case *ir.Func:
				names[d.Name] = true
			}
		}
	}
	text := texts["all"]
	_, public, _ := strings.Cut(text, "#ifndef NIC_H")
	for _, c := range commentText.FindAllString(public, -1) {
		for _, m := range goName.FindAllString(c, -1) {
			last := m[strings.LastIndexByte(m, '.')+1:]
			require.False(t, names[last], "%s in %s", m, c)
		}
	}
	for _, pkg := range p.Packages {
		require.NotRegexp(t, `(?i)[^o] package `+pkg.Name+`\b[^/]`, public)
	}
}

// TestAlgorithmsCompileAlone compiles each header, and objects of its initialisers, without
// a warning as C99 and C++11.
func TestAlgorithmsCompileAlone(t *testing.T) {
	tier.Require(t, "gcc", "clang", "g++", "clang++")
	_, texts := selections(t)
	for name, text := range texts {
		main := "#define NIC_IMPLEMENTATION\n#include \"nic.h\"\n"
		for _, m := range initializer.FindAllStringSubmatch(text, -1) {
			of := "nic_" + strings.Replace(strings.ToLower(m[1]), "dolcerc_np_", "dcqcn_np_", 1) // Dolce-RC takes DCQCN's
			main += "extern const " + of + " a_" + m[2] + m[1] + ";\nconst " + of + " a_" + m[2] + m[1] + " = NIC_" + m[1] + "_" + m[2] + ";\n"
		}
		require.Equal(t, strings.Contains(text, "#define NIC_DOLCERC_PARAMS_PAPER {"), strings.Contains(main, "nic_dolcerc_params a_PAPER"), name)
		for _, c := range cc.All() {
			_, cleanup, err := cc.Build(context.Background(), c, append([]string{c.Standard(), "-fsyntax-only"}, cc.Warnings()...), cc.File{Name: "nic.h", Data: []byte(text)}, []byte(main))
			cleanup()
			require.NoError(t, err, "%s: %s", name, c.Name)
		}
	}
}

// TestAlgorithmsAreWhole: a header with one algorithm has its functions, all constants of
// its kinds and modes, and its macros explained.
func TestAlgorithmsAreWhole(t *testing.T) {
	p, texts := selections(t)
	for _, a := range p.Transducers {
		text := texts[a.Name]
		for _, f := range []*ir.Func{a.Init, a.Step, a.Next} {
			if f == nil {
				continue
			}
			require.Regexp(t, `NIC_API [a-z0-9_]+ nic_`+a.Pkg.Name+`_`+cgen.Snake(f.Name)+`\(`, text)
		}
		require.Equal(t, slices.Contains([]string{"dcqcn", "dolcerc4", "dolcerc8"}, a.Name), a.Next != nil, a.Name)
		use, _, _ := strings.Cut(text, "#ifndef")
		require.Equal(t, strings.Contains(text, "NIC_TRAP"), !strings.Contains(use, "nothing traps"))
		for _, m := range []string{"API", "INLINE", "TRAP"} {
			require.Equal(t, strings.Contains(text, "#define NIC_"+m), strings.Contains(use, " *   NIC_"+m), "%s: NIC_%s", a.Name, m)
		}
	}
	for _, name := range []string{"dcqcn", "dcqcn without np", "dolcerc4", "dolcerc8", "all"} {
		for _, c := range []string{
			"EVENT_NONE", "EVENT_ALPHA_TIMER", "EVENT_CNP", "CUT_AT_ONCE", "CUT_SPACED", "CUT_FREE_RUNNING", "ALPHA_ON_CNP", "ALPHA_PERIODIC",
			"ALPHA_FREE_RUNNING", "ROUND_DOWN", "ROUND_HALF_UP", "HALVE_SUM", "HALVE_EACH", "HYPER_FLAT", "HYPER_STAGED", "FIRST_CUTS", "FIRST_ARMS",
			"DID_ALPHA", "DID_LEARN", "FLAG_SEEN",
		} {
			require.Contains(t, texts[name], "#define NIC_DCQCN_"+c+" ((", name)
		}
	}
	require.Contains(t, texts["dolcerc4"], "#define NIC_DOLCERC_TX_SLOTS ((nic_dolcerc_estimate)1)")
	require.Contains(t, texts["dolcerc4"], "NIC_DCQCN_CUT_SPACED, /* cut_mode */")
}
