package p4

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"smartnic-cc/internal/base/sys/child"
)

// BMv2 is the P4 compiler for an architecture and the software device that runs its programs, by path.
type BMv2 struct {
	Compiler string
	Switch   string // "" if it is not installed
	arch     *arch
	// Progress, if not nil, is called several times a second with the present task and how much of it is done; a
	// negative total is unknown.
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

// FindBMv2 looks on the path for the compiler and the device of an architecture, one of Archs, for programs whose packets
// carry the state or not. It is an error if there is no compiler, or if the device cannot hold the state.
func FindBMv2(architecture string, carried bool) (BMv2, error) {
	a, err := archOf(architecture)
	if err != nil {
		return BMv2{}, err
	}
	if !a.stores && !carried {
		return BMv2{}, fmt.Errorf("%s of bmv2 1.15.5 cannot read or write registers; have packets carry the state with --state packet, or check with --check=builtin", a.device)
	}
	b := a.installed()
	if b.Compiler != "" {
		return b, nil
	}
	missing := a.compilers[0]
	if len(a.compilers) > 1 {
		missing = a.compilers[1] + " (" + missing + ")"
	}
	if b.Switch != "" {
		missing += " is not installed"
	} else {
		missing += " and " + a.device + " are not installed"
	}
	return b, errors.New(missing + a.elsewhere() + "; install p4lang-p4c and p4lang-bmv2 from p4lang's repository (docs/ports.md), or check with --check=builtin")
}

// installed finds the tools of an architecture.
func (a *arch) installed() BMv2 {
	b := BMv2{arch: a}
	for _, name := range a.compilers {
		if path, err := exec.LookPath(name); err == nil && b.Compiler == "" {
			b.Compiler = path
		}
	}
	b.Switch, _ = exec.LookPath(a.device)
	return b
}

// elsewhere names the device of another architecture that is installed, "" if none is.
func (a *arch) elsewhere() string {
	for i := range archs {
		if o := &archs[i]; o != a && o.installed().Switch != "" {
			return fmt.Sprintf(" (%s is, which runs programs of --arch %s)", o.device, o.name)
		}
	}
	return ""
}

// spare are options of p4c that leave out three of its passes: two that turn each choice (?:) into branches, and those
// outside actions into tables, and that copy the expression of a variable to where it is used; they make half of the
// compiler's work and most of what it prints. The third looks for what they leave unused. None is needed, as no
// expression of the text has an effect, and each variable is assigned once.
var spare = []string{"--excludeFrontendPasses", "SideEffectOrdering,SimplifyDefUse", "--excludeMidendPasses", "P4::LocalCopyPropagation"}

// compile returns the switch's configuration, and the compiler's warnings about a program that it accepts. A compiler
// without the passes to spare is run with all that it has.
func (b BMv2) compile(ctx context.Context, source string) (config, warnings string, err error) {
	config = strings.TrimSuffix(source, ".p4") + ".json"
	said, err := b.runCompiler(ctx, source, config, spare)
	if err != nil && strings.Contains(said, "exclude unknown pass") {
		said, err = b.runCompiler(ctx, source, config, nil)
	}
	name := filepath.Base(b.Compiler)
	if ctx.Err() != nil {
		return "", "", ctx.Err()
	}
	if err != nil {
		return "", "", &child.ToolError{Tool: name, What: "refuses the program: " + err.Error(), Output: said}
	}
	if _, err := os.Stat(config); err != nil {
		return "", "", &child.ToolError{Tool: name, What: "left no " + filepath.Base(config), Output: said}
	}
	return config, strings.TrimSpace(said), nil
}

// runCompiler returns what the compiler says. It gets names without folders, since it repeats them in all that it prints.
func (b BMv2) runCompiler(ctx context.Context, source, config string, options []string) (string, error) {
	name, program := filepath.Base(b.Compiler), filepath.Base(source)
	args := slices.Concat([]string{"--std", "p4-16", "-o", filepath.Base(config)}, options, []string{program})
	if name == "p4c" { // the driver takes a folder
		args = []string{"--target", "bmv2", "--arch", b.arch.name, "--std", "p4-16", "-o", ".", program}
		if options != nil {
			args = append([]string{"-Xp4c=" + strings.Join(options, " ")}, args...)
		}
	}
	c := child.Command(ctx, filepath.Dir(source), b.Compiler, args...)
	c.Env = append(c.Env, "GC_FREE_SPACE_DIVISOR=1") // the compiler's collector runs less often
	var said bytes.Buffer
	c.Stdout, c.Stderr = &said, &said
	done := b.working("compiling with " + name)
	err := child.Run(ctx, c)
	done()
	return said.String(), err
}
