package p4

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"smartnic-cc/internal/sys/child"
)

// BMv2 is the P4 compiler for v1model and its software switch, by path.
type BMv2 struct {
	Compiler string
	Switch   string // "" if it is not installed
	// Progress is called with what is being done, and how much of how much is done, several times
	// a second; a total below 0 is not known. nil for nobody.
	Progress func(what string, done, total int)
	limits   limits
}

// limits are how long the switch may show no sign of life before it is ended.
type limits struct {
	start time.Duration // until it has loaded the program
	quiet time.Duration // between two replies, and before the first one
}

// defaultLimits leave room for a busy machine: the switch was seen to take 10 s to load a
// program there, and 90 ms a packet.
var defaultLimits = limits{start: 10 * time.Minute, quiet: time.Minute}

// ToolError says that the compiler or the switch did not take the program or failed on it.
type ToolError struct {
	Tool string // its name
	What string // what it did
	Said string // all that it wrote
}

// Error is one line: what the tool did, and the line of what it wrote that says why.
func (e *ToolError) Error() string { return e.Tool + " " + e.What + ": " + gist(e.Said) }

// gist finds the line that says why a program failed: what an exception says, else the
// first error, else the first line.
func gist(said string) string {
	lines := strings.Split(strings.TrimSpace(said), "\n")
	for _, sign := range []string{"what():", "error:", "error", ""} {
		for _, l := range lines {
			if l = strings.TrimSpace(l); l != "" && strings.Contains(l, sign) {
				return l
			}
		}
	}
	return "it says nothing"
}

// working reports work of unknown length to Progress until done is called.
func (b BMv2) working(what string) (done func()) {
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			b.progress(what, 0, -1)
			select {
			case <-stop:
				return
			case <-time.After(poll):
			}
		}
	}()
	return func() {
		close(stop)
		<-stopped
	}
}

func (b BMv2) progress(what string, done, total int) {
	if b.Progress != nil {
		b.Progress(what, done, total)
	}
}

// compilers are the compiler's names: the back end alone, and the driver in front of
// all of them.
var compilers = []string{"p4c-bm2-ss", "p4c"}

// FindBMv2 looks for the compiler and the switch on the path. It is an error if there is
// no compiler.
func FindBMv2() (BMv2, error) {
	var b BMv2
	for _, name := range compilers {
		if path, err := exec.LookPath(name); err == nil {
			b.Compiler = path
			break
		}
	}
	b.Switch, _ = exec.LookPath("simple_switch")
	if b.Compiler != "" {
		return b, nil
	}
	missing := "p4c (p4c-bm2-ss) and simple_switch are not installed"
	if b.Switch != "" {
		missing = "p4c (p4c-bm2-ss) is not installed"
	}
	return b, errors.New(missing + "; install p4lang-p4c and p4lang-bmv2 from p4lang's repository (docs/ports.md), or check with --check=builtin")
}

// compile returns the switch's configuration, and what the compiler says of a program that
// it takes.
func (b BMv2) compile(ctx context.Context, source string) (config, warnings string, err error) {
	name := filepath.Base(b.Compiler)
	config = strings.TrimSuffix(source, ".p4") + ".json"
	args := []string{"--std", "p4-16", "-o", config, source}
	if name == "p4c" { // the driver takes a folder
		args = []string{"--target", "bmv2", "--arch", "v1model", "--std", "p4-16", "-o", filepath.Dir(source), source}
	}
	c := child.Command(ctx, filepath.Dir(source), b.Compiler, args...)
	var said bytes.Buffer
	c.Stdout, c.Stderr = &said, &said
	done := b.working("compiling with " + name)
	err = child.Run(ctx, c)
	done()
	if ctx.Err() != nil {
		return "", "", ctx.Err()
	}
	if err != nil {
		return "", "", &ToolError{name, "refuses the program: " + err.Error(), said.String()}
	}
	if _, err := os.Stat(config); err != nil {
		return "", "", &ToolError{name, "left no " + filepath.Base(config), said.String()}
	}
	return config, strings.TrimSpace(said.String()), nil
}
