package laws

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/analysis/smt"
	"smartnic-cc/codegen/frontend"
	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/dev/tier"
)

var update = flag.Bool("update", false, "prove what is not recorded, and write answers.txt after each law")

// Every test run proves again, of the laws that took z3 at most quick, one in sampled; with -long all are.
const (
	quick   = 3_000_000
	sampled = 6
)

// TestRecorded: answers.txt has every law of the built-in algorithms, under the hash of its problems, most as proven,
// and a sample of the proofs comes out again. It names the open ones.
func TestRecorded(t *testing.T) {
	tier.Require(t, "z3")
	p, err := codegen.Firmware()
	require.NoError(t, err)
	answers, err := Recorded()
	require.NoError(t, err)
	present := Answers{}
	prover := &Prover{Machine: interp.New(p), Effort: DefaultEffort()}
	laws := 0
	for _, tr := range p.Transducers {
		laws += len(tr.Laws)
		for _, q := range Questions(tr) {
			o := answers.Of(q)
			if *update && (o == nil || o.How == Open) {
				o, err = prover.Prove(t.Context(), q)
				require.NoError(t, err)
				t.Log(o)
				present.Add(o)
				require.NoError(t, os.WriteFile("answers.txt", []byte(merged(answers, present).Write()), 0o644))
				continue
			}
			if o == nil {
				t.Errorf("%s: %s: nothing is recorded of %s: go test ./codegen/analysis/laws -run TestRecorded -update", q.Law.Pos, tr.Name, q.Name())
				continue
			}
			present.Add(o)
			if o.How == Open {
				t.Logf("%s: open after %d: %s %s: %s", q.Law.Pos, o.Effort, tr.Name, q.Name(), q.Law.Text)
				continue
			}
			if tier.Long() || o.Effort <= quick && tier.Sampled(tr.Name+q.Name(), sampled) {
				again, err := prover.Prove(t.Context(), q)
				require.NoError(t, err)
				require.Equal(t, o.How, again.How, "%s %s", tr.Name, q.Name())
			}
		}
	}
	require.GreaterOrEqual(t, laws, 30)
	if *update {
		require.NoError(t, os.WriteFile("answers.txt", []byte(present.Write()), 0o644))
		return
	}
	require.Len(t, present, len(answers), "answers.txt has proofs of laws that are gone: go test ./codegen/analysis/laws -run TestRecorded -update")
}

// merged returns the answers of both.
func merged(a, b Answers) Answers {
	out := Answers{}
	for _, from := range []Answers{a, b} {
		for k, v := range from {
			out[k] = v
		}
	}
	return out
}

// counter is an algorithm with laws of all kinds: its count goes up by at most Step an event, and back to 0 at a CNP.
const counter = `package counter

// Kind is what happens.
type Kind uint8

const (
	// Sent is that bytes left.
	//
	//ccgen:event sent
	Sent Kind = 1
	// Notice is a CNP.
	//
	//ccgen:event cnp
	Notice Kind = 2
)

// Params are the parameters.
type Params struct {
	//ccgen:range 1..1000
	Step uint32
	//ccgen:range 1000..100000
	Most uint32
	Odd  bool
}

// State is the state.
type State struct {
	Count uint32
	Slow  uint32
	Seen  bool
}

// Event is the event.
type Event struct {
	//ccgen:signal now
	Now uint32
	//ccgen:signal cnps
	CNPs uint8
	//ccgen:signal kind
	Kind Kind
}

// Output is the output.
type Output struct {
	//ccgen:control rate
	Rate uint32
}

// Init begins.
func Init(p *Params, s *State) { *s = State{} }

// Step is a step.
//
//ccgen:transducer counter init=Init
LAWS
func Step(p *Params, s *State, e *Event) Output {
	switch e.Kind {
	case Sent:
		s.Count = min(s.Count+p.Step, p.Most)
	case Notice:
		notice(p, s, e)
	}
	s.Slow = uint32(uint64(s.Count) * uint64(p.Step) >> 10)
	return Output{Rate: s.Count}
}

func notice(p *Params, s *State, e *Event) {
	for i := uint8(0); i < 6; i++ {
		if i == e.CNPs {
			break
		}
		s.Count = uint32(uint64(s.Count) * uint64(p.Step) >> 10)
		s.Seen = true
	}
}
`

// withLaws compiles counter with laws and returns a prover and its questions.
func withLaws(t *testing.T, laws ...string) (*Prover, []*Question) {
	var lines []string
	for _, l := range laws {
		lines = append(lines, "//ccgen:"+l)
	}
	src := strings.Replace(counter, "LAWS", strings.Join(lines, "\n"), 1)
	p, err := frontend.Load(fstest.MapFS{"counter/counter.go": {Data: []byte(src)}}, "m", []string{"counter"}, frontend.Options{})
	require.NoError(t, err)
	return &Prover{Machine: interp.New(p), Effort: Effort{5_000_000, 50_000_000}}, Questions(p.Transducers[0])
}

// ask proves the last question.
func ask(t *testing.T, laws ...string) (*Prover, *Proof) {
	tier.Require(t, "z3")
	p, questions := withLaws(t, laws...)
	o, err := p.Prove(t.Context(), questions[len(questions)-1])
	require.NoError(t, err)
	return p, o
}

const atMost = "invariant at-most s.Count <= p.Most"

// TestTrueLaws: what holds is proven, by what it needs.
func TestTrueLaws(t *testing.T) {
	for _, c := range []struct {
		laws []string
		how  []How
	}{
		{[]string{"invariant fits s.Count <= p.Most"}, []How{ByZ3}},
		{[]string{"law rate o.Rate == t.Count"}, []How{ByForm}},
		{[]string{"law up e.Kind == Sent && s.Count <= p.Most implies t.Count >= s.Count"}, []How{ByZ3}},
		{[]string{atMost, "law up e.Kind == Sent implies t.Count >= s.Count"}, []How{ByZ3}},
		{[]string{atMost, "law down e.Kind == Notice implies t.Count <= s.Count"}, []How{ByZ3}},
		{[]string{atMost, "law order s.Count <= s2.Count && e.CNPs <= 1 implies t.Count <= t2.Count"}, []How{ByZ3, ByCases}},
		{[]string{atMost, "law others e.Kind > Notice implies t.Count == s.Count"}, []How{ByForm, ByZ3}},
		{[]string{atMost, "progress arrives p.Most - s.Count within p.Most by p.Step on e.Kind == Sent unless e.Kind == Notice"}, []How{ByZ3}},
		{[]string{"law driven timely"}, []How{ByForm}},
	} {
		_, o := ask(t, c.laws...)
		require.Contains(t, c.how, o.How, "%s: %s", c.laws, o)
	}
}

// TestFalseLaws: what does not hold has a counterexample; with a trace from init where there is one.
func TestFalseLaws(t *testing.T) {
	for _, c := range []struct {
		laws      []string
		reachable bool
		steps     int // of the shortest trace
	}{
		{[]string{"law down t.Count <= s.Count"}, true, 1},
		{[]string{"law seen-once e.Kind == Notice && s.Seen implies t.Count == s.Count"}, true, 3},
		{[]string{"law up e.Kind == Sent implies t.Count >= s.Count"}, false, 0}, // of no state that is reached
		{[]string{atMost, "law half t.Slow < 900 || p.Odd"}, true, 1},
		{[]string{"law order s.Count <= s2.Count && s.Slow <= s2.Slow implies t.Count >= t2.Count"}, true, 1},
		// Of the second turn of a loop, and of what is known at the last.
		{[]string{atMost, "law once e.Kind == Notice && s.Count == 1000 && p.Step == 1000 implies t.Count >= 976"}, true, 3},
		{[]string{atMost, "law never e.Kind == Notice && o.Rate >= 0 implies e.CNPs != 6"}, true, 1},
		{[]string{atMost, "progress arrives p.Most - s.Count within p.Most by p.Step + 1 on e.Kind == Sent unless e.Kind == Notice"}, true, 1},
		{[]string{"progress bound s.Count within 10 by 0 on e.Kind > Notice unless true"}, true, 2},
	} {
		p, o := ask(t, c.laws...)
		require.Equal(t, False, o.How, "%s: %s", c.laws, o)
		require.False(t, holds(t, p, o.Question, o.Against.Args))
		x, err := p.Reach(o.Question, o.Against)
		require.NoError(t, err)
		require.False(t, holds(t, p, o.Question, x.Args))
		require.Equal(t, c.reachable, x.Trace != nil, "%s", c.laws)
		text, err := p.Describe(o.Question, x)
		require.NoError(t, err)
		if c.reachable {
			require.LessOrEqual(t, len(x.Trace), c.steps+2, text)
			require.Equal(t, x.Args[:o.Question.Tr.Params.Leaves()+o.Question.Tr.State.Leaves()], replay(t, p, o.Question, x))
		} else {
			require.Contains(t, text, "not reached from init")
		}
	}
}

func holds(t *testing.T, p *Prover, q *Question, args []uint64) bool {
	is, err := p.holds(q, args)
	require.NoError(t, err)
	return is
}

// replay returns the parameters and the state that a trace leads to, before its last event.
func replay(t *testing.T, p *Prover, q *Question, x *Counterexample) []uint64 {
	params := x.Args[:q.Tr.Params.Leaves()]
	tr, err := p.Machine.Transducer(q.Tr.Name)
	require.NoError(t, err)
	state, err := tr.Init(params)
	require.NoError(t, err)
	for _, e := range x.Trace[:len(x.Trace)-1] {
		_, err := tr.Step(params, state, e)
		require.NoError(t, err)
	}
	return slices.Concat(params, state)
}

// TestFalseAtInit: an invariant that is false at init says so, by the question of that.
func TestFalseAtInit(t *testing.T) {
	tier.Require(t, "z3")
	p, questions := withLaws(t, "invariant seen s.Seen")
	o, err := p.Prove(t.Context(), questions[0])
	require.NoError(t, err)
	require.Equal(t, "seen/init: does not hold", strings.Split(o.String(), " (")[0])
}

// TestTurns: a law of a step that loops over its state is proven turn by turn, where products are unknown and six of
// them would follow each other.
func TestTurns(t *testing.T) {
	tier.Require(t, "z3")
	p, questions := withLaws(t, atMost, "law down e.Kind == Notice implies t.Count <= s.Count")
	var words []string
	p.Progress = func(_ *Proof, a smt.Answer) { words = append(words, a.Word) }
	q := questions[2]
	notice := byKind(q)[1]
	require.Contains(t, notice.fix, q.Tr.Params.Leaves()+q.Tr.State.Leaves()+q.Tr.Declared().Kind)
	ok, err := p.turns(t.Context(), &Proof{Question: q}, notice)
	require.NoError(t, err)
	require.True(t, ok)
	require.GreaterOrEqual(t, len(words), 2*5+1, "the invariant and the law after each of five turns, and the law at the end")
	require.NotContains(t, words, "sat")
}

// TestHash: the hash is that of what is asked: another law has another, and another place in the file the same.
func TestHash(t *testing.T) {
	_, a := withLaws(t, "law up e.Kind == Sent implies t.Count >= s.Count")
	_, b := withLaws(t, "law other s.Seen implies t.Seen", "law up e.Kind == Sent implies t.Count >= s.Count")
	require.Equal(t, Hash(a[0]), Hash(b[1]))
	require.NotEqual(t, Hash(b[0]), Hash(b[1]))
}

// TestParseAnswers: a list is read as it is written, and a malformed line is named.
func TestParseAnswers(t *testing.T) {
	a := Answers{"x y 0123": {ByZ3, 3, 4}, "x z/init 4567": {ByForm, 0, 0}}
	b, err := ParseAnswers(a.Write())
	require.NoError(t, err)
	require.Equal(t, a, b)
	for _, bad := range []string{"x y 0123 z3 3", "x y 0123 false 3 4", "x"} {
		_, err := ParseAnswers("# list\n" + bad)
		require.ErrorContains(t, err, "line 2: ")
	}
}

// TestKinds: laws say what they speak of.
func TestKinds(t *testing.T) {
	_, questions := withLaws(t, atMost, "law up t.Count > 0", "law order s2.Seen", "progress falls s.Count within 1 by 1 on true")
	var kinds []string
	for _, q := range questions {
		kinds = append(kinds, q.Law.Kind.String())
	}
	require.Equal(t, []string{"invariant", "invariant", "step", "two", "progress"}, kinds)
	require.Equal(t, ir.Progress, questions[4].Law.Kind)
}

// TestProgressOfLaws: a law of progress follows from the other laws where the step is too much for z3, and does not from
// others.
func TestProgressOfLaws(t *testing.T) {
	tier.Require(t, "z3")
	const up, down, progress = "law up e.Kind == Sent implies t.Count == min(s.Count+p.Step, p.Most)", "law rest e.Kind != Sent && e.Kind != Notice implies t.Count == s.Count",
		"progress arrives p.Most - s.Count within p.Most by p.Step on e.Kind == Sent unless e.Kind == Notice"
	for _, c := range []struct {
		laws []string
		is   bool
	}{{[]string{atMost, up, down, progress}, true}, {[]string{up, down, progress}, false}, {[]string{atMost, up, progress}, false}, {[]string{atMost, progress}, false}} {
		p, questions := withLaws(t, c.laws...)
		q := questions[len(questions)-1]
		all := true
		for _, k := range byKind(q) {
			ok, err := p.laws(t.Context(), &Proof{Question: q}, k)
			require.NoError(t, err)
			all = all && ok
		}
		require.Equal(t, c.is, all, "%s", c.laws)
	}
}

// Write writes the list, sorted.
func (a Answers) Write() string {
	var lines []string
	for key, x := range a {
		lines = append(lines, fmt.Sprintf("%s %s %d %d\n", key, x.How, x.Problems, x.Effort))
	}
	slices.SortFunc(lines, cmp.Compare[string])
	return "# What ccgen laws proves of the built-in algorithms: algorithm, law, hash of the problems, by what, problems and\n# effort of z3. open: z3 did not end with that effort.\n" + strings.Join(lines, "")
}

// Add records a proof, or that there is none yet.
func (a Answers) Add(o *Proof) {
	if o.How != False {
		a[Key(o.Question, o.Hash)] = Answer{o.How, o.Problems, o.Effort}
	}
}
