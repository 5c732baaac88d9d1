package readfile_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/nicprofile/readfile"
)

// TestFile: regular files up to the limit, and nothing else.
func TestFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	require.NoError(t, os.WriteFile(path, []byte("12345"), 0o666))
	text, err := readfile.File(path, 5)
	require.NoError(t, err)
	require.Equal(t, "12345", string(text))
	_, err = readfile.File(path, 4)
	require.EqualError(t, err, path+": more than 4 bytes; is this a file of settings?")
	_, err = readfile.File(dir, 4)
	require.EqualError(t, err, dir+": is no regular file; name a saved file or folder")
	_, err = readfile.File(path+"b", 4)
	require.EqualError(t, err, path+"b: no such file or directory")
	_, err = readfile.Input("/dev/zero", 4)
	require.EqualError(t, err, "/dev/zero: is no regular file; name a saved file or folder")
	pipe := filepath.Join(dir, "pipe")
	require.NoError(t, exec.Command("mkfifo", pipe).Run())
	_, err = readfile.File(pipe, 4)
	require.ErrorContains(t, err, "is no regular file")
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
