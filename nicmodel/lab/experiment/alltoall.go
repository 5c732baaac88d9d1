package experiment

import (
	"fmt"
	"strings"

	"smartnic-cc/internal/render/plot"
	"smartnic-cc/internal/text/plural"
)

var fig5 = Experiment{
	Name: "fig5", Title: "Figure 5: latency of MPI_Alltoall",
	Points: fig5Points, Report: fig5Report,
}

// fig5Key is where the paper finds the largest reduction, 68 %.
const (
	fig5KeySize  = 64 << 10
	fig5KeyRanks = 40
	fig5KeyRatio = 1 / (1 - 0.68)
)

// allToAllPoint is a run of MPI_Alltoall among so many ranks a host.
func allToAllPoint(s *Setting, ranks int, size uint64, how string, x scheme) Point {
	n := uint64(8 * ranks)
	// A message takes a packet at least.
	traffic := n * (n - uint64(ranks)) * max(size, 1000)
	iterations := min(max(s.Traffic/traffic, 2)-1, uint64(s.Iterations))
	p := Point{Scenario: "alltoall", Seed: 1, Exchange: how}
	return p.with(
		fmt.Sprintf("workload[0].ranks_per_host=%d", ranks), fmt.Sprintf("workload[0].bytes=%d", size),
		fmt.Sprintf("workload[0].iterations=%d", iterations),
	).with(x.Set...)
}

// fig5Exchange is how ranks exchange messages of a size: as Open MPI has it for more than 12
// ranks (coll_tuned_decision_fixed). Below 200 bytes it passes messages on from rank to rank
// (Bruck's algorithm), which is not modelled.
func fig5Exchange(size uint64) string {
	if size < 3000 {
		return AllAtOnce
	}
	return Pairwise
}

var allToAllSchemes = []scheme{dcqcnTestbed, dolceTestbed}

// allToAllSeeds are the seeds: they matter for the coins of marking and ECMP alone.
func allToAllSeeds(s *Setting, p Point) []Point {
	list := s.seeds(p)
	return list[:min(len(list), s.AllToAllSeeds)]
}

func fig5Points(s *Setting) []Point {
	var list []Point
	for _, ranks := range s.Ranks {
		for _, size := range s.Sizes {
			for _, x := range allToAllSchemes {
				list = append(list, allToAllSeeds(s, allToAllPoint(s, ranks, size, fig5Exchange(size), x))...)
			}
		}
	}
	return append(list, fig5Variants(s)...)
}

// fig5Schemes are what the exchanges of MPI libraries are tried with.
var fig5Schemes = []scheme{noControl, dcqcnTestbed, dolceTestbed}

// fig5Variants are the exchanges of MPI libraries with each scheme, at the paper's size and the most processes.
func fig5Variants(s *Setting) []Point {
	var list []Point
	for _, how := range exchanges {
		for _, x := range fig5Schemes {
			list = append(list, allToAllPoint(s, s.mostRanks(), fig5KeySize, how, x))
		}
	}
	return list
}

// latency is the mean over the iterations, us.
func latency(r *Result) float64 {
	sum := 0.0
	for _, v := range r.Groups[0].Iterations {
		sum += float64(v) / 1e6
	}
	return sum / float64(len(r.Groups[0].Iterations))
}

func fig5Report(s *Setting, r *Results) (*Section, error) {
	sec := &Section{Name: "fig5", Text: []string{
		"Eight hosts at 100 Gb/s under two leaves, which four links each join to one spine; a connection for each ordered pair of ranks on different hosts. " +
			"An iteration's latency is the mean over the ranks of the time from posting to complete reception, as the OSU benchmark reports it; shown is the mean " +
			"over the iterations after one for warm-up. Messages of 3000 bytes and more are exchanged pairwise, smaller ones all at once, as Open MPI does. The paper's testbed has ConnectX NICs: both algorithms " +
			"stand on the profile `connectx` with CNPs up to every microsecond; DCQCN's target follows each cut, and Dolce-RC counts time slots. " +
			plural.Of(min(s.Seeds, s.AllToAllSeeds), "seed") + ", which matter for the coins of marking and ECMP alone. Of its latencies the paper states one number, the largest reduction: 68 % at 64 KB and 40 processes a host; its figure has Dolce-RC much lower from 1 KB to 128 KB. fig5-means.csv has where the two differ by more than half a percent.",
	}}
	fig := plot.Figure{Title: "MPI_Alltoall on eight hosts at 100 Gb/s", XLabel: "message size", YLabel: "latency (µs)", LogX: true, XScale: plot.Bytes}
	data := Table{Name: "fig5", Header: []string{"scheme", "ranks_per_host", "bytes", "exchange", "seed", "latency_us", "bound_us", "marks", "cnps", "pauses", "digest"}}
	means := Table{Name: "fig5-means", Header: []string{"ranks_per_host", "message", "bound_us", "dcqcn_us", "dolcerc_us", "ratio"}}
	var list []fig5Comparison
	for _, ranks := range s.Ranks {
		panel := plot.Panel{Title: fmt.Sprintf("%d processes a host", ranks), LogY: true}
		lines := make([]plot.Series, len(allToAllSchemes))
		for _, size := range s.Sizes {
			c := fig5Comparison{ranks: ranks, size: size, comparison: comparison{what: fmt.Sprintf("%s, %d processes", bytesText(size), ranks), digits: 1}}
			if size == fig5KeySize && ranks == fig5KeyRanks {
				c.paperAlone = fig5KeyRatio
			}
			for i, x := range allToAllSchemes {
				points := allToAllSeeds(s, allToAllPoint(s, ranks, size, fig5Exchange(size), x))
				c.ours[i] = r.collect(points, latency)
				for _, p := range points {
					fig5Data(&data, r, x.Name, ranks, size, fig5Exchange(size), p)
				}
				lines[i].Name, lines[i].Dash = x.Name, plot.Dash(i)
				lines[i].X, lines[i].Y = append(lines[i].X, float64(size)), append(lines[i].Y, c.ours[i].mean())
			}
			lines[1].Style = plot.Dashed
			if c.sign() != 0 || c.paperAlone > 0 {
				means.row(fmt.Sprint(ranks), bytesText(size), fixed(allToAllBound(ranks, size), 1), c.ours[0].text(1), c.ours[1].text(1), fixed(c.ratio(), 3))
			}
			list = append(list, c)
		}
		panel.Series = lines
		fig.Panels = append(fig.Panels, panel)
	}
	sec.Figures = append(sec.Figures, Figure{"fig5", "Latency of MPI_Alltoall over message size (the paper's figure 5).", fig})
	fig5Exchanges(sec, &data, s, r)
	sec.Data = append(sec.Data, data, means)
	sec.Verdict = append(fig5Verdict(list), sec.Verdict...)
	return sec, nil
}

// allToAllBound is the time that a host's link takes for what it has to send, us.
func allToAllBound(ranks int, size uint64) float64 {
	packets := (size + 999) / 1000
	wire := size + 48*packets
	return float64(uint64(ranks)*uint64(7*ranks)*wire) * 8 / 100e3
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

func fig5Data(t *Table, r *Results, name string, ranks int, size uint64, how string, p Point) {
	res := r.Of(p)
	t.row(name, fmt.Sprint(ranks), fmt.Sprint(size), exchangeNames[how], fmt.Sprint(p.Seed), fixed(latency(res), 3), fixed(allToAllBound(ranks, size), 3),
		fmt.Sprint(res.Marks), fmt.Sprint(res.CNPs), fmt.Sprint(res.Pauses), res.Digest)
}

// fig5Exchanges says what the order of messages has to do with it.
func fig5Exchanges(sec *Section, data *Table, s *Setting, r *Results) {
	ranks := s.mostRanks()
	t := Table{
		Name:   fmt.Sprintf("%d processes a host, %s, seed 1, by how the ranks exchange: latency, us (packets marked)", ranks, bytesText(fig5KeySize)),
		Header: []string{""},
	}
	at := map[string]float64{}
	for _, how := range exchanges {
		t.Header = append(t.Header, exchangeNames[how])
	}
	for _, x := range fig5Schemes {
		cells := []string{x.Name}
		for _, how := range exchanges {
			p := allToAllPoint(s, ranks, fig5KeySize, how, x)
			res := r.Of(p)
			fig5Data(data, r, x.Name, ranks, fig5KeySize, how, p)
			cells = append(cells, fmt.Sprintf("%s (%d)", fixed(latency(res), 1), res.Marks))
			at[how+x.Name] = latency(res)
		}
		t.row(cells...)
	}
	sec.Tables = append(sec.Tables, t)
	var none, ratio []string
	for _, how := range exchanges {
		none = append(none, fixed(at[how+dcqcnTestbed.Name]/at[how+noControl.Name], 2)+" ("+exchangeNames[how]+")")
		ratio = append(ratio, fixed(at[how+dcqcnTestbed.Name]/at[how+dolceTestbed.Name], 2)+" ("+exchangeNames[how]+")")
	}
	sec.Verdict = append(sec.Verdict,
		fmt.Sprintf("With %d processes and %s messages DCQCN's latency over that of senders that do not react at all is %s; over Dolce-RC's it is %s.",
			ranks, bytesText(fig5KeySize), strings.Join(none, ", "), strings.Join(ratio, ", ")))
}

// fig5Comparison is the comparison at one size of messages.
type fig5Comparison struct {
	comparison
	ranks int
	size  uint64
}

// fig5Ranges names the comparisons with that sign, in which sizes that follow one another in
// the list are a range: "32 to 128 KiB, 16 processes".
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
