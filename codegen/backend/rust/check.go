package rust

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"smartnic-cc/internal/sys/child"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/pipe"
)

// Compiler is the compiler of crates. It needs no cargo.
const Compiler = "rustc"

// Find returns the path of the compiler and its version. The error is of one that is missing or does not run, with the remedy.
func Find(ctx context.Context) (path, version string, err error) {
	if path, err = exec.LookPath(Compiler); err != nil {
		return "", "", fmt.Errorf("%s is not installed; it is needed to build the crate (1.63 or later; on Debian: apt-get install rustc)", Compiler)
	}
	out, err := exec.CommandContext(ctx, path, "--version").Output()
	if err != nil {
		return "", "", fmt.Errorf("%s does not run: %w; try %s --version", path, err, path)
	}
	return path, strings.Join(strings.Fields(string(out))[:2], " "), nil
}

// Write writes the files of the crate into a folder, which is there.
func (c *Crate) Write(dir string) (err error) {
	for _, f := range c.Files {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err == nil {
			err = os.MkdirAll(filepath.Dir(path), 0o777)
		}
		if err == nil {
			err = os.WriteFile(path, f.Text, 0o666)
		}
	}
	return err
}

// Run builds the crate and its example, and starts that as a program behind the line protocol; a warning of the compiler is
// an error. checks says whether arithmetic that overflows panics. The caller closes the program, and then calls remove.
func (c *Crate) Run(ctx context.Context, checks bool) (p *pipe.Program, remove func(), err error) {
	path, _, err := Find(ctx)
	if err != nil {
		return nil, func() {}, err
	}
	dir, remove, err := child.Folder("ccgen-rust-")
	if err == nil {
		err = c.Write(dir)
	}
	flags := []string{"--edition=2021", "-Dwarnings", "-Copt-level=1", "-Coverflow-checks=" + map[bool]string{true: "on", false: "off"}[checks], "-L."}
	for _, args := range [][]string{{"--crate-type=rlib", "--crate-name=" + c.library(), "src/lib.rs"}, {"--extern=" + c.library(), "-ofirmware", "examples/firmware.rs"}} {
		if err == nil {
			cmd := child.Command(ctx, dir, path, slices.Concat(flags, args)...)
			var said strings.Builder
			cmd.Stdout, cmd.Stderr = &said, &said
			if err = child.Run(ctx, cmd); err != nil {
				err = fmt.Errorf("%s: the crate of %s does not compile: %w\n%s", path, c.Name, err, said.String())
			}
		}
	}
	if err == nil {
		p, err = pipe.Run(filepath.Join(dir, "firmware"), pipe.Options{Catalog: c.Catalog, Timeout: time.Minute})
	}
	if err != nil {
		remove()
		return nil, func() {}, err
	}
	return p, remove, nil
}

// NoVectors is the error of files that have no vectors of a crate.
type NoVectors struct{ Of string }

// Error names what there are no vectors of.
func (e *NoVectors) Error() string {
	return fmt.Sprintf("no vectors of %s; give files that ccgen vectors wrote", e.Of)
}

// Outcome is what a check ran.
type Outcome struct {
	Compiler            string // and its version
	Files, Tests, Steps int
	// Report holds the first difference, or is nil.
	Report *testvectors.Report
}

// pick returns copies of the files with the groups that the crate can run.
func (c *Crate) pick(files []*testvectors.File) (out []*testvectors.File) {
	for _, f := range files {
		picked := *f
		picked.Groups = nil
		for _, g := range f.Groups {
			_, err := c.Catalog.Algorithm(g.Name)
			if g.Type == testvectors.FunctionTest {
				_, err = c.Catalog.Func(g.Name)
			}
			if err == nil {
				g.Calls, g.Sequences = slices.Clone(g.Calls), slices.Clone(g.Sequences)
				picked.Groups = append(picked.Groups, g)
			}
		}
		if len(picked.Groups) > 0 {
			picked.Renumber()
			out = append(out, &picked)
		}
	}
	return out
}

// Check runs the vectors of what the crate has, in a build with overflow checks, and compares outputs and whole states. A
// difference is no error: the first is in Outcome.Report. An error is that there are no such vectors, that the compiler is
// not there or refuses the crate, or that the program fails.
func (c *Crate) Check(ctx context.Context, all []*testvectors.File) (o Outcome, err error) {
	files := c.pick(all)
	if len(files) == 0 {
		return o, &NoVectors{c.Name}
	}
	if _, o.Compiler, err = Find(ctx); err != nil {
		return o, err
	}
	p, remove, err := c.Run(ctx, true)
	defer remove()
	if err != nil {
		return o, err
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	for _, f := range files {
		r, err := testvectors.Verify(p, f, testvectors.Options{})
		if err = errors.Join(err, ctx.Err()); err != nil {
			return o, err
		}
		tests, steps, _ := r.Total()
		o.Files, o.Tests, o.Steps = o.Files+1, o.Tests+tests, o.Steps+steps
		if !r.OK() {
			r.Firmware, o.Report = c.library(), &r
			break
		}
	}
	return o, nil
}
