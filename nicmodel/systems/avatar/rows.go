package avatar

import (
	_ "embed"
	"fmt"

	"smartnic-cc/internal/base/num/quantile"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/systems/companion"
)

//go:embed claims.csv
var table []byte

// claims are the paper's.
var claims = companion.ReadClaims("avatar/claims.csv", table)

// rows measures them.
type rows struct {
	*companion.Results
	study
}

// percent returns a as a percentage of b.
func percent[T event.Time | uint64](a, b T) float64 { return 100 * float64(a) / float64(max(b, 1)) }

// ratio returns a/b.
func ratio[T event.Time | uint64](a, b T) float64 { return float64(a) / float64(max(b, 1)) }

// micros returns a time in us.
func micros(t event.Time) float64 { return float64(t) / float64(us) }

// sharing is Figs. 1 and 5.
func (r *rows) sharing() {
	alone := r.locked(1)
	for _, threads := range []uint32{3, 9} {
		ours := percent(r.locked(threads), alone)
		r.Set(fmt.Sprint("locked ", threads), ours, ours < 100)
	}
	alone = r.threads(1)
	least := 100.0
	for _, t := range []uint32{2, 4, 8, 16} {
		least = min(least, percent(r.threads(t), alone))
	}
	r.Set("threads", least, least > 95)
	base, native := r.connections(Avatar, 16), r.connections(Native, 16)
	worst := 100.0
	for _, n := range []int{64, 256, 1024} {
		worst = min(worst, percent(r.connections(Avatar, n), base))
	}
	r.Set("connections", worst, worst > 95)
	ours := percent(r.connections(Native, 256), native)
	r.Set("QP each", ours, ours < 100)
}

// blocking is Figs. 2 and 3.
func (r *rows) blocking() {
	c := &r.config
	times := map[uint32]event.Time{}
	knee := uint32(0)
	for b := uint32(4 * kib); b <= 128*kib; b *= 2 {
		times[b] = quantile.Mean(r.compared(c, Native, SamePriority, kib, b))
		if knee == 0 && times[b] >= 2*times[4*kib] {
			knee = b
		}
	}
	ours := ratio(times[128*kib], times[16*kib])
	r.Set("blocks", ours, ours > 1)
	r.Set("knee", float64(knee/kib), true)
	ours = ratio(r.requests(Locked, 16), r.requests(Locked, 1))
	r.Set("requests", ours, ours > 1)
	last, rising := event.Time(0), true
	for _, b := range []uint32{4 * kib, 16 * kib, 64 * kib} {
		t := quantile.Mean(r.compared(c, Native, ForegroundFirst, 16*kib, b))
		rising = rising && t > last
		last = t
	}
	r.Set("strict", ratio(last, quantile.Mean(r.compared(c, Native, ForegroundFirst, 16*kib, 4*kib))), rising)
}

// scheduling is Figs. 6 and 9, and fairness.
func (r *rows) scheduling() {
	for _, weighted := range []bool{false, true} {
		c, name := r.config, "RR"
		if c.Weighted = weighted; weighted {
			name = "WFQ"
		}
		for _, setting := range []PrioritySetting{SamePriority, ForegroundFirst} {
			least, most := event.Never, event.Time(0)
			for _, b := range []uint32{16 * kib, 64 * kib, 128 * kib} {
				t := quantile.Mean(r.compared(&c, Avatar, setting, 16*kib, b))
				least, most = min(least, t), max(most, t)
			}
			ours := percent(most-least, least)
			// The paper has WFQ w/ PRI affected, and all else not.
			r.Set(fmt.Sprintf("%s %v", name, setting), ours, (ours <= 15) != (weighted && setting == ForegroundFirst))
		}
	}
	for _, n := range []int{4, 8} {
		for _, setting := range []PrioritySetting{SamePriority, ForegroundFirst} {
			ours := 100 - percent(quantile.Mean(r.many(Avatar, setting, n)), quantile.Mean(r.many(Native, setting, n)))
			r.Set(fmt.Sprintf("%d connections %v", n, setting), ours, ours > 0)
		}
	}
	for _, k := range []struct {
		system        System
		first, second uint32
	}{{Avatar, 16 * kib, 16 * kib}, {Locked, 16 * kib, 16 * kib}, {Native, 16 * kib, 128 * kib}} {
		ours := r.fairness(k.system, k.first, k.second)
		r.Set(fmt.Sprintf("fairness %v", k.system), ours, (ours > 0.99) == (k.system == Avatar))
	}
}

// whole is Figs. 7 and 8: 1 MB.
func (r *rows) whole() {
	ours := 100 - percent(r.unloaded(Avatar, 1<<20), r.unloaded(Native, 1<<20))
	r.Set("alone", ours, ours > 0)
	for _, setting := range []PrioritySetting{ForegroundFirst, SamePriority} {
		for _, k := range [][2]uint32{{16 * kib, 1}, {16 * kib, 16}, {128 * kib, 1}, {128 * kib, 16}} {
			background, outstanding := k[0], k[1]
			native := r.besides(&r.config, Native, setting, 1<<20, background, outstanding)
			avatar := r.besides(&r.config, Avatar, setting, 1<<20, background, outstanding)
			ours := 100 - percent(quantile.Mean(avatar), quantile.Mean(native))
			r.Set(fmt.Sprintf("%d KB, %d, %v", background/kib, outstanding, setting), ours, ours > 0)
		}
	}
}

// latency is Fig. 10(a).
func (r *rows) latency() {
	for _, b := range []uint32{64, 1 * kib, 4 * kib, 16 * kib} {
		ours := micros(r.unloaded(Avatar, b) - r.unloaded(Native, b))
		r.Set(fmt.Sprintf("%d B", b), ours, ours > 0)
	}
	r.Set("64 KB", percent(r.unloaded(Avatar, 64*kib), r.unloaded(Native, 64*kib))-100, true)
	ours := 100 - percent(r.unloaded(Avatar, 256*kib), r.unloaded(Native, 256*kib))
	r.Set("256 KB", ours, ours > 0)
}
