package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/conformance"
	"smartnic-cc/internal/cli"
)

// examples has, for each example, a fault in its source, what verify then shows to differ, and
// the least share of planted faults that its vectors show, in percent. Those left are no
// faults: of timely the factors of six products and six pairs of statements in the other
// order, and six more that no value reaches.
var examples = map[string]struct {
	right, wrong, differs string
	score                 float64
}{
	"aimd":   {"now.Since(s.CutAt) < p.Quiet", "now.Since(s.CutAt) <= p.Quiet", "*   state Rate ", 98},
	"timely": {"s.Calm+1 < CalmSamples", "s.Calm < CalmSamples", "*   state Rate ", 93},
}

// TestNamesMeanNothing: with other names of the fields that say when and what, and of the timer,
// costs are the same but for the handler's name.
func TestNamesMeanNothing(t *testing.T) {
	texts, err := moduleTexts("aimd", ".")
	require.NoError(t, err)
	other := strings.NewReplacer("Kind EventKind", "What EventKind", "e.Kind", "e.What", "Kind: ", "What: ",
		"Now fixedpoint", "Then fixedpoint", "e.Now", "e.Then", "At   fixed", "On   fixed", "At: ", "On: ", "EventIncreaseTimer", "EventIncreaseAlarm")
	var costs []string
	for _, names := range []*strings.Replacer{strings.NewReplacer(), other} {
		dir := filepath.Join(t.TempDir(), "aimd")
		require.NoError(t, os.Mkdir(dir, 0o755))
		for _, text := range texts {
			if text.file == "aimd.go" {
				require.NoError(t, os.WriteFile(filepath.Join(dir, text.file), []byte(names.Replace(text.text)), 0o644))
			}
		}
		costs = append(costs, strings.ReplaceAll(good(t, "cost", "--no-cache", dir), "increase-alarm", "increase-timer"))
	}
	require.Contains(t, costs[0], "aimd increase-timer")
	require.Equal(t, costs[0], costs[1])
}

// TestExamples takes each module of docs/examples through the commands: its source, the proof
// of its ranges, C under sanitizers, P4, vectors, a planted fault, costs and the fuzzer.
func TestExamples(t *testing.T) {
	folders, err := filepath.Glob("../../docs/examples/*/go.mod")
	require.NoError(t, err)
	require.Len(t, folders, len(examples), "an example without a planted fault, or the other way round")
	for _, mod := range folders {
		name := filepath.Base(filepath.Dir(mod))
		t.Run(name, func(t *testing.T) {
			source, err := filepath.Abs(filepath.Dir(mod))
			require.NoError(t, err)
			t.Chdir(t.TempDir())
			require.Equal(t, "1 package in the firmware subset\n", good(t, "lint", source))
			require.Contains(t, good(t, "ranges", "--no-cache", source), name+"  ")

			good(t, "c", source, "-o", "fw.h", "--program", "fw.c")
			inFolder(t, ".", "gcc", "-std=c99", "-O1", "-Wall", "-Wextra", "-Werror", "-fsanitize=undefined,address", "fw.c", "-o", "fw")
			said := good(t, "vectors", source, "-o", "vectors")
			score := regexp.MustCompile(`\(([0-9.]+) %\)\n$`).FindStringSubmatch(said)
			require.NotNil(t, score, said)
			share, err := strconv.ParseFloat(score[1], 64)
			require.NoError(t, err)
			require.GreaterOrEqual(t, share, examples[name].score)
			vectors := filepath.Join("vectors", name+".json")
			var rows []conformance.Row
			require.NoError(t, json.Unmarshal([]byte(good(t, "verify", source, "--compilers", "gcc", "--opt", "-O1", "--sanitize", "--json", vectors)), &rows))
			require.Len(t, rows, 3, "the interpreter, gcc, gcc with sanitizers")
			require.Contains(t, good(t, "p4", source, "--check=builtin", vectors), "bit-exact")

			fault := examples[name]
			require.NoError(t, os.CopyFS("faulty", os.DirFS(source)))
			file := filepath.Join("faulty", name+".go")
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			require.Equal(t, 1, strings.Count(string(text), fault.right))
			require.NoError(t, os.WriteFile(file, []byte(strings.Replace(string(text), fault.right, fault.wrong, 1)), 0o644))
			status, stdout, _ := run("verify", "./faulty", "--compilers", "gcc", "--opt", "-O1", vectors)
			require.Equal(t, cli.ExitCheck, status)
			require.Contains(t, stdout, fault.differs)

			require.Contains(t, good(t, "cost", "--no-cache", source), name+" init")
			require.Contains(t, good(t, "fuzz", source, "--time", "1s"), "C and the interpreter agree")
		})
	}
}
