package cost_test

import (
	"encoding/binary"
	"fmt"
	"strings"

	"smartnic-cc/codegen/analysis/cost"
	"smartnic-cc/codegen/backend/cgen"
	"smartnic-cc/codegen/backend/port"
	"smartnic-cc/codegen/ir"
)

// portFile is the C file that holds the port, apart from the program that calls it, as a
// firmware would compile it.
const portFile = "#define CC_IMPLEMENTATION\n#include \"cc.h\"\n"

// benchFiles returns the C program that runs the handlers of a set, of the port that ccgen c makes
// without a flag.
func benchFiles(s *cost.HandlerSet) (cFiles, error) {
	config := port.Config{Prefix: "cc_", Lines: "none", Line: "100G"}
	_, header, err := config.Header()
	if err != nil {
		return nil, err
	}
	program, data := benchProgram(s)
	return cFiles{"cc.h": header, "bench.c": program, "port.c": []byte(portFile), "data.bin": data}, nil
}

// ident returns the name of a handler as an identifier.
func ident(h *cost.Handler) string {
	return strings.NewReplacer(" ", "_", ".", "_", "-", "_").Replace(h.Name)
}

// benchProgram returns the C program that runs the handlers, for a header named cc.h, and its data, the file data.bin
// next to it.
//
// Each handler is called from its own function, drive_NAME, so that a profiler counts it separately. The program
// compares the result of each sequence with the vector and exits with 1 if they differ.
func benchProgram(s *cost.HandlerSet) (program, data []byte) {
	var b strings.Builder
	b.WriteString(head)
	index := map[*cost.Handler]int{}
	for i, h := range s.Handlers {
		index[h] = i
		b.WriteString(drive(h))
	}
	b.WriteString("\nstatic void (*const drives[])(void) = {\n")
	for _, h := range s.Handlers {
		fmt.Fprintf(&b, "\tdrive_%s,\n", ident(h))
	}
	b.WriteString("};\n")
	b.WriteString(tail)
	return []byte(b.String()), benchData(s, index)
}

func cName(f *ir.Func) string {
	return "cc_" + cgen.Snake(f.Pkg.Name) + "_" + cgen.Snake(f.Name)
}

// drive prints the function that calls a handler. The result goes to memory, so that the call is not compiled to a
// jump.
func drive(h *cost.Handler) string {
	call := ""
	switch {
	case h.Transducer != nil && h.Func == h.Transducer.Step:
		call = fmt.Sprintf("*(__typeof__(%[1]s(0, 0, 0)) *)out = %[1]s((void *)params, (void *)state, (void *)event)", cName(h.Func))
	case h.Transducer != nil:
		call = fmt.Sprintf("%s((void *)params, (void *)state);\n\tout[0] = 1", cName(h.Func))
	default:
		call = callFunc(h.Func)
	}
	return fmt.Sprintf("\nNOINLINE void drive_%s(void)\n{\n\t%s;\n}\n", ident(h), call)
}

// callFunc calls a function with the arguments args[0], args[1]...; a pointer's object
// lies in params.
func callFunc(f *ir.Func) string {
	var args []string
	for i, p := range f.Params {
		if p.ByRef {
			args = append(args, "(void *)params")
		} else {
			args = append(args, fmt.Sprintf("(%s)args[%d]", cType(p.Type.Kind), i))
		}
	}
	for i, r := range f.Results[min(1, len(f.Results)):] {
		args = append(args, fmt.Sprintf("(%s *)&out[%d]", cType(r.Kind), i+1))
	}
	if f.Results[0].Kind.IsScalar() {
		return fmt.Sprintf("out[0] = (uint64_t)%s(%s)", cName(f), strings.Join(args, ", "))
	}
	return fmt.Sprintf("*(__typeof__(%[1]s(0%[3]s)) *)out = %[1]s(%[2]s)", cName(f), strings.Join(args, ", "), strings.Repeat(", 0", len(args)-1))
}

func cType(k ir.Kind) string {
	if k == ir.Bool {
		return "bool"
	}
	return k.String() + "_t"
}

const head = `/* Runs handlers of the C port on recorded calls. Generated; do not edit. */
#include "cc.h"
#ifdef BENCH_FLOAT
#include "double.h"
#endif

#ifndef FLOAT_EVENT
#define FLOAT_EVENT()
#endif

#define NOINLINE __attribute__((noinline, noclone))

static uint64_t params[64], state[16], event[8], args[8];
static volatile uint64_t out_sink;
static uint64_t out[16];
`

const tail = `
extern const uint8_t bench_data[], bench_end[];
__asm__(".section .rodata\n.balign 8\n.globl bench_data\nbench_data:\n.incbin \"data.bin\"\n.globl bench_end\nbench_end:\n.text\n");

static const uint64_t *at;

static void take(uint64_t *to, uint64_t words)
{
	for (uint64_t i = 0; i < words; i++) {
		to[i] = *at++;
	}
}

static int differs;

static int differ(const uint64_t *have, uint64_t words)
{
	int differ = 0;
	for (uint64_t i = 0; i < words; i++) {
		differ += have[i] != *at++;
	}
	return differ;
}

/* The data: records of 64-bit words, little-endian.
 *   1 HANDLER: call it
 *   2 N words: params      3 N words: state      4 N words: event      5 N words: args
 *   6 N words: compare with state
 *   7 N words: compare with out
 */
int main(void)
{
	at = (const uint64_t *)bench_data;
	while (at < (const uint64_t *)bench_end) {
		uint64_t what = *at++, n = *at++;
		switch (what) {
		case 1: drives[n](); out_sink = out[0]; break;
		case 2: take(params, n); break;
		case 3: take(state, n); break;
		case 4: take(event, n); FLOAT_EVENT(); break;
		case 5: take(args, n); break;
		case 6: differs += differ(state, n); break;
		case 7: differs += differ(out, n); break;
		default: return 2;
		}
	}
#ifdef BENCH_FLOAT
	return 0; /* has a state of its own */
#else
	return differs != 0;
#endif
}
`

const (
	opCall = 1 + iota
	opParams
	opState
	opEvent
	opArgs
	opCompareState
	opCompareOut
)

type blob struct{ b []byte }

func (b *blob) word(v uint64) { b.b = binary.LittleEndian.AppendUint64(b.b, v) }

// object appends a record with a struct as it lies in memory, padded to words.
func (b *blob) object(op uint64, t *ir.Type, leaves []uint64) {
	raw := rawBytes(t, leaves)
	for len(raw)%8 != 0 {
		raw = append(raw, 0)
	}
	b.word(op)
	b.word(uint64(len(raw) / 8))
	b.b = append(b.b, raw...)
}

// rawBytes lays leaves out as a little-endian machine with natural alignment does.
func rawBytes(t *ir.Type, leaves []uint64) []byte {
	out := make([]byte, t.Size())
	place(out, t, leaves)
	return out
}

func place(to []byte, t *ir.Type, leaves []uint64) {
	switch t.Kind {
	case ir.Struct:
		at := 0
		for _, f := range t.Fields {
			a := f.Type.Align()
			at = (at + a - 1) / a * a
			n := f.Type.Leaves()
			place(to[at:], f.Type, leaves[:n])
			leaves = leaves[n:]
			at += f.Type.Size()
		}
	case ir.Array:
		n := t.Elem.Leaves()
		for i := range t.Len {
			place(to[i*t.Elem.Size():], t.Elem, leaves[i*n:(i+1)*n])
		}
	default:
		for i := range t.Size() {
			to[i] = byte(leaves[0] >> (8 * i))
		}
	}
}

// padded reports whether a type has bytes that no leaf covers.
func padded(t *ir.Type) bool {
	n := 0
	for _, l := range ir.Layout(t) {
		n += l.Type.Size()
	}
	return n != t.Size()
}

func benchData(s *cost.HandlerSet, index map[*cost.Handler]int) []byte {
	b := &blob{}
	for _, f := range s.Files {
		for i := range f.Groups {
			g := &f.Groups[i]
			if t := s.Program.Transducer(g.Name); t != nil {
				for j := range g.Sequences {
					q := &g.Sequences[j]
					b.object(opParams, t.Params, g.ParamValues)
					if h := s.Handler(t.Name + " init"); h != nil {
						b.word(opCall)
						b.word(uint64(index[h]))
					}
					b.object(opState, t.State, q.Initial)
					for _, row := range q.Steps {
						event, output, _ := g.Split(row)
						b.object(opEvent, t.Event, event)
						h := s.Step(t, event, output)
						b.word(opCall)
						b.word(uint64(index[h]))
					}
					if len(q.Steps) > 0 && !padded(t.State) {
						_, _, last := g.Split(q.Steps[len(q.Steps)-1])
						b.object(opCompareState, t.State, last)
					}
				}
				continue
			}
			h := s.Handler(g.Name)
			for j := range g.Calls {
				c := &g.Calls[j]
				var scalars []uint64
				rest := c.Args
				for _, p := range h.Func.Params {
					n := p.Type.Leaves()
					if p.ByRef {
						b.object(opParams, p.Type, rest[:n])
						scalars = append(scalars, 0)
					} else {
						scalars = append(scalars, rest[0])
					}
					rest = rest[n:]
				}
				b.word(opArgs)
				b.word(uint64(len(scalars)))
				for _, v := range scalars {
					b.word(v)
				}
				b.word(opCall)
				b.word(uint64(index[h]))
				if len(h.Func.Results) == 1 && h.Func.Results[0].Kind.IsScalar() {
					b.word(opCompareOut)
					b.word(1)
					b.word(c.Results[0])
				}
			}
		}
	}
	return b.b
}
