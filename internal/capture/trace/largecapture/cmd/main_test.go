package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/capture/trace"
)

func TestRun(t *testing.T) {
	path := filepath.Join(t.TempDir(), "large.pcapng")
	var stdout, stderr bytes.Buffer
	require.Equal(t, 0, run([]string{"--size", "300kB", "--format", "pcapng", "-o", path}, &stdout, &stderr))
	require.Empty(t, stderr.String())
	r, err := trace.Open(path)
	require.NoError(t, err)
	require.Equal(t, trace.FormatPcapng, r.Stats().Format)
	require.NoError(t, r.Close())
	require.Contains(t, stdout.String(), " packets: ")
	whole, err := os.ReadFile(path)
	require.NoError(t, err)

	// To standard output it is the same, and the report goes elsewhere.
	stdout.Reset()
	require.Equal(t, 0, run([]string{"--size", "300kB", "--format", "pcapng", "-o", "-"}, &stdout, &stderr))
	require.Equal(t, whole, stdout.Bytes())
	require.Contains(t, stderr.String(), " packets: ")

	stdout.Reset()
	require.Equal(t, 0, run([]string{"--help"}, &stdout, &stderr))
	require.Contains(t, stdout.String(), "Examples:")
	for want, args := range map[string][]string{
		"-o is missing":         {},
		"unknown flag":          {"--fast"},
		"unexpected argument":   {"-o", "x", "y"},
		`format "zip"`:          {"-o", path, "--format", "zip"},
		`size "10 GB"`:          {"-o", path, "--size", "10 GB"},
		"is not a capture form": {"-o", path, "--format", "csv"},
		"not a directory":       {"-o", filepath.Join(path, "no"), "--size", "1kB"},
	} {
		stderr.Reset()
		require.Equal(t, 2, run(args, &stdout, &stderr), args)
		require.Contains(t, stderr.String(), want)
	}
	again, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, whole, again, "a failure leaves the old file")
}

func TestParseSize(t *testing.T) {
	for text, want := range map[string]int64{"0": 0, "1500": 1500, "2kB": 2000, "1.5KiB": 1536, "10GB": 10_000_000_000, "3MiB": 3 << 20, "0.25GiB": 1 << 28} {
		got, err := parseSize(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "GB", "-1", "1e9", "1.5", "1/2MB", "1..2GB", "99999999999GB", "10TB"} {
		_, err := parseSize(text)
		require.Error(t, err, text)
	}
}
