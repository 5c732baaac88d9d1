package command

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/text/nearest"
	"smartnic-cc/internal/logs/firmwarelog"
	"smartnic-cc/internal/tool/explain"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/pipe"
	"smartnic-cc/testvectors/transducer"
)

// explainedReport is a report of vectors with the explanation of its first difference, as JSON.
type explainedReport struct {
	*testvectors.Report
	Explanation *explain.Explanation `json:"explanation,omitempty"`
}

// explained is the explanation of the first difference of one of several reports.
type explained struct {
	report int
	*explain.Explanation
}

func (e *explained) write(env cli.Env, o explain.TextOptions) error {
	if _, err := fmt.Fprintln(env.Stdout); err != nil {
		return err
	}
	return e.Write(env.Stdout, o)
}

// firstExplained explains the step of the first sequence in which a firmware differs, or its initial state; nil if
// there is none, or if a call of a function differs, which has nothing to explain. Hypotheses that passing vectors
// refute come last.
func firstExplained(v *verified, reports []testvectors.Report, files []*testvectors.File) (*explained, error) {
	for i := range reports {
		d := reports[i].First
		if d == nil {
			continue
		}
		g := &files[i].Groups[d.Group]
		if g.Type != testvectors.SequenceTest {
			return nil, nil
		}
		fd := vectorDifference(d, g)
		x, err := v.explainer(fd.Algorithm.Name, fd.Params)
		if err != nil {
			return nil, err
		}
		e, err := x.Explain(fd)
		if err != nil {
			return nil, err
		}
		x.Refute(e, passed(fd.Algorithm, reports[:i+1], files))
		return &explained{i, e}, nil
	}
	return nil, nil
}

// passed are the steps of the sequences of an algorithm that a firmware passed.
func passed(a *transducer.Algorithm, reports []testvectors.Report, files []*testvectors.File) []explain.PassingSteps {
	var list []explain.PassingSteps
	for i := range reports {
		for j := range reports[i].Groups {
			g := &files[i].Groups[j]
			if g.Name != a.Name || g.Type != testvectors.SequenceTest || reports[i].Groups[j].Failed > 1 {
				continue // of several that failed the report names one
			}
			for k := range g.Sequences[:reports[i].Groups[j].Tests] {
				s := &g.Sequences[k]
				if d := reports[i].First; d != nil && d.Group == j && d.TcID == s.ID {
					continue
				}
				if reports[i].Groups[j].Failed == 1 && (reports[i].First == nil || reports[i].First.Group != j) {
					break
				}
				list = append(list, explain.PassingSteps{Params: g.ParamValues, Steps: history(g, s, len(s.Steps))})
			}
		}
	}
	return list
}

// onlyOf removes all groups but those of these names: algorithms, packages and functions. The error names one that no
// file has.
func onlyOf(v *verified, files []*testvectors.File, only []string) ([]*testvectors.File, error) {
	if len(only) == 0 {
		return files, nil
	}
	var known []string
	seen := map[string]bool{}
	var left []*testvectors.File
	for _, f := range files {
		of := *f
		of.Groups = nil
		for i := range f.Groups {
			g := f.Groups[i]
			pkg, _, function := strings.Cut(g.Name, ".")
			if t := v.packages.Program.Transducer(g.Name); t != nil {
				pkg = t.Pkg.Name
			}
			if known = append(known, pkg); !function {
				known = append(known, g.Name)
			}
			for _, name := range only {
				if name == g.Name || name == pkg {
					seen[name] = true
				}
			}
			if slices.Contains(only, g.Name) || slices.Contains(only, pkg) {
				of.Groups = append(of.Groups, g)
			}
		}
		if len(of.Groups) > 0 {
			left = append(left, &of)
		}
	}
	slices.Sort(known)
	known = slices.Compact(known)
	for _, name := range only {
		if !seen[name] {
			return nil, fmt.Errorf("verify: --only: no vector is of %.40q%s; there are %s", name, nearest.Hint(name, known), strings.Join(known, ", "))
		}
	}
	return left, nil
}

// withOnly adds to the error of a firmware that lacks an algorithm or a function how to leave it out.
func withOnly(err error) error {
	var refused *pipe.Error
	if !errors.As(err, &refused) || refused.Kind != pipe.Refused {
		return err
	}
	if request, _, _ := strings.Cut(refused.Line, " "); request != "open" && request != "call" {
		return err
	}
	return fmt.Errorf("%w; if the firmware does not have it, name with --only the algorithms that it has, as in --only dolcerc4, or the files of their vectors", err)
}

// vectorDifference converts a difference to that of package firmwarelog, with the steps of the sequence before it.
func vectorDifference(d *testvectors.Difference, g *testvectors.Group) *firmwarelog.Difference {
	out := &firmwarelog.Difference{Difference: *d.Answer}
	if i := slices.IndexFunc(g.Sequences, func(s testvectors.Sequence) bool { return s.ID == d.TcID }); d.Step > 0 {
		out.History = history(g, &g.Sequences[i], d.Step-1)
	}
	return out
}

// history is the first steps of a sequence.
func history(g *testvectors.Group, s *testvectors.Sequence, steps int) []firmwarelog.HistoryStep {
	var list []firmwarelog.HistoryStep
	before := s.Initial
	for _, row := range s.Steps[:steps] {
		event, output, state := g.Split(row)
		list = append(list, firmwarelog.HistoryStep{Before: before, Event: event, Output: transducer.Known(output), State: transducer.Known(state)})
		before = state
	}
	return list
}
