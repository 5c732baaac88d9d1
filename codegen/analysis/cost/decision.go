package cost

import (
	"context"
	"fmt"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/analysis/cost/bench"
	"smartnic-cc/codegen/backend/port"
	"smartnic-cc/testvectors"
)

// Decisions are the handlers that CountX86 and CountRISCV measure, and how many
// times the instructions of float64 each may take.
var Decisions = []Bound{
	// The CNP at which Dolce-RC with four arms takes the reward of an arm and chooses the
	// next, with all else that a CNP does.
	{Handler: "dolcerc4 cnp learns", X86: 2, RISCV: 0.1},
	// The bandit by itself. In double it is little but a logarithm and four roots, for
	// each of which x86-64 has an instruction.
	{Handler: "bandit4 step", X86: 3, RISCV: 0.1},
}

// Bound is how many times the instructions of the same algorithm in double a handler
// may take, on x86-64 with libm and on rv64imac in soft floating point.
type Bound struct {
	Handler    string
	X86, RISCV float64
}

// Decision is a handler in instructions a call: as firmware, and as the same algorithm
// in double with libm (bench/testdata/twin.c).
type Decision struct {
	Bound
	Calls         uint64
	Integer, Twin float64
	// IntegerMost and TwinMost are the most that a call took.
	IntegerMost, TwinMost uint64
}

// CountX86 counts the decisions on x86-64 under callgrind, over the vectors of both
// estimates. The port is what ccgen c makes without a flag. callgrind keeps sums: the most
// that a call took is counted under qemu, over the first vectors of the bandit. The error
// is that of a tool that is missing or fails.
func CountX86(ctx context.Context) ([]Decision, error) {
	most, err := countDecisions(ctx, 0, banditSteps, bench.X86Trace)
	if err != nil {
		return nil, err
	}
	out, err := countDecisions(ctx, 0, 0, bench.X86)
	for i := range out {
		out[i].IntegerMost, out[i].TwinMost = most[i].IntegerMost, most[i].TwinMost
	}
	return out, err
}

// CountRISCV counts the decisions on rv64imac under qemu, the twin in soft floating point,
// over the first vectors of each file: every instruction is a line of a log. The error is
// that of a tool that is missing or fails.
func CountRISCV(ctx context.Context) ([]Decision, error) {
	return countDecisions(ctx, dolcercSteps, banditSteps, bench.RISCV)
}

// Steps that are some million instructions under qemu.
const (
	dolcercSteps = 600
	banditSteps  = 300
)

type counter func(ctx context.Context, f bench.Files, flags ...string) (map[string]bench.Count, error)

func countDecisions(ctx context.Context, dolcerc, bandit int, count counter) ([]Decision, error) {
	set, err := decisionSet(dolcerc, bandit)
	if err != nil {
		return nil, err
	}
	files, err := Bench(set, port.Config{Prefix: "cc_", Lines: "none", Line: "100G"})
	if err != nil {
		return nil, err
	}
	integer, err := count(ctx, files, "-O2")
	if err != nil {
		return nil, err
	}
	files["twin.h"], files["twin.c"] = bench.TwinHeader, bench.TwinSource
	twin, err := count(ctx, files, "-O2", "-DBENCH_TWIN")
	if err != nil {
		return nil, err
	}
	var out []Decision
	for _, b := range Decisions {
		name := set.Handler(b.Handler).Ident()
		i, f := integer[name], twin[name]
		if i.Calls == 0 || i.Calls != f.Calls {
			return nil, fmt.Errorf("cost: %s: the firmware ran %d times, the twin %d times", b.Handler, i.Calls, f.Calls)
		}
		out = append(out, Decision{Bound: b, Calls: i.Calls, Integer: i.Mean(), Twin: f.Mean(), IntegerMost: i.Most, TwinMost: f.Most})
	}
	return out, nil
}

// decisionSet is the sequences of Dolce-RC and the bandit with four arms that begin at the beginning: the
// twin has no way to load a state. A limit that is not 0 keeps the first sequences of a
// file up to that many steps.
func decisionSet(dolcerc, bandit int) (*bench.Set, error) {
	p, err := codegen.Firmware()
	if err != nil {
		return nil, err
	}
	var files []*testvectors.File
	for _, from := range []struct {
		name  string
		steps int
	}{{"dolcerc4-marked-packets.json", dolcerc}, {"dolcerc4-tx-slots.json", dolcerc}, {"bandit4.json", bandit}} {
		name, steps := from.name, from.steps
		text, err := testvectors.CorpusBytes(name)
		if err != nil {
			return nil, err
		}
		f, err := testvectors.Decode(name, text)
		if err != nil {
			return nil, err
		}
		n := 0
		for i := range f.Groups {
			g := &f.Groups[i]
			var keep []testvectors.Sequence
			for _, q := range g.Sequences {
				if !q.Loaded && (steps == 0 || n < steps) {
					keep = append(keep, q)
					n += len(q.Steps)
				}
			}
			g.Sequences = keep
		}
		files = append(files, f)
	}
	return bench.NewSet(p, files)
}
