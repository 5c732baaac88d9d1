package runreport

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/plural"
	"smartnic-cc/internal/reports/htmlreport"
	"smartnic-cc/nicmodel/lab/scenario"
)

// column is the parameters of one kind of NIC of one run, or of several that are alike.
type column struct {
	names []string
	kind  *scenario.NICKind
}

// wide is how many kinds of NICs stand in one table.
const wide = 6

func parameters(list []*Source) htmlreport.Section {
	s := htmlreport.Section{Title: "Parameters"}
	var columns []column
	add := func(name string, k *scenario.NICKind) {
		at := slices.IndexFunc(columns, func(c column) bool { return alike(c.kind, k) })
		if at < 0 {
			columns = append(columns, column{kind: k})
			at = len(columns) - 1
		}
		columns[at].names = append(columns[at].names, name)
	}
	for _, one := range list {
		switch {
		case one.Replayed != nil:
			k := one.Replayed.kind()
			name := fmt.Sprintf("%s at %s", plural.Of(k.Hosts, "connection"), rateText(k.Rate))
			if len(list) > 1 {
				name = one.Label
			}
			add(name, k)
		case one.Origin != nil:
			for i := range one.Origin.NICs {
				k := &one.Origin.NICs[i]
				name := fmt.Sprintf("nic[%d], %s at %s", k.Table, plural.Of(k.Hosts, "host"), rateText(k.Rate))
				if len(list) > 1 {
					name = one.Label
					if len(one.Origin.NICs) > 1 {
						name += fmt.Sprintf(" nic[%d] at %s", k.Table, rateText(k.Rate))
					}
				}
				add(name, k)
			}
		}
	}
	profiles := profileFiles(columns, len(list) > 1)
	for len(columns) > 0 {
		n := min(len(columns), wide)
		s.Tables = append(s.Tables, matrix(columns[:n])...)
		columns = columns[n:]
	}
	for _, one := range list {
		if one.Origin == nil {
			continue
		}
		s.Codes = append(s.Codes, htmlreport.Code{Title: "Scenario " + one.Origin.Scenario + ".toml" + suffixOf(one, list), Text: one.Origin.Text, Folded: true})
	}
	s.Codes = append(s.Codes, profiles...)
	if len(s.Tables) == 0 && len(s.Codes) == 0 {
		s.Tables = nil
	}
	return s
}

// profileFiles lists the texts of the profiles that were files, each once: with them a run
// can be made again where the files are no longer.
func profileFiles(columns []column, several bool) []htmlreport.Code {
	var codes []htmlreport.Code
	for _, c := range columns {
		text := c.kind.ProfileFile
		if text == "" || slices.ContainsFunc(codes, func(k htmlreport.Code) bool { return k.Text == text }) {
			continue
		}
		title := "Profile " + c.kind.Profile
		if several {
			title += ", " + strings.Join(c.names, "; ")
		}
		codes = append(codes, htmlreport.Code{Title: title, Text: text, Folded: true})
	}
	return codes
}

func suffixOf(one *Source, list []*Source) string {
	if len(list) > 1 {
		return ", " + one.Label
	}
	return ""
}

// alike reports whether two kinds of NICs have the same parameters.
func alike(a, b *scenario.NICKind) bool {
	return a.Algorithm == b.Algorithm && a.Profile == b.Profile && a.Notify == b.Notify && slices.Equal(a.Parameters, b.Parameters) &&
		slices.Equal(a.Learning, b.Learning) && slices.Equal(a.Integers, b.Integers)
}

// matrix tables parameters by kind: in the vendors' names, and as the firmware takes them.
func matrix(columns []column) []htmlreport.Table {
	head := append([]string{"parameter"}, collect.Of(columns, func(c column) string { return strings.Join(c.names, "; ") })...)
	main := htmlreport.Table{Title: "NICs", Head: append(slices.Clone(head), "<unit", "<meaning")}
	plain := func(name string, of func(*scenario.NICKind) string) {
		row := append([]string{name}, collect.Of(columns, func(c column) string { return of(c.kind) })...)
		main.Rows = append(main.Rows, append(row, "", ""))
	}
	plain("algorithm", func(k *scenario.NICKind) string { return k.Algorithm })
	plain("profile", func(k *scenario.NICKind) string { return k.Profile })
	if slices.ContainsFunc(columns, func(c column) bool { return c.kind.Notify != "" }) { // not of replays alone
		plain("notification", func(k *scenario.NICKind) string { return k.Notify })
	}
	for _, of := range []func(*scenario.NICKind) []scenario.Parameter{
		func(k *scenario.NICKind) []scenario.Parameter { return k.Parameters },
		func(k *scenario.NICKind) []scenario.Parameter { return k.Learning },
	} {
		for _, r := range rowsOf(columns, of) {
			main.Rows = append(main.Rows, append(r.cells, r.unit, r.meaning))
		}
	}
	list := []htmlreport.Table{main}
	fw := htmlreport.Table{Title: "The same as the firmware takes it", Head: head, Folded: true, Note: "Units and formats are those of docs/formats.md."}
	for _, r := range rowsOf(columns, func(k *scenario.NICKind) []scenario.Parameter { return k.Integers }) {
		fw.Rows = append(fw.Rows, r.cells)
	}
	if len(fw.Rows) > 0 {
		list = append(list, fw)
	}
	return list
}

type parameterRow struct {
	cells         []string
	unit, meaning string
}

// rowsOf lists the parameters of all kinds, in the order in which they come first.
func rowsOf(columns []column, of func(*scenario.NICKind) []scenario.Parameter) []parameterRow {
	var rows []parameterRow
	at := map[string]int{}
	for c := range columns {
		for _, p := range of(columns[c].kind) {
			i, ok := at[p.Name]
			if !ok {
				i = len(rows)
				at[p.Name] = i
				row := parameterRow{cells: make([]string, 1+len(columns)), unit: p.Unit, meaning: p.Meaning}
				row.cells[0] = p.Name
				rows = append(rows, row)
			}
			rows[i].cells[1+c] = p.Value
		}
	}
	return rows
}

// plainWord needs no quotes in a shell.
var plainWord = regexp.MustCompile(`^[A-Za-z0-9_./:=,@%+-]+$`)

// Quote writes a word so that a shell takes it as it is.
func Quote(word string) string {
	if plainWord.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// Line writes a command for a shell.
func Line(words ...string) string {
	out := collect.Of(words, Quote)
	return strings.Join(out, " ")
}

// commands list how to make the runs and the report again.
func commands(list []*Source, o *Options) htmlreport.Section {
	s := htmlreport.Section{Title: "Commands"}
	var lines []string
	for _, one := range list {
		if g := one.Replayed; g != nil {
			words := append([]string{"cctrace", "replay", g.Capture}, g.Arguments...)
			lines = append(lines, Line(append(words, "-o", filepath.ToSlash(one.Dir)+"/")...))
		}
		if g := one.Origin; g != nil {
			words := []string{"cctrace", "sim", g.Scenario + ".toml"}
			for _, set := range g.Settings {
				words = append(words, "--set", set)
			}
			lines = append(lines, Line(append(words, "-o", filepath.ToSlash(one.Dir))...))
			if len(g.Firmware) > 0 {
				lines[len(lines)-1] += fmt.Sprintf("  # a firmware program ran connection %d", g.Firmware[0])
			}
		}
	}
	lines = append(lines, o.Commands...)
	if len(lines) > 0 {
		s.Codes = append(s.Codes, htmlreport.Code{Text: strings.Join(lines, "\n") + "\n"})
	}
	return s
}
