package cost_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/analysis/cost"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/testvectors"
)

func setOf(t *testing.T, names ...string) *cost.HandlerSet {
	t.Helper()
	p, err := codegen.Firmware()
	require.NoError(t, err)
	var files []*testvectors.File
	for _, name := range names {
		files = append(files, corpusFile(t, name))
	}
	s, err := cost.NewHandlerSet(p, files)
	require.NoError(t, err)
	return s
}

// A program of known length: the call of work is 3 + 4 n instructions on x86-64 but
// for what the compiler's loop takes, which is the same for each turn.
const counted = `
#include <stdint.h>
#define NOINLINE __attribute__((noinline, noclone))
static volatile uint32_t sink;
NOINLINE void work(uint32_t n) { for (uint32_t i = 0; i < n; i++) { sink = i; } }
NOINLINE void drive_one(void) { work(1); sink = 0; }
NOINLINE void drive_eleven(void) { work(11); sink = 0; }
int main(void) { drive_one(); drive_eleven(); drive_one(); drive_eleven(); drive_one(); return 0; }
`

// TestCountsAreExact: ten turns more are ten times what a turn takes, on both
// machines; calls are counted by their caller.
func TestCountsAreExact(t *testing.T) {
	files := cFiles{"bench.c": []byte(counted)}
	for name, count := range map[string]func(context.Context, cFiles, ...string) (map[string]instructions, error){"x86-64": countX86, "rv64imac": rv64imac.count} {
		t.Run(name, func(t *testing.T) {
			if name == "rv64imac" {
				tier.Nightly(t)
				tier.Require(t, "riscv64-unknown-elf-gcc", "qemu-riscv64")
			}
			tier.Require(t, "gcc", "valgrind")
			m, err := count(context.Background(), files, "-O1")
			require.NoError(t, err)
			require.Len(t, m, 2)
			require.EqualValues(t, 3, m["one"].calls)
			require.EqualValues(t, 2, m["eleven"].calls)
			require.Zero(t, m["one"].total%3)
			turn := (m["eleven"].mean() - m["one"].mean()) / 10
			require.EqualValues(t, turn, float64(int(turn)))
			require.GreaterOrEqual(t, turn, 3.0)
			require.LessOrEqual(t, turn, 6.0)
		})
	}
}

// TestBenchComparesWithTheVectors: a port that computes something else does not get a
// count.
func TestBenchComparesWithTheVectors(t *testing.T) {
	tier.Require(t, "gcc", "valgrind")
	s := setOf(t, "bandit4.json")
	program, data := benchProgram(s)
	wrong := `
#include <stdint.h>
#include <stdbool.h>
typedef struct { uint32_t a[2]; } cc_bandit_output;
cc_bandit_output cc_bandit_step4(const void *p, void *s, const void *e);
void cc_bandit_init4(const void *p, void *s);
`
	port := `#include "cc.h"
cc_bandit_output cc_bandit_step4(const void *p, void *s, const void *e)
{ (void)p; (void)e; *(uint8_t *)s ^= 1; return (cc_bandit_output){{1, 2}}; }
void cc_bandit_init4(const void *p, void *s) { (void)p; (void)s; }
`
	_, err := countX86(context.Background(), cFiles{"cc.h": []byte(wrong), "port.c": []byte(port), "bench.c": program, "data.bin": data}, "-O1")
	require.ErrorContains(t, err, "exit status 1")
}

func TestMissingToolsAreNamed(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := countX86(context.Background(), nil)
	require.EqualError(t, err, "gcc is not installed; on Debian: apt-get install gcc")
	_, err = rv64imac.count(context.Background(), nil)
	require.EqualError(t, err, "riscv64-unknown-elf-gcc is not installed; on Debian: apt-get install gcc-riscv64-unknown-elf picolibc-riscv64-unknown-elf")
}

func TestCompilerErrorsAreShown(t *testing.T) {
	tier.Require(t, "gcc", "valgrind")
	_, err := countX86(context.Background(), cFiles{"bench.c": []byte("int main(void) { return x; }")})
	require.ErrorContains(t, err, "undeclared")
}

// TestHandlers: each kind of event of the corpus has a handler, in the program's order.
func TestHandlers(t *testing.T) {
	s := setOf(t, "dolcerc4-marked-packets.json", "timers.json")
	var names []string
	for _, h := range s.Handlers {
		names = append(names, h.Name)
		require.Same(t, h, s.Handler(h.Name))
		require.NotContains(t, ident(h), " ")
	}
	require.Equal(t, "dolcerc4 init, dolcerc4 cut-timer, dolcerc4 increase-timer, dolcerc4 sent, dolcerc4 cnp, dolcerc4 cnp learns, dolcerc4 unknown, "+
		"dcqcn.Next, dolcerc.Next4, dolcerc.Next8", strings.Replace(strings.Join(names, ", "), "dolcerc4 none, dolcerc4 alpha-timer, ", "", 1))
}

func TestUnknownNames(t *testing.T) {
	p, err := codegen.Firmware()
	require.NoError(t, err)
	_, err = cost.NewHandlerSet(p, []*testvectors.File{{Name: "x.json", Groups: []testvectors.Group{{Name: "dolcerc5"}}}})
	require.EqualError(t, err, "x.json: group 0: the firmware has no dolcerc5")
}
