package mutate

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/codegen/cgen"
	"smartnic-cc/codegen/ir"
)

// tryProgram writes a program with the arguments EVERY PART PARTS. For each loop it runs
// its part of the blocks, prints "LOOP TRIAL NUMBER" for the first input on which a mutant
// differs, and at the end "end".
func tryProgram(loops []loop) []byte {
	var b bytes.Buffer
	b.WriteString(`#include <stdio.h>
#include <stdlib.h>
static int out_of_range;
/* Stands in functions that return an index: a mutant goes on with the first. */
#define CC_TRAP() do { out_of_range = 1; return 0; } while (0)
#define CC_STATIC
#include "` + headerName + `"
`)
	for i, l := range loops {
		fmt.Fprintf(&b, "\n__attribute__((flatten)) static void loop_%d(uint64_t from, uint64_t to, uint64_t *differs)\n{\n", i)
		for j := range l.mutants {
			fmt.Fprintf(&b, "\tuint64_t d%d = 0;\n", j)
		}
		b.WriteString("\tfor (uint64_t i = from; i < to; i++) {\n\t\tuint64_t n = i;\n\t\tint trap;\n")
		var args []string
		for j, p := range l.fn.Params {
			x := l.domain.args[j]
			t := cTypeOf(p.Type.Kind)
			if len(l.fn.Params) == 1 {
				fmt.Fprintf(&b, "\t\t%s a%d = (%s)(%dU + n);\n", t, j, t, x.lo)
			} else {
				fmt.Fprintf(&b, "\t\t%s a%d = (%s)(%dU + n %% %dU);\n\t\tn /= %dU;\n", t, j, t, x.lo, x.n, x.n)
			}
			args = append(args, fmt.Sprintf("a%d", j))
		}
		for _, r := range l.domain.related {
			fmt.Fprintf(&b, "\t\tif (%s) {\n\t\t\tcontinue;\n\t\t}\n", outside(&r, args))
		}
		callOf := func(f *ir.Func, out string) {
			call := slices.Clone(args)
			for k, t := range f.Results {
				fmt.Fprintf(&b, "\t\t%s %s%d;\n", cTypeOf(t.Kind), out, k)
				if k > 0 {
					call = append(call, fmt.Sprintf("&%s%d", out, k))
				}
			}
			fmt.Fprintf(&b, "\t\t%s0 = cc_%s_%s(%s);\n", out, f.Pkg.Name, cgen.Snake(f.Name), strings.Join(call, ", "))
		}
		callOf(l.fn, "r")
		b.WriteString("\t\ttrap = out_of_range;\n")
		for j, f := range l.mutants {
			b.WriteString("\t\tout_of_range = 0;\n")
			callOf(f, fmt.Sprintf("x%d_", j))
			fmt.Fprintf(&b, "\t\td%d |= (uint64_t)(out_of_range & !trap)", j)
			for k := range f.Results {
				fmt.Fprintf(&b, " | (uint64_t)(r%d != x%d_%d)", k, j, k)
			}
			b.WriteString(";\n")
		}
		b.WriteString("\t\tout_of_range = 0;\n\t}\n")
		for j := range l.mutants {
			fmt.Fprintf(&b, "\tdiffers[%d] = d%d;\n", j, j)
		}
		b.WriteString("}\n")
	}
	fmt.Fprintf(&b, `
static void all(int loop, void (*run)(uint64_t, uint64_t, uint64_t *), uint64_t inputs, int mutants, const int *trial, uint64_t every, uint64_t part,
	uint64_t parts)
{
	enum { block = 4096 };
	uint64_t d[%d], one[%d];
	int found[%d] = {0}, left = mutants;
	uint64_t last = (inputs - 1) / block, turns = (last + every - 1) / every;
	for (uint64_t turn = part; turn <= turns && left > 0; turn += parts) {
		uint64_t b = turn < turns ? turn * every : last;
		uint64_t to = (b + 1) * block < inputs ? (b + 1) * block : inputs;
		run(b * block, to, d);
		for (int j = 0; j < mutants; j++) {
			for (uint64_t i = b * block; d[j] && !found[j] && i < to; i++) {
				run(i, i + 1, one);
				if (one[j]) {
					found[j] = 1;
					left--;
					printf("%%d %%d %%llu\n", loop, trial[j], (unsigned long long)i);
				}
			}
		}
	}
}

int main(int argc, char **argv)
{
	if (argc != 4) {
		return 2;
	}
	uint64_t every = strtoull(argv[1], 0, 10), part = strtoull(argv[2], 0, 10), parts = strtoull(argv[3], 0, 10);
`, tryBatch, tryBatch, tryBatch)
	for i, l := range loops {
		fmt.Fprintf(&b, "\tstatic const int trials_%d[] = {%s};\n", i, strings.Trim(strings.ReplaceAll(fmt.Sprint(l.trials), " ", ", "), "[]"))
		fmt.Fprintf(&b, "\tall(%d, loop_%d, %dU, %d, trials_%d, every, part, parts);\n", i, i, l.domain.size(), len(l.trials), i)
	}
	b.WriteString("\tputs(\"end\");\n\treturn 0;\n}\n")
	return b.Bytes()
}

// outside writes the condition that an argument is not in a range that names others. Ends fit
// 64 bits.
func outside(l *limit, args []string) string {
	x := "(int64_t)" + args[l.leaf]
	return x + " < " + boundText(l.r.Lo, l, args) + " || " + x + " > " + boundText(l.r.Hi, l, args)
}

func boundText(b *ir.Bound, l *limit, args []string) string {
	switch b.Op {
	case ir.BoundConst:
		return "INT64_C(" + b.Value.String() + ")"
	case ir.BoundName:
		i, _, _ := l.find(b.Name)
		return "(int64_t)" + args[i]
	case ir.BoundLen:
		panic("a function of scalars has no array: " + l.r.Text)
	}
	x, y := boundText(b.X, l, args), boundText(b.Y, l, args)
	switch b.Op {
	case ir.BoundMin:
		return fmt.Sprintf("(%[1]s < %[2]s ? %[1]s : %[2]s)", x, y)
	case ir.BoundMax:
		return fmt.Sprintf("(%[1]s > %[2]s ? %[1]s : %[2]s)", x, y)
	}
	op := map[ir.BoundOp]string{ir.BoundAdd: "+", ir.BoundSub: "-", ir.BoundMul: "*", ir.BoundShl: "<<", ir.BoundShr: ">>", ir.BoundDiv: "/"}[b.Op]
	return "(" + x + " " + op + " " + y + ")"
}

func cTypeOf(k ir.Kind) string {
	if k == ir.Bool {
		return "bool"
	}
	return k.String() + "_t"
}
