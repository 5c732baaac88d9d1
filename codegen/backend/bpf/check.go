package bpf

import (
	"context"
	"fmt"

	"smartnic-cc/testvectors"
)

// Check runs every sequence of the algorithm in the kernel, packet by packet, and compares outputs and the whole
// state. Facts of the outcome are the kernel's figures on the program, the largest of all loads, one for each set of
// parameters ("verified", "stack", "insns", "code"). The error may be a *child.ToolError of the verifier,
// Available's, or that no file has vectors of the algorithm.
func (p *Program) Check(ctx context.Context, object []byte, all []*testvectors.File, progress func(done, total int)) (testvectors.Outcome, error) {
	o := testvectors.Outcome{Target: p.Def.Name}
	files, err := p.pick(all)
	if err != nil {
		return o, err
	}
	m, err := p.Open(object)
	if err != nil {
		return o, err
	}
	defer m.Close()
	err = o.Run(ctx, m, files, progress)
	o.Facts = testvectors.Facts{
		{Name: "verified", Value: m.Cost.Processed}, {Name: "stack", Value: m.Cost.Stack, Unit: "B"},
		{Name: "insns", Value: m.Cost.Instructions}, {Name: "code", Value: m.Cost.Code, Unit: "B"},
	}
	o.Note = fmt.Sprintf("verified: instructions that the verifier followed, of %d, the most of all loads; insns: instructions of BPF; code: what the kernel made of them", VerifierLimit)
	return o, err
}

// pick returns the files with the groups of the algorithm's sequences.
func (p *Program) pick(files []*testvectors.File) ([]*testvectors.File, error) {
	return testvectors.Select(files, p.Def.Name, func(g *testvectors.Group) bool {
		return g.Type == testvectors.SequenceTest && g.Name == p.Def.Name
	})
}
