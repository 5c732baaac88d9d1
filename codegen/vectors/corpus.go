package vectors

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/reference"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/transducer"
)

// DefaultSeed is the default seed of the vectors that the tools make.
const DefaultSeed uint64 = 20260

// Corpus returns the corpus of the built-in packages: the files with the answers of today's Go reference, and vectors
// made from the source, with the options, for each function and algorithm that no file has. The inputs of the files
// are kept: arguments, parameters, loaded states and events. Ids are assigned again. The error names a group whose
// inputs no longer fit, or is that of Generate.
func Corpus(ctx context.Context, files []*testvectors.File, o Options) ([]*testvectors.File, error) {
	all := make([]*testvectors.File, len(files))
	covered := map[string]bool{}
	for i, f := range files {
		answered := *f
		answered.Groups = slices.Clone(f.Groups)
		for j := range answered.Groups {
			g := &answered.Groups[j]
			if err := answer(g); err != nil {
				return nil, fmt.Errorf("%s: group %d (%s): %w", f.Name, j, g.Title(), err)
			}
			covered[g.Name] = true
		}
		answered.Renumber()
		all[i] = &answered
	}
	p, err := codegen.Load(nil)
	if err != nil {
		return nil, err
	}
	lacks := func(q *ir.Package) bool {
		return slices.ContainsFunc(exported(p.Program, q), func(f *ir.Func) bool { return !covered[f.FullName()] }) ||
			slices.ContainsFunc(p.Program.Transducers, func(t *ir.Transducer) bool { return t.Pkg == q && !covered[t.Name] })
	}
	p.Named = slices.DeleteFunc(slices.Clone(p.Named), func(q *ir.Package) bool { return !lacks(q) })
	if p.Own = p.Named; len(p.Named) == 0 {
		return all, nil
	}
	made, err := Generate(ctx, p, o)
	if err != nil {
		return nil, err
	}
	for _, f := range made.Files {
		f.Groups = slices.DeleteFunc(f.Groups, func(g testvectors.Group) bool { return covered[g.Name] })
		if len(f.Groups) == 0 {
			continue
		}
		all = join(all, f)
	}
	return all, nil
}

// join adds a file to others, or its groups to the file of the same name.
func join(all []*testvectors.File, f *testvectors.File) []*testvectors.File {
	i := slices.IndexFunc(all, func(o *testvectors.File) bool { return o.Name == f.Name })
	if i < 0 {
		f.Renumber()
		return append(all, f)
	}
	all[i].Groups = append(all[i].Groups, f.Groups...)
	all[i].Notes = maps.Clone(all[i].Notes)
	maps.Copy(all[i].Notes, f.Notes)
	all[i].Renumber()
	return all
}

// answer fills a group with the answers of the reference. The layouts become today's; a field that the group lacks is
// 0.
func answer(g *testvectors.Group) error {
	if g.Type == testvectors.FunctionTest {
		return answerCalls(g)
	}
	a, err := reference.Catalog().Algorithm(g.Name)
	if err != nil {
		return err
	}
	old := *g
	g.Params, g.Event, g.Output, g.State = a.Params, a.Event, a.Output, a.State
	g.ParamValues = carry(old.Params, a.Params, old.ParamValues)
	g.Sequences = slices.Clone(g.Sequences)
	for i := range g.Sequences {
		s := &g.Sequences[i]
		conn, err := reference.New().Open(g.Name, g.ParamValues)
		if err == nil && s.Loaded {
			err = conn.Load(carry(old.State, a.State, s.Initial))
		}
		if err != nil {
			return fmt.Errorf("tcId %d: %w", s.ID, err)
		}
		initial, err := conn.State()
		if err != nil {
			return fmt.Errorf("tcId %d: %w", s.ID, err)
		}
		s.Initial = slices.Clone(initial)
		steps := make([][]uint64, len(s.Steps))
		for j, row := range s.Steps {
			event, _, _ := old.Split(row)
			event = carry(old.Event, a.Event, event)
			output, state, err := conn.Step(event)
			if err != nil {
				return fmt.Errorf("tcId %d, step %d: %w", s.ID, j+1, err)
			}
			steps[j] = slices.Concat(event, output, state)
		}
		s.Steps = steps
	}
	return nil
}

func answerCalls(g *testvectors.Group) error {
	f, err := reference.Catalog().Func(g.Name)
	if err != nil {
		return err
	}
	calls := slices.Clone(g.Calls)
	for i := range calls {
		c := &calls[i]
		c.Args = carry(g.Args, f.Args, c.Args)
		if c.Results, err = reference.New().Call(g.Name, c.Args); err != nil {
			return fmt.Errorf("tcId %d: %w", c.ID, err)
		}
	}
	g.Args, g.Results, g.Calls = f.Args, f.Results, calls
	return nil
}

// carry converts values from one layout to another, by the names of the fields.
func carry(from, to []transducer.Leaf, values []uint64) []uint64 {
	if slices.Equal(from, to) {
		return values
	}
	out := make([]uint64, len(to))
	for i, l := range to {
		if at := slices.IndexFunc(from, func(o transducer.Leaf) bool { return o.Name == l.Name }); at >= 0 {
			out[i] = values[at]
		}
	}
	return out
}
