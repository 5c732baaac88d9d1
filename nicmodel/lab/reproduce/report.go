package reproduce

import (
	"encoding/csv"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"smartnic-cc/internal/base/sys/atomicfile"
	"smartnic-cc/nicmodel/lab/experiment"
	"smartnic-cc/nicmodel/systems"
	"smartnic-cc/nicmodel/systems/companion"
)

// Report is the outcome of experiments.
type Report struct {
	Setting *Setting
	// Names are the requested experiments; none means all.
	Names []string
	// Commit names what the program was built from, Model is what experiment.Fingerprint returns, "" of a report
	// of companion systems alone.
	Commit, Model string
	Sections      []*Section
}

// Make runs the points and parts of experiments, and makes the report.
func Make(list []Experiment, s *Setting, r *experiment.Runner) (*Report, error) {
	parts := partsOf(list, s)
	res := &Results{}
	rep := &Report{Setting: s}
	var points []experiment.Point
	paper := false // whether there are experiments of the paper
	for _, e := range list {
		points = append(points, e.Points(s)...)
		paper = paper || e.Parts == nil
	}
	if paper {
		ran, err := r.Run(points)
		if err != nil {
			return nil, err
		}
		res.Of, rep.Model = ran.Of, ran.Model()
	}
	if len(parts) > 0 {
		var err error
		if res.rows, err = rowsOf(r, parts, s.Name); err != nil {
			return nil, err
		}
	}
	for _, e := range list {
		sec, err := e.Report(s, res)
		if err != nil {
			return nil, err
		}
		sec.Title = e.Title
		rep.Sections = append(rep.Sections, sec)
	}
	return rep, nil
}

// Save writes the report as Markdown to a file, and figures (SVG) and tables (CSV) into the folder of its name
// without ending. The report is written last, and never partially.
func (r *Report) Save(path string) error {
	folder := strings.TrimSuffix(path, filepath.Ext(path))
	if folder == path {
		folder += ".files"
	}
	for _, sec := range r.Sections {
		for _, t := range sec.Data {
			if err := atomicfile.Write(filepath.Join(folder, t.Name+".csv"), t.writeCSV); err != nil {
				return err
			}
		}
		for _, f := range sec.Figures {
			if err := f.Save(filepath.Join(folder, f.Name+".svg")); err != nil {
				return err
			}
		}
	}
	return atomicfile.Write(path, func(w io.Writer) error { return r.Write(w, filepath.Base(folder)) })
}

// writeCSV writes the table with its header.
func (t *Table) writeCSV(w io.Writer) error {
	c := csv.NewWriter(w)
	if err := c.Write(t.Header); err != nil {
		return err
	}
	if err := c.WriteAll(t.Rows); err != nil {
		return err
	}
	return c.Error()
}

// command returns the command that makes the report, or one section of it.
func (r *Report) command(names ...string) string {
	text := "cctrace reproduce"
	for _, n := range names {
		text += " " + n
	}
	return text + " --setting " + r.Setting.Name
}

// Write writes the report as Markdown. folder is where its figures are; "" leaves figures
// and files out.
func (r *Report) Write(w io.Writer, folder string) error {
	var b strings.Builder
	if r.Model == "" {
		r.systemsHead(&b)
	} else {
		r.paperHead(&b)
	}
	if slices.ContainsFunc(r.Sections, func(sec *Section) bool { return isSystem(sec.Name) }) {
		b.WriteString(legend)
	}
	for _, sec := range r.Sections {
		r.section(&b, sec, folder)
	}
	_, err := io.WriteString(w, strings.TrimRight(b.String(), "\n")+"\n")
	return err
}

// paperHead writes the text above the paper's experiments.
func (r *Report) paperHead(b *strings.Builder) {
	fmt.Fprintf(b, "# The paper's evaluation, run again\n\n")
	fmt.Fprintf(b, "Written by `%s`; everything below comes from its runs. Setting `%s`: %s. Built from %s; model `%s`.\n\n",
		r.command(r.Names...), r.Setting.Name, r.Setting.describe(), r.Commit, r.Model)
	fmt.Fprintf(b, "Numbers of several seeds are the mean and, in parentheses, the range. A factor is our number over the paper's, a ratio DCQCN over its rival, "+
		"so that above 1 the rival is faster. `cctrace reproduce NAME` makes one section, whose NAME is in its title. Its tables as CSV, with all runs, and its figures are in the folder next to this page; "+
		"the scenarios are in `nicmodel/lab/experiment/scenarios`, and `cctrace sim` runs each of them alone.\n\n")
	if len(r.Names) == 0 {
		b.WriteString(elsewhere)
	}
}

// systemsHead writes the text above companion systems.
func (r *Report) systemsHead(b *strings.Builder) {
	fmt.Fprintf(b, "# Systems of other papers on the NIC model\n\n")
	fmt.Fprintf(b, "Written by `%s`; all numbers of ours come from its runs. Built from %s.\n\n", r.command(r.Names...), r.Commit)
}

// legend explains the tables of companion systems.
const legend = "The CSV file of a system in the folder next to this page has every number: what the paper states and where, ours, the ratio to the nearest number in the paper, " +
	"the gate (a limit for ours, set from the paper's number and what the paper leaves open), what was fitted or chosen with the number in view (all others were held out), " +
	"and what it depends on. The tables here have the numbers that are outside their gate or follow another trend than the paper's, in bold, and those more than 25 % from the paper's, with the reason.\n\n"

// isSystem reports whether a section is of a companion system.
func isSystem(name string) bool {
	return slices.ContainsFunc(systems.Companions(), func(s companion.System) bool { return s.Name == name })
}

// elsewhere is the paper's report's reference to that of companion systems.
const elsewhere = "Systems of other papers that run on the NIC model have their own report, [companions.md](companions.md);\n" +
	"`cctrace reproduce --help` lists them.\n\n"

func (r *Report) section(b *strings.Builder, sec *Section, folder string) {
	title := "`" + sec.Name + "`"
	if folder != "" && isSystem(sec.Name) {
		title = "[" + title + "](" + folder + "/" + sec.Name + ".csv)"
	}
	fmt.Fprintf(b, "## %s (%s)\n\n", sec.Title, title)
	for _, p := range sec.Text {
		fmt.Fprintf(b, "%s\n\n", p)
	}
	for _, t := range sec.Tables {
		if t.Name != "" {
			fmt.Fprintf(b, "%s:\n\n", t.Name)
		}
		fmt.Fprintf(b, "| %s |\n|%s\n", strings.Join(t.Header, " | "), strings.Repeat(" --- |", len(t.Header)))
		for _, row := range t.Rows {
			fmt.Fprintf(b, "| %s |\n", strings.Join(row, " | "))
		}
		b.WriteString("\n")
	}
	for i, note := range sec.Notes {
		fmt.Fprintf(b, "%d. %s\n", i+1, note)
	}
	if len(sec.Notes) > 0 {
		b.WriteString("\n")
	}
	fmt.Fprintf(b, "**Result.** %s\n\n", strings.Join(sec.Verdict, " "))
	if folder == "" {
		return
	}
	for _, f := range sec.Figures {
		fmt.Fprintf(b, "![%s](%s/%s.svg)\n\n", f.Caption, folder, f.Name)
	}
}

// describe returns a line on the size of the experiments.
func (s *Setting) describe() string {
	seeds := "one seed"
	if s.Seeds > 1 {
		seeds = fmt.Sprintf("%d seeds", s.Seeds)
	}
	return fmt.Sprintf("%s, `%s` with %d flows", seeds, s.FatTree, s.Flows)
}
