package companion

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// Claims are what a paper states, in the order of the report, read from a table of a system: CSV with a line a row, whose
// columns are those of claimColumns. A line of the part "text" has under "item" a paragraph of System.Text, one of the part
// "note" a text that others refer to as @KEY.
type Claims struct {
	table func() *claimTable
}

// claimTable is what a table says.
type claimTable struct {
	paragraphs []string
	notes      map[string]string
	rows       []claim
	err        error
}

// claim is a line: a row without the model's results, and the limits of its gate.
type claim struct {
	part, key string
	row       Row
	low, high float64
}

const claimColumns = "part,key,item,where,paper,low,high,unit,least,most,gate,fitted,cause"

var reference = regexp.MustCompile(`@[a-z]+`)

// ReadClaims reads a table when it is needed. Its error is that of the parts made of it.
func ReadClaims(name string, text []byte) *Claims {
	return &Claims{sync.OnceValue(func() *claimTable { return readClaims(name, text) })}
}

func readClaims(name string, text []byte) *claimTable {
	c := &claimTable{}
	lines, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err == nil && (len(lines) == 0 || strings.Join(lines[0], ",") != claimColumns) {
		err = fmt.Errorf("1: the columns are not %s", claimColumns)
	}
	if err != nil {
		return &claimTable{err: fmt.Errorf("%s: %w", name, err)}
	}
	c.notes = map[string]string{}
	seen := map[string]bool{}
	for i, f := range lines[1:] {
		fail := func(format string, args ...any) {
			if c.err == nil {
				c.err = fmt.Errorf("%s: row %d (%s): %s", name, i+2, f[1], fmt.Sprintf(format, args...))
			}
		}
		if at := f[0] + "\x00" + f[1]; seen[at] {
			fail("the key is used twice")
		} else {
			seen[at] = true
		}
		switch f[0] {
		case "text":
			c.paragraphs = append(c.paragraphs, f[2])
			continue
		case "note":
			c.notes["@"+f[1]] = f[2]
			continue
		}
		text := func(cell string) string {
			return reference.ReplaceAllStringFunc(cell, func(key string) string {
				if c.notes[key] == "" {
					fail("there is no note %s before it", key)
				}
				return c.notes[key]
			})
		}
		number := func(cell string, none float64) float64 {
			if cell == "" {
				return none
			}
			over, under, is := strings.Cut(cell, "/")
			v, err := strconv.ParseFloat(over, 64)
			if is && err == nil {
				var w float64
				w, err = strconv.ParseFloat(under, 64)
				v /= w
			}
			if err != nil {
				fail("%q is not a number, nor a quotient of two", cell)
			}
			return v
		}
		k := claim{part: f[0], key: f[1], row: Row{Item: f[2], Where: f[3], Paper: f[4], Unit: f[7], Gate: f[10], Fitted: text(f[11]), Cause: text(f[12])}}
		k.row.Low = number(f[5], 0)
		k.row.High = number(f[6], k.row.Low)
		k.low, k.high = number(f[8], -infinite), number(f[9], infinite)
		c.rows = append(c.rows, k)
	}
	return c
}

// Text returns the paragraphs of System.Text.
func (c *Claims) Text() []string { return c.table().paragraphs }

// Part is a part with the table's rows. measure sets the number of each.
func (c *Claims) Part(name string, measure func(m *Results) error) Part {
	return Part{Name: name, Rows: func() ([]Row, error) {
		c := c.table()
		if c.err != nil {
			return nil, c.err
		}
		m := &Results{part: name, notes: c.notes, claims: map[string]*claim{}}
		for _, k := range c.rows {
			if k.part == name {
				m.claims[k.key] = &k
			}
		}
		if err := measure(m); err != nil {
			return nil, err
		}
		return m.rows(c)
	}}
}

// Results collects the model's numbers for a part's claims.
type Results struct {
	part   string
	notes  map[string]string
	claims map[string]*claim
	is     map[string]bool
	err    error
}

// Set sets the number of a claim, and whether it goes in the paper's direction. args are for the verbs in the item.
func (m *Results) Set(key string, ours float64, sign bool, args ...any) {
	m.SetMean(key, ours, 0, 0, sign, args...)
}

// SetMean is Set of a mean of several seeds, with their range.
func (m *Results) SetMean(key string, mean, least, most float64, sign bool, args ...any) {
	k := m.claims[key]
	switch {
	case k == nil:
		m.fail("%q is measured, and there is no such claim", key)
		return
	case m.is[key]:
		m.fail("%q is measured twice", key)
	case m.is == nil:
		m.is = map[string]bool{}
	}
	m.is[key] = true
	k.row.Ours, k.row.Min, k.row.Max, k.row.Sign = mean, least, most, sign
	if len(args) > 0 {
		k.row.Item = fmt.Sprintf(k.row.Item, args...)
	}
}

// SetGate sets limits that depend on other numbers.
func (m *Results) SetGate(key string, low, high float64) {
	if k := m.claims[key]; k != nil {
		k.low, k.high = low, high
	}
}

// Row returns a claim's final row, with ratio and gate.
func (m *Results) Row(key string) Row {
	k := m.claims[key]
	if k == nil {
		return Row{}
	}
	return k.finished()
}

// finished returns the row of a claim.
func (k *claim) finished() Row {
	var r Rows
	if k.row.Gate == "" {
		r.AddUngated(k.row)
	} else {
		r.Add(k.row, k.low, k.high, k.row.Gate)
	}
	return r.List[0]
}

// SetCause sets what a claim's number depends on: a note, as in "@half", or "" if the table's cause does not apply to
// this number.
func (m *Results) SetCause(key, note string) {
	if m.notes[note] == "" && note != "" {
		m.fail("%q depends on %s, and there is no such note", key, note)
	}
	if k := m.claims[key]; k != nil {
		k.row.Cause = m.notes[note]
	}
}

// DropGate removes the gate of a claim, which is then for comparison only.
func (m *Results) DropGate(key string) {
	if k := m.claims[key]; k != nil {
		k.row.Gate = ""
	}
}

func (m *Results) fail(format string, args ...any) {
	if m.err == nil {
		m.err = fmt.Errorf("part %s: %s", m.part, fmt.Sprintf(format, args...))
	}
}

// rows returns the claims with their numbers.
func (m *Results) rows(c *claimTable) ([]Row, error) {
	var list []Row
	for i := range c.rows {
		k := m.claims[c.rows[i].key]
		if c.rows[i].part != m.part {
			continue
		}
		if !m.is[k.key] {
			m.fail("%q is not measured", k.key)
		}
		list = append(list, k.finished())
	}
	return list, m.err
}
