package tier

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

// fake is a test that notes how it ends.
type fake struct {
	testing.TB
	said string
}

func (f *fake) Helper()                           {}
func (f *fake) Skip(args ...any)                  { f.said = "skipped: " + fmt.Sprint(args...) }
func (f *fake) Fatal(args ...any)                 { f.said = "failed: " + fmt.Sprint(args...) }
func (f *fake) Fatalf(format string, args ...any) { f.Fatal(fmt.Sprintf(format, args...)); panic(f) }

// TestNeeds: a program that is missing skips a test by its name, and fails it under CI.
func TestNeeds(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	const text = "not installed: gcc, clang++, clang; on Debian: apt-get install clang gcc"
	for ci, want := range map[string]string{"": "skipped: " + text, "1": "failed: " + text} {
		t.Setenv("CI", ci)
		f := &fake{}
		Require(f, "gcc", "clang++", "clang")
		require.Equal(t, want, f.said)
	}
	f := &fake{}
	require.Panics(t, func() { Require(f, "tcc") })
	require.Contains(t, f.said, "tcc is not in the table")
	f = &fake{}
	Require(f)
	require.Empty(t, f.said)
}

// TestInstalled: the night's script installs what tests need.
func TestInstalled(t *testing.T) {
	script, err := os.ReadFile("../../../.ci/nightly")
	require.NoError(t, err)
	for _, p := range packages {
		require.Regexp(t, `(?m)^\t(.* )?`+regexp.QuoteMeta(p)+`( |$)`, string(script))
	}
}

// TestTakes: a sample is part of the whole, and the whole is taken with -long.
func TestTakes(t *testing.T) {
	count := func() (n int) {
		for i := range 1000 {
			if Sampled(fmt.Sprint("case ", i), 10) {
				n++
			}
		}
		return n
	}
	was := flag.Lookup("long").Value.String()
	t.Cleanup(func() { require.NoError(t, flag.Set("long", was)) })
	require.NoError(t, flag.Set("long", "false"))
	require.InDelta(t, 100, count(), 40)
	require.NoError(t, flag.Set("long", "true"))
	require.True(t, Long())
	require.Equal(t, 1000, count())
}
