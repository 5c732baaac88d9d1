package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/cli"
)

func TestP4(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "np.p4")
	status, stdout, stderr := run("p4", "dcqcnnp", "-o", path, "--check=builtin")
	require.Zero(t, status, stderr)
	require.Regexp(t, `^target +vectors +steps +result\ndcqcnnp on the built-in reader +\d+ +\d+ +bit-exact\n$`, stdout)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Contains(t, string(text), "//   ccgen p4 dcqcnnp\n")

	// Alias, constants, standard output.
	status, stdout, stderr = run("p4", "dolcercplus", "--profile", "paper", "--line-rate", "400G", "--connections", "64", "--lines", "comments", "-o", "-")
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "//   ccgen p4 dolcercplus4 --profile paper --line-rate 400G --connections 64 --lines comments\n")
	require.Contains(t, stdout, "//   LinkRate = 400000000\n")
	require.Contains(t, stdout, "CONNECTIONS = 32w64;")

	status, stdout, stderr = run("p4", "dcqcnnp", "--arch", "pna", "--state", "packet", "--check=builtin", "-o", "-")
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "//   ccgen p4 dcqcnnp --arch pna --state packet\n")
	require.NotContains(t, stdout, "Register<")
	require.Contains(t, stderr, "bit-exact")
	status, stdout, stderr = run("p4", "dcqcnnp", "--arch", "pna", "--check=builtin", "-o", "-")
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "//   ccgen p4 dcqcnnp --arch pna\n")
	require.Contains(t, stdout, "#include <bmv2/pna.p4>\n")
	require.Contains(t, stderr, "bit-exact")

	// Changes of a profile.
	status, stdout, stderr = run("p4", "dolcerc", "--profile", "connectx", "--set", "ai_rate=50", "--qualify-after", "70us", "-o", "-")
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "//   ccgen p4 dolcerc4 --profile connectx --set ai_rate=50 --qualify-after 70us\n")
	require.Contains(t, stdout, "//   QualifyAfter = 70000\n")

	// The vectors' own parameters.
	status, stdout, stderr = run("p4", "dolcerc", "--profile", "connectx", "--check=builtin")
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "bit-exact")
	status, stdout, stderr = run("p4", "dcqcn", "--profile", "hpcc", "--check=builtin")
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "bit-exact")
}

// TestP4Refuses: one line each, the right status, no file.
func TestP4Refuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.p4")
	status, stdout, stderr := run("p4", "dcqcn", "--target", "no-mul", "-o", path)
	require.Equal(t, cli.ExitCheck, status)
	require.Regexp(t, `(?m)^dcqcn\.\(\*Rates\)\.Cut\n  dcqcn/rates\.go:\d+:\d+: multiplication of two variables \(uint64\)$`, stdout)
	require.Regexp(t, `^ccgen: p4: dcqcn: target no-mul cannot express \d+ places of the source; the first is [^\n]*\n$`, stderr)

	t.Setenv("PATH", t.TempDir())
	status, _, stderr = run("p4", "dcqcn", "--check", "-o", path)
	require.Equal(t, cli.ExitUsage, status)
	require.Equal(t, "ccgen: p4: p4c (p4c-bm2-ss) and simple_switch are not installed; install p4lang-p4c and p4lang-bmv2 from p4lang's repository (docs/ports.md), or check with --check=builtin\n", stderr)

	status, _, stderr = run("p4", "dcqcn", "--arch", "pna", "--check", "-o", path)
	require.Equal(t, cli.ExitUsage, status)
	require.Equal(t, "ccgen: p4: pna_nic of bmv2 1.15.5 cannot read or write registers; have packets carry the state with --state packet, or check with --check=builtin\n", stderr)
	status, _, stderr = run("p4", "dcqcn", "--arch", "pna", "--state", "packet", "--check", "-o", path)
	require.Equal(t, cli.ExitUsage, status)
	require.Regexp(t, `^ccgen: p4: p4c-bm2-pna and pna_nic are not installed; install [^\n]*\n$`, stderr)

	for want, args := range map[string][]string{
		`--arch takes v1model or pna`:                                   {"dcqcn", "--arch", "psa", "-o", path},
		`--state takes register or packet`:                              {"dcqcn", "--state", "none", "-o", path},
		`--connections has no meaning with --state`:                     {"dcqcn", "--state", "packet", "--connections", "5", "-o", path},
		"p4: name the algorithm":                                        {},
		`unknown algorithm "foo"; one of bandit2`:                       {"foo", "-o", path},
		"p4: -o is missing":                                             {"dcqcn"},
		`p4: unexpected argument "x.json"`:                              {"dcqcn", "x.json", "-o", path},
		`--target takes v1model or no-mul`:                              {"dcqcn", "--target", "tofino", "-o", path},
		`--params takes register or constant`:                           {"dcqcn", "--params", "all", "-o", path},
		`--lines takes none or comments`:                                {"dcqcn", "--lines", "directives", "-o", path},
		`--check takes bmv2 or builtin`:                                 {"dcqcn", "--check=yes", "-o", path},
		"p4: --params constant needs --profile":                         {"dcqcn", "--params", "constant", "-o", path},
		"p4: --profile makes constants":                                 {"dcqcn", "--params", "register", "--profile", "paper", "-o", path},
		"p4: --set changes a profile; name that with --profile":         {"dcqcn", "--set", "ai_rate=5", "-o", path},
		`--connections takes a whole number of 1 to 65536, not "0"`:     {"dcqcn", "--connections", "0", "-o", path},
		`--connections takes a whole number of 1 to 65536, not "65537"`: {"dcqcn", "--connections", "65537", "-o", path},
		`unknown profile "x"; one of paper`:                             {"dcqcn", "--profile", "x", "-o", path},
		"p4: no vectors of dcqcn have these parameters":                 {"dcqcn", "--profile", "paper", "--line-rate", "25G", "--check=builtin", "-o", path},
		"missing.json":          {"dcqcn", "missing.json", "--check=builtin", "-o", path},
		"p4_test.go: is a file": {"dcqcn", "-o", filepath.Join("p4_test.go", "x.p4")},
	} {
		status, _, stderr := run(append([]string{"p4"}, args...)...)
		require.Equal(t, cli.ExitUsage, status, stderr)
		require.Contains(t, stderr, want)
		require.Regexp(t, `^[^\n]*\n$`, stderr)
	}
	_, err := os.Stat(path)
	require.ErrorIs(t, err, os.ErrNotExist)
}

// TestP4CheckTools: what the compiler and the switch say is shown whole, errors and
// warnings, and the last line says how the check ended.
func TestP4CheckTools(t *testing.T) {
	const (
		warning  = "x.p4(5): [--Wwarn=unused] warning: 'OP_PARAMS' is unused\nconst bit<8> OP_PARAMS = 8w5;"
		errorOne = "x.p4(129): [--Werror=duplicate] error: Ingress duplicates Ingress\ncontrol Ingress(inout headers_t hdr) {"
		errorTwo = "x.p4(812): [--Werror=duplicate] error: Egress duplicates Egress"
		abort    = "terminate called after throwing an instance of 'std::runtime_error'\n  what():  Formatted output in bases 8 or 16 is only available for positive numbers"
		compiles = "#!/bin/sh\n[ \"$3\" = -o ] && echo '{}' > \"$4\"\n"
	)
	says := func(text string) string { return "cat >&2 <<'END'\n" + text + "\nEND\n" }
	for _, c := range []struct {
		name, compiler, device string
		status                 int
		stdout, stderr         string
	}{
		{"refused", "#!/bin/sh\n" + says(warning+"\n"+errorOne+"\n"+errorTwo) + "exit 1\n", "", cli.ExitCheck, "",
			"p4c-bm2-ss says:\n" + warning + "\n" + errorOne + "\n" + errorTwo + "\nccgen: p4: p4c-bm2-ss refuses the program: exit status 1: x.p4(129): [--Werror=duplicate] error: Ingress duplicates Ingress\n"},
		{"warned", compiles + says(warning), "", cli.ExitOK, "target                    vectors  steps  result   compile s  json bytes  operations  tables  registers\ndcqcnnp on simple_switch  0        0      not run  S 3           0           0       0\np4c took the program; simple_switch is not installed, so no vector was run\n",
			"the compiler warns:\n" + warning + "\n"},
		{"aborted", compiles, "#!/bin/sh\n" + says(abort) + "kill -ABRT $$\n", cli.ExitCheck, "",
			"simple_switch says:\n" + abort + "\nccgen: p4: simple_switch ended (signal: aborted) while it loaded the program: what():  Formatted output in bases 8 or 16 is only available for positive numbers\n"},
	} {
		bin := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(bin, "p4c-bm2-ss"), []byte(c.compiler), 0o755))
		if c.device != "" {
			require.NoError(t, os.WriteFile(filepath.Join(bin, "simple_switch"), []byte(c.device), 0o755))
		}
		t.Setenv("PATH", bin+":/bin:/usr/bin")
		path := filepath.Join(bin, "x.p4")
		status, stdout, stderr := run("p4", "dcqcnnp", "--check", "-o", path)
		require.Equal(t, c.status, status, c.name)
		require.Equal(t, c.stdout, regexp.MustCompile(`\d+\.\d +3 `).ReplaceAllString(stdout, "S 3 "), c.name)
		require.Equal(t, c.stderr, strings.ReplaceAll(stderr, " (core dumped)", ""), c.name)
		_, err := os.Stat(path)
		require.Equal(t, c.status == cli.ExitOK, err == nil, "what fails is not written")
	}
}
