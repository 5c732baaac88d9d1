package doca_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/backend/doca"
	"smartnic-cc/codegen/profile"
	"smartnic-cc/dcqcn"
	dcqcnprofile "smartnic-cc/dcqcn/profile"
	"smartnic-cc/internal/base/num/linerate"
)

// TestDeclarations checks what the program tells the library against the profile.
func TestDeclarations(t *testing.T) {
	for _, algorithm := range doca.Algorithms() {
		m := machines(t, 100_000_000)[algorithm+" connectx"]
		want := values(t, m)
		reciprocal, shift := doca.Reciprocal(100_000_000)
		want = append(want, 100_000_000, reciprocal, shift)
		params, err := doca.Params(algorithm, profile.Choice{Profile: "connectx", Line: "100G"})
		require.NoError(t, err)
		require.Len(t, params, len(want))
		all := doca.Counters(algorithm)

		answers := host(t, algorithm).ask(t, "I\nV\nC\n")
		require.Len(t, answers, 1+len(want)+len(all)+2)
		head := strings.Fields(answers[0])
		require.Equal(t, fmt.Sprintf("48896 %d %d 16 4", len(want), len(all)), strings.Join(head[len(head)-5:], " "), "number, parameters, counters, ACKs off, 4 ports on")
		for i, p := range params {
			require.Equal(t, want[i], p.Default, p.Name)
			require.Equal(t, fmt.Sprintf("%d %d %d %d %s: %s", p.Default, p.Min, p.Max, p.Permission(), p.Name, p.Text), answers[1+i])
		}
		for i, c := range all {
			require.Equal(t, fmt.Sprintf("4294967295 %s: %s", c.Name, c.Text), answers[1+len(want)+i])
		}
		require.Equal(t, want, numbers(t, answers[len(answers)-2]))
		require.LessOrEqual(t, len(params), doca.MaxParams)
		require.LessOrEqual(t, len(all), doca.OldCounters)
	}
	params, err := doca.Params("dcqcn", profile.Choice{Profile: "paper", Line: "25G"})
	require.NoError(t, err)
	require.LessOrEqual(t, len(params), doca.OldParams, "DCQCN fits older SDKs")
}

// TestRefusedDeclaration: where the library refuses any of the declarations, the algorithm
// stays off.
func TestRefusedDeclaration(t *testing.T) {
	for _, algorithm := range doca.Algorithms() {
		params, err := doca.Params(algorithm, profile.Choice{Profile: "connectx", Line: "100G"})
		require.NoError(t, err)
		n := 1 + len(params) + len(doca.Counters(algorithm))
		var text strings.Builder
		for i := range n + 2 {
			fmt.Fprintf(&text, "X %d\n", i)
		}
		for i, a := range host(t, algorithm).ask(t, text.String()) {
			want := "0"
			if i == 0 || i == n+1 {
				want = "4"
			}
			require.Equal(t, want, a, "declaration %d of %d refused", i, n)
		}
	}
}

// setting is one request to set parameters and whether it has to be taken.
type setting struct {
	what  string
	slot  uint32
	base  int
	vs    []uint32
	taken bool
}

// TestSetParams: the whole set or none of it, each in its range, bounds in order, fixed
// ones as they are.
func TestSetParams(t *testing.T) {
	for _, algorithm := range doca.Algorithms() {
		t.Run(algorithm, func(t *testing.T) {
			params, err := doca.Params(algorithm, profile.Choice{Profile: "connectx", Line: "100G"})
			require.NoError(t, err)
			index := map[string]int{}
			start := make([]uint32, len(params))
			for i, p := range params {
				index[p.Name], start[i] = i, p.Default
			}
			r200, s200 := doca.Reciprocal(200_000_000)
			all := []setting{
				{what: "nothing", taken: true},
				{what: "nothing at the end", base: len(params), taken: true},
				{what: "what is there", vs: start, taken: true},
				{what: "one beyond the end", base: len(params), vs: []uint32{1}},
				{what: "number that wraps", base: 1<<32 - 1, vs: []uint32{1, 1}},
				{what: "all and one more", vs: append(append([]uint32{}, start...), 1)},
				{what: "other slot", slot: 1, vs: start},
				{what: "rates in order", vs: []uint32{5, 50, 500}, taken: true},
				{what: "floor above the ceiling", vs: []uint32{start[1] + 1}},
				{what: "floor and ceiling", vs: []uint32{start[1] + 1, start[1] + 1, start[1] + 1}, taken: true},
				{what: "ceiling above the target's", base: 1, vs: []uint32{start[2] + 1}},
				{what: "rates in order, then one out of range", vs: []uint32{5, 50, 500, 1<<28 + 1}},
				{what: "line rate alone", base: index["line_rate"], vs: []uint32{200_000_000}},
				{what: "line rate and its reciprocal", base: index["line_rate"], vs: []uint32{200_000_000, r200, s200}, taken: true},
				{what: "reciprocal one too large", base: index["line_rate"], vs: []uint32{200_000_000, r200 + 1, s200}},
				{what: "reciprocal one too small", base: index["line_rate"], vs: []uint32{200_000_000, r200 - 1, s200}},
				{what: "shift one too large", base: index["line_rate"], vs: []uint32{200_000_000, r200, s200 + 1}},
			}
			if algorithm == "dcqcn" {
				all = append(all,
					setting{what: "alpha above 1", base: index["alpha_init"], vs: []uint32{1025}},
					setting{what: "largest alpha above 1", base: index["alpha_max"], vs: []uint32{1025}},
					setting{what: "alpha of 1", base: index["alpha_init"], vs: []uint32{1024, 1024}, taken: true})
			} else {
				all = append(all,
					setting{what: "weight grows too fast", base: index["learn_growth_per_step"], vs: []uint32{1<<20 + 1}},
					setting{what: "beta below a half", base: index["arm0"], vs: []uint32{0x3FFF_FFFF}})
			}
			for i, p := range params {
				if p.Fixed {
					all = append(all, setting{what: p.Name + " is fixed", base: i, vs: []uint32{p.Default + 1}},
						setting{what: p.Name + " as it is", base: i, vs: []uint32{p.Default}, taken: true})
				}
				if p.Min > 0 {
					all = append(all, setting{what: p.Name + " too small", base: i, vs: []uint32{p.Min - 1}})
				}
				if p.Max < 1<<32-1 {
					all = append(all, setting{what: p.Name + " too large", base: i, vs: []uint32{p.Max + 1}})
				}
			}
			var text strings.Builder
			for _, s := range all {
				text.WriteString("W 0")
				for _, v := range start {
					fmt.Fprintf(&text, " %d", v)
				}
				fmt.Fprintf(&text, "\nP %d %d", s.slot, s.base)
				for _, v := range s.vs {
					fmt.Fprintf(&text, " %d", v)
				}
				text.WriteString("\nV\n")
			}
			answers := host(t, algorithm).ask(t, text.String())
			require.Len(t, answers, 2*len(all))
			for i, s := range all {
				want := append([]uint32{}, start...)
				if s.taken {
					copy(want[s.base:], s.vs)
				}
				require.Equal(t, strconv.Itoa(map[bool]int{true: 0, false: 1}[s.taken]), answers[2*i], s.what)
				require.Equal(t, want, numbers(t, answers[2*i+1]), s.what)
			}
		})
	}
}

// TestSetNumbers: first parameter and number whose sum wraps, or is one too large.
func TestSetNumbers(t *testing.T) {
	params, err := doca.Params("dcqcn", profile.Choice{Profile: "connectx", Line: "100G"})
	require.NoError(t, err)
	n := uint32(len(params))
	for _, c := range [][2]uint32{{1, 1<<32 - 1}, {n, -n}, {n, 1}, {0, n + 1}, {1 << 31, 1 << 31}, {n + 1, 0}} {
		require.Equal(t, []string{"1"}, host(t, "dcqcn").ask(t, fmt.Sprintf("N 0 %d %d\n", c[0], c[1])), "%v", c)
	}
}

// TestPortWithoutCounters: the library may have none for a port.
func TestPortWithoutCounters(t *testing.T) {
	for _, algorithm := range doca.Algorithms() {
		answers := host(t, algorithm).ask(t, "Z\nE 2 1000 1000 9 0 0 3\nE 3 90000 80000 0 100 5000 3\nC\nZ\nE 2 1000 1000 9 0 0 0\nE 3 90000 80000 0 100 5000 0\n")
		require.Equal(t, answers[:2], answers[3:], "the same rates")
		for _, c := range numbers(t, answers[2]) {
			require.Zero(t, c)
		}
	}
}

// TestRangesAreTheProfiles: the ranges of DCQCN's parameters are those that the profiles
// are checked against.
func TestRangesAreTheProfiles(t *testing.T) {
	p, err := dcqcnprofile.Get("paper", 100_000_000)
	require.NoError(t, err)
	fields := map[string]func(*dcqcn.Params, uint32){
		"rate_ai":         func(p *dcqcn.Params, v uint32) { p.RateAI = dcqcn.Rate(v) },
		"rate_hai":        func(p *dcqcn.Params, v uint32) { p.RateHAI = dcqcn.Rate(v) },
		"first_rate":      func(p *dcqcn.Params, v uint32) { p.FirstRate = dcqcn.Rate(v) },
		"increase_period": func(p *dcqcn.Params, v uint32) { p.IncreasePeriod = v },
		"cut_period":      func(p *dcqcn.Params, v uint32) { p.CutPeriod = v },
		"alpha_period":    func(p *dcqcn.Params, v uint32) { p.AlphaPeriod = v },
		"byte_reset":      func(p *dcqcn.Params, v uint32) { p.ByteReset = v },
		"keep_at_least":   func(p *dcqcn.Params, v uint32) { p.KeepAtLeast = v },
		"old_weight":      func(p *dcqcn.Params, v uint32) { p.OldWeight = v },
		"threshold":       func(p *dcqcn.Params, v uint32) { p.Threshold = uint8(v) },
		"cut_mode":        func(p *dcqcn.Params, v uint32) { p.CutMode = dcqcn.CutMode(v) },
		"alpha_mode":      func(p *dcqcn.Params, v uint32) { p.AlphaMode = dcqcn.AlphaMode(v) },
		"alpha_rounding":  func(p *dcqcn.Params, v uint32) { p.AlphaRounding = dcqcn.Rounding(v) },
		"halving":         func(p *dcqcn.Params, v uint32) { p.Halving = dcqcn.Halving(v) },
		"hyper":           func(p *dcqcn.Params, v uint32) { p.Hyper = dcqcn.HyperMode(v) },
		"first_cnp":       func(p *dcqcn.Params, v uint32) { p.FirstCNP = dcqcn.FirstCNPMode(v) },
		"alpha_init":      func(p *dcqcn.Params, v uint32) { p.AlphaInit = v },
		"alpha_max":       func(p *dcqcn.Params, v uint32) { p.AlphaMax = v },
	}
	params, err := doca.Params("dcqcn", profile.Choice{Profile: "paper", Line: "100G"})
	require.NoError(t, err)
	seen := 0
	for _, q := range params {
		set, ok := fields[q.Name]
		if !ok {
			continue
		}
		seen++
		try := func(v uint32) error {
			c := p.RP
			c.AlphaBits, c.CutShift = 24, 25
			set(&c, v)
			return dcqcnprofile.Check(c)
		}
		require.NoError(t, try(q.Min), q.Name)
		require.NoError(t, try(q.Max), q.Name)
		if strings.HasSuffix(q.Name, "_period") {
			// A little less than the firmware takes: docs/ports.md, "Parameters, counters, context".
			require.EqualValues(t, 1<<30-1<<20, q.Max, q.Name)
			q.Max += 1 << 20
		}
		require.NoError(t, try(q.Max), q.Name)
		require.Error(t, try(q.Max+1), q.Name)
		if q.Min > 0 {
			require.Error(t, try(q.Min-1), q.Name)
		}
	}
	require.Len(t, fields, seen)
}

// TestEveryProfile: every profile at every speed is within the ranges.
func TestEveryProfile(t *testing.T) {
	for _, algorithm := range doca.Algorithms() {
		for _, name := range dcqcnprofile.Names() {
			for _, line := range []uint32{1_000_000, 25_000_000, 100_000_000, 400_000_000, 1_600_000_000} {
				_, err := doca.Params(algorithm, profile.Choice{Profile: name, Line: linerate.Format(line)})
				require.NoError(t, err)
			}
		}
	}
}

// FuzzReciprocal: the multiplication and the comparison that the glue makes are a
// division.
func FuzzReciprocal(f *testing.F) {
	for _, line := range []uint32{1, 2, 3, 1000, 100_000_000, 1_600_000_000, 1<<31 - 1} {
		f.Add(line, line-1)
		f.Add(line, line/2)
	}
	f.Fuzz(func(t *testing.T, line, rate uint32) {
		line = max(line>>1, 1)
		rate %= line
		m, shift := doca.Reciprocal(uint32(line))
		require.True(t, m >= 1<<31 && shift >= 11 && shift <= 42)
		one := uint64(1) << (shift + 20)
		require.True(t, uint64(m)*uint64(line) >= one && uint64(m-1)*uint64(line) < one)
		q, exact := uint64(rate)*uint64(m)>>shift, uint64(rate)<<20/uint64(line)
		require.True(t, q == exact || q == exact+1, "line %d, rate %d: %d for %d", line, rate, q, exact)
	})
}
