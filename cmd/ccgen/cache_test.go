package main

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/cli"
)

// TestMain keeps what the tests compute out of the user's cache. The go command that they run
// keeps its own.
func TestMain(m *testing.M) {
	if cache, err := os.UserCacheDir(); err == nil && os.Getenv("GOCACHE") == "" {
		_ = os.Setenv("GOCACHE", filepath.Join(cache, "go-build"))
	}
	dir, err := os.MkdirTemp("", "ccgen-cache")
	if err == nil {
		err = os.Setenv("XDG_CACHE_HOME", dir)
	}
	if err != nil {
		panic(err)
	}
	status := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(status)
}

// TestKept: a result is computed once for what it depends on, and again where the cache cannot
// be read, is not wanted or not there.
func TestKept(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	computed := 0
	get := func(use bool, depends ...string) int {
		v, err := cached(use, "test", depends, func() (int, error) { computed++; return computed, nil })
		require.NoError(t, err)
		return v
	}
	require.Equal(t, 1, get(true, "a"))
	require.Equal(t, 1, get(true, "a"))
	require.Equal(t, 2, get(true, "b"))
	require.Equal(t, 3, get(false, "a"))
	require.Equal(t, 1, get(true, "a"))

	file := cacheFile("test", []string{"a"})
	for i, wrong := range []string{"{", "", "no JSON"} {
		require.NoError(t, os.WriteFile(file, []byte(wrong), 0o600))
		require.Equal(t, 4+i, get(true, "a"))
		require.Equal(t, 4+i, get(true, "a"), "written again")
	}
	require.Equal(t, 2, get(true, "b"))

	// Errors are not kept.
	_, err := cached(true, "test", []string{"c"}, func() (int, error) { return 0, os.ErrInvalid })
	require.ErrorIs(t, err, os.ErrInvalid)
	require.Equal(t, 7, get(true, "c"))

	// No more are kept than mostKept, and the last ones.
	for i := range 2 * mostKept {
		old := time.Now().Add(time.Duration(i-3*mostKept) * time.Second)
		name := filepath.Join(cache, "ccgen", strconv.Itoa(i)+".json")
		require.NoError(t, os.WriteFile(name, nil, 0o600))
		require.NoError(t, os.Chtimes(name, old, old))
	}
	require.Equal(t, 8, get(true, "d"))
	entries, err := os.ReadDir(filepath.Join(cache, "ccgen"))
	require.NoError(t, err)
	require.Len(t, entries, mostKept)
	require.Equal(t, 8, get(true, "d"))

	// A folder that cannot be made.
	require.NoError(t, os.WriteFile(filepath.Join(cache, "file"), nil, 0o600))
	t.Setenv("XDG_CACHE_HOME", filepath.Join(cache, "file"))
	require.Equal(t, 9, get(true, "a"))
	require.Equal(t, 10, get(true, "a"))
}

// TestUnknownNamesAreAnsweredAtOnce: before anything is computed.
func TestUnknownNamesAreAnsweredAtOnce(t *testing.T) {
	for want, args := range map[string][]string{
		"no function \"fixedpoint.Lgo2\" (did you mean fixedpoint.Log2?)": {"explain", "fixedpoint.Log2", "fixedpoint.Lgo2"},
		"no handler \"dolcerc4 cnpp\" (did you mean dolcerc4 cnp?)":       {"cost", "dolcerc4 cnpp"},
	} {
		t.Setenv("XDG_CACHE_HOME", t.TempDir())
		status, out, errs := run(args...)
		require.Equal(t, cli.ExitUsage, status)
		require.Contains(t, errs, want)
		require.Empty(t, out)
		entries, err := os.ReadDir(os.Getenv("XDG_CACHE_HOME"))
		require.NoError(t, err)
		require.Empty(t, entries)
	}
}
