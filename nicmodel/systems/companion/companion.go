// Package companion compares papers with their systems on the NIC model: a [Row] is a statement of a paper with the
// model's number, and a [System] is a paper with the parts that make its rows. cctrace reproduce writes the report.
//
// A system is a folder with a function that returns a System; it is in the report once package systems lists it.
package companion

import (
	"math"

	"smartnic-cc/internal/base/text/enum"
)

// infinite means no limit.
var infinite = math.Inf(1)

// Row compares a statement of a paper with the model.
type Row struct {
	// Item says what is compared, Where is the paper's figure, table or section.
	Item, Where string
	// Paper is the statement in words, "" without one; Low and High are its numbers, equal for a single one and both
	// 0 for none.
	Paper     string
	Low, High float64
	// Ours is the model's number and Unit its unit, "" for a pure number. With several seeds it is their mean, and
	// Min and Max their range; both are 0 with one run.
	Ours     float64
	Min, Max float64
	Unit     string
	// Ratio is Ours over the nearest of Low..High; 0 without a number.
	Ratio float64
	// Sign reports whether the model goes in the paper's direction.
	Sign bool
	// Gate is the limits for Ours in words, "" without any; Within reports whether Ours is within.
	Gate   string
	Within bool
	// Fitted says what was fitted with the number in view; "" if it was held out.
	Fitted string
	// Cause says what the number depends on, where it is outside its gate or differs from the paper's.
	Cause string
}

// Rows gathers rows.
type Rows struct{ List []Row }

// Add appends a row whose gate is low..high, in words gate. Ratio, Gate and Within are set here.
func (r *Rows) Add(row Row, low, high float64, gate string) {
	row.Gate, row.Within = gate, row.Ours >= low && row.Ours <= high
	r.AddUngated(row)
}

// AddUngated appends a row that has no gate, and sets its ratio.
func (r *Rows) AddUngated(row Row) {
	row.Ratio = 0
	if row.High != 0 {
		row.Ratio = row.Ours / min(max(row.Ours, row.Low), row.High)
	}
	r.List = append(r.List, row)
}

// Unexplained reports whether the row needs a cause: its number is outside its gate, or does not go in the paper's
// direction.
func (r *Row) Unexplained() bool { return r.Gate != "" && !r.Within || !r.Sign }

// Size is the size of a system's experiments, which each system defines.
type Size uint8

// The sizes: within a minute of CPU, within ten, as the paper's.
const (
	Smoke Size = iota
	Fast
	Full
)

// String returns the size, as in "smoke".
func (s Size) String() string {
	return enum.Name(s, "smoke", "fast", "full")
}

// Part is a subset of a system's experiments. Parts run concurrently.
type Part struct {
	// Name is one word, unique within a system.
	Name string
	// Rows runs the experiments. The same part gives the same rows.
	Rows func() ([]Row, error)
	// Long means that they take over ten CPU seconds in size Fast, so that tests run them only with -long.
	Long bool
}

// System is a paper's system on the NIC model.
type System struct {
	// Name is its name in commands, Title a one-line description.
	Name, Title string
	// Text is paragraphs in Markdown: the paper, what runs here instead, what was fitted to which data, what is left
	// out.
	Text func() []string
	// Parts lists the parts, in the order of the report.
	Parts func(Size) []Part
}

// All runs the parts of a system one after the other.
func (s System) All(size Size) ([]Row, error) {
	var all []Row
	for _, p := range s.Parts(size) {
		rows, err := p.Rows()
		if err != nil {
			return nil, err
		}
		all = append(all, rows...)
	}
	return all, nil
}
