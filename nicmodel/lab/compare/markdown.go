package compare

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// columns are the numbers of the table in Markdown, which has a line a contender: of all messages, and of the network.
var columns = []string{"fct_mean", "fct_p99", "slowdown_mean", "slowdown_p99", "goodput_gbps", "jain", "queue_p99_kb", "pauses"}

// WriteMarkdown writes the report as a table of Markdown with a line a contender, and the warnings as a list: for a page
// of documentation. It has fewer numbers than the text, and no fingerprint of the model.
func (r *Report) WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	head, rule := "| |", "| --- |"
	var shown []metric
	for _, name := range columns {
		i := slices.IndexFunc(r.metrics, func(m metric) bool { return m.name == name })
		if i < 0 {
			return fmt.Errorf("compare: the report has no %s", name)
		}
		shown = append(shown, r.metrics[i])
		head += " " + r.metrics[i].title + " |"
		rule += " ---: |"
	}
	fmt.Fprintf(&b, "%s mean slow-down, over the first |\n%s ---: |\n", head, rule)
	for i := range r.Contenders {
		s := &r.Contenders[i]
		fmt.Fprintf(&b, "| %s |", strings.ReplaceAll(s.Title, "|", `\|`))
		star := ""
		if s.Incomplete() {
			star = `\*`
		}
		for _, m := range shown {
			fmt.Fprintf(&b, " %s%s |", m.text(s.Numbers[m.name]), star)
		}
		fmt.Fprintf(&b, " %s%s |\n", metric{messages: true}.text(s.Over["slowdown_mean"]), star)
	}
	for i, warning := range r.Warnings {
		if i == 0 {
			b.WriteString("\n")
		}
		b.WriteString("- " + strings.ReplaceAll(warning.String(), "*", `\*`) + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}
