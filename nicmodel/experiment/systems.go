package experiment

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"smartnic-cc/nicmodel/avatar"
	"smartnic-cc/nicmodel/companion"
	"smartnic-cc/nicmodel/drum"
	"smartnic-cc/nicmodel/rperf"
	"smartnic-cc/nicmodel/saba/study"
	"smartnic-cc/nicmodel/themis"
)

// systems are other papers' systems on the NIC model, in the order of the report. To be in this list is
// to be in the commands, the report and its page.
var systems = []companion.System{rperf.Companion(), avatar.Companion(), drum.Companion(), themis.Companion(), study.Companion()}

// Companions returns the experiments of other papers' systems, in the order of the report.
func Companions() []Experiment {
	list := make([]Experiment, len(systems))
	for i := range systems {
		s := &systems[i]
		list[i] = Experiment{
			Name: s.Name, Title: s.Title,
			Points: func(*Setting) []Point { return nil },
			Parts:  func(setting *Setting) []companion.Part { return s.Parts(setting.Size) },
			Report: func(_ *Setting, r *Results) (*Section, error) { return compared(s, r.rows[s.Name]), nil },
		}
	}
	return list
}

// compared makes the section of a system.
func compared(s *companion.System, rows []companion.Row) *Section {
	all := Table{Header: []string{"compared", "in the paper", "paper", "ours", "ratio", "as in the paper", "gate", "within", "fitted"}}
	open := Table{Name: "Not within its gate, or not as in the paper", Header: []string{"compared", "ours", "paper", "it depends on"}}
	far := grouped{Table: Table{Name: "Others that are more than 10 % off the paper's number, or hold under a condition", Header: []string{"they depend on", "numbers, with their ratio"}}}
	fitted := grouped{Table: Table{Name: "Fitted or chosen with these numbers in view", Header: []string{"fitted", "numbers"}}}
	data := Table{Name: s.Name, Header: []string{
		"compared", "in_the_paper", "paper", "paper_low", "paper_high", "ours", "ours_least", "ours_most", "unit", "ratio", "as_in_the_paper", "gate", "within", "fitted", "depends_on",
	}}
	for i := range rows {
		r := &rows[i]
		fit := ""
		if r.Fitted != "" {
			fit = "yes"
			fitted.add(r.Fitted, r.Item)
		}
		all.row(r.Item, r.Where, r.Paper, ours(r), ratio(r), asPaper(r), r.Gate, within(r), fit)
		switch {
		case r.Open():
			open.row(r.Item, ours(r), r.Paper, r.Cause)
		case r.Cause != "" && r.Ratio == 0:
			far.add(r.Cause, r.Item)
		case r.Cause != "" && math.Abs(r.Ratio-1) > 0.1:
			far.add(r.Cause, r.Item+" ("+ratio(r)+")")
		}
		data.row(r.Item, r.Where, r.Paper, raw(r.Low), raw(r.High), raw(r.Ours), raw(r.Least), raw(r.Most), r.Unit, raw(r.Ratio), asPaper(r), r.Gate, within(r), r.Fitted, r.Cause)
	}
	sec := &Section{Name: s.Name, Text: s.Text, Tables: []Table{all}, Data: []Table{data}, Verdict: judged(rows)}
	for _, t := range []Table{open, far.Table, fitted.Table} {
		if len(t.Rows) > 0 {
			sec.Tables = append(sec.Tables, t)
		}
	}
	return sec
}

// grouped is a table of what is said of several numbers.
type grouped struct {
	Table
	at map[string]int // rows
}

func (g *grouped) add(what, item string) {
	if i, is := g.at[what]; is {
		g.Rows[i][1] += "; " + item
		return
	}
	if g.at == nil {
		g.at = map[string]int{}
	}
	g.at[what] = len(g.Rows)
	g.row(what, item)
}

// judged puts rows into sentences.
func judged(rows []companion.Row) []string {
	gated, inside, signs := 0, 0, 0
	var known, near [2]int // of what was held out, and of what was fitted
	var outside, against []string
	for i := range rows {
		r := &rows[i]
		if r.Gate != "" {
			gated++
			if r.Within {
				inside++
			} else {
				outside = append(outside, fmt.Sprintf("%s (%s, gate: %s)", r.Item, ours(r), r.Gate))
			}
		}
		switch {
		case r.Paper == "":
		case r.Sign:
			signs++
		default:
			against = append(against, r.Item)
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
	list := func(what string, items []string) string {
		if len(items) == 0 {
			return "."
		}
		return "; " + what + ": " + strings.Join(items, "; ") + "."
	}
	return []string{
		fmt.Sprintf("Of %d numbers with a gate %d are within it%s", gated, inside, list("not", outside)),
		fmt.Sprintf("Of %d comparisons %d go as in the paper%s", signs+len(against), signs, list("another way", against)),
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
