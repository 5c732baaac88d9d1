package summary

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/plural"
	"smartnic-cc/internal/base/text/textwidth"
	"smartnic-cc/internal/logs/capture/trace"
)

// Width is how many columns the text needs at most, names without addresses aside.
const Width = textwidth.Columns

// TextOptions choose what WriteText shows.
type TextOptions struct {
	// Match keeps the connections whose name contains it.
	Match string
	// Top limits the text to that number of connections, those with the most CNPs; 0 keeps all.
	Top int
	// Gaps shows the histogram of every connection, and not of all in one only.
	Gaps bool
}

// Keep cuts the list of connections down to those that are asked for; totals
// stay those of all.
func (s *Summary) Keep(o TextOptions) {
	s.Conns = slices.DeleteFunc(s.Conns, func(c Conn) bool { return !strings.Contains(c.Name, o.Match) })
	if o.Top > 0 && len(s.Conns) > o.Top {
		slices.SortStableFunc(s.Conns, func(a, b Conn) int { return cmp.Compare(b.CNPs, a.CNPs) })
		s.Conns = s.Conns[:o.Top]
	}
}

// WriteText prints the summary, without its warnings.
func (s *Summary) WriteText(out io.Writer, o TextOptions) error {
	buffered := bufio.NewWriter(out)
	w := textwidth.Wide{Writer: buffered, Width: textwidth.Of(out)}
	s.head(w)
	fmt.Fprintf(w, "\n%9s %9s %10s %7s %8s %8s %6s %7s %6s\n", "data", "bytes", "rate", "marked", "CNPs", "CNP/s", "marks", "resent", "bad")
	fmt.Fprintf(w, "%9s %9s %10s %7s %8s %8s %6s %7s %6s\n", "packets", "", "", "", "", "", "a CNP", "", "ICRC")
	for i := range s.Conns {
		c := &s.Conns[i]
		fmt.Fprintln(w, textwidth.Break(c.Name+"  ("+c.Pairing+")", "->", "  ", textwidth.Of(w)))
		c.row(w)
		if o.Gaps {
			s.gaps(w, c)
		}
	}
	if len(s.Conns) != 1 || !o.Gaps {
		fmt.Fprintln(w, "all connections")
		s.Total.row(w)
		s.gaps(w, &s.Total)
	}
	return buffered.Flush()
}

// head prints what the file is.
func (s *Summary) head(w io.Writer) {
	kind := s.Format
	if s.Gzip {
		kind += " in gzip"
	}
	unit := "packet"
	switch s.Format {
	case "csv", "jsonl":
		unit = "row"
	case "counters":
		unit = "sample"
	case "tr":
		unit = "record"
	}
	text := fmt.Sprintf("%s: %s, %s in %s, %s", s.File, kind, plural.Of(s.Packets, unit), duration(s.DurationNS), plural.Of(s.Connections, "connection"))
	fmt.Fprintln(w, textwidth.Wrap(text, textwidth.Of(w)))
	if s.Reconstructed != "" {
		how, _ := trace.ParseReconstruction(s.Reconstructed)
		fmt.Fprintln(w, textwidth.Wrap(how.Headline(), textwidth.Of(w)))
	}
	parts := collect.Of(s.Skipped, func(k Skip) string { return fmt.Sprintf("%d %s", k.Count, k.Reason) })
	if s.Pauses > 0 {
		parts = append(parts, fmt.Sprintf("%d pauses and resumptions", s.Pauses))
	}
	if len(parts) > 0 {
		fmt.Fprintln(w, textwidth.Wrap("skipped: "+strings.Join(parts, ", "), textwidth.Of(w)))
	}
	if s.Reordered > 0 {
		fmt.Fprintln(w, textwidth.Wrap(fmt.Sprintf("out of order: %d, sorted in by time", s.Reordered), textwidth.Of(w)))
	}
	if s.ICRCChecked > 0 {
		fmt.Fprintln(w, textwidth.Wrap(fmt.Sprintf("ICRC: %s checked, %d wrong", plural.Of(s.ICRCChecked, "packet"), s.ICRCWrong), textwidth.Of(w)))
	}
}

// row prints the numbers of a connection.
func (c *Conn) row(w io.Writer) {
	known := func(n *uint64) string {
		if n == nil {
			return "-"
		}
		return count(*n)
	}
	marked, perCNP := "-", "-"
	if c.MarkedShare != nil {
		marked = fmt.Sprintf("%.1f %%", 100**c.MarkedShare)
	}
	if c.Coalescing != nil {
		perCNP = short(*c.Coalescing)
	}
	packets := count(c.DataPackets)
	if c.DataPackets == 0 && c.DataBytes > 0 {
		packets = "-" // bytes whose packets nobody counted
	}
	fmt.Fprintf(w, "%9s %9s %10s %7s %8s %8s %6s %7s %6s\n", packets, strings.ToUpper(scaled(float64(c.DataBytes)))+"B", rate(c.Rate, "b/s"), marked,
		count(c.CNPs), rate(c.CNPRate, ""), perCNP, known(c.Resent), known(c.BadICRC))
	if c.Reported > 0 && c.Pairing != "" { // all together hold CNPs that do not report
		fmt.Fprintf(w, "    CNPs report %s marked packets, %s a CNP\n", count(c.Reported), short(float64(c.Reported)/float64(c.CNPs)))
	}
}

const barWidth = 40

// gaps prints the histogram of the times between CNPs.
func (s *Summary) gaps(w io.Writer, c *Conn) {
	g := &c.Gaps
	if g.Count == 0 {
		return
	}
	fmt.Fprintf(w, "    %s gaps between CNPs: shortest %s, mean %s, longest %s\n", count(g.Count), duration(g.MinNS), duration(int64(g.MeanNS)), duration(g.MaxNS))
	if s.Reconstructed != "" {
		fmt.Fprintf(w, "    as reconstructed (%s): the true gaps are not known\n", s.Reconstructed)
	}
	most := uint64(0)
	for _, b := range g.Bucket {
		most = max(most, b.N)
	}
	empty := 0
	for i, b := range g.Bucket {
		if b.N == 0 {
			// A long run of empty buckets is one line.
			if empty++; empty == 1 && i+2 < len(g.Bucket) && g.Bucket[i+1].N == 0 && g.Bucket[i+2].N == 0 {
				fmt.Fprintf(w, "    %18s |\n", "...")
				empty = 3
			}
			if empty < 3 {
				fmt.Fprintf(w, "    %7s to %7s |%-*s 0\n", duration(b.From), duration(b.To), barWidth, "")
			}
			continue
		}
		empty = 0
		n := max(int(float64(b.N)/float64(most)*barWidth), 1) // what is there has a bar
		fmt.Fprintf(w, "    %7s to %7s |%-*s %s\n", duration(b.From), duration(b.To), barWidth, strings.Repeat("#", n), count(b.N))
	}
}

// count prints a count in at most 7 characters.
func count(n uint64) string {
	if n < 10_000_000 {
		return strconv.FormatUint(n, 10)
	}
	return scaled(float64(n))
}

// rate prints a rate in at most 7 characters and those of its unit.
func rate(v *float64, unit string) string {
	if v == nil {
		return "-"
	}
	return scaled(*v) + unit
}

// scaled prints a number with a decimal prefix, 4 significant digits.
func scaled(v float64) string {
	for _, unit := range [...]struct {
		from float64
		name string
	}{{1e18, "E"}, {1e15, "P"}, {1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if v >= unit.from*0.9995 {
			return short(v/unit.from) + " " + unit.name
		}
	}
	return short(v) + " "
}

// short prints a number below 1000 in at most 5 characters.
func short(v float64) string {
	switch {
	case v >= 9999.5:
		return strconv.FormatFloat(v, 'e', 0, 64)
	case v >= 99.95:
		return strconv.FormatFloat(v, 'f', 0, 64)
	case v >= 9.995:
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return strconv.FormatFloat(v, 'f', 2, 64)
}

// duration prints a time with four significant digits or fewer.
func duration(ns int64) string {
	v := float64(ns)
	switch {
	case ns < 1_000:
		return fmt.Sprintf("%d ns", ns)
	case ns < 1_000_000:
		return fmt.Sprintf("%.4g us", v/1e3)
	case ns < 1_000_000_000:
		return fmt.Sprintf("%.4g ms", v/1e6)
	}
	return fmt.Sprintf("%.4g s", v/1e9)
}
