package bucket_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/systems/drum/bucket"
)

// TestCount compares with a bucket that counts tokens: in units of 1/Gap tokens, filled by 1 a ps.
func TestCount(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		p := bucket.Params{Gap: r.Uint64N(5000), Burst: 1 + r.Uint32N(9)}
		var s bucket.State
		bucket.Init(&p, &s)
		level := int64(p.Gap) * int64(p.Burst) // may be negative: tokens that are owed
		last, now := uint64(0), uint64(0)
		for range 200 {
			now += r.Uint64N(2 * (p.Gap + 1))
			level = min(level+int64(now-last), int64(p.Gap)*int64(p.Burst))
			last = now
			level -= int64(p.Gap)
			want := now
			if level < 0 {
				want += uint64(-level)
			}
			require.Equal(t, want, bucket.Step(&p, &s, &bucket.Event{Now: now}).At, "gap %d, burst %d, at %d", p.Gap, p.Burst, now)
		}
	}
}

func Example() {
	p := bucket.Params{Gap: 1_000_000, Burst: 2} // a token a microsecond
	var s bucket.State
	bucket.Init(&p, &s)
	for range 4 {
		fmt.Println(bucket.Step(&p, &s, &bucket.Event{Now: 5_000_000}).At)
	}
	// Output:
	// 5000000
	// 5000000
	// 6000000
	// 7000000
}
