package golden_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/golden"
)

// fake is a test that notes its failures.
type fake struct {
	testing.TB
	said string
}

func (f *fake) Helper()                           {}
func (f *fake) Errorf(format string, args ...any) { f.said = fmt.Sprintf(format, args...) }
func (f *fake) Fatalf(format string, args ...any) { f.Errorf(format, args...); panic(f) }

// TestCheck: a difference and a missing file fail the test, and -update writes.
func TestCheck(t *testing.T) {
	path := filepath.Join(t.TempDir(), "made", "a.txt")
	f := &fake{}
	require.Panics(t, func() { golden.Check(f, path, []byte("one\n")) })
	require.Contains(t, f.said, "a.txt: no such file or directory; go test -update makes it")

	was := flag.Lookup("update").Value.String()
	t.Cleanup(func() { require.NoError(t, flag.Set("update", was)) })
	require.NoError(t, flag.Set("update", "true"))
	require.True(t, golden.Update())
	golden.Check(t, path, []byte("one\n"))
	got, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "one\n", string(got))

	require.NoError(t, flag.Set("update", "false"))
	golden.Check(t, path, []byte("one\n"))
	f = &fake{}
	golden.Check(f, path, []byte("two\n"))
	require.Contains(t, f.said, path+" differs")
	require.Contains(t, f.said, "two")
}

// TestCheckPart: a part of a page is compared and written, and the rest stays.
func TestCheckPart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "page.md")
	require.NoError(t, os.WriteFile(path, []byte("head\n<!-- a -->\nold\n<!-- end a -->\ntail\n"), 0o666))
	f := &fake{}
	golden.CheckPart(f, path, "a", "new\n")
	require.Contains(t, f.said, path+" differs")
	require.Panics(t, func() { golden.CheckPart(f, path, "b", "new\n") })
	require.Contains(t, f.said, "page.md has no part between <!-- b --> and <!-- end b -->")

	was := flag.Lookup("update").Value.String()
	t.Cleanup(func() { require.NoError(t, flag.Set("update", was)) })
	require.NoError(t, flag.Set("update", "true"))
	golden.CheckPart(t, path, "a", "new\n")
	got, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "head\n<!-- a -->\nnew\n<!-- end a -->\ntail\n", string(got))
}
