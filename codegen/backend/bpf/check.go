package bpf

import (
	"context"
	"fmt"
	"slices"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/testvectors"
)

// Row is the outcome of one algorithm.
type Row struct {
	Algorithm string `json:"algorithm"`
	Files     int    `json:"files"`
	Sequences int    `json:"sequences"`
	Events    int    `json:"events"`
	// Loads is how often the program was loaded: once for each set of parameters.
	Loads int  `json:"loads"`
	OK    bool `json:"ok"`
	// Report is that of the file with the first difference, if there is one.
	Report *testvectors.Report `json:"report,omitempty"`
	Cost
	// Times are those of a step, unless none were asked for.
	Times *Times `json:"times,omitempty"`
}

// Check runs every sequence of the algorithm in the kernel, packet by packet, and compares
// outputs and the whole state. A step that differs is no error: it is in Row.Report. The error may
// be a *Refused, Available's, or that no file has vectors of the algorithm.
func (p *Program) Check(ctx context.Context, object []byte, all []*testvectors.File, progress func(done, total int)) (Row, error) {
	row := Row{Algorithm: p.Def.Name}
	files := pick(all, p.Def)
	if len(files) == 0 {
		return row, fmt.Errorf("no vectors of %s; give files that ccgen vectors wrote", p.Def.Name)
	}
	m, err := p.Open(object)
	if err != nil {
		return row, err
	}
	defer m.Close()
	total, done := 0, 0
	for _, f := range files {
		total += f.Tests()
	}
	for _, f := range files {
		before := done
		r, err := testvectors.Verify(stopping{m, ctx}, f, testvectors.Options{Progress: func(n, _ int) {
			done = before + n
			if progress != nil {
				progress(done, total)
			}
		}})
		if err != nil {
			return row, err
		}
		n, steps, _ := r.Total()
		row.Files++
		row.Sequences += n
		row.Events += steps
		if !r.OK() {
			row.Report = &r
			break
		}
	}
	row.OK, row.Loads, row.Cost = row.Report == nil, m.Loads, m.Cost
	return row, nil
}

// Has reports whether the files have vectors of the algorithm.
func (p *Program) Has(files []*testvectors.File) bool { return len(pick(files, p.Def)) > 0 }

// pick returns the groups of the algorithm's sequences.
func pick(files []*testvectors.File, t *ir.Transducer) []*testvectors.File {
	var out []*testvectors.File
	for _, f := range files {
		g := *f
		g.Groups = slices.DeleteFunc(slices.Clone(f.Groups), func(g testvectors.Group) bool {
			return g.Type != testvectors.SequenceTest || g.Name != t.Name
		})
		if len(g.Groups) > 0 {
			out = append(out, &g)
		}
	}
	return out
}
