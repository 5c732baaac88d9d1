package cost_test

import (
	"debug/elf"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/port"
	"smartnic-cc/internal/dev/tier"
)

// eventClass is the events of one kind that did one thing.
type eventClass struct {
	name      string
	kind      uint64
	mask, did uint64 // bits of what the event did, and what they are
	cnps      uint64 // at least this number in it
}

func (c eventClass) ident() string { return strings.ReplaceAll(c.name, " ", "_") }

const (
	didCut, didIncrease, didLearn = 1, 2, 16

	alphaTimer, cutTimer, increaseTimer, sent, cnp = 1, 2, 3, 4, 5
)

// reactionPoint is an algorithm with the constants of profile connectx at 100G, as a core of a NIC
// runs it.
type reactionPoint struct {
	algorithm string
	vectors   string       // a file, whose first group has these constants
	names     [4]string    // in the port: package, state, init, step
	byHand    bool         // there is testdata/hand/ALGORITHM.c
	classes   []eventClass // an event is in the first that it fits
}

var reactionPoints = []reactionPoint{
	{"dcqcn", "dcqcn-connectx.json", [4]string{"dcqcn", "state", "init", "step"}, true, []eventClass{
		{"2 to 8 CNPs", cnp, 0, 0, 2},
		{"CNP that cuts", cnp, didCut, didCut, 0},
		{"CNP that waits", cnp, didCut, 0, 0},
		{"increase timer", increaseTimer, 0, 0, 0},
		{"sent", sent, didIncrease, 0, 0},
		{"sent that increases", sent, didIncrease, didIncrease, 0},
		{"cut timer that cuts", cutTimer, didCut, didCut, 0},
		{"alpha timer", alphaTimer, 0, 0, 0},
	}},
	{"dolcerc4", "dolcerc4-tx-slots.json", [4]string{"dolcerc", "state4", "init4", "step4"}, false, []eventClass{
		{"CNP that learns", cnp, didLearn, didLearn, 0},
		{"2 to 8 CNPs", cnp, 0, 0, 2},
		{"CNP that cuts", cnp, didCut, didCut, 0},
		{"increase timer", increaseTimer, 0, 0, 0},
		{"sent", sent, didIncrease, 0, 0},
		{"sent that increases", sent, didIncrease, didIncrease, 0},
	}},
}

// generated is the port with these constants in one file.
func (r reactionPoint) generated() []byte {
	return fmt.Appendf(nil, `#define CC_STATIC
#define CC_TRUST
#include "cc.h"
static const cc_%[1]s_params params = CC_%[5]s_PARAMS_CONNECTX;
void core_init(cc_%[1]s_%[2]s *s) { cc_%[1]s_%[3]s(&params, s); }
cc_dcqcn_output core_step(cc_%[1]s_%[2]s *s, const cc_dcqcn_event *e) { return cc_%[1]s_%[4]s(&params, s, e); }
`, r.names[0], r.names[1], r.names[2], r.names[3], strings.ToUpper(r.names[0]))
}

// hand is what was written by hand to do the same.
func (r reactionPoint) hand(t *testing.T) []byte {
	text, err := os.ReadFile("testdata/hand/" + r.algorithm + ".c")
	require.NoError(t, err)
	return text
}

// files are a program that runs the vectors on an implementation and ends with 1 where an output
// or a state differs. Each class of events is called from another function.
func (r reactionPoint) files(t *testing.T, implementation []byte) cFiles {
	config := port.Config{Prefix: "cc_", Lines: "none", Only: []string{r.algorithm}, Profiles: []string{"connectx"}, Line: "100G"}
	_, header, err := config.Header()
	require.NoError(t, err)
	p, err := codegen.Firmware()
	require.NoError(t, err)
	tr := p.Transducer(r.algorithm)
	kind, _ := tr.EventKinds()
	const cnps, alpha = 3, 9 // leaves of an event and a state

	var b strings.Builder
	fmt.Fprintf(&b, "%s\nvoid core_init(void *s);\ncc_dcqcn_output core_step(void *s, const void *e);\n", head)
	fmt.Fprint(&b, "NOINLINE void drive_init(void) { core_init(state); out[0] = 0; }\n")
	drives := "drive_init"
	for _, c := range append([]eventClass{{name: "others"}}, r.classes...) {
		name := "drive_" + c.ident()
		drives += ", " + name
		fmt.Fprintf(&b, "NOINLINE void %s(void) { cc_dcqcn_output o = core_step(state, event); out[0] = o.rate | (uint64_t)o.did << 32; }\n", name)
	}
	fmt.Fprintf(&b, "static void (*const drives[])(void) = {%s};\n%s", drives, tail)

	data := &blob{}
	g := &corpusFile(t, r.vectors).Groups[0]
	for _, q := range g.Sequences {
		if r.algorithm == "dcqcn" && q.Initial[alpha] > 1023 {
			continue // init and step leave no such state
		}
		data.word(opCall)
		data.word(0)
		if q.Loaded {
			data.object(opState, tr.State, q.Initial)
		} else {
			data.object(opCompareState, tr.State, q.Initial)
		}
		for _, row := range q.Steps {
			event, output, state := g.Split(row)
			call := uint64(1) // the others
			for i, c := range r.classes {
				if event[kind] == c.kind && output[1]&c.mask == c.did && event[cnps] >= c.cnps {
					call = uint64(2 + i)
					break
				}
			}
			data.object(opEvent, tr.Event, event)
			data.word(opCall)
			data.word(call)
			data.word(opCompareOut)
			data.word(1)
			data.word(output[0] | output[1]<<32)
			data.object(opCompareState, tr.State, state)
		}
	}
	return cFiles{"cc.h": header, "bench.c": []byte(b.String()), "core.c": implementation, "data.bin": data.b}
}

// TestHand: what was written by hand does what the vectors say, as does the port with the constants
// folded in.
func TestHand(t *testing.T) {
	tier.Require(t, "gcc")
	for _, r := range reactionPoints {
		implementations := [][]byte{r.generated()}
		if r.byHand {
			implementations = append(implementations, r.hand(t))
		}
		for _, text := range implementations {
			dir, remove, err := build(t.Context(), "gcc", []string{"-Wall", "-Wextra", "-Werror"}, r.files(t, text), []string{"-O2"})
			require.NoError(t, err)
			defer remove()
			require.NoError(t, run(t.Context(), dir, "./bench"))
		}
	}
}

// TestHandIsCompared: a constant that is off by one is found.
func TestHandIsCompared(t *testing.T) {
	tier.Require(t, "gcc")
	r := reactionPoints[0]
	text := strings.Replace(string(r.hand(t)), "CUT_PERIOD = 4000", "CUT_PERIOD = 4001", 1)
	dir, remove, err := build(t.Context(), "gcc", nil, r.files(t, []byte(text)), []string{"-O1"})
	require.NoError(t, err)
	defer remove()
	require.ErrorContains(t, run(t.Context(), dir, "./bench"), "exit status 1")
}

// codeBytes returns the bytes of code and constants of core.c on a machine.
func codeBytes(t *testing.T, m riscv, files cFiles) (n int) {
	dir, remove, err := build(t.Context(), riscvGCC, append(m.options(), "-c"), cFiles{"cc.h": files["cc.h"], "core.c": files["core.c"]}, []string{"-O2"})
	require.NoError(t, err)
	defer remove()
	f, err := elf.Open(filepath.Join(dir, "bench"))
	require.NoError(t, err)
	defer f.Close()
	for _, s := range f.Sections {
		if strings.HasPrefix(s.Name, ".text") || strings.HasPrefix(s.Name, ".rodata") || strings.HasPrefix(s.Name, ".srodata") {
			n += int(s.Size)
		}
	}
	return n
}

// measure returns a number for each class of events, the mean of the instructions that one takes, and behind
// them the bytes of code and constants.
func (r reactionPoint) measure(t *testing.T, m riscv, text []byte) (numbers []float64) {
	files := r.files(t, text)
	counts, err := m.count(t.Context(), files, "-O2")
	require.NoError(t, err)
	for _, c := range r.classes {
		n := counts[c.ident()]
		require.NotZero(t, n.calls, c.name)
		numbers = append(numbers, n.mean())
	}
	return append(numbers, float64(codeBytes(t, m, files)))
}

// before is what measure returned of the port at 4704f60a, which had one function for all kinds of events.
var before = map[string][2][]float64{
	"dcqcn":    {{193.5, 110.7, 72, 94.4, 57.8, 200.5, 94.5, 60.3, 1070}, {180.8, 103.7, 66, 84.8, 51.8, 187.4, 85.5, 54.4, 1042}},
	"dolcerc4": {{589.8, 209.5, 146.1, 97.8, 94, 366.1, 6106}, {664.4, 198.4, 139, 91.9, 90, 345.3, 6488}},
}

// TestAgainstHand counts the instructions that an event takes, of the port and of what was written by hand, on the
// vectors, and compares them with docs/ports/decision.csv.
func TestAgainstHand(t *testing.T) {
	tier.Nightly(t)
	tier.Require(t, riscvGCC, "qemu-riscv64", "qemu-riscv32")
	var table strings.Builder
	fmt.Fprintln(&table, "machine,algorithm,event,by hand,generated,generated / by hand,before")
	for i, m := range []riscv{rv64imac, rv32imac} {
		for _, r := range reactionPoints {
			now := r.measure(t, m, r.generated())
			var hand []float64
			if r.byHand {
				hand = r.measure(t, m, r.hand(t))
			}
			for k, n := range now {
				name, by, ratio := "bytes of code and constants", "", ""
				if k < len(r.classes) {
					name = r.classes[k].name
				}
				if hand != nil {
					by, ratio = fmt.Sprintf("%.1f", hand[k]), fmt.Sprintf("%.2f", n/hand[k])
				}
				fmt.Fprintf(&table, "%s,%s,%s,%s,%.1f,%s,%.1f\n", m.march, r.algorithm, name, by, n, ratio, before[r.algorithm][i][k])
			}
		}
	}
	const file = "../../../docs/ports/decision.csv"
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(table.String()), 0o644))
	}
	have, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(have), table.String(), "-update rewrites it")
}
