package drum

import (
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/tier"
)

// TestWhole runs 10,000 hosts of 5,000 applications, a sample of it without -long: all cores, the memory of
// one host a core.
func TestWhole(t *testing.T) {
	for _, hard := range []bool{true, false} {
		c := Paper(10_000, 5000, hard)
		c.Tolerance = 1 << 32 / 100
		if !tier.Long() {
			if c.Hosts = 32; hard {
				c.Hosts = 320
			}
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		start := time.Now()
		r, err := Run(&c, 0)
		require.NoError(t, err)
		took := time.Since(start)
		runtime.ReadMemStats(&after)
		// 41 bytes an application of a host that a core has at hand, 640 the sums of 16 hosts.
		kept := uint64(runtime.GOMAXPROCS(0)*c.Apps*64 + c.Hosts/block*640 + 1<<20)
		t.Logf("%d hosts, %d applications, hard %t: %v, %.1f iterations a host, %.1f million variables, %.1f MB allocated, %.1f MB of the system",
			c.Hosts, c.Apps, hard, took.Round(time.Millisecond), float64(r.Iterations)/float64(c.Hosts), float64(r.Variables)/1e6,
			float64(after.TotalAlloc-before.TotalAlloc)/1e6, float64(after.Sys)/1e6)
		require.Less(t, after.TotalAlloc-before.TotalAlloc, kept)
		require.Less(t, r.Residual[c.Iterations-1], float64(c.Hosts)*0.01)
	}
}
