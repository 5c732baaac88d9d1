package main

import (
	"bytes"
	"io"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/num/bigmath"
	"smartnic-cc/internal/dev/tier"
)

func runCommand(args ...string) (status int, stdout, stderr string) {
	var o, e bytes.Buffer
	status = run(args, &o, &e)
	return status, o.String(), e.String()
}

func TestSampleOfEverything(t *testing.T) {
	status, out, errs := runCommand("--every", "8192", "--threads", "2")
	require.Zero(t, status, errs)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	require.Len(t, lines, 1+len(functions()))
	for i, f := range functions() {
		require.Contains(t, lines[i+1], f.name+" ")
		require.Contains(t, lines[i+1], "(sample)")
		require.Contains(t, lines[i+1], " yes ")
	}
}

// Every judge accepts the function's output and refuses its neighbours, on
// random inputs and the edges. This is what makes a pass mean something.
// Log2Small's judge allows 0.51 ULP, so there a neighbour may pass too.
func TestJudgesRefuseNeighbours(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, f := range functions() {
		if f.name == "RecipNorm" {
			continue // allows two values, see below
		}
		j := f.prepare()
		inputs := []uint32{0, 1, 2, 3, 1 << 16, 1<<31 - 1, 1 << 31, 1<<31 + 1, 1<<32 - 1, 1<<32 - 2}
		for i := 0; i < 3000; i++ {
			inputs = append(inputs, r.Uint32()>>r.UintN(32))
		}
		tight := 0
		for _, i := range inputs {
			if f.signed {
				// Spread over the arguments that give a result.
				i = 1<<31 + i%(40<<16) - 20<<16
			}
			var out [1]int64
			f.fill(i, out[:])
			y := out[0]
			require.True(t, j(i, y), "%s(%d) = %d", f.name, f.arg(i), y)
			for _, wrong := range []int64{y - 2, y + 2, y - 1000, y + 1<<20, -1 << 40, 1 << 40} {
				require.False(t, j(i, wrong), "%s(%d) = %d", f.name, f.arg(i), wrong)
			}
			if !j(i, y-1) && !j(i, y+1) {
				tight++
			}
			require.True(t, j(i, y), "%s(%d) = %d, asked again", f.name, f.arg(i), y)
		}
		if f.name == "Log2Small" {
			require.Greater(t, tight, len(inputs)*9/10)
		} else {
			require.Equal(t, len(inputs), tight, f.name)
		}
	}
}

func TestRecipNormJudge(t *testing.T) {
	require.True(t, recipNormRight(1<<31, 1<<32-1))
	require.False(t, recipNormRight(1<<31, 1<<32-2))
	require.True(t, recipNormRight(3<<30, 2863311530))
	require.True(t, recipNormRight(3<<30, 2863311529))
	require.False(t, recipNormRight(3<<30, 2863311528))
	require.False(t, recipNormRight(3<<30, 2863311531))
}

// The last blocks of a function with one wrong output: the check must find it,
// wherever it lies in a run, and name it.
func TestFindsOneWrongOutput(t *testing.T) {
	const first = 1<<32 - 4*blockSize
	for _, f := range functions() {
		if f.signed {
			continue
		}
		for _, bad := range []uint32{first, first + 1, first + blockSize - 1, first + blockSize, 1<<32 - 1000, 1<<32 - 1} {
			g := f
			g.first = first
			g.exact = nil
			g.fill = func(lo uint32, out []int64) {
				f.fill(lo, out)
				if bad-lo < uint32(len(out)) {
					out[bad-lo] -= 40
				}
			}
			r := g.check(2, 1)
			require.Equal(t, uint64(4*blockSize), r.inputs)
			require.False(t, r.ok(), "%s, wrong at %d", f.name, bad)
			require.Equal(t, uint64(1), r.mismatches, "%s, wrong at %d", f.name, bad)
			require.Contains(t, r.failure(), r.firstBad)
			require.Contains(t, r.line(0), "more than claimed")
		}
	}
}

// A step in the wrong direction is found even where the judge accepts it.
func TestFindsStep(t *testing.T) {
	const first = 1<<32 - 2*blockSize
	for _, falling := range []bool{false, true} {
		for _, at := range []uint32{first + 1, first + blockSize, 1<<32 - 1} {
			f := function{name: "steps", first: first, falling: falling,
				prepare: plain(func(uint32, int64) bool { return true }),
				fill: func(lo uint32, out []int64) {
					for n := range out {
						out[n] = int64(lo + uint32(n))
						if falling {
							out[n] = -out[n]
						}
						if lo+uint32(n) == at {
							out[n] = -out[n]
						}
					}
				}}
			r := f.check(1, 1)
			require.Zero(t, r.mismatches)
			require.Equal(t, uint64(1), r.steps, "at %d", at)
			require.Contains(t, r.failure(), "not monotone")
			require.Contains(t, r.line(0), " no ")
		}
	}
}

func TestBadCommandLine(t *testing.T) {
	for _, args := range [][]string{{"--func", "Log3"}, {"--nonsense"}, {"--threads", "0"}, {"--every", "0"}, {"--tried", "none.txt"}, {"Log2"}} {
		status, out, errs := runCommand(args...)
		require.Equal(t, 2, status, args)
		require.Empty(t, out)
		require.Equal(t, 1, strings.Count(errs, "\n"), "one line: %q", errs)
	}
	status, _, errs := runCommand("--help")
	require.Zero(t, status)
	require.Contains(t, errs, "Log2Wide")
}

// TestTriedIsCurrent: the list has the sources as they are, for its compiler and machine; else each run would try all inputs
// again, for minutes.
func TestTriedIsCurrent(t *testing.T) {
	t.Chdir("../..")
	now, err := state(".")
	require.NoError(t, err)
	list, err := os.ReadFile("fixedpoint/exhaustive/tried.txt")
	require.NoError(t, err)
	if toolchain := now[:strings.LastIndex(now, " ")+1]; strings.Contains(string(list), toolchain) {
		require.Contains(t, string(list), now+"\n", "go run ./fixedpoint/exhaustive; if all inputs pass, write this line into the list")
	}
}

// TestTried: a sample is enough of the sources that the list has, and of no others.
func TestTried(t *testing.T) {
	t.Chdir("../..")
	now, err := state(".")
	require.NoError(t, err)
	list := filepath.Join(t.TempDir(), "tried.txt")
	for _, c := range []struct {
		text string
		want uint32
	}{{"", 1}, {now + "\n", sampleEvery}, {"go1.0 amd64 0\n" + now + "\n", sampleEvery}, {now + "0\n", 1}, {"x" + now, 1}} {
		require.NoError(t, os.WriteFile(list, []byte(c.text), 0o644))
		every, err := untried(list, io.Discard)
		require.NoError(t, err)
		require.Equal(t, c.want, every, c.text)
	}

	// Every byte of the sources counts, tests do not, and a folder without sources is an error.
	root := t.TempDir()
	_, err = state(root)
	require.ErrorContains(t, err, "no Go files in "+filepath.Join(root, "fixedpoint"))
	for _, dir := range sources {
		require.NoError(t, os.MkdirAll(filepath.Join(root, dir), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(root, dir, "a.go"), []byte("package a\n"), 0o644))
	}
	seen := map[string]bool{}
	for _, write := range []string{"", "fixedpoint/a.go", "fixedpoint/b.go", "fixedpoint/exhaustive/a.go", "internal/base/num/bigmath/a.go"} {
		if write != "" {
			require.NoError(t, os.WriteFile(filepath.Join(root, write), []byte("package b\n"), 0o644))
		}
		s, err := state(root)
		require.NoError(t, err)
		require.False(t, seen[s], write)
		seen[s] = true
	}
	require.NoError(t, os.WriteFile(filepath.Join(root, "fixedpoint/a_test.go"), []byte("package b\n"), 0o644))
	s, err := state(root)
	require.NoError(t, err)
	require.True(t, seen[s])
}

// How close the logarithm of a mantissa comes to a tie of Q5.16, which is what
// Log2's core must resolve: within 2^-48.7 but not within 2^-49, that is
// 2^-32.7 ULP. Ties lie at 2^31 * 2^((2k-1)/2^17); the distance of the
// logarithm is that of the integers next to it, times 1/(m ln 2). Without -long one tie in 16,
// and that nothing comes nearer.
func TestHardestLog2(t *testing.T) {
	const prec = 120
	hardest, at := math.Inf(1), uint64(0)
	every := int64(16)
	if tier.Long() {
		every = 1
	}
	for k := int64(1); k <= 1<<16; k += every {
		tie := bigmath.Exp2(big.NewInt(2*k-1+31<<17), big.NewInt(1<<17), prec).Lo
		m := new(big.Int).Rsh(tie, prec)
		above := new(big.Int).Sub(tie, new(big.Int).Lsh(m, prec)) // distance to m
		for i, d := range []*big.Int{above, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), prec), above)} {
			f, _ := new(big.Float).SetInt(d).Float64()
			if f = f / 0x1p120 / float64(m.Uint64()) / math.Ln2; f < hardest {
				hardest, at = f, m.Uint64()+uint64(i)
			}
		}
	}
	t.Logf("hardest mantissa %d: 2^%.2f from a tie", at, math.Log2(hardest))
	if tier.Long() {
		require.Less(t, hardest, math.Exp2(-48.6))
	}
	require.Greater(t, hardest, math.Exp2(-49))
}
