package cli

import (
	"bytes"
	"os"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/text/textwidth"
)

func TestBar(t *testing.T) {
	for _, c := range []struct {
		done, total int
		elapsed     time.Duration
		width       int
		want        string
	}{
		{25, 100, 20 * time.Second, 79, "running  25% [##########..............................] (20s, 1m0s left)"},
		{0, 100, 2 * time.Second, 79, "running   0% [........................................] (2s)"},
		{100, 100, 3 * time.Second, 79, "running 100% [########################################] (3s)"},
		{200, 100, 3 * time.Second, 30, "running 100% [##########] (3s)"},
		{0, 0, 3 * time.Second, 20, "running 100%  (3s)"},
		{7, -1, 90 * time.Second, 79, "running (1m30s)"},
		{1, 2, time.Minute, 10, "running  5"},
	} {
		got := bar("running", c.done, c.total, c.elapsed, c.width)
		require.Equal(t, c.want, got)
		require.LessOrEqual(t, utf8.RuneCountInString(got), c.width)
	}
}

// TestProgress: nothing for two seconds, then a bar at most ten times a second, and none after Done.
func TestProgress(t *testing.T) {
	var out bytes.Buffer
	now := time.Unix(0, 0)
	p := &Progress{w: &out, columns: func() int { return 40 }, what: "running", now: func() time.Time { return now }, begin: now}
	written := func() string { defer out.Reset(); return out.String() }
	p.Update(1, 4)
	p.Done()
	require.Empty(t, written())
	now = now.Add(2 * time.Second)
	p.Update(1, 4)
	require.Equal(t, "\rrunning  25% [##........] (2s, 6s left)\x1b[K", written())
	now = now.Add(99 * time.Millisecond)
	p.Update(2, 4)
	require.Empty(t, written())
	now = now.Add(time.Millisecond)
	p.Update(2, 4)
	require.Contains(t, written(), " 50% ")
	p.Done()
	require.Equal(t, "\r\x1b[K", written())
	p.Done()
	require.Empty(t, written())

	// A file that is not a terminal gets no progress.
	f, err := os.CreateTemp(t.TempDir(), "")
	require.NoError(t, err)
	defer f.Close()
	q := NewProgress(textwidth.NewOutput(f), "running")
	q.begin = q.begin.Add(-time.Hour)
	q.Update(1, 2)
	q.Done()
	info, err := f.Stat()
	require.NoError(t, err)
	require.Zero(t, info.Size())
}
