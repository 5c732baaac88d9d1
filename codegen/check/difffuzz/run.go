// Package difffuzz fuzzes the C port against the Go reference. Clang's libFuzzer drives the C code, with address and
// undefined-behaviour sanitizers, towards code that no input has reached. Each input goes through a pipe together
// with a digest of C's answers, and Go runs the same input and compares. The pipe is a queue, so that C does not wait
// for Go.
//
// A difference is shortened and written as a file of vectors.
package difffuzz

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"smartnic-cc/codegen/backend/cgen/cc"
	"smartnic-cc/internal/base/sys/atomicfile"
	"smartnic-cc/internal/base/sys/child"
	"smartnic-cc/internal/reference"
	"smartnic-cc/testvectors/pipe"
	"smartnic-cc/testvectors/transducer"
)

// Config says what a run of the fuzzer tests, for how long, and with which tools.
type Config struct {
	Targets []Target
	Port    Port
	// Reference gives the right answers; nil is the Go code.
	Reference transducer.Firmware
	Clang     cc.Compiler // the zero value is clang
	// Seeds are the first inputs.
	Seeds [][]byte
	// Corpus is a directory of further inputs, to which those that reach new code are added; "" for none.
	Corpus string
	// Time and Runs limit the run; 0 means unlimited, and one of them is required.
	Time time.Duration
	Runs int
	// Seed of the fuzzer's choices, not 0. Two runs with the same seed are similar but not equal: libFuzzer does some
	// things by the clock.
	Seed uint32
	// Progress, if not nil, is called from time to time with the time that has passed.
	Progress func(passed time.Duration)
}

// TargetCount is what was run on a target.
type TargetCount struct {
	Target string `json:"target"`
	Inputs int    `json:"inputs"`
	Steps  int    `json:"steps"` // calls or events
	Traps  int    `json:"traps"` // inputs that ended at an index out of range, in C and in Go
}

// Result is the outcome of a run.
type Result struct {
	// Inputs and Steps were run on both sides and compared.
	Inputs int `json:"inputs"`
	Steps  int `json:"steps"`
	// Edges are the branches of the C code that were reached, CorpusAdded the inputs that reached something new, by
	// libFuzzer's count.
	Edges       int           `json:"edges"`
	CorpusAdded int           `json:"grown"`
	Targets     []TargetCount `json:"targets"`
	Finding     *Finding      `json:"finding,omitempty"`
}

// MaxInput is the longest input in bytes.
const MaxInput = 1024

type runner struct {
	Config
	targets   []Target
	reference transducer.Firmware
	program   transducer.Firmware
	result    Result
}

// Run fuzzes until time or runs are used up, or until the first finding. It fails if something could not be run; a
// finding is not an error.
func Run(ctx context.Context, c Config) (*Result, error) {
	if len(c.Targets) == 0 || c.Time <= 0 && c.Runs <= 0 || c.Seed == 0 {
		return nil, errors.New("fuzz: targets, a time or a number of runs, and a seed that is not 0 are needed")
	}
	c.Clang.Name = cmp.Or(c.Clang.Name, "clang")
	fuzzer, program, cleanup, err := c.Port.build(ctx, c.Clang)
	defer cleanup()
	if err != nil {
		return nil, err
	}
	p, err := pipe.Run(program, pipe.Options{Catalog: catalogOf(c.Targets)})
	if err != nil {
		return nil, err
	}
	defer p.Close()
	r := &runner{Config: c, targets: c.Targets, reference: c.Reference, program: p}
	if r.reference == nil {
		r.reference = reference.New()
	}
	r.result.Targets = make([]TargetCount, len(c.Targets))
	for i, t := range c.Targets {
		r.result.Targets[i].Target = t.Name()
	}
	if err := r.fuzz(ctx, fuzzer); err != nil {
		return nil, err
	}
	return &r.result, nil
}

// fuzz runs the libFuzzer target and compares its records.
func (r *runner) fuzz(ctx context.Context, fuzzer string) error {
	dir, remove, err := child.Folder("smartnic-fuzz-")
	if err != nil {
		return err
	}
	defer remove()
	grows := cmp.Or(r.Corpus, filepath.Join(dir, "grown"))
	folder, err := atomicfile.NewFolder(grows)
	if err != nil {
		return err
	}
	defer folder.Abort() // which removes it if nothing was added
	corpus, err := r.corpus(dir, grows)
	if err != nil {
		return err
	}
	args := []string{
		"-seed=" + strconv.FormatUint(uint64(r.Seed), 10), "-max_len=" + strconv.Itoa(MaxInput),
		"-artifact_prefix=" + dir + "/", "-print_final_stats=1", "-timeout=20", "-rss_limit_mb=1024", "-detect_leaks=0",
		"-reload=0", "-purge_allocator_interval=-1", // not by the clock: runs with the same seed stay similar
	}
	if r.Time > 0 {
		args = append(args, "-max_total_time="+strconv.FormatInt(max(1, int64(r.Time.Round(time.Second)/time.Second)), 10))
	}
	if r.Runs > 0 {
		args = append(args, "-runs="+strconv.Itoa(r.Runs))
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	cmd := child.Command(ctx, dir, fuzzer, append(args, corpus...)...)
	cmd.Dir = "" // the corpus may be named from here
	records, theirs, err := os.Pipe()
	if err != nil {
		return err
	}
	defer records.Close()
	said := &tail{}
	cmd.ExtraFiles, cmd.Stderr, cmd.Stdout = []*os.File{theirs}, said, said
	ended, err := child.Start(cmd)
	if closed := theirs.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return fmt.Errorf("the libFuzzer target: %w", err)
	}
	different, compareErr := r.compare(records)
	if different != nil || compareErr != nil {
		cancel() // found something, or read enough
	}
	waitErr := cmd.Wait()
	ended()
	switch {
	case compareErr != nil:
		return compareErr
	case different != nil:
		r.result.Finding, err = r.examine(different.input, different.reason)
		return err
	case ctx.Err() != nil:
		return ctx.Err()
	}
	r.statistics(said.String())
	if waitErr == nil {
		return nil
	}
	return r.crashed(dir, said.String(), waitErr)
}

// corpus writes the seeds and returns the arguments that name them and the directory that grows. Seeds are named one
// by one, since a directory has no order.
func (r *runner) corpus(dir, grows string) ([]string, error) {
	seeds := filepath.Join(dir, "seeds")
	if err := os.Mkdir(seeds, 0o777); err != nil {
		return nil, err
	}
	var names []string
	for i, s := range r.Seeds {
		name := filepath.Join(seeds, fmt.Sprintf("%06d", i))
		if err := os.WriteFile(name, s, 0o666); err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	if names == nil {
		return []string{grows}, nil
	}
	list := filepath.Join(dir, "seeds.txt")
	if err := os.WriteFile(list, []byte(strings.Join(names, ",")), 0o666); err != nil {
		return nil, err
	}
	return []string{"-seed_inputs=@" + list, grows}, nil
}

// tail keeps the end of what is written to it: over hours libFuzzer prints much, and what counts comes last.
type tail struct{ b []byte }

const tailSize = 1 << 16

func (t *tail) Write(b []byte) (int, error) {
	t.b = append(t.b, b...)
	if len(t.b) > 2*tailSize {
		t.b = append(t.b[:0], t.b[len(t.b)-tailSize:]...)
	}
	return len(b), nil
}

func (t *tail) String() string { return string(t.b) }

type difference struct {
	input  []byte
	reason string
}

// compare reads records until their end or the first difference.
func (r *runner) compare(records io.Reader) (*difference, error) {
	in := bufio.NewReaderSize(records, 1<<18)
	start := time.Now()
	var head [16]byte
	input := make([]byte, 0, MaxInput)
	for {
		if _, err := io.ReadFull(in, head[:]); err != nil {
			return nil, nil // the end; the reason is in libFuzzer's output
		}
		size := binary.LittleEndian.Uint32(head[:])
		if size > 1<<16 {
			return nil, fmt.Errorf("a record of %d bytes from the libFuzzer target", size)
		}
		input = append(input[:0], make([]byte, size)...)
		if _, err := io.ReadFull(in, input); err != nil {
			return nil, nil
		}
		steps, sum := binary.LittleEndian.Uint32(head[4:]), binary.LittleEndian.Uint64(head[8:])
		c, ok := Decode(r.targets, input)
		if !ok {
			return nil, fmt.Errorf("a record of an input of %d bytes, which nothing runs", size)
		}
		goSum, goSteps, trap, err := answer(r.reference, r.targets, &c)
		if err != nil {
			return nil, err
		}
		if goSum != sum || goSteps != int(steps) {
			how := "an answer differs"
			if goSteps != int(steps) {
				how = fmt.Sprintf("C ran %d steps, Go %d: an index is out of range in one of them only", steps, goSteps)
			}
			return &difference{bytes.Clone(input), how}, nil
		}
		n := &r.result.Targets[c.Target]
		n.Inputs++
		n.Steps += goSteps
		if trap {
			n.Traps++
		}
		r.result.Inputs++
		r.result.Steps += goSteps
		if r.Progress != nil && r.result.Inputs%1024 == 0 {
			r.Progress(time.Since(start))
		}
	}
}

var coverage = regexp.MustCompile(`cov: ([0-9]+)`)
var units = regexp.MustCompile(`stat::new_units_added: +([0-9]+)`)

// statistics reads the figures of the result from libFuzzer's output.
func (r *runner) statistics(said string) {
	if all := coverage.FindAllStringSubmatch(said, -1); len(all) > 0 {
		r.result.Edges, _ = strconv.Atoi(all[len(all)-1][1]) // digits
	}
	if m := units.FindStringSubmatch(said); m != nil {
		r.result.CorpusAdded, _ = strconv.Atoi(m[1]) // digits
	}
}

var summary = regexp.MustCompile(`(?m)^SUMMARY: (.*)$`)
var runtimeError = regexp.MustCompile(`(?m)^\S*?([^/\s]+:[0-9]+:[0-9]+: runtime error: .*)$`)

// crashed makes a finding of the input that a sanitizer, or a time-out, saved.
func (r *runner) crashed(dir, said string, err error) error {
	kept, globErr := filepath.Glob(filepath.Join(dir, "*-*"))
	if globErr != nil {
		return globErr
	}
	lines := strings.Split(strings.TrimSpace(said), "\n")
	reason := lines[len(lines)-1]
	if m := summary.FindStringSubmatch(said); m != nil {
		reason = m[1]
	}
	if m := runtimeError.FindStringSubmatch(said); m != nil {
		reason = m[1]
	}
	if len(kept) == 0 {
		return fmt.Errorf("the libFuzzer target ended (%w) and left no input; it said: %s", err, reason)
	}
	input, err := os.ReadFile(kept[0])
	if err != nil {
		return err
	}
	r.result.Finding, err = r.examine(input, reason)
	return err
}
