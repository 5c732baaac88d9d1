package main

import (
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/dev/tier"
)

// outcome is a file of --junit, as far as tests ask.
type outcome struct {
	Suites []struct {
		Name  string `xml:"name,attr"`
		Cases []struct {
			Name    string  `xml:"name,attr"`
			Failure *string `xml:"failure"`
			Error   *string `xml:"error"`
			Skipped *string `xml:"skipped"`
		} `xml:"testcase"`
	} `xml:"testsuite"`
}

func readOutcome(t *testing.T, path string) (o outcome) {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, xml.Unmarshal(text, &o))
	return o
}

// TestVerifyJUnit: the outcome is written whether targets agree, differ or die, and is that of every target: one that
// dies ends no other.
func TestVerifyJUnit(t *testing.T) {
	tier.Require(t, "gcc")
	dir := t.TempDir()
	path := filepath.Join(dir, "verify.xml")
	compiler := func(name, text string) string {
		file := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(file, []byte("#!/bin/sh\n[ \"$1\" = --version ] && exec gcc --version\n"+text), 0o755))
		return file
	}
	wrong := compiler("wrong-gcc", "for f in *.h; do sed -i 's/p->target_cap);/p->target_cap - 1u);/' \"$f\"; done\nexec gcc \"$@\"\n")
	dead := compiler("dead-gcc", "while [ \"$1\" != -o ]; do shift; done\nprintf '#!/bin/sh\\nexit 3\\n' > \"$2\"; chmod +x \"$2\"\n")
	files := []string{"../../testvectors/corpus/dcqcnnp.json.gz", "../../testvectors/corpus/dcqcn-paper.json.gz", "../../testvectors/corpus/timers.json.gz"}
	verify := func(args ...string) (int, string) {
		status, _, stderr := run(append(append([]string{"verify", "--opt", "-O0", "--junit", path}, args...), files...)...)
		return status, stderr
	}

	status, stderr := verify("--compilers", "gcc")
	require.Zero(t, status, stderr)
	got := readOutcome(t, path)
	require.Len(t, got.Suites, 2)
	require.Equal(t, "interpreter", got.Suites[0].Name)
	require.Equal(t, "gcc -O0", got.Suites[1].Name)
	for _, s := range got.Suites {
		require.Len(t, s.Cases, 3)
		for i, c := range s.Cases {
			require.Equal(t, strings.TrimSuffix(filepath.Base(files[i]), ".gz"), filepath.Base(c.Name))
			require.Nil(t, c.Failure)
			require.Nil(t, c.Error)
			require.Nil(t, c.Skipped)
		}
	}

	status, stderr = verify("--compilers", wrong)
	require.Equal(t, cli.ExitCheck, status, stderr)
	got = readOutcome(t, path)
	require.Contains(t, *got.Suites[1].Cases[1].Failure, "first differing bit")
	require.NotNil(t, got.Suites[1].Cases[2].Skipped)

	status, stderr = verify("--compilers", dead+",gcc")
	require.Equal(t, cli.ExitUsage, status, "it could not be run: no difference")
	require.Contains(t, stderr, "exit status 3")
	got = readOutcome(t, path)
	require.Contains(t, *got.Suites[1].Cases[0].Error, "exit status 3")
	require.NotNil(t, got.Suites[1].Cases[1].Skipped)
	last := got.Suites[len(got.Suites)-1]
	require.Equal(t, "gcc -O0", last.Name)
	require.Nil(t, last.Cases[2].Skipped, "the others go on")

	status, stderr = verify("--compilers", "no-such-cc")
	require.Equal(t, cli.ExitUsage, status)
	require.Contains(t, stderr, "no-such-cc is not installed")
	require.Contains(t, *readOutcome(t, path).Suites[1].Cases[0].Error, "no-such-cc is not installed")

	for junit, want := range map[string]string{"-": "as standard output has the results", files[0]: "is what is read, and would be lost"} {
		status, _, stderr := run("verify", "--compilers", "gcc", "--opt", "-O0", "--junit", junit, files[0])
		require.Equal(t, cli.ExitUsage, status, junit)
		require.Contains(t, stderr, want)
	}
}
