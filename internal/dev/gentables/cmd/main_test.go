package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRunWritesWhole(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "tables.go")
	require.NoError(t, run(out))
	got, err := os.ReadFile(out)
	require.NoError(t, err)
	want, err := os.ReadFile("../../../../fixedpoint/tables.go")
	require.NoError(t, err)
	require.Equal(t, string(want), string(got))
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, left, 1, "no temporary file stays")
}

func TestRunFailsWithoutDirectory(t *testing.T) {
	require.Error(t, run(filepath.Join(t.TempDir(), "no", "tables.go")))
}
