package testvectors

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/testvectors/transducer"
)

// Outcome is the result of vectors on a target: a build of the C port, a program in another language, a simulated
// circuit.
type Outcome struct {
	Target string `json:"target"`
	// Tool is what ran it, with its version: a compiler, a simulator, an interpreter.
	Tool  string `json:"tool,omitempty"`
	Files int    `json:"files"`
	Tests int    `json:"tests"`
	Steps int    `json:"steps"` // a call is one
	OK    bool   `json:"ok"`    // all was run, and nothing differs
	// Facts are further measurements.
	Facts Facts `json:"facts,omitempty"`
	// Note says what was not run, or what the facts mean.
	Note string `json:"note,omitempty"`
	// Warnings are a tool's warnings about its input.
	Warnings string `json:"warnings,omitempty"`
	// Report is that of the file with the first difference, if there is one.
	Report *Report `json:"report,omitempty"`

	// Given are the files to run, Reports those of the files that were run to their end or to a difference, and Err
	// is the error that ended the run.
	Given   []*File  `json:"-"`
	Reports []Report `json:"-"`
	Err     error    `json:"-"`
}

// Fact is a number or a word about a target.
type Fact struct {
	Name  string // a word or two: "step ns"
	Value any    // an int, a float64 or a string
	Unit  string // behind the value in a table
}

// Facts are facts in their order. In JSON they are an object; a name "step ns" is stepNs there.
type Facts []Fact

// Add appends a fact.
func (f *Facts) Add(name string, value any) { *f = append(*f, Fact{Name: name, Value: value}) }

// Int returns the integer of a name, 0 if the name is missing.
func (f Facts) Int(name string) int {
	for _, fact := range f {
		if n, ok := fact.Value.(int); ok && fact.Name == name {
			return n
		}
	}
	return 0
}

func (f Facts) text(name string) string {
	i := slices.IndexFunc(f, func(fact Fact) bool { return fact.Name == name })
	if i < 0 {
		return ""
	}
	text := fmt.Sprint(f[i].Value)
	if x, ok := f[i].Value.(float64); ok {
		text = fmt.Sprintf("%.1f", x)
	}
	return strings.TrimSpace(text + " " + f[i].Unit)
}

// MarshalJSON implements json.Marshaler.
func (f Facts) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	for i, fact := range f {
		words := strings.Fields(fact.Name)
		for j := range words[1:] {
			words[j+1] = strings.ToUpper(words[j+1][:1]) + words[j+1][1:]
		}
		value, err := json.Marshal(fact.Value)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "%c%q:%s", "{,"[min(i, 1)], strings.Join(words, ""), value)
	}
	if len(f) == 0 {
		b.WriteByte('{')
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// NoVectorsError is the error of files that have no vectors of a target.
type NoVectorsError struct{ Of string }

// Error names the target without vectors.
func (e *NoVectorsError) Error() string {
	return fmt.Sprintf("no vectors of %s; give files that ccgen vectors wrote", e.Of)
}

// CatalogHas returns a function that reports whether a catalog has a group's algorithm or function.
func CatalogHas(c *transducer.Catalog) func(*Group) bool {
	return func(g *Group) bool {
		_, err := c.Algorithm(g.Name)
		if g.Type == FunctionTest {
			_, err = c.Func(g.Name)
		}
		return err == nil
	}
}

// Select returns the files with those of their groups that runs reports, without files that have
// none. If no file is left the error is a *NoVectorsError of the named target.
func Select(files []*File, target string, runs func(*Group) bool) ([]*File, error) {
	var out []*File
	for _, f := range files {
		g := *f
		g.Groups = nil
		for i := range f.Groups {
			if runs(&f.Groups[i]) {
				g.Groups = append(g.Groups, f.Groups[i])
			}
		}
		if len(g.Groups) > 0 {
			out = append(out, &g)
		}
	}
	if len(out) == 0 {
		return nil, &NoVectorsError{target}
	}
	return out, nil
}

// Run runs the vectors of files up to the first difference, and adds them to the outcome. progress, if not nil, is
// called after each test with the number of tests done and the total. The error, which is kept in the outcome too, is
// the context's or that of Verify; a difference is not an error.
func (o *Outcome) Run(ctx context.Context, fw transducer.Firmware, files []*File, progress func(done, total int)) error {
	o.Given = files
	done, total := 0, collect.Sum(files, func(f *File) int { return f.Tests() })
	each := func(int, int) {
		if done++; progress != nil {
			progress(done, total)
		}
	}
	for _, f := range files {
		if o.Err = context.Cause(ctx); o.Err != nil {
			return o.Err
		}
		var r Report
		r, o.Err = Verify(fw, f, Options{Progress: each})
		tests, steps, _ := r.Total()
		o.Tests += tests
		o.Steps += steps
		if o.Err != nil {
			return o.Err
		}
		o.Files++
		r.Firmware = cmp.Or(o.Target, r.Firmware)
		o.Reports = append(o.Reports, r)
		if !r.OK() {
			o.Report = &r
			return nil
		}
	}
	o.OK = true
	return nil
}

// WriteOutcomes writes a table with a line for each outcome, and below it the reports of those that
// differ. The error is that of w.
func WriteOutcomes(w io.Writer, outcomes []Outcome) error {
	var b strings.Builder
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	columns := []string{"target", "vectors", "steps", "result"}
	var names []string
	tools := false
	for i := range outcomes {
		tools = tools || outcomes[i].Tool != ""
		names = collect.Union(names, collect.Of(outcomes[i].Facts, func(f Fact) string { return f.Name })...)
	}
	columns = append(columns, names...)
	if tools {
		columns = append(columns, "tool")
	}
	fmt.Fprintln(t, strings.Join(columns, "\t"))
	for i := range outcomes {
		o := &outcomes[i]
		result := "bit-exact"
		switch {
		case o.Err != nil:
			result = "FAILED"
		case o.Report != nil:
			result = "DIFFERS"
		case !o.OK:
			result = "not run"
		}
		row := append([]string{o.Target, fmt.Sprint(o.Tests), fmt.Sprint(o.Steps), result}, collect.Of(names, o.Facts.text)...)
		if tools {
			row = append(row, o.Tool)
		}
		fmt.Fprintln(t, strings.Join(row, "\t"))
	}
	flush(t)
	var notes []string
	for i := range outcomes {
		if note := outcomes[i].Note; note != "" && !slices.Contains(notes, note) {
			notes = append(notes, note)
			fmt.Fprintln(&b, note)
		}
	}
	if _, err := io.WriteString(w, trailing.ReplaceAllString(b.String(), "\n")); err != nil {
		return err
	}
	for i := range outcomes {
		if outcomes[i].Report != nil {
			if _, err := fmt.Fprintln(w); err != nil {
				return err
			}
			if err := outcomes[i].Report.Write(w); err != nil {
				return err
			}
		}
	}
	return nil
}
