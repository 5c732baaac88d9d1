package avatar

import (
	"fmt"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/systems/companion"
)

// rows gathers them.
type rows struct {
	companion.Rows
	study
}

// stageChosen is what the choice of the stage's size had in view.
const stageChosen = "the stage of 32 KiB was preferred to 64 with this in view"

// fittedIf returns what was fitted w/ PRI; w/o PRI nothing was.
func fittedIf(s Setting) string {
	if s == ForegroundFirst {
		return stageChosen
	}
	return ""
}

// percent is what a is of b, in hundredths.
func percent[T event.Time | uint64](a, b T) float64 { return 100 * float64(a) / float64(max(b, 1)) }

// micros is a time in us.
func micros(t event.Time) float64 { return float64(t) / float64(us) }

// sharing is Figs. 1 and 5.
func (r *rows) sharing() {
	const fitted = "the lock's share of 0.8, to both points of Fig. 1"
	alone := r.locked(1)
	for _, k := range []struct {
		threads       uint32
		paper, lo, hi float64
	}{{3, 66, 60, 70}, {9, 56, 52, 62}} {
		ours := percent(r.locked(k.threads), alone)
		r.Add(companion.Row{Item: fmt.Sprintf("rate of %d threads on one locked QP", k.threads),
			Where: "Fig. 1", Paper: fmt.Sprintf("%v %% of the rate without sharing", k.paper),
			Low: k.paper, High: k.paper,
			Ours: ours, Unit: "%",
			Sign:   ours < 100,
			Fitted: fitted}, k.lo, k.hi, fmt.Sprintf("%v to %v %%", k.lo, k.hi))
	}
	alone = r.threads(1)
	least := 100.0
	for _, t := range []uint32{2, 4, 8, 16} {
		least = min(least, percent(r.threads(t), alone))
	}
	r.Add(companion.Row{Item: "least rate of 2 to 16 threads with Avatar, of that of one",
		Where: "Fig. 5(b)", Paper: "no loss", Low: 100, High: 100,
		Ours: least, Unit: "%", Sign: least > 95}, 95, 105, "95 % or more")
	base, native := r.connections(Avatar, 16), r.connections(Native, 16)
	worst := 100.0
	for _, n := range []int{64, 256, 1024} {
		worst = min(worst, percent(r.connections(Avatar, n), base))
	}
	r.Add(companion.Row{Item: "least rate of 64 to 1024 connections with Avatar, of that of 16",
		Where: "Fig. 5(a)", Paper: "about flat", Low: 100, High: 100,
		Ours: worst, Unit: "%", Sign: worst > 95}, 95, 105, "95 to 105 %")
	ours := percent(r.connections(Native, 256), native)
	r.Add(companion.Row{Item: "rate of 256 connections with a QP each, of that of 16",
		Where: "section 1", Paper: "frequent cache misses",
		Ours: ours, Unit: "%", Sign: ours < 100,
		Cause: "20 contexts and misses of 0.55 us are of another NIC; the paper has no such curve"}, 0, 75, "75 % or less")
}

// blocking is Figs. 2 and 3.
func (r *rows) blocking() {
	const fitted = "the stage of 32 KiB before the TX pipe, to the size at which the latency rises"
	c := &r.config
	times := map[uint32]event.Time{}
	knee := uint32(0)
	for b := uint32(4 * kib); b <= 128*kib; b *= 2 {
		times[b] = Mean(r.beside(c, Native, SamePriority, kib, b))
		if knee == 0 && times[b] >= 2*times[4*kib] {
			knee = b
		}
	}
	ours := float64(times[128*kib]) / float64(max(times[16*kib], 1))
	r.Add(companion.Row{Item: "1 KB behind blocks of 128 KB, of that behind 16 KB",
		Where: "Fig. 2", Paper: "significant increase",
		Ours: ours, Unit: "times", Sign: ours > 1}, 2, 1000, "2 or more")
	r.Add(companion.Row{Item: "block of the background that doubles the time beside one of 4 KB",
		Where: "Fig. 2", Paper: "larger than 64KB", Low: 64, High: 64,
		Ours: float64(knee / kib), Unit: "KB",
		Sign: true, Fitted: fitted}, 32, 128, "32 to 128 KB")
	ours = float64(r.requests(Locked, 16)) / float64(max(r.requests(Locked, 1), 1))
	r.Add(companion.Row{Item: "time beside 16 requests of another flow, of that beside 1",
		Where: "Fig. 3(a)", Paper: "increases quickly",
		Ours: ours, Unit: "times", Sign: ours > 1,
		Cause: "both flows on one locked QP: WQEs of QPs of their own go in turn, and more requests cost nothing"}, 2, 1000, "2 or more")
	last, rising := event.Time(0), true
	for _, b := range []uint32{4 * kib, 16 * kib, 64 * kib} {
		t := Mean(r.beside(c, Native, ForegroundFirst, 16*kib, b))
		rising = rising && t > last
		last = t
	}
	ours = float64(last) / float64(max(Mean(r.beside(c, Native, ForegroundFirst, 16*kib, 4*kib)), 1))
	r.Add(companion.Row{Item: "strict 16 KB over low-priority blocks of 64 KB, of that over 4 KB",
		Where: "Fig. 3(b)", Paper: "rises with the background's size",
		Ours: ours, Unit: "times", Sign: rising}, 1.1, 1000, "rises")
}

// scheduling is Figs. 6 and 9, and fairness.
func (r *rows) scheduling() {
	for _, weighted := range []bool{false, true} {
		c, name := r.config, "RR"
		if c.Weighted = weighted; weighted {
			name = "WFQ"
		}
		for _, setting := range []Setting{SamePriority, ForegroundFirst} {
			least, most := event.Never, event.Time(0)
			for _, b := range []uint32{16 * kib, 64 * kib, 128 * kib} {
				t := Mean(r.beside(&c, Avatar, setting, 16*kib, b))
				least, most = min(least, t), max(most, t)
			}
			ours := percent(most-least, least)
			row := companion.Row{Item: fmt.Sprintf("Avatar %s, %v: how much 16 KB vary as the background goes from 16 to 128 KB", name, setting),
				Where: "Fig. 6", Paper: "not affected",
				Ours: ours, Unit: "%", Sign: ours <= 15}
			if weighted && setting == ForegroundFirst {
				row.Paper, row.Sign = "affected", ours > 15
				row.Cause = "classes have a QP and a schedule each, and with equal weights WFQ and RR differ by a segment; " +
					"the paper does not say how its WFQ counts blocks"
			}
			r.Add(row, 0, 15, "15 % or less; WFQ w/ PRI: said with its cause")
		}
	}
	for _, n := range []int{4, 8} {
		for _, setting := range []Setting{SamePriority, ForegroundFirst} {
			ours := 100 - percent(Mean(r.many(Avatar, setting, n)), Mean(r.many(Native, setting, n)))
			r.Add(companion.Row{Item: fmt.Sprintf("%d connections, half 16 and half 128 KB, %v: how much shorter 16 KB take", n, setting),
				Where: "Fig. 9", Paper: "about 50 %", Low: 50, High: 50,
				Ours: ours, Unit: "%", Sign: ours > 0,
				Fitted: fittedIf(setting),
				Cause: "the native time: while a block is on the wire, the model's NIC has chosen the next one, " +
					"and a new WQE joins its class's end; the paper does not say what each connection posts"}, 40, 100, "40 % or more")
		}
	}
	for _, k := range []struct {
		system        System
		first, second uint32
		lo, hi        float64
		gate, cause   string
	}{
		{Avatar, 16 * kib, 16 * kib, 0.99, 1, "0.99 or more", ""},
		{Locked, 16 * kib, 16 * kib, 0, 0.75, "0.75 or less", "one locked QP serves WQEs as they were posted, 1 to 10"},
		{Native, 16 * kib, 128 * kib, 0, 0.75, "0.75 or less", "QPs in turn, a WQE each: bytes are as the blocks, 1 to 8"},
	} {
		ours := r.fairness(k.system, k.first, k.second)
		r.Add(companion.Row{Item: fmt.Sprintf("Jain's index of two flows with requests 1 to 10, blocks of %d and %d KB, %v",
			k.first/kib, k.second/kib, k.system),
			Where: "section 2.2", Paper: "traffic with the same priority should be served equally",
			Ours: ours, Sign: (ours > 0.99) == (k.system == Avatar), Cause: k.cause}, k.lo, k.hi, k.gate)
	}
}

// whole is Figs. 7 and 8: 1 MB.
func (r *rows) whole() {
	const paper = "about 40 to 50 %"
	ours := 100 - percent(r.unloaded(Avatar, 1<<20), r.unloaded(Native, 1<<20))
	r.Add(companion.Row{Item: "1 MB alone: how much shorter",
		Where: "Figs. 7, 8", Paper: paper, Low: 40, High: 50,
		Ours: ours, Unit: "%", Sign: ours > 0}, 30, 100, "30 % or more")
	for _, setting := range []Setting{ForegroundFirst, SamePriority} {
		for _, k := range [][2]uint32{{16 * kib, 1}, {16 * kib, 16}, {128 * kib, 1}, {128 * kib, 16}} {
			background, outstanding := k[0], k[1]
			native := r.besides(&r.config, Native, setting, 1<<20, background, outstanding)
			avatar := r.besides(&r.config, Avatar, setting, 1<<20, background, outstanding)
			ours := 100 - percent(Mean(avatar), Mean(native))
			row := companion.Row{Item: fmt.Sprintf("1 MB beside blocks of %d KB, %d outstanding, %v: how much shorter",
				background/kib, outstanding, setting),
				Where: "Figs. 7, 8", Paper: paper, Low: 40, High: 50,
				Ours: ours, Unit: "%", Sign: ours > 0, Fitted: fittedIf(setting)}
			if setting == SamePriority {
				row.Cause = "Avatar gives the background half of the link, where natively a WQE of 1 MB takes all of it and the background waits; " +
					"the gain of the pipeline is what is left. The paper does not say what its background posts"
			}
			r.Add(row, 30, 100, "30 % or more")
		}
	}
}

// latency is Fig. 10(a).
func (r *rows) latency() {
	const fitted = "Signal and Notify, 1.4 us each, to at most 3 us here and about equal at 64 KB"
	for _, b := range []uint32{64, 1 * kib, 4 * kib, 16 * kib} {
		ours := micros(r.unloaded(Avatar, b) - r.unloaded(Native, b))
		row := companion.Row{Item: fmt.Sprintf("what Avatar adds to %d B on an idle NIC", b),
			Where: "Fig. 10(a)", Paper: "about 1 to 3 us", Low: 1, High: 3,
			Ours: ours, Unit: "us", Sign: ours > 0}
		if b == 64 {
			row.Fitted = fitted
		}
		r.Add(row, 1, 3, "1 to 3 us")
	}
	ours := percent(r.unloaded(Avatar, 64*kib), r.unloaded(Native, 64*kib)) - 100
	r.Add(companion.Row{Item: "Avatar's difference at 64 KB",
		Where: "Fig. 10(a)", Paper: "equal",
		Ours: ours, Unit: "%", Sign: true,
		Fitted: fitted}, -10, 10, "-10 to 10 %")
	ours = 100 - percent(r.unloaded(Avatar, 256*kib), r.unloaded(Native, 256*kib))
	r.Add(companion.Row{Item: "how much shorter 256 KB take",
		Where: "Fig. 10(a)", Paper: "37 % less", Low: 37, High: 37,
		Ours: ours, Unit: "%", Sign: ours > 0}, 25, 100, "25 % or more")
}
