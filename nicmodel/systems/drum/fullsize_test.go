package drum

import (
	"os"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/tier"
)

// TestWhole runs 10,000 hosts of 5,000 applications, a sample of it without -long: all cores, the memory of
// one host a core.
func TestWhole(t *testing.T) {
	t.Run("hard", func(t *testing.T) { whole(t, true, 320) })
	t.Run("soft", func(t *testing.T) { whole(t, false, 32) })
}

// whole runs all hosts, or a sample without -long. It logs the table of docs/proof.md.
func whole(t *testing.T, hard bool, sample int) {
	c := Paper(10_000, 5000, hard)
	c.Tolerance = 1 << 32 / 100
	if !tier.Long() {
		c.Hosts = sample
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start, spent := time.Now(), cpu(t)
	r, err := Run(&c, 0)
	require.NoError(t, err)
	took := time.Since(start)
	runtime.ReadMemStats(&after)
	// 41 bytes an application of a host that a core has at hand, 640 the sums of 16 hosts.
	kept := uint64(runtime.GOMAXPROCS(0)*c.Apps*64 + c.Hosts/block*640 + 1<<20)
	t.Logf("%d hosts, %d applications: %v on %d cores, %.1f s of CPU, %.1f iterations a host, %.1f million variables, %.1f million sums of a host, %.1f MB allocated, %s resident at most",
		c.Hosts, c.Apps, took.Round(time.Millisecond), runtime.GOMAXPROCS(0), cpu(t)-spent, float64(r.Iterations)/float64(c.Hosts),
		float64(r.Variables)/1e6, float64(r.Demands)/1e6, float64(after.TotalAlloc-before.TotalAlloc)/1e6, resident(t))
	require.Less(t, after.TotalAlloc-before.TotalAlloc, kept)
	require.Less(t, r.Residual[c.Iterations-1], float64(c.Hosts)*0.01)
}

// cpu is the processor time of this process, s.
func cpu(t *testing.T) float64 {
	var u syscall.Rusage
	require.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

// resident is the most memory that this process has had, as Linux tells it. (That of Getrusage has the go
// command's in it.)
func resident(t *testing.T) string {
	status, err := os.ReadFile("/proc/self/status")
	require.NoError(t, err)
	_, after, found := strings.Cut(string(status), "VmHWM:")
	require.True(t, found)
	line, _, _ := strings.Cut(after, "\n")
	return strings.TrimSpace(line)
}
