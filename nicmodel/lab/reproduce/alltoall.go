package reproduce

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/plural"
	"smartnic-cc/internal/reports/plot"
	"smartnic-cc/nicmodel/lab/experiment"
	"smartnic-cc/nicmodel/lab/sweep"
)

// fig5Key is where the paper finds the largest reduction, 68 %.
const (
	fig5KeySize  = 64 << 10
	fig5KeyRanks = 40
	fig5KeyRatio = 1 / (1 - 0.68)
)

// The keys that distinguish runs of MPI_Alltoall.
const (
	ranksKey = "workload[0].ranks_per_host"
	bytesKey = "workload[0].bytes"
)

// number returns the value of a key of a run of MPI_Alltoall.
func number(p experiment.Point, key string) uint64 {
	n, err := strconv.ParseUint(changed(p, key), 10, 64)
	if err != nil {
		panic(fmt.Sprintf("reproduce: %s: %s is not a number", p, key))
	}
	return n
}

// iterations sets as many iterations of MPI_Alltoall as the setting's traffic allows.
func (s *Setting) iterations(p experiment.Point) experiment.Point {
	ranks := number(p, ranksKey)
	n := 8 * ranks
	// A message takes at least a packet.
	traffic := n * (n - ranks) * max(number(p, bytesKey), 1000)
	return p.With(fmt.Sprintf("workload[0].iterations=%d", min(max(s.Traffic/traffic, 2)-1, s.Iterations)))
}

// fig5Studies are the studies of the numbers of processes, by size, and last that of the exchanges with the most
// processes. Seeds matter for the coins of marking and ECMP alone.
func fig5Studies(s *Setting) (list []*study) {
	for _, ranks := range s.Ranks {
		t := open("fig5", min(s.Seeds, s.AllToAllSeeds), fmt.Sprintf("%s=%d", ranksKey, ranks))
		list = append(list, t.keep("bytes", func(v string) bool {
			return slices.ContainsFunc(s.Sizes, func(size uint64) bool { return v == fmt.Sprint(size) })
		}))
	}
	list = append(list, open("exchange", 1, fmt.Sprintf("%s=%d", ranksKey, s.Ranks[len(s.Ranks)-1])))
	for _, t := range list {
		t.as = s.iterations
	}
	return list
}

// exchangeNames are the exchanges' names in reports, those in their sweep.
var exchangeNames = sync.OnceValue(func() map[string]string {
	names := map[string]string{}
	t := open("exchange", 1)
	for env := range t.Environments {
		names[t.one(sweep.Baseline, env).Exchange] = t.value(env, "exchange")
	}
	return names
})

// fig5Schemes are those of the exchanges and of the changes, in the order of the report.
var fig5Schemes = []int{noControl, sweep.Baseline, sweep.Rival}

// latency returns the mean over the iterations, us.
func latency(r *experiment.Result) float64 {
	sum := collect.Sum(r.Groups[0].Iterations, func(v int64) float64 { return float64(v) / 1e6 })
	return sum / float64(len(r.Groups[0].Iterations))
}

func fig5Report(s *Setting, r *Results, list []*study) *Section {
	bySize, exchanges := list[:len(list)-1], list[len(list)-1]
	sec := paper().section("fig5", plural.Of(min(s.Seeds, s.AllToAllSeeds), "seed"))
	fig := plot.Figure{Title: "MPI_Alltoall on eight hosts at 100 Gb/s", XLabel: "message size", YLabel: "latency (µs)", LogX: true, XScale: plot.Bytes}
	data := Table{Name: "fig5", Header: strings.Fields("scheme ranks_per_host bytes exchange seed latency_us bound_us marks cnps pauses digest")}
	means := Table{Name: "fig5-means", Header: strings.Fields("ranks_per_host message bound_us dcqcn_us dolcerc_us ratio")}
	var numbers []fig5Comparison
	for i, t := range bySize {
		ranks := s.Ranks[i]
		panel := plot.Panel{Title: fmt.Sprintf("%d processes a host", ranks), LogY: true}
		lines := make([]plot.Series, len(t.Schemes))
		for env := range t.Environments {
			p := t.one(sweep.Baseline, env)
			size := number(p, bytesKey)
			c := fig5Comparison{ranks: ranks, size: size, comparison: comparison{what: fmt.Sprintf("%s, %d processes", bytesText(size), ranks), digits: 1}}
			if size == fig5KeySize && ranks == fig5KeyRanks {
				c.paperAlone = fig5KeyRatio
			}
			for k, x := range t.Schemes {
				c.ours[k] = r.collect(t.points(k, env), latency)
				t.rows(&data, r, k, env, nil)
				lines[k].Name, lines[k].Dash = x.Name, plot.Dash(k)
				lines[k].X, lines[k].Y = append(lines[k].X, float64(size)), append(lines[k].Y, c.ours[k].mean())
			}
			lines[1].Style = plot.Dashed
			if c.sign() != 0 || c.paperAlone > 0 {
				means.row(fmt.Sprint(ranks), bytesText(size), fixed(allToAllBound(p), 1), c.ours[0].text(1), c.ours[1].text(1), fixed(c.ratio(), 3))
			}
			numbers = append(numbers, c)
		}
		panel.Series = lines
		fig.Panels = append(fig.Panels, panel)
	}
	sec.Figures = []Figure{{"fig5", "Latency of MPI_Alltoall over message size (the paper's figure 5).", fig}}
	sec.Verdict = fig5Verdict(numbers)
	fig5Exchanges(sec, &data, exchanges, r)
	sec.Data = []Table{data, means}
	return sec
}

// allToAllBound returns the time that a host's link needs for its traffic, us.
func allToAllBound(p experiment.Point) float64 {
	ranks, size := number(p, ranksKey), number(p, bytesKey)
	packets := (size + 999) / 1000
	wire := size + 48*packets
	return float64(ranks*7*ranks*wire) * 8 / 100e3
}

func bytesText(n uint64) string {
	switch {
	case n >= 1<<20 && n%(1<<20) == 0:
		return fmt.Sprintf("%d MiB", n>>20)
	case n >= 1<<10 && n%(1<<10) == 0:
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%d B", n)
}

// fig5Exchanges reports the effect of the order of messages.
func fig5Exchanges(sec *Section, data *Table, t *study, r *Results) {
	ranks, size := number(t.one(0, 0), ranksKey), bytesText(fig5KeySize)
	table := Table{Name: fmt.Sprintf("%d processes a host, %s, seed 1, by how the ranks exchange: latency, us (packets marked)", ranks, size), Header: []string{""}}
	for _, k := range fig5Schemes {
		cells := []string{t.All()[k].Name}
		for env := range t.Environments {
			t.rows(data, r, k, env, nil)
			res := r.Of(t.one(k, env))
			cells = append(cells, fmt.Sprintf("%s (%d)", fixed(latency(res), 1), res.Marks))
		}
		table.row(cells...)
	}
	var over [2][]string // no control, Dolce-RC
	for env := range t.Environments {
		name := t.value(env, "exchange")
		table.Header = append(table.Header, name)
		for i, k := range []int{noControl, sweep.Rival} {
			ratio := latency(r.Of(t.one(sweep.Baseline, env))) / latency(r.Of(t.one(k, env)))
			over[i] = append(over[i], fixed(ratio, 2)+" ("+name+")")
		}
	}
	sec.Tables = append(sec.Tables, table)
	sec.Verdict = append(sec.Verdict, fmt.Sprintf("With %d processes and %s messages DCQCN's latency over that of senders that do not react at all is %s; over Dolce-RC's it is %s.",
		ranks, size, join(over[0]), join(over[1])))
}

// fig5Comparison is the comparison at one size of messages.
type fig5Comparison struct {
	comparison
	ranks int
	size  uint64
}

// fig5Ranges names the comparisons with a sign, with consecutive sizes as a range: "32 to 128 KiB, 16 processes".
func fig5Ranges(list []fig5Comparison, sign int) []string {
	var texts []string
	for i := 0; i < len(list); i++ {
		if list[i].sign() != sign {
			continue
		}
		first := i
		for i+1 < len(list) && list[i+1].ranks == list[first].ranks && list[i+1].sign() == sign {
			i++
		}
		from, to, word := bytesText(list[first].size), bytesText(list[i].size), " to "
		if number, unit, _ := strings.Cut(from, " "); strings.HasSuffix(to, " "+unit) {
			from = number
		}
		switch i - first {
		case 0:
			from, word = "", ""
		case 1:
			word = " and "
		}
		texts = append(texts, fmt.Sprintf("%s%s%s, %d processes", from, word, to, list[i].ranks))
	}
	return texts
}

func fig5Verdict(list []fig5Comparison) []string {
	better, worse := list[0], list[0]
	for _, c := range list {
		if c.ratio() > better.ratio() {
			better = c
		}
		if c.ratio() < worse.ratio() {
			worse = c
		}
	}
	out := []string{fmt.Sprintf("The ratio of DCQCN's latency to Dolce-RC's is %s to %s (lowest: %s; highest: %s).",
		fixed(worse.ratio(), 3), fixed(better.ratio(), 3), worse.what, better.what)}
	if even := fig5Ranges(list, 0); len(even) > 0 {
		out = append(out, "The two are even to half a percent with: "+strings.Join(even, "; ")+".")
	}
	if slower := fig5Ranges(list, -1); len(slower) > 0 {
		out = append(out, "Dolce-RC is the slower by more than half a percent with: "+strings.Join(slower, "; ")+".")
	}
	for _, c := range list {
		if c.paperAlone > 0 {
			within := "within"
			if !agrees(c.ratio() / c.paperAlone) {
				within = "not within"
			}
			out = append(out, fmt.Sprintf("At %s, where the paper has %s, it is %s: %s 25 %%.", c.what, fixed(c.paperAlone, 2), fixed(c.ratio(), 3), within))
		}
	}
	return out
}
