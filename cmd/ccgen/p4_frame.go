package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen/backend/p4"
	"smartnic-cc/codegen/check/p4check"
	"smartnic-cc/codegen/profile"
	"smartnic-cc/internal/algorithms"
	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/sys/readfile"
)

// frameParams returns the parameters of a kernel by a profile.
func frameParams(algorithm, name, line string) ([]uint64, error) {
	values, _, err := algorithms.Params(algorithm, profile.Choice{Profile: name, Line: line})
	return values, err
}

// pipeline makes a whole program from a template. It reports whether the flags ask for that.
func (o *p4Flags) pipeline(r *request, words []string) (bool, error) {
	if o.frame == "" {
		return false, nil
	}
	var other string
	r.flags.Visit(func(g *pflag.Flag) {
		if g.Name != "frame" && g.Name != "arch" && g.Name != "output" && g.Name != "check" {
			other = g.Name
		}
	})
	switch {
	case other != "":
		return true, fmt.Errorf("p4: --%s has no meaning with --frame: the template says what its kernels are, and their values", other)
	case len(words) > 0:
		return true, fmt.Errorf("p4: unexpected argument %q: with --frame the template names the algorithms", words[0])
	case r.check != "" && r.check != "builtin":
		return true, errors.New("p4: --check has no vectors for a pipeline; give --check=builtin, which reads it, and compile it with p4c")
	case r.out == "" && r.check == "":
		return true, errors.New("p4: -o is missing; name the file to write, or - for standard output")
	}
	text, err := os.ReadFile(o.frame)
	if err != nil {
		return true, fmt.Errorf("p4: %w", readfile.WithName(o.frame, err))
	}
	command := []string{"p4", "--frame", filepath.ToSlash(o.frame)}
	if o.arch != p4.V1Model {
		command = append(command, "--arch", o.arch)
	}
	opt := p4.FrameOptions{Name: filepath.Base(o.frame), Command: commandLine(r.p, command...), Arch: o.arch, Params: frameParams}
	program, err := p4.Frame(r.p.Program, string(text), opt)
	if err != nil {
		return true, fmt.Errorf("p4: %w", lacking(r, o.frame, err))
	}
	if r.check != "" {
		if _, err := p4check.Parse(string(program)); err != nil {
			return true, cli.CheckFailed(fmt.Errorf("p4: the program of %s at %w", o.frame, err))
		}
		to := r.env.Stdout
		if r.out == "-" {
			to = r.env.Stderr // the program goes to standard output
		}
		fmt.Fprintf(to, "%s: the built-in reader takes the program\n", o.frame)
	}
	if r.out == "" {
		return true, nil
	}
	return true, write(r.env, r.out, program)
}
