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

// Check runs the vectors of what the crate has, in a build with overflow checks, and compares outputs and whole states. An
// error is that there are no such vectors, that the compiler is not there or refuses the crate, or that the program fails.
func (c *Crate) Check(ctx context.Context, all []*testvectors.File, progress func(done, total int)) (o testvectors.Outcome, err error) {
	o.Target = c.library()
	files, err := testvectors.Pick(all, c.Name, testvectors.In(c.Catalog))
	if err != nil {
		return o, err
	}
	if _, o.Tool, err = Find(ctx); err != nil {
		return o, err
	}
	p, remove, err := c.Run(ctx, true)
	defer remove()
	if err != nil {
		return o, err
	}
	return o, errors.Join(o.Run(ctx, p, files, progress), p.Close())
}
