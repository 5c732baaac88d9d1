package smt

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"strconv"
	"strings"

	"smartnic-cc/internal/base/sys/child"
)

// Answer is z3's answer to a problem.
type Answer struct {
	// Word is unsat, sat, or unknown if z3 did not finish.
	Word string
	// Effort is what z3 used, in its resource units; a few million are a second.
	Effort int
	// Inputs is a model: the inputs, by their numbers (Input).
	Inputs map[int]uint64
}

var (
	used  = regexp.MustCompile(`:rlimit-count\s+(\d+)`)
	value = regexp.MustCompile(`\(x(\d+) (true|false|#x[0-9a-f]+|#b[01]+)\)`)
)

// Solve asks z3, limited to effort in z3's resource units. It fails if ctx ends or z3 cannot be run.
func Solve(ctx context.Context, problem string, effort int) (Answer, error) {
	a := Answer{Word: "unknown"}
	z3, err := exec.LookPath("z3")
	if err != nil {
		return a, errors.New("z3 is not installed; on Debian: apt-get install z3")
	}
	var out strings.Builder
	cmd := child.Command(ctx, "", z3, "-st", fmt.Sprintf("rlimit=%d", effort), "-memory:3000", "-in")
	cmd.Stdin, cmd.Stdout = strings.NewReader(problem), &out
	var exit *exec.ExitError // its status is 1 where there is no model
	if err := child.Run(ctx, cmd); err != nil && !errors.As(err, &exit) {
		return a, err
	}
	if ctx.Err() != nil {
		return a, ctx.Err()
	}
	said := out.String()
	a.Word, _, _ = strings.Cut(said, "\n")
	if a.Word != "unsat" && a.Word != "sat" && a.Word != "unknown" {
		if !strings.Contains(said, "out of memory") {
			return a, fmt.Errorf("z3 does not understand the problem: %.300s", said)
		}
		a.Word = "unknown"
	}
	if m := used.FindStringSubmatch(said); m != nil {
		a.Effort, _ = strconv.Atoi(m[1])
	}
	if a.Word == "sat" {
		a.Inputs = model(said)
	}
	return a, nil
}

// model reads the inputs of z3's model.
func model(said string) map[int]uint64 {
	out := map[int]uint64{}
	for _, m := range value.FindAllStringSubmatch(said, -1) {
		i, _ := strconv.Atoi(m[1])
		var x uint64
		switch {
		case m[2] == "true":
			x = 1
		case strings.HasPrefix(m[2], "#x"):
			x, _ = strconv.ParseUint(m[2][2:], 16, 64)
		case strings.HasPrefix(m[2], "#b"):
			x, _ = strconv.ParseUint(m[2][2:], 2, 64)
		}
		out[i] = x
	}
	return out
}
