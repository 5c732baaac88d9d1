package vectors

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/check/conformance"
	"smartnic-cc/testvectors"
)

const aimd = "../../docs/examples/aimd"

func generate(t *testing.T, folder string, o Options) *Result {
	t.Helper()
	p, err := codegen.Load([]string{folder})
	require.NoError(t, err)
	r, err := Generate(t.Context(), p, o)
	require.NoError(t, err)
	for _, f := range r.Files {
		report, err := testvectors.Verify(conformance.Interpreter(p.Program), f, testvectors.Options{})
		require.NoError(t, err)
		require.True(t, report.OK(), f.Name)
	}
	return r
}

// TestForeign makes vectors of a package of your own: the same of a seed on any number of
// processors, others of another, and few faults that they do not show.
func TestForeign(t *testing.T) {
	o := Options{Seed: 1, Calls: 100_000}
	r := generate(t, aimd, o)
	t.Logf("%d of %d mutants", r.Killed, r.Mutants)
	t.Logf("%d files, %d tests, %d steps", len(r.Files), r.Files[0].Tests()+r.Files[1].Tests(), r.Files[0].Steps()+r.Files[1].Steps())
	require.Greater(t, r.Mutants, 50)
	require.GreaterOrEqual(t, float64(r.Killed), 0.95*float64(r.Mutants))
	require.Len(t, r.Open, r.Mutants-r.Killed)
	first, err := r.Files[1].Encode()
	require.NoError(t, err)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	second, err := generate(t, aimd, o).Files[1].Encode()
	require.NoError(t, err)
	require.Equal(t, string(first), string(second))
	o.Seed = 2
	third, err := generate(t, aimd, o).Files[1].Encode()
	require.NoError(t, err)
	require.NotEqual(t, string(first), string(third))
}

// TestTable: an algorithm whose state has a table of 640 scalars gets its vectors at once: of the ends of the
// table's scalars only those are made that are kept.
func TestTable(t *testing.T) {
	r := generate(t, "../../nicmodel/systems/rperf/rttmeter", Options{Seed: 1})
	require.Len(t, r.Files, 3)
	for _, f := range r.Files {
		require.Greater(t, f.Tests(), 200, f.Name)
	}
}

func write(t *testing.T, text string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "x")
	require.NoError(t, os.Mkdir(dir, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "x.go"), []byte(text), 0o644))
	return dir
}

// TestTimersWhenDue checks that in random sequences every timer fires at its deadline, which the event before it set,
// and that the clock wraps.
func TestTimersWhenDue(t *testing.T) {
	r := generate(t, aimd, Options{Seed: 3})
	timers, wraps := 0, 0
	for _, g := range r.Files[1].Groups {
		steps := g.Sequences[0].Steps // the others load states
		require.Len(t, steps, randomSteps)
		for i := 1; i < len(steps); i++ {
			_, _, before := g.Split(steps[i-1])
			event, _, _ := g.Split(steps[i])
			last := steps[i-1][0]
			now, kind := event[0], event[2]
			if now < last {
				wraps++
			}
			due, runs := before[1], before[3] == 1
			if kind == 2 && runs && now == due {
				timers++
				continue
			}
			require.False(t, runs && int32(uint32(now)-uint32(due)) > 0, "%s step %d: a timer of %d is not fed before %d", g.Comment, i+1, due, now)
		}
	}
	require.Greater(t, timers, 100)
	require.Greater(t, wraps, 5)
}

// TestTimersDeclared takes names without meaning: a timer of the kind 0, and another kind where none runs.
func TestTimersDeclared(t *testing.T) {
	r := generate(t, write(t, `package x

type K uint8

const (
	//ccgen:event timer
	Tick K = 0
	//ccgen:event cnp
	Hit  K = 1
	Idle K = 2
)

type P struct {
	//ccgen:range 1..1000
	Gap uint32
}

type S struct{ Due, Ticks uint32 }

type E struct {
	//ccgen:signal kind
	What K
	//ccgen:signal now
	When uint32
}

type T struct {
	Which K
	Until uint32
}

func Init(p *P, s *S) { *s = S{} }

//ccgen:transducer x init=Init next=Next
func Step(p *P, s *S, e *E) uint32 {
	if e.What == Tick {
		s.Ticks++ //ccgen:wrap a count
	}
	s.Due = e.When + p.Gap //ccgen:wrap times are modulo 2^32
	return s.Ticks
}

func Next(s *S, now uint32) T {
	if s.Due == 0 {
		return T{Which: Idle}
	}
	return T{Which: Tick, Until: s.Due}
}
`), Options{Seed: 1})
	steps := r.Files[1].Groups[0].Sequences[0].Steps
	ticks := 0
	for i := 1; i < len(steps); i++ {
		if steps[i][0] == 0 && steps[i][1] == steps[i-1][3] {
			ticks++
		}
	}
	require.Greater(t, ticks, len(steps)/4)
}

// TestShapes takes events without a kind or a time, an output that is an integer, ranges
// that depend on one another, and functions.
func TestShapes(t *testing.T) {
	r := generate(t, write(t, `package x

type P struct {
	//ccgen:range 1..16
	Top uint8
	//ccgen:range 0..Top
	Low uint8
}

type S struct {
	//ccgen:range 0..P.Top
	At uint8
}

type E struct{ Up bool }

func Init(p *P, s *S) { s.At = p.Low }

//ccgen:transducer x init=Init
func Step(p *P, s *S, e *E) uint8 {
	if e.Up {
		s.At = min(s.At+1, p.Top)
	} else if s.At > p.Low {
		s.At--
	}
	return table[s.At]
}

var table = [17]uint8{0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144, 169, 196, 225, 255}

//ccgen:export
//ccgen:range a -5..5
//ccgen:range b a..5
func Between(a, b int8) int8 { return a + (b-a)/2 }
`), Options{Seed: 1, Calls: 50_000})
	require.Len(t, r.Files, 2)
	require.Equal(t, "x-functions.json", r.Files[0].Name)
	for _, c := range r.Files[0].Groups[0].Calls {
		a, b := int64(c.Args[0]), int64(c.Args[1])
		require.True(t, -5 <= a && a <= b && b <= 5, "%d %d", a, b)
	}
	tops := map[uint64]bool{}
	for _, g := range r.Files[1].Groups {
		top, low := g.ParamValues[0], g.ParamValues[1]
		require.True(t, 1 <= top && top <= 16 && low <= top, "%d %d", top, low)
		tops[top] = true
	}
	require.True(t, tops[1] && tops[16], "the ends of a parameter")
	require.GreaterOrEqual(t, float64(r.Killed), 0.9*float64(r.Mutants), "%d of %d", r.Killed, r.Mutants)
}

// TestRefuses checks that errors have the place, what was given, and the remedy.
func TestRefuses(t *testing.T) {
	const types = "package x\n\ntype P struct{ A uint8 }\n\ntype S struct{ A uint8 }\n\ntype E struct{ A uint8 }\n\nfunc Init(p *P, s *S) { s.A = p.A }\n\nvar table = [4]uint8{1, 2, 3, 4}\n\n"
	for _, c := range []struct{ text, want string }{
		{types + "//ccgen:transducer x init=Init\nfunc Step(p *P, s *S, e *E) uint8 { return table[e.A] }\n", "the step of x: x.go:14:50: "},
		{types + "//ccgen:transducer x init=Init next=Next\nfunc Step(p *P, s *S, e *E) uint8 { return e.A }\n\ntype T struct{ When uint8 }\n\nfunc Next(s *S, now uint8) T { return T{When: s.A} }\n",
			"x.go:13:1: x: its timers cannot be fed: the source does not say which events they are; put //ccgen:signal now and //ccgen:signal kind on fields of x.E, and //ccgen:event timer on the constants that Next returns"},
		{types + "//ccgen:export\nfunc F(a uint8) uint8 { return table[a] }\n", "declare the ranges of its parameters with //ccgen:range"},
	} {
		p, err := codegen.Load([]string{write(t, c.text)})
		require.NoError(t, err)
		_, err = Generate(t.Context(), p, Options{Seed: 1})
		require.ErrorContains(t, err, c.want)
		require.NotContains(t, err.Error(), "\n")
	}
}

// wide has ranges with ends beyond an int64, and kinds of events that no directive names.
const wide = `package x

type K uint8

const (
	Load K = 200
	Add  K = 201
)

type P struct {
	//ccgen:range 1<<63..(1<<63)+1000
	Top uint64
}

type S struct {
	//ccgen:range 0..1<<63
	Sum uint64
}

type E struct {
	What K
	//ccgen:range 0..1<<63
	By uint64
}

type O struct{ Above bool }

func Init(p *P, s *S) { s.Sum = 0 }

//ccgen:transducer x init=Init
func Step(p *P, s *S, e *E) O {
	switch e.What {
	case Load:
		s.Sum = e.By
	case Add:
		s.Sum = min((s.Sum>>1)+(e.By>>1), 1<<63)
	}
	return O{s.Sum > p.Top>>1}
}
`

// TestWide checks that values reach both ends of ranges beyond an int64 and stay inside, and that events have the
// kinds of their type.
func TestWide(t *testing.T) {
	r := generate(t, write(t, wide), Options{Seed: 1, Calls: 50_000})
	known, all, tops, most := 0, 0, map[uint64]bool{}, false
	for _, g := range r.Files[0].Groups {
		top := g.ParamValues[0]
		require.True(t, 1<<63 <= top && top <= 1<<63+1000, "%d", top)
		tops[top] = true
		for _, s := range g.Sequences {
			for _, row := range s.Steps {
				event, _, _ := g.Split(row)
				require.LessOrEqual(t, event[1], uint64(1)<<63)
				most = most || event[1] == 1<<63
				all++
				if event[0] == 200 || event[0] == 201 {
					known++
				}
			}
		}
	}
	require.True(t, tops[1<<63] && tops[1<<63+1000] && most)
	require.Greater(t, known, all/2)
	require.GreaterOrEqual(t, float64(r.Killed), 0.9*float64(r.Mutants), "%d of %d", r.Killed, r.Mutants)
}

// TestBegin begins with vectors that show part of the faults: what is made shows the others, and has
// nothing else.
func TestBegin(t *testing.T) {
	dir := write(t, wide)
	whole := generate(t, dir, Options{Seed: 1, Calls: 50_000})
	begin := *whole.Files[0]
	begin.Groups = begin.Groups[:1]
	begin.Renumber()
	r := generate(t, dir, Options{Seed: 1, Calls: 50_000, Begin: []*testvectors.File{&begin}})
	require.Equal(t, whole.Killed, r.Killed)
	require.Len(t, r.Files, 1)
	require.Equal(t, "x-found.json", r.Files[0].Name)
	require.Less(t, r.Files[0].Tests(), 20)
	for _, g := range r.Files[0].Groups {
		for _, s := range g.Sequences {
			require.Contains(t, s.Flags, testvectors.FoundBySearch)
		}
	}
	p, err := codegen.Load([]string{dir})
	require.NoError(t, err)
	require.Less(t, len(byCorpus(t, p, []*testvectors.File{&begin}, nil)), r.Killed)
	require.Len(t, byCorpus(t, p, append(r.Files, &begin), nil), r.Killed)
}
