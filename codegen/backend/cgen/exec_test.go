package cgen

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/backend/cgen/cc"
	"smartnic-cc/codegen/frontend"
	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/dev/tier"
)

// exchange is a request to a firmware program and the reply that the
// interpreter gives.
type exchange struct{ request, reply string }

// weird are values in the neighbourhood of which arithmetic goes wrong.
var weird = []uint64{0, 1, 2, 3, 7, 8, 15, 16, 31, 32, 33, 63, 64, 65, 100, 127, 128, 255, 256, 32767, 32768, 65535, 65536,
	1<<31 - 1, 1 << 31, 1<<32 - 1, 1 << 32, 1<<63 - 1, 1 << 63, 1<<64 - 1, 1<<64 - 2, 0x5555555555555555, 0x123456789ABCDEF}

// draw returns a value of the kind, one in two near a weird one.
func draw(r *rand.Rand, k ir.Kind) uint64 {
	switch r.IntN(4) {
	case 0:
		return k.Norm(weird[r.IntN(len(weird))])
	case 1:
		return k.Norm(weird[r.IntN(len(weird))] + uint64(r.IntN(5)) - 2)
	case 2:
		return k.Norm(r.Uint64() >> r.IntN(64))
	}
	return k.Norm(r.Uint64())
}

func drawAll(r *rand.Rand, t *ir.Type) []uint64 {
	var vs []uint64
	for _, l := range ir.Layout(t) {
		if l.Kind == ir.Bool {
			vs = append(vs, r.Uint64()&1)
			continue
		}
		vs = append(vs, draw(r, l.Kind))
	}
	return vs
}

func fields(t *ir.Type, vs []uint64) string {
	var b strings.Builder
	for i, l := range ir.Layout(t) {
		b.WriteString(" " + l.Kind.Format(vs[i]))
	}
	return b.String()
}

// script makes n calls of every exported function and n steps of every
// transducer, with the replies of the interpreter.
func script(t testing.TB, p *ir.Program, seed uint64, n int) []exchange {
	r := rand.New(rand.NewPCG(seed, 1))
	m := interp.New(p)
	var out []exchange
	for _, f := range p.Exports() {
		for range n {
			out = append(out, call(t, r, m, f))
		}
	}
	for id, tr := range p.Transducers {
		out = append(out, steps(t, r, m, tr, id, n)...)
	}
	return out
}

func call(t testing.TB, r *rand.Rand, m *interp.Machine, f *ir.Func) exchange {
	var args []uint64
	e := exchange{request: "call " + f.FullName(), reply: "ok"}
	for _, p := range f.Params {
		vs := drawAll(r, p.Type)
		e.request += fields(p.Type, vs)
		args = append(args, vs...)
	}
	results, err := m.CallFunc(f, args)
	if faulted(t, err) {
		e.reply = indexFault
		return e
	}
	for _, res := range f.Results {
		e.reply += fields(res, results[:res.Leaves()])
		results = results[res.Leaves():]
	}
	return e
}

const indexFault = "error index out of range in the firmware code"

func faulted(t testing.TB, err error) bool {
	var f *interp.Fault
	if errors.As(err, &f) {
		return true
	}
	require.NoError(t, err)
	return false
}

func steps(t testing.TB, r *rand.Rand, m *interp.Machine, def *ir.Transducer, id, n int) []exchange {
	var out []exchange
	tr, err := m.Transducer(def.Name)
	require.NoError(t, err)
	var params, state []uint64
	for i := range n {
		if i%32 == 0 {
			params = drawAll(r, def.Params)
			state, err = tr.Init(params)
			require.NoError(t, err)
			out = append(out, exchange{fmt.Sprintf("open %d %s%s", id, def.Name, fields(def.Params, params)), "ok" + fields(def.State, state)})
		}
		if i%32 == 16 {
			state = drawAll(r, def.State)
			out = append(out, exchange{fmt.Sprintf("load %d%s", id, fields(def.State, state)), "ok"})
		}
		event := drawAll(r, def.Event)
		e := exchange{request: fmt.Sprintf("step %d%s", id, fields(def.Event, event))}
		before := append([]uint64(nil), state...)
		output, err := tr.Step(params, state, event)
		if faulted(t, err) {
			// What a fault leaves behind is nobody's business: put back what was.
			state = before
			out = append(out, exchange{e.request, indexFault}, exchange{fmt.Sprintf("load %d%s", id, fields(def.State, state)), "ok"})
			continue
		}
		e.reply = "ok" + fields(def.Output, output) + fields(def.State, state)
		out = append(out, e)
	}
	return append(out, exchange{fmt.Sprintf("state %d", id), "ok" + fields(def.State, state)},
		exchange{fmt.Sprintf("close %d", id), "ok"})
}

// run feeds the requests to a program and compares its replies.
func run(t testing.TB, bin string, script []exchange) {
	t.Helper()
	var in, out, errs bytes.Buffer
	for _, e := range script {
		in.WriteString(e.request + "\n")
	}
	cmd := exec.Command(bin)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = &in, &out, &errs
	err := cmd.Run()
	require.NoError(t, err, errs.String())
	require.Empty(t, errs.String())
	s := bufio.NewScanner(&out)
	s.Buffer(nil, 1<<20)
	bad := 0
	for _, e := range script {
		require.True(t, s.Scan(), "no reply to %s", e.request)
		if s.Text() != e.reply {
			t.Errorf("%s\n\tC:      %s\n\tinterp: %s", e.request, s.Text(), e.reply)
			if bad++; bad > 5 {
				t.FailNow()
			}
		}
	}
	require.False(t, s.Scan(), "a reply too many")
}

// build compiles the program of a program of the firmware.
func build(t testing.TB, p *ir.Program, c cc.Compiler, opt Options, flags ...string) string {
	t.Helper()
	tier.Require(t, c.Name)
	header, err := Generate(p, opt)
	require.NoError(t, err)
	program, err := Program(p, opt)
	require.NoError(t, err)
	name, err := HeaderName(opt)
	require.NoError(t, err)
	flags = append(append([]string{}, cc.Warnings()...), flags...)
	bin, cleanup, err := cc.Build(context.Background(), c, flags, cc.File{Name: name, Data: header}, program)
	t.Cleanup(cleanup)
	require.NoError(t, err)
	return bin
}

type compilation struct {
	compiler string
	flags    []string
}

// The compilers and levels under which both programs must compile in silence
// and give the interpreter's bits.
var matrix = []compilation{
	{"gcc", []string{"-std=c99", "-O0"}},
	{"gcc", []string{"-std=c99", "-O2"}},
	{"gcc", []string{"-std=c99", "-O3"}},
	{"gcc", []string{"-std=c11", "-O1", "-DCC_STATIC"}},
	{"gcc", []string{"-std=c99", "-O0", "-fsanitize=undefined,address", "-fno-sanitize-recover=all"}},
	{"gcc", []string{"-std=c99", "-O1", "-DCC_NO_LIBGCC", "-fsanitize=undefined,address", "-fno-sanitize-recover=all"}},
	{"clang", []string{"-std=c99", "-O2", "-DCC_NO_LIBGCC"}},
	{"g++", []string{"-std=c++11", "-O2", "-DCC_NO_LIBGCC"}},
	{"clang", []string{"-std=c99", "-O0"}},
	{"clang", []string{"-std=c99", "-O2"}},
	{"clang", []string{"-std=c99", "-O3", "-DCC_PORTABLE"}},
	{"clang", []string{"-std=c99", "-O1", "-fsanitize=undefined,address", "-fno-sanitize-recover=all"}},
	{"g++", []string{"-std=c++11", "-O2"}},
	{"g++", []string{"-std=c++17", "-O0"}},
	{"clang++", []string{"-std=c++11", "-O0", "-DCC_STATIC"}},
	{"clang++", []string{"-std=c++17", "-O2"}},
}

// The builds of the first tier, -long has all: each compiler, language and sanitizer once for the
// constructs. Of the firmware those that ccgen verify, which runs all vectors on C at each level and
// under sanitizers, does not have.
var (
	sampled = sample("gcc -std=c99 -O2", "gcc -std=c99 -O0 -fsanitize",
		"clang -std=c99 -O3 -DCC_PORTABLE", "clang -std=c99 -O1 -fsanitize", "g++ -std=c++11", "clang++ -std=c++17",
		"gcc -std=c99 -O1 -DCC_NO_LIBGCC", "clang -std=c99 -O2 -DCC_NO_LIBGCC")
	unverified = sample("gcc -std=c11 -O1 -DCC_STATIC", "clang -std=c99 -O3 -DCC_PORTABLE", "g++ -std=c++17", "clang++ -std=c++11 -O0 -DCC_STATIC")
)

// sample returns the builds of the matrix that begin with one of the texts; each text has to pick one.
func sample(texts ...string) (some []compilation) {
	for _, text := range texts {
		at := slices.IndexFunc(matrix, func(m compilation) bool {
			return strings.HasPrefix(m.compiler+" "+strings.Join(m.flags, " "), text)
		})
		some = append(some, matrix[at])
	}
	return some
}

func TestConstructs(t *testing.T) { testMatrix(t, sampled, constructs(t), 200) }
func TestFirmware(t *testing.T)   { testMatrix(t, unverified, firmware(t), 300) }

// testMatrix runs drawn calls on some builds, with -long on all of the matrix.
func testMatrix(t *testing.T, some []compilation, p *ir.Program, n int) {
	runMatrix(t, some, p, script(t, p, 7, n))
}

func runMatrix(t *testing.T, some []compilation, p *ir.Program, s []exchange) {
	if tier.Long() {
		some = matrix
	}
	for _, m := range some {
		t.Run(m.compiler+strings.Join(m.flags, ""), func(t *testing.T) {
			t.Parallel()
			run(t, build(t, p, cc.Compiler{Name: m.compiler}, Options{}, m.flags...), s)
		})
	}
}

// TestVerified: what is printed for a verifier computes the same, but for faults: an index stays in
// its array.
func TestVerified(t *testing.T) {
	p := constructs(t)
	s := slices.DeleteFunc(script(t, p, 8, 300), func(e exchange) bool { return e.reply == indexFault })
	o := Options{Verified: true, turns: 1} // no min or max with a branch
	header, err := Generate(p, o)
	require.NoError(t, err)
	for _, h := range verified {
		require.Contains(t, string(header), "cc_"+h.name+"(", "no construct needs it")
	}
	run(t, build(t, p, cc.Compiler{Name: "gcc"}, o, "-std=c99", "-O2"), s)
}

// TestFlat: turns are those of all the loops around a call and in what is called; a verifier's header
// has no branch in min and max of many turns, and no function that could stay one.
func TestFlat(t *testing.T) {
	const source = `package p

//ccgen:export
func Sum(x uint32) uint32 {
	s := min(x, 7)
	for i := uint32(0); i < 16; i++ {
		s += max(x, i)
		for k := uint32(0); k < 2; k++ {
			s += often(x, k)
		}
	}
	return s + often(x, 3)
}

func often(x, k uint32) uint32 {
	s := min(x, k)
	for i := uint32(0); i < 4; i++ {
		s ^= max(s, i)
	}
	return s
}
`
	p, err := frontend.Load(fstest.MapFS{"p/p.go": {Data: []byte(source)}}, "m", []string{"p"}, frontend.Options{})
	require.NoError(t, err)
	header, err := Generate(p, Options{Verified: true})
	require.NoError(t, err)
	for _, want := range []string{"s = cc_min_u32(x, 7u)", "cc_max_u32(x, i)", "s = cc_min_u32(x, k)", "cc_flat_max_u32(s, i)", "static CC_INLINE uint32_t cc_p_often(", "static CC_INLINE uint32_t cc_flat_max_u32("} {
		require.Contains(t, string(header), want)
	}
	require.NotContains(t, string(header), "\nstatic inline")
	plain, err := Generate(p, Options{})
	require.NoError(t, err)
	require.NotContains(t, string(plain), "flat")
}

// TestVerifiedZeros counts the leading zeros of all numbers of 32 bits, and of 64 bits all around powers
// of two, as the compiler's built-in does.
func TestVerifiedZeros(t *testing.T) {
	tier.Nightly(t)
	header, err := Generate(constructs(t), Options{Verified: true})
	require.NoError(t, err)
	bin := compile(t, "gcc", header, `#define CC_STATIC
#include "cc.h"
#include <stdio.h>
int main(void)
{
	unsigned long bad = cc_clz32(0u) != 32u;
	bad += cc_clz64(0u) != 64u;
	for (uint64_t x = 1u; x >> 32 == 0u; x++) {
		bad += cc_clz32((uint32_t)x) != (uint32_t)__builtin_clz((unsigned)x);
	}
	for (int n = 0; n < 64; n++) {
		for (uint64_t d = 0u; d < 1000u; d++) {
			uint64_t up = (UINT64_C(1) << n) + d, down = (UINT64_C(1) << n) - d;
			bad += up != 0u && cc_clz64(up) != (uint32_t)__builtin_clzll(up);
			bad += down != 0u && cc_clz64(down) != (uint32_t)__builtin_clzll(down);
		}
	}
	printf("%lu", bad);
	return 0;
}
`, "-std=gnu99", "-O2")
	out, err := exec.Command(bin).Output()
	require.NoError(t, err)
	require.Equal(t, "0", string(out))
}

// TestArrayAssertion: sdcc takes a _Static_assert that fails for a warning, so the header asserts by arrays there.
func TestArrayAssertion(t *testing.T) {
	header, err := Generate(firmware(t), Options{})
	require.NoError(t, err)
	for sdcc, want := range map[string]string{"-DOTHER": "_Static_assert(sizeof(int) == 4,", "-D__SDCC": "typedef char cc_int_has_32_bits[(sizeof(int) == 4) ? 1 : -1]"} {
		text, err := os.ReadFile(compile(t, "gcc", header, onlyPort, "-std=c11", "-E", "-P", sdcc))
		require.NoError(t, err)
		require.Contains(t, string(text), want)
	}
}
