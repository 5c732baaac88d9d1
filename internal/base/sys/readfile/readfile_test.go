package readfile_test

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/sys/readfile"
)

// TestFile: regular files up to the limit, and nothing else.
func TestFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	require.NoError(t, os.WriteFile(path, []byte("12345"), 0o666))
	text, err := readfile.File(path, 5, "is this a file of settings?")
	require.NoError(t, err)
	require.Equal(t, "12345", string(text))
	_, err = readfile.File(path, 4, "is this a file of settings?")
	require.EqualError(t, err, path+": more than 4 bytes; is this a file of settings?")
	_, err = readfile.File(dir, 4, "is this a file of settings?")
	require.EqualError(t, err, dir+": is no regular file; name a saved file or folder")
	_, err = readfile.File(path+"b", 4, "is this a file of settings?")
	require.EqualError(t, err, path+"b: no such file or directory")
	_, err = readfile.Input("/dev/zero", 4, "is this a file of settings?")
	require.EqualError(t, err, "/dev/zero: is no regular file; name a saved file or folder")
	// Any reads devices too, but no more of them.
	_, err = readfile.Any("/dev/zero", 4, "is it one?")
	require.EqualError(t, err, "/dev/zero: more than 4 bytes; is it one?")
	_, err = readfile.Any(dir, 4, "")
	require.EqualError(t, err, dir+": is a directory; name a file in it")
	_, err = readfile.Any(path+"b", 4, "")
	require.EqualError(t, err, path+"b: no such file or directory")
	require.ErrorIs(t, err, fs.ErrNotExist)
	text, err = readfile.Any(path, 5, "")
	require.NoError(t, err)
	require.Equal(t, "12345", string(text))
	pipe := filepath.Join(dir, "pipe")
	require.NoError(t, exec.Command("mkfifo", pipe).Run())
	_, err = readfile.File(pipe, 4, "is this a file of settings?")
	require.ErrorContains(t, err, "is no regular file")
}

// TestReason: only package os's own words are taken off.
func TestReason(t *testing.T) {
	own := errors.New("mine")
	require.Equal(t, own, readfile.Reason(own))
	_, err := os.Open("/nowhere/a")
	require.EqualError(t, readfile.Reason(err), "no such file or directory")
	require.EqualError(t, readfile.WithName("a", err), "a: no such file or directory")
	require.EqualError(t, readfile.WithName("a", own), "a: mine")
}

// TestOneLine: nothing that ends a line or steers a terminal is left.
func TestOneLine(t *testing.T) {
	require.Equal(t, "a b \u00e9 \u00b5", readfile.OneLine("a b \u00e9 \u00b5"))
	require.Equal(t, "a?b?c?d?e?f?", readfile.OneLine("a\nb\rc\x1bd\u2028e\u202ef\xff"))
	require.Equal(t, strings.Repeat("?", 33), readfile.OneLine(func() string {
		b := []byte{0x7F}
		for c := range byte(32) {
			b = append(b, c)
		}
		return string(b)
	}()))
}

func TestNoMark(t *testing.T) {
	require.NoError(t, readfile.RefuseBOM([]byte("a = 1"), "a.toml"))
	require.NoError(t, readfile.RefuseBOM(nil, "a.toml"))
	require.EqualError(t, readfile.RefuseBOM([]byte("\ufeffa = 1"), "a.toml"), "a.toml: begins with a byte order mark (U+FEFF), which TOML does not have; save it as UTF-8 without one")
	for _, mark := range []string{"\xff\xfe", "\xfe\xff"} {
		require.EqualError(t, readfile.RefuseBOM([]byte(mark+"a"), "a.toml"), "a.toml: is UTF-16, by its byte order mark; save it as UTF-8 without one")
	}
}
