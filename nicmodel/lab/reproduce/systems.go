package reproduce

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"smartnic-cc/nicmodel/lab/experiment"
	"smartnic-cc/nicmodel/systems"
	"smartnic-cc/nicmodel/systems/companion"
)

// Companions returns the experiments of other papers' systems, in the order of the report.
func Companions() []Experiment {
	all := systems.Companions()
	list := make([]Experiment, len(all))
	for i := range all {
		s := &all[i]
		list[i] = Experiment{
			Name: s.Name, Title: s.Title,
			Points: func(*Setting) []experiment.Point { return nil },
			Parts:  func(setting *Setting) []companion.Part { return s.Parts(setting.size()) },
			Report: func(_ *Setting, r *Results) (*Section, error) { return compared(s, r.rows[s.Name]), nil },
		}
	}
	return list
}

// compared makes the section of a system: a table of the numbers that are outside their gate, follow another trend
// than the paper's or are far from its number, with numbered notes on causes, and all rows as data.
func compared(s *companion.System, rows []companion.Row) *Section {
	apart := Table{Header: []string{"compared", "in the paper", "ours", "ratio", "gate", "note"}}
	data := Table{Name: s.Name, Header: []string{
		"compared", "in_the_paper", "paper", "paper_low", "paper_high", "ours", "ours_least", "ours_most", "unit", "ratio", "as_in_the_paper", "gate", "within", "fitted", "depends_on",
	}}
	var notes notes
	for i := range rows {
		r := &rows[i]
		if r.Unexplained() || r.Ratio != 0 && !agrees(r.Ratio) {
			item, _, _ := strings.Cut(r.Item, " (") // the data have the rest
			apart.row(item, r.Paper, strong(ours(r), r.Unexplained()), ratio(r), r.Gate, notes.number(r.Cause))
		}
		data.row(r.Item, r.Where, r.Paper, raw(r.Low), raw(r.High), raw(r.Ours), raw(r.Min), raw(r.Max), r.Unit, raw(r.Ratio), asPaper(r), r.Gate, within(r), r.Fitted, r.Cause)
	}
	sec := &Section{Name: s.Name, Notes: notes, Data: []Table{data}, Verdict: judged(rows)}
	if s.Text != nil {
		sec.Text = s.Text()
	}
	if len(apart.Rows) > 0 {
		sec.Tables = []Table{apart}
	}
	return sec
}

// strong is text in bold if is says so.
func strong(text string, is bool) string {
	if is {
		return "**" + text + "**"
	}
	return text
}

// notes are numbered from 1.
type notes []string

// number returns the number of a note, appending a new one; "" without a note.
func (n *notes) number(text string) string {
	if text == "" {
		return ""
	}
	i := slices.Index(*n, text)
	if i < 0 {
		i = len(*n)
		*n = append(*n, text)
	}
	return strconv.Itoa(i + 1)
}

// judged summarises rows in sentences.
func judged(rows []companion.Row) []string {
	gated, inside, signs, statements := 0, 0, 0, 0
	var known, near [2]int // of what was held out, and of what was fitted
	for i := range rows {
		r := &rows[i]
		if r.Gate != "" {
			gated++
			if r.Within {
				inside++
			}
		}
		if r.Paper != "" {
			statements++
			if r.Sign {
				signs++
			}
		}
		if r.Ratio == 0 {
			continue
		}
		k := 0
		if r.Fitted != "" {
			k = 1
		}
		known[k]++
		if agrees(r.Ratio) {
			near[k]++
		}
	}
	return []string{
		fmt.Sprintf("%d of %d numbers with a gate are within it; %d of %d comparisons show the paper's trend.", inside, gated, signs, statements),
		fmt.Sprintf("Within 25 %% of the paper's number are %d of %d held out and %d of %d fitted.", near[0], known[0], near[1], known[1]),
	}
}

// asPaper returns whether a number goes in the paper's direction, "" without a statement of the paper.
func asPaper(r *companion.Row) string {
	if r.Paper == "" {
		return ""
	}
	return yes(r.Sign)
}

// ours formats the model's number with its unit, and any range.
func ours(r *companion.Row) string {
	text := significant(r.Ours)
	if r.Min != 0 || r.Max != 0 {
		text += " (" + significant(r.Min) + "–" + significant(r.Max) + ")"
	}
	return strings.TrimSuffix(text+" "+r.Unit, " ")
}

// ratio formats the ratio to the paper's number, if it states one.
func ratio(r *companion.Row) string {
	if r.Ratio == 0 {
		return ""
	}
	return fixed(r.Ratio, 2)
}

func within(r *companion.Row) string {
	if r.Gate == "" {
		return ""
	}
	return yes(r.Within)
}

func yes(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

// significant formats three digits, and all before the point.
func significant(v float64) string {
	digits := 2
	if v != 0 {
		digits = 2 - int(math.Floor(math.Log10(math.Abs(v))))
	}
	return fixed(v, min(max(digits, 0), 9))
}

// raw formats a number for data.
func raw(v float64) string { return strconv.FormatFloat(v, 'g', 9, 64) }
