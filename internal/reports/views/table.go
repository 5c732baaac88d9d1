package views

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"smartnic-cc/internal/base/num/bytesize"
	"smartnic-cc/internal/base/text/plural"
	"smartnic-cc/internal/base/text/textwidth"
)

// Numbers are those of a run's figures.
type Numbers struct {
	Label string   `json:"label"`
	Files []File   `json:"files"`
	Notes []string `json:"notes,omitempty"`
	// MeansWhile is the time that means of rates are over; "" without rates.
	MeansWhile string        `json:"means_while,omitempty"`
	Conns      []ConnNumbers `json:"connections,omitempty"`
	Queues     []QueueNumber `json:"queues,omitempty"`
	Pauses     *int          `json:"pauses,omitempty"`
	Sizes      []Bin         `json:"sizes,omitempty"`
	All        *Bin          `json:"all_sizes,omitempty"`
}

// ConnNumbers sum up a connection; rates in Gb/s, null in an algorithm without. Mean is over the time in which the
// connection has data to send, null if there is none; where that is unknown, over the time from its first row on.
type ConnNumbers struct {
	Name    string   `json:"name"`
	Rows    int      `json:"rows"`
	CNPs    uint64   `json:"cnps"`
	Mean    *float64 `json:"mean_gbps"`
	Lowest  *float64 `json:"lowest_gbps"`
	Highest *float64 `json:"highest_gbps"`
	Final   *float64 `json:"final_gbps"`
}

// QueueNumber is the longest that a queue was, and when.
type QueueNumber struct {
	Name string  `json:"name"`
	Peak uint64  `json:"peak_bytes"`
	AtMS float64 `json:"at_ms"`
	Rows int     `json:"rows"`
}

// NumbersOf sums runs up.
func NumbersOf(runs []*Run, bins Bins) []Numbers {
	out := make([]Numbers, len(runs))
	for i, r := range runs {
		n := Numbers{Label: r.Label, MeansWhile: r.MeansWhile(), Files: r.Files, Notes: r.Notes, Sizes: r.BySize(bins)}
		for _, c := range r.Conns {
			one := ConnNumbers{Name: c.Name, Rows: c.Count, CNPs: c.CNPs}
			if c.HasRate() {
				one.Lowest, one.Highest, one.Final = &c.Lowest, &c.Highest, &c.now[0]
			}
			if mean, ok := c.Mean(); ok {
				one.Mean = &mean
			}
			n.Conns = append(n.Conns, one)
		}
		for _, q := range r.Queues {
			n.Queues = append(n.Queues, QueueNumber{q.Name(), q.Peak, q.PeakAt, q.Rows.Len()})
		}
		if r.Pauses != nil {
			n.Pauses = &r.Pauses.Pauses
		}
		if all, ok := r.All(); ok {
			n.All = &all
		}
		out[i] = n
	}
	return out
}

// textRows is how many connections and queues are listed in text.
const textRows = 16

// WriteText prints the numbers in at most as many columns as w has, for which the tables need 80.
func WriteText(w io.Writer, list []Numbers) error {
	var b strings.Builder
	for i := range list {
		if i > 0 {
			b.WriteByte('\n')
		}
		list[i].text(&b, textwidth.Of(w))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (n *Numbers) text(b *strings.Builder, width int) {
	fmt.Fprintln(b, short(n.Label, width))
	for _, f := range n.Files {
		tail := fmt.Sprintf(": %s, %s", f.Kind, plural.Of(f.Rows, "row"))
		fmt.Fprintf(b, "  %s%s\n", shortFront(f.Path, width-2-len(tail)), tail)
	}
	for _, note := range n.Notes {
		fmt.Fprintf(b, "  %s\n", short(note, width-2))
	}
	if len(n.Conns) > 0 {
		fmt.Fprintln(b, "\nrates in Gb/s; means "+n.MeansWhile)
		t := tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprintln(t, "CNPs\tmean\tlowest\thighest\tfinal\t  connection")
		for i := range n.Conns[:min(len(n.Conns), textRows)] {
			c := &n.Conns[i]
			fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t  %s\n", count(c.CNPs), RateText(c.Mean, digits), RateText(c.Lowest, digits), RateText(c.Highest, digits), RateText(c.Final, digits), short(c.Name, max(width-42, 12)))
		}
		_ = t.Flush() // into memory
		more(b, len(n.Conns), "connections")
	}
	if len(n.Queues) > 0 {
		fmt.Fprintln(b, "\nlongest queues")
		t := tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprintln(t, "KB\tat ms\t  queue")
		for _, q := range n.Queues[:min(len(n.Queues), textRows)] {
			fmt.Fprintf(t, "%.3f\t%.4f\t  %s\n", float64(q.Peak)/1e3, q.AtMS, q.Name)
		}
		_ = t.Flush() // into memory
		more(b, len(n.Queues), "queues")
	}
	if n.Pauses != nil {
		fmt.Fprintf(b, "\n%s\n", plural.Of(*n.Pauses, "PFC pause"))
	}
	if n.All != nil {
		fmt.Fprintln(b, "\ncompletion times in us, slow-down")
		t := tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprintln(t, "size\tcount\tp50\tp95\tp99\tmax\tp50\tp95\tp99\tmax\t")
		for i := range n.Sizes {
			n.Sizes[i].text(t, "to "+bytesize.Text(n.Sizes[i].To))
		}
		n.All.text(t, "all")
		_ = t.Flush() // into memory
	}
}

func (s *Bin) text(w io.Writer, name string) {
	fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", name, count(uint64(s.Count)), digits(s.FCT.P50), digits(s.FCT.P95), digits(s.FCT.P99), digits(s.FCT.Max),
		digits(s.Slowdown.P50), digits(s.Slowdown.P95), digits(s.Slowdown.P99), digits(s.Slowdown.Max))
}

// RateText writes a rate of ConnNumbers, "-" if there is none.
func RateText(gbps *float64, number func(float64) string) string {
	if gbps == nil {
		return "-"
	}
	return number(*gbps)
}

// MeansWhile is the time that means of the run's rates are over; "" without rates.
func (r *Run) MeansWhile() string {
	switch {
	case len(r.Conns) == 0:
		return ""
	case slices.ContainsFunc(r.Conns, func(c *Conn) bool { return c.Sending == nil }):
		return "from the first row on"
	}
	return "while there is something to send"
}

// count writes a number of things in at most six characters.
func count(n uint64) string {
	if n < 1e6 {
		return strconv.FormatUint(n, 10)
	}
	return digits(float64(n))
}

// digits writes a number with about four digits, in at most five characters.
func digits(v float64) string {
	switch {
	case v >= 1e5:
		decimals := 1
		if v >= 9e9 {
			decimals = 0
		}
		s := strconv.FormatFloat(v, 'e', decimals, 64)
		return strings.Replace(strings.Replace(s, "e+0", "e", 1), "e+", "e", 1)
	case v >= 1000:
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return FourDigits(v)
}

// FourDigits writes a number below 1000.
func FourDigits(v float64) string {
	switch {
	case v >= 100:
		return strconv.FormatFloat(v, 'f', 1, 64)
	case v >= 10:
		return strconv.FormatFloat(v, 'f', 2, 64)
	}
	return strconv.FormatFloat(v, 'f', 3, 64)
}

func more(b *strings.Builder, n int, what string) {
	if n > textRows {
		fmt.Fprintf(b, "and %d more %s; --json lists all\n", n-textRows, what)
	}
}

// short cuts a text to a number of characters.
func short(s string, most int) string {
	r := []rune(clean(s, 4096))
	if len(r) <= most {
		return string(r)
	}
	return string(r[:max(most-1, 0)]) + "…"
}

// shortFront cuts the front off, since the end of a path says more.
func shortFront(s string, most int) string {
	r := []rune(clean(s, 4096))
	if len(r) <= most {
		return string(r)
	}
	return "…" + string(r[len(r)-max(most-1, 0):])
}
