package vectors

import (
	"flag"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	smartnic "smartnic-cc"
	"smartnic-cc/codegen"
	"smartnic-cc/codegen/check/mutate"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/transducer"
)

var (
	only = flag.String("only", "", "measure this package only; with -long also all, which is all of them together")
	seed = flag.Uint64("seed", 1, "seed of the vectors whose share is measured")
)

const (
	// sampled is one in how many faults is planted without -long.
	sampled = 16
	// leastShare is what the vectors made of the directives have to show of the faults that the
	// corpus shows.
	leastShare = 0.98
	// together is the name of all built-in packages as one program.
	together = "all"
)

// TestShareOfTheCorpus makes vectors of the built-in packages as if they were a user's, from their source alone, and
// checks that they find nearly all planted faults that the corpus finds, whose cases were written for the algorithms:
// package by package and, with -long, all together.
func TestShareOfTheCorpus(t *testing.T) {
	o := Options{Seed: *seed, Calls: DefaultCalls}
	names := slices.Clone(smartnic.FirmwareDirs())
	if !tier.Long() {
		o.Calls /= sampled
		o.sample = func(m *mutate.Mutant) bool { return tier.Sampled(m.ID, sampled) }
	} else {
		names = append(names, together)
	}
	files, err := testvectors.Corpus()
	require.NoError(t, err)
	wanted, shown := 0, 0
	for _, name := range names {
		if *only != "" && *only != name {
			continue
		}
		var list []string
		if name != together {
			list = []string{"../../" + name}
		}
		p, err := codegen.Load(list)
		require.NoError(t, err)
		want := byCorpus(t, p, files, o.sample)
		r, err := Generate(t.Context(), p, o)
		require.NoError(t, err)
		missed := 0
		for _, m := range r.Open {
			if want[m.ID] {
				missed++
				t.Logf("%s: missed: %s: %s", name, m.ID, m.What)
			}
		}
		tests, steps := 0, 0
		for _, f := range r.Files {
			tests += f.Tests()
			steps += f.Steps()
		}
		share := 1 - float64(missed)/float64(len(want))
		t.Logf("%s: of %d faults the corpus shows %d, the vectors %d; of those of the corpus %.2f %%; %d tests, %d steps",
			name, r.Mutants, len(want), r.Killed, 100*share, tests, steps)
		if tier.Long() {
			require.GreaterOrEqual(t, share, leastShare, name)
		}
		wanted += len(want)
		shown += len(want) - missed
	}
	require.Positive(t, wanted, "no package %q", *only)
	require.GreaterOrEqual(t, float64(shown), leastShare*float64(wanted), "%d of %d", shown, wanted)
}

// byCorpus returns the faults that the corpus of the packages' own algorithms and functions
// shows.
func byCorpus(t *testing.T, p *codegen.Packages, files []*testvectors.File, sample func(*mutate.Mutant) bool) map[string]bool {
	t.Helper()
	catalog := p.Catalog()
	var own []*testvectors.File
	for _, f := range files {
		of := *f
		of.Groups = nil
		for _, g := range f.Groups {
			if slices.ContainsFunc(catalog.Algorithms, func(a transducer.Algorithm) bool { return a.Name == g.Name }) ||
				slices.ContainsFunc(catalog.Funcs, func(x transducer.Func) bool { return x.Name == g.Name }) {
				of.Groups = append(of.Groups, g)
			}
		}
		own = append(own, &of)
	}
	c, err := mutate.NewCorpus(p.Program, own)
	require.NoError(t, err)
	mutants := mutate.ListFuncs(p.Program, p.Functions())
	if sample != nil {
		mutants = slices.DeleteFunc(mutants, func(m *mutate.Mutant) bool { return !sample(m) })
	}
	verdicts, err := c.Run(t.Context(), mutants, nil)
	require.NoError(t, err)
	killed := map[string]bool{}
	for _, v := range verdicts {
		if v.Killed {
			killed[v.Mutant.ID] = true
		}
	}
	return killed
}
