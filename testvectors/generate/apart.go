package generate

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/internal/reference"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/transducer"
)

// apartText holds the cases that tell faults apart; its head says in what form.
//
//go:embed apart.txt
var apartText string

// apart adds the cases of apart.txt to the groups of a file: a call to the group of its
// function, a step from a loaded state to the group with its parameters, and where these
// differ a group of its own.
func (b *builder) apart(file string, groups []testvectors.Group) ([]testvectors.Group, error) {
	fw := reference.New()
	for number, line := range strings.Split(apartText, "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		part := strings.SplitN(line, " | ", 6)
		if len(part) != 6 {
			return nil, fmt.Errorf("apart.txt:%d: %d parts; want 6", number+1, len(part))
		}
		if part[0] != file {
			continue
		}
		var err error
		if groups, err = addApart(fw, groups, part[1:]); err != nil {
			return nil, fmt.Errorf("apart.txt:%d: %w", number+1, err)
		}
	}
	return groups, nil
}

func addApart(fw transducer.Firmware, groups []testvectors.Group, part []string) ([]testvectors.Group, error) {
	at := slices.IndexFunc(groups, func(g testvectors.Group) bool {
		return g.Type == testvectors.FunctionTest && g.Name == part[0] || g.Type == testvectors.SequenceTest && g.Comment == part[0]
	})
	if at < 0 {
		return nil, fmt.Errorf("no group %q", part[0])
	}
	test := testvectors.Test{Comment: title("tells apart:", part[4]), Flags: []string{flagApart}}
	g := &groups[at]
	if g.Type == testvectors.FunctionTest {
		args, err := named(g.Args, nil, part[2])
		if err != nil {
			return nil, err
		}
		results, err := fw.Call(g.Name, args)
		if err != nil {
			return nil, err
		}
		g.Calls = append(g.Calls, testvectors.Call{Test: test, Args: args, Results: results})
		return groups, nil
	}
	params, err := named(g.Params, g.ParamValues, part[1])
	if err != nil {
		return nil, err
	}
	if part[1] != "-" {
		own := *g
		own.ParamValues, own.Sequences = params, nil
		own.Comment = title(g.Comment, "with", part[1])
		groups = append(groups, own)
		g = &groups[len(groups)-1]
	}
	conn, err := fw.Open(g.Name, params)
	if err != nil {
		return nil, err
	}
	s := testvectors.Sequence{Test: test}
	if part[2] == "init" {
		first, err := conn.State()
		if err != nil {
			return nil, err
		}
		s.Initial = slices.Clone(first)
	} else {
		s.Flags, s.Loaded = append(s.Flags, flagLoaded), true
		if s.Initial, err = named(g.State, nil, part[2]); err != nil {
			return nil, err
		}
		if err := conn.Load(s.Initial); err != nil {
			return nil, err
		}
	}
	event, err := named(g.Event, nil, part[3])
	if err != nil {
		return nil, err
	}
	output, state, err := conn.Step(event)
	if err != nil {
		return nil, err
	}
	s.Steps = [][]uint64{slices.Concat(event, output, state)}
	g.Sequences = append(g.Sequences, s)
	return groups, nil
}

// named reads NAME=VALUE pairs over a row of values, 0 if there is none; "-" is no pair.
func named(leaves []transducer.Leaf, from []uint64, text string) ([]uint64, error) {
	row := make([]uint64, len(leaves))
	copy(row, from)
	if text == "-" {
		return row, nil
	}
	for _, pair := range strings.Fields(text) {
		name, value, _ := strings.Cut(pair, "=")
		i := slices.IndexFunc(leaves, func(l transducer.Leaf) bool { return l.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("no field %.40q", name)
		}
		v, err := leaves[i].Parse(value)
		if err != nil {
			return nil, err
		}
		row[i] = v
	}
	return row, nil
}
