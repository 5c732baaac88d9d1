package cost

import (
	"context"
	"fmt"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/cost/bench"
	"smartnic-cc/codegen/port"
	"smartnic-cc/testvectors"
)

// decision is the handler that Decision measures: the CNP at which Dolce-RC with four
// arms takes the reward of an arm and chooses the next.
const decision = "dolcerc4 cnp learns"

// Decision is the decision of Dolce-RC, in instructions a call: as firmware, and
// as the same algorithm in double with libm (bench/testdata/twin.c).
type Decision struct {
	Calls         uint64
	Integer, Twin float64
}

// CountX86 counts the decision on x86-64 under callgrind, over the vectors of both
// estimates. The port holds what ccgen c --only dolcerc4 puts into it.
func CountX86(ctx context.Context) (Decision, error) {
	return countDecision(ctx, 0, func(ctx context.Context, f bench.Files, flags ...string) (map[string]bench.Count, error) {
		return bench.X86(ctx, f, append(flags, "-lm")...)
	})
}

// CountRISCV counts the decision on rv64imac under qemu, the twin in soft floating
// point, over the vectors up to some steps of each estimate: every instruction is a line of
// a log. The core has no count of leading zeros, and the port is told so
// (CC_PORTABLE): libgcc's takes up to 50 instructions.
func CountRISCV(ctx context.Context, steps int) (Decision, error) {
	return countDecision(ctx, steps, func(ctx context.Context, f bench.Files, flags ...string) (map[string]bench.Count, error) {
		return bench.RISCV(ctx, f, append(flags, "-DCC_PORTABLE")...)
	})
}

// RISCVSteps of each estimate are some million instructions under qemu.
const RISCVSteps = 600

type counter func(ctx context.Context, f bench.Files, flags ...string) (map[string]bench.Count, error)

func countDecision(ctx context.Context, steps int, count counter) (Decision, error) {
	set, err := decisionSet(steps)
	if err != nil {
		return Decision{}, err
	}
	files, err := Bench(set, port.Config{Prefix: "cc_", Lines: "none", Line: "100G", Only: []string{"dolcerc4"}})
	if err != nil {
		return Decision{}, err
	}
	integer, err := count(ctx, files, "-O2")
	if err != nil {
		return Decision{}, err
	}
	files["twin.h"], files["twin.c"] = bench.TwinHeader, bench.TwinSource
	twin, err := count(ctx, files, "-O2", "-DBENCH_TWIN")
	if err != nil {
		return Decision{}, err
	}
	name := set.Handler(decision).Ident()
	if integer[name].Calls == 0 || integer[name].Calls != twin[name].Calls {
		return Decision{}, fmt.Errorf("cost: the firmware decided %d times, the twin %d times", integer[name].Calls, twin[name].Calls)
	}
	return Decision{Calls: integer[name].Calls, Integer: integer[name].Mean(), Twin: twin[name].Mean()}, nil
}

// decisionSet is the sequences of Dolce-RC with four arms that begin at the beginning: the
// twin has no way to load a state. With steps, only the first ones of each file up to
// that many.
func decisionSet(steps int) (*bench.Set, error) {
	p, err := codegen.Firmware()
	if err != nil {
		return nil, err
	}
	var files []*testvectors.File
	for _, name := range []string{"dolcerc4-marked-packets.json", "dolcerc4-tx-slots.json"} {
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
