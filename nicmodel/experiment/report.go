package experiment

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"smartnic-cc/internal/sys/atomicfile"
)

// Report is the outcome of some experiments.
type Report struct {
	Setting *Setting
	// Names are the experiments that were asked for; none for all.
	Names []string
	// Commit names what the program was built from, Model is Fingerprint's answer.
	Commit, Model string
	Sections      []*Section
}

// Make runs all that some experiments need and makes the report.
func Make(list []Experiment, s *Setting, r *Runner) (*Report, error) {
	var points []Point
	for _, e := range list {
		points = append(points, e.Points(s)...)
	}
	res, err := r.Run(points)
	if err != nil {
		return nil, err
	}
	rep := &Report{Setting: s, Model: res.model}
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

// Save writes the report as Markdown to a file, and figures (SVG and PNG) and tables (CSV)
// into the folder of its name without ending. It returns nothing half-written under the
// report's name: that comes last.
func (r *Report) Save(path string) error {
	folder := strings.TrimSuffix(path, filepath.Ext(path))
	if folder == path {
		folder += ".files"
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return fmt.Errorf("%s: cannot make the folder for figures: %v", folder, errors.Unwrap(err))
	}
	for _, sec := range r.Sections {
		for _, t := range sec.Data {
			if err := atomicfile.Write(filepath.Join(folder, t.Name+".csv"), t.writeCSV); err != nil {
				return err
			}
		}
		for _, f := range sec.Figures {
			for _, ext := range []string{".svg", ".png"} {
				if err := f.Save(filepath.Join(folder, f.Name+ext)); err != nil {
					return err
				}
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

// command is what makes the report, or one section of it.
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
	fmt.Fprintf(&b, "# The paper's evaluation, run again\n\n")
	fmt.Fprintf(&b, "Written by `%s`; everything below comes from its runs. Setting `%s`: %s. Built from %s; model `%s`.\n\n",
		r.command(r.Names...), r.Setting.Name, r.Setting.describe(), r.Commit, r.Model)
	fmt.Fprintf(&b, "Numbers of several seeds are the mean and, in parentheses, the range. A factor is our number over the paper's, a ratio DCQCN over its rival, "+
		"so that above 1 the rival is faster. `cctrace reproduce NAME` makes one section, whose NAME is in its title. Its tables as CSV, with all runs, and its figures are in the folder beside this page; "+
		"the scenarios are in `nicmodel/experiment/scenarios`, and `cctrace sim` runs each of them alone.\n\n")
	for _, sec := range r.Sections {
		r.section(&b, sec, folder)
	}
	_, err := io.WriteString(w, strings.TrimRight(b.String(), "\n")+"\n")
	return err
}

func (r *Report) section(b *strings.Builder, sec *Section, folder string) {
	fmt.Fprintf(b, "## %s (`%s`)\n\n", sec.Title, sec.Name)
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
	fmt.Fprintf(b, "**Result.** %s\n\n", strings.Join(sec.Verdict, " "))
	if folder == "" {
		return
	}
	for _, f := range sec.Figures {
		fmt.Fprintf(b, "![%s](%s/%s.svg)\n\n", f.Caption, folder, f.Name)
	}
}

// describe says in a line how large the experiments are.
func (s *Setting) describe() string {
	seeds := "one seed"
	if s.Seeds > 1 {
		seeds = fmt.Sprintf("%d seeds", s.Seeds)
	}
	return fmt.Sprintf("%s, `%s` with %d flows", seeds, s.FatTree, s.Flows)
}
