package main

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// result is what came of one target.
type result struct {
	target
	Inputs int `json:"inputs"` // tried
	New    int `json:"new"`    // of those, with new coverage
	// Grown is by how much the worker's memory grew at most, in bytes: its peak
	// less what it had when it was first seen, less engineMemory.
	Grown    uint64        `json:"grown_bytes"`
	Measured bool          `json:"measured"` // whether Grown could be told
	Time     time.Duration `json:"time_ns"`
	Failed   string        `json:"failed,omitempty"` // why; "" where it did not
	output   []byte
}

func (r *result) outcome() string {
	if r.Failed != "" {
		return "FAILED: " + r.Failed
	}
	return fmt.Sprintf("%d inputs, %d new", r.Inputs, r.New)
}

const (
	// minimize bounds the attempts to make an interesting input smaller. Go's
	// default, a minute, would eat the whole time of a short run.
	minimize = "50x"
	// grace is what building, the seeds and the end may take beyond the time.
	grace = 5 * time.Minute
	// engineMemory is what Go's fuzzing engine itself takes in a worker: a
	// buffer of 100 MiB in which it makes inputs (internal/fuzz, mutator.go), and
	// what the collector, told by collect, leaves lying beside that. Not all of it
	// need be in use, so a target may take as much more unnoticed; one that
	// reads lengths should measure itself besides, with runtime.ReadMemStats.
	engineMemory = 128 << 20
	collect      = "GOGC=25"
	// watchEvery is how often memory is looked at.
	watchEvery = 50 * time.Millisecond
)

// fuzz runs one target. The time is for new inputs: where the seeds and what earlier
// runs have kept (go env GOCACHE, fuzz) take all of it, the target is run again with as
// much more as they need.
func fuzz(ctx context.Context, o options, t target) result {
	r := fuzzFor(ctx, o, t, o.each)
	if more := known(string(r.output), o.each); r.Inputs == 0 && r.Failed == nothing && more > 0 && more < o.grace {
		spent := r.Time
		r = fuzzFor(ctx, o, t, o.each+more)
		r.Time += spent
	}
	return r
}

// nothing is why a target failed that ran in vain.
const nothing = "nothing was tried; give it more --time"

// baseline is how many of the known inputs were tried.
var baseline = regexp.MustCompile(`gathering baseline coverage: (\d+)/(\d+) completed`)

// known is how long the known inputs take, by how far a run came with them in a time,
// and a half of that for a machine that is busier then; 0 where it cannot be told.
func known(out string, each time.Duration) time.Duration {
	all := baseline.FindAllStringSubmatch(out, -1)
	if len(all) == 0 {
		return 0
	}
	last := all[len(all)-1]
	tried, _ := strconv.ParseFloat(last[1], 64) // digits
	of, _ := strconv.ParseFloat(last[2], 64)
	if tried == 0 || tried > of {
		return 0
	}
	if need := 1.5 * float64(each) * of / tried; need < float64(math.MaxInt64) {
		return time.Duration(need)
	}
	return 0
}

// fuzzFor runs one target once, for a time.
func fuzzFor(ctx context.Context, o options, t target, each time.Duration) result {
	r := result{target: t}
	ctx, cancel := context.WithTimeout(ctx, each+o.grace)
	defer cancel()
	cmd := exec.CommandContext(ctx, "go", "test", "-run", "^$", "-fuzz", "^"+regexp.QuoteMeta(t.Name)+"$", "-fuzztime", each.String(),
		"-fuzzminimizetime", minimize, "-parallel", "1", t.Package)
	cmd.Dir = t.dir
	cmd.Env = append(os.Environ(), collect)
	out := &output{}
	cmd.Stdout, cmd.Stderr = out, out
	own(cmd)
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		r.Failed = err.Error()
		return r
	}
	var w watch
	hung := false
	var watching sync.WaitGroup
	stop := make(chan struct{})
	watching.Go(func() {
		tick := time.NewTicker(watchEvery)
		defer tick.Stop()
		for {
			w.look(cmd.Process.Pid)
			if out.stalled() > o.hang {
				hung = true
				cancel()
			}
			select {
			case <-stop:
				return
			case <-tick.C:
			}
		}
	})
	err := cmd.Wait()
	close(stop)
	watching.Wait()
	r.Time = time.Since(begin)
	r.output = out.text.Bytes()
	if r.Grown, r.Measured = w.grown(); r.Grown > engineMemory {
		r.Grown -= engineMemory
	} else {
		r.Grown = 0
	}
	r.Inputs, r.New = counts(out.text.String())
	switch {
	case hung:
		r.Failed = fmt.Sprintf("hung: no input was finished in %v", o.hang)
	case err != nil && ctx.Err() == context.DeadlineExceeded:
		r.Failed = fmt.Sprintf("did not end %v after its time", o.grace)
	case ctx.Err() != nil:
		r.Failed = "interrupted"
	case err != nil && !onlyOutOfTime(out.text.String()):
		r.Failed = "crashed: " + crash(out.text.String(), err)
	case o.memory > 0 && r.Grown > o.memory:
		r.Failed = fmt.Sprintf("its memory grew by %.1f MiB, more than %d", float64(r.Grown)/(1<<20), o.memory>>20)
	case r.Inputs == 0:
		r.Failed = nothing
	}
	return r
}

// output collects what go test says, and notices when it tells of no progress:
// go test itself ends a target that hangs when its time is up, and says nothing.
type output struct {
	mu      sync.Mutex
	text    bytes.Buffer
	done    string    // of seeds or inputs, as the last line of progress put it
	advance time.Time // when that last changed; zero before the first one
}

func (o *output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	n, err := o.text.Write(b)
	if m := done.FindSubmatch(b); m != nil && string(m[1]) != o.done {
		o.done, o.advance = string(m[1]), time.Now()
	}
	return n, err
}

// stalled is how long no input has been finished.
func (o *output) stalled() time.Duration {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.advance.IsZero() {
		return 0
	}
	return time.Since(o.advance)
}

var (
	progress = regexp.MustCompile(`execs: (\d+) .*new interesting: (\d+)`)
	done     = regexp.MustCompile(`fuzz: elapsed: \S+ (gathering baseline coverage: \d+|execs: \d+)`)
	failing  = regexp.MustCompile(`Failing input written to (\S+)`)
)

// counts reads the last line of progress.
func counts(out string) (inputs, fresh int) {
	all := progress.FindAllStringSubmatch(out, -1)
	if len(all) == 0 {
		return 0, 0
	}
	last := all[len(all)-1]
	inputs, _ = strconv.Atoi(last[1]) // digits; too many of them stay the largest
	fresh, _ = strconv.Atoi(last[2])
	return inputs, fresh
}

// outOfTime is all that go test prints of a run that it ended when its time was up,
// where it takes that for a failure.
var outOfTime = regexp.MustCompile(`(?m)^--- FAIL: \S+ \(\S+\)\n    context deadline exceeded\nFAIL\n(exit status 1\n)?FAIL\t`)

// onlyOutOfTime tells a run that failed for nothing but the end of its time: go test
// before Go 1.27 sometimes says so when it is up while a worker is busy
// (golang/go#75804). A failing input, a panic or any other word is a failure.
func onlyOutOfTime(out string) bool {
	return outOfTime.MatchString(out) && !failing.MatchString(out) && !strings.Contains(out, "panic:") &&
		!strings.Contains(out, "fatal error:") && strings.Count(out, "--- FAIL") == 1
}

// crash says in a few words what go test said in many.
func crash(out string, err error) string {
	if m := failing.FindStringSubmatch(out); m != nil {
		return "see " + m[1]
	}
	for line := range strings.Lines(out) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "panic:") || strings.HasPrefix(line, "fatal error:") {
			return line
		}
	}
	return err.Error()
}
