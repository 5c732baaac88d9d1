package smt

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/tier"
)

var (
	update = flag.Bool("update", false, "solve every problem whose text has changed, or that has a longer limit now, and list the answers")
	limit  = flag.Duration("limit", 4*time.Second, "with -update: z3's CPU time for a problem; up to a minute")
	jobs   = flag.Int("jobs", runtime.NumCPU(), "how many solvers run at once")
	lists  = flag.String("lists", "testdata", "with -update: the folder of proved.txt and open.txt")
)

// Every test run solves a problem in sampled again of those that took ciSeconds at most, and all
// whose text is another; with -long it solves all.
const (
	ciSeconds = 1
	sampled   = 8
)

// What z3 may use for a problem, in its own count. Of a tenth of the problems of up to ciSeconds
// none took more than 3 million; a few million are a second. The second number is near the most
// that z3 takes.
const (
	ciResources   = 200_000_000
	longResources = 4_000_000_000
)

// answer is what z3 said of a problem, by the text that it was given.
type answer struct {
	word    string // unsat, sat, unknown, timeout
	seconds int    // of CPU that it took, or of a timeout that it was given; rounded up
	hash    string
}

// hashOf identifies the text of a problem without its comments, which hold lines of the
// source that move.
func hashOf(text string) string {
	h := sha256.New()
	for l := range strings.Lines(text) {
		if !strings.HasPrefix(l, ";") {
			h.Write([]byte(l))
		}
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

// readAnswers reads a list: a problem a line, with its answer, seconds and hash.
func readAnswers(t testing.TB, file string) map[string]answer {
	m := map[string]answer{}
	f, err := os.Open(file)
	if *update && os.IsNotExist(err) {
		return m
	}
	require.NoError(t, err)
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		if strings.HasPrefix(s.Text(), "#") || s.Text() == "" {
			continue
		}
		var name string
		var a answer
		n, err := fmt.Sscan(s.Text(), &name, &a.word, &a.seconds, &a.hash)
		require.NoError(t, err, "%s: %q is %d of 4 words: NAME ANSWER SECONDS HASH; go test ./codegen/analysis/smt -update", file, s.Text(), n)
		m[name] = a
	}
	return m
}

// TestProved solves the problems that are listed as proved again, and checks that every other one is listed as open,
// each under the hash of its present text, so that none goes missing. It names the problems that it skips.
func TestProved(t *testing.T) {
	z3 := solver(t)
	list := problems(t)
	if *update {
		rewrite(t, z3, list)
	}
	if *lists != "testdata" {
		return
	}
	proved, open := readAnswers(t, "testdata/proved.txt"), readAnswers(t, "testdata/open.txt")
	var run []Problem
	for _, p := range list {
		was, isProved := proved[p.Name]
		o, isOpen := open[p.Name]
		require.True(t, isProved != isOpen, "%s must be listed in one of testdata/proved.txt and open.txt: go test ./codegen/analysis/smt -run TestProved -update", p.Name)
		switch {
		case isOpen && o.hash != hashOf(p.Text):
			t.Errorf("%s, which was open, has another text now: go test ./codegen/analysis/smt -run TestProved -update -limit 1m", p.Name)
		case isOpen:
			t.Logf("open (%s, %d s): %s: %s", o.word, o.seconds, p.Name, p.What)
		case was.hash == hashOf(p.Text) && !tier.Long() && (was.seconds > ciSeconds || !tier.Sampled(p.Name, sampled)):
			t.Logf("not solved again without -long: %s: %s (unsat in %d s, text %s)", p.Name, p.What, was.seconds, was.hash)
		default:
			run = append(run, p)
		}
	}
	require.Len(t, list, len(proved)+len(open), "a listed problem is gone: go test ./codegen/analysis/smt -run TestProved -update")
	most := bound{resources: ciResources}
	if tier.Long() {
		most.resources = longResources
	}
	all(t, z3, run, most, func(p Problem, a answer) {
		if a.word != "unsat" {
			t.Errorf("%s: z3 says %s: %s", p.Name, a.word, p.What)
		}
	})
	t.Logf("%d problems: %d solved, %d proved but not solved again, %d open", len(list), len(run), len(proved)-len(run), len(open))
}

// all solves on several cores, and hands over each answer, one at a time.
func all(t testing.TB, z3 string, list []Problem, most bound, done func(Problem, answer)) {
	next := make(chan Problem)
	var wg sync.WaitGroup
	var mu sync.Mutex
	for range max(1, *jobs) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for p := range next {
				word, _, took := solve(t, z3, p.Text, most)
				a := answer{word, int(took.Seconds()) + 1, hashOf(p.Text)}
				mu.Lock()
				done(p, a)
				mu.Unlock()
			}
		}()
	}
	for _, p := range list {
		next <- p
	}
	close(next)
	wg.Wait()
}

// rewrite solves what is not known and writes the lists after each answer, so that a
// run that is stopped goes on where it was.
func rewrite(t *testing.T, z3 string, list []Problem) {
	require.LessOrEqual(t, *limit, time.Minute)
	known := map[string]answer{} // by hash: problems change their numbers
	for _, file := range []string{"open.txt", "proved.txt"} {
		for _, a := range readAnswers(t, filepath.Join(*lists, file)) {
			known[a.hash] = a
		}
	}
	var todo []Problem
	for _, p := range list {
		a, ok := known[hashOf(p.Text)]
		if !ok || a.word == "timeout" && a.seconds < int(limit.Seconds()) {
			todo = append(todo, p)
		}
	}
	t.Logf("%d of %d problems to solve", len(todo), len(list))
	write := func(done bool) {
		proved := "# Problems of ccgen smt that z3 ends with unsat: name, answer, seconds, hash of the text.\n"
		open := "# Problems of ccgen smt that z3 does not end with unsat, and what covers them instead: docs/proof.md.\n" +
			"# Name, answer, seconds, hash of the text. sat: not true of the function alone, outside of the\n" +
			"# arguments that it is given; timeout: not ended in so many seconds.\n"
		for _, p := range list {
			a, ok := known[hashOf(p.Text)]
			if !ok {
				require.False(t, done, p.Name)
				continue
			}
			line := fmt.Sprintf("%s %s %d %s\n", p.Name, a.word, a.seconds, hashOf(p.Text))
			if a.word == "unsat" {
				proved += line
			} else {
				open += line
			}
		}
		for file, text := range map[string]string{"proved.txt": proved, "open.txt": open} {
			name := filepath.Join(*lists, file)
			require.NoError(t, os.WriteFile(name+".new", []byte(text), 0o600))
			require.NoError(t, os.Rename(name+".new", name))
		}
	}
	all(t, z3, todo, bound{time: *limit}, func(p Problem, a answer) {
		if a.word == "timeout" {
			a.seconds = int(limit.Seconds())
		}
		t.Logf("%s %s %d", p.Name, a.word, a.seconds)
		known[a.hash] = a
		write(false)
	})
	write(true)
}

// TestContracts checks that most contracts are proved.
func TestContracts(t *testing.T) {
	n := 0
	for name := range readAnswers(t, "testdata/proved.txt") {
		if strings.HasPrefix(name, "contracts.") {
			n++
		}
	}
	require.GreaterOrEqual(t, n, 10)
}

// TestHash checks that texts that differ only in comments are the same problem, and others are not.
func TestHash(t *testing.T) {
	require.Equal(t, hashOf("; a\n(check-sat)\n"), hashOf("; b\n(check-sat)\n"))
	require.NotEqual(t, hashOf("; a\n(check-sat)\n"), hashOf("; a\n(get-model)\n"))
}
