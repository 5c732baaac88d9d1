package experiment

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

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
			Points: func(*Setting) []Point { return nil },
			Parts:  func(setting *Setting) []companion.Part { return s.Parts(setting.Size) },
			Report: func(_ *Setting, r *Results) (*Section, error) { return compared(s, r.rows[s.Name]), nil },
		}
	}
	return list
}

// compared makes the section of a system: a table of what the paper states or a gate was set for, one of
// what is beyond that, and numbered notes on both.
func compared(s *companion.System, rows []companion.Row) *Section {
	stated := Table{Header: []string{"compared", "in the paper", "ours", "ratio", "gate", "notes"}}
	beyond := grouped{Table: Table{Header: []string{"beyond the paper", "ours"}}}
	data := Table{Name: s.Name, Header: []string{
		"compared", "in_the_paper", "paper", "paper_low", "paper_high", "ours", "ours_least", "ours_most", "unit", "ratio", "as_in_the_paper", "gate", "within", "fitted", "depends_on",
	}}
	var notes notes
	for i := range rows {
		r := &rows[i]
		var numbers []string
		if r.Fitted != "" {
			numbers = append(numbers, notes.number("fitted: "+r.Fitted))
		}
		if r.Cause != "" && (r.Open() || r.Ratio == 0 || math.Abs(r.Ratio-1) > 0.1) {
			numbers = append(numbers, notes.number(r.Cause))
		}
		of := strings.Join(numbers, ", ")
		if r.Paper == "" && r.Gate == "" {
			beyond.add(r.Item, ours(r), of)
		} else {
			stated.row(r.Item, statement(r), strong(ours(r), r.Open()), ratio(r), r.Gate, of)
		}
		data.row(r.Item, r.Where, r.Paper, raw(r.Low), raw(r.High), raw(r.Ours), raw(r.Least), raw(r.Most), r.Unit, raw(r.Ratio), asPaper(r), r.Gate, within(r), r.Fitted, r.Cause)
	}
	sec := &Section{Name: s.Name, Text: s.Text, Notes: notes, Data: []Table{data}, Verdict: judged(rows)}
	for _, t := range []Table{stated, beyond.Table} {
		if len(t.Rows) > 0 {
			sec.Tables = append(sec.Tables, t)
		}
	}
	return sec
}

// statement is what the paper says, and where.
func statement(r *companion.Row) string {
	if r.Paper == "" || r.Where == "" {
		return r.Paper
	}
	return r.Paper + " (" + r.Where + ")"
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

// number returns the number of a note, which it appends if there is none like it.
func (n *notes) number(text string) string {
	i := slices.Index(*n, text)
	if i < 0 {
		i = len(*n)
		*n = append(*n, text)
	}
	return strconv.Itoa(i + 1)
}

// grouped is a table with a row for all numbers of one name: that is what comes before the last ": " of an item.
type grouped struct {
	Table
	at map[string]int // rows
}

func (g *grouped) add(item, value, notes string) {
	name := item
	if i := strings.LastIndex(item, ": "); i >= 0 {
		name, value = item[:i], item[i+2:]+": "+value
	}
	if notes != "" {
		value += " [" + notes + "]"
	}
	if i, is := g.at[name]; is {
		g.Rows[i][1] += "; " + value
		return
	}
	if g.at == nil {
		g.at = map[string]int{}
	}
	g.at[name] = len(g.Rows)
	g.row(name, value)
}

// judged puts rows into sentences.
func judged(rows []companion.Row) []string {
	gated, inside, signs, statements := 0, 0, 0, 0
	var known, near [2]int // of what was held out, and of what was fitted
	var outside []string
	for i := range rows {
		r := &rows[i]
		if r.Gate != "" {
			gated++
			if r.Within {
				inside++
			} else {
				outside = append(outside, r.Item)
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
	not := ""
	if len(outside) > 0 {
		not = "; not: " + strings.Join(outside, "; ")
	}
	return []string{
		fmt.Sprintf("Of %d numbers with a gate %d are within it%s.", gated, inside, not),
		fmt.Sprintf("Of %d comparisons %d go as in the paper.", statements, signs),
		fmt.Sprintf("Of %d numbers that the paper states and that nothing was fitted to, %d are within 25 %% of it; of %d others, %d.", known[0], near[0], known[1], near[1]),
	}
}

// asPaper says whether a number goes the paper's way, "" of one that the paper says nothing of.
func asPaper(r *companion.Row) string {
	if r.Paper == "" {
		return ""
	}
	return yes(r.Sign)
}

// ours writes the model's number with its unit, and its range if there is one.
func ours(r *companion.Row) string {
	text := significant(r.Ours)
	if r.Least != 0 || r.Most != 0 {
		text += " (" + significant(r.Least) + "–" + significant(r.Most) + ")"
	}
	return strings.TrimSuffix(text+" "+r.Unit, " ")
}

// ratio is that to the paper's number, if it states one.
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

// significant writes three digits, and all of those before the point.
func significant(v float64) string {
	digits := 2
	if v != 0 {
		digits = 2 - int(math.Floor(math.Log10(math.Abs(v))))
	}
	return fixed(v, min(max(digits, 0), 9))
}

// raw is for data.
func raw(v float64) string { return strconv.FormatFloat(v, 'g', 9, 64) }
