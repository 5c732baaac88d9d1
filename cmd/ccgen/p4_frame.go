package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/p4"
	"smartnic-cc/codegen/check/p4check"
	"smartnic-cc/internal/cli"
	"smartnic-cc/internal/sys/readfile"
)

// pipeline makes a whole program of a template.
func (o *p4Flags) pipeline(env cli.Env, f *pflag.FlagSet, p *codegen.Packages, words []string) error {
	var other string
	f.Visit(func(g *pflag.Flag) {
		if g.Name != "frame" && g.Name != "output" && g.Name != "check" {
			other = g.Name
		}
	})
	switch {
	case other != "":
		return fmt.Errorf("p4: --%s says nothing with --frame: what its kernels are, and their values, stands in the template", other)
	case len(words) > 0:
		return fmt.Errorf("p4: unexpected argument %q: with --frame the template names the algorithms", words[0])
	case o.check != "" && o.check != "builtin":
		return errors.New("p4: --check has no vectors for a pipeline; give --check=builtin, which reads it, and compile it with p4c")
	case o.out == "" && o.check == "":
		return errors.New("p4: -o is missing; name the file to write, or - for standard output")
	}
	text, err := os.ReadFile(o.frame)
	if err != nil {
		return fmt.Errorf("p4: %w", readfile.Reword(o.frame, err))
	}
	opt := p4.FrameOptions{Name: filepath.Base(o.frame), Command: commandLine(p, "p4", "--frame", filepath.ToSlash(o.frame))}
	program, err := p4.Frame(p.Program, string(text), opt)
	var lacks *p4.Unsupported
	if errors.As(err, &lacks) {
		fmt.Fprint(env.Stdout, lacks.Grouped())
		return cli.Failed(fmt.Errorf("p4: %s: %w", o.frame, err))
	}
	if err != nil {
		return fmt.Errorf("p4: %w", err)
	}
	if o.check != "" {
		if _, err := p4check.Parse(string(program)); err != nil {
			return cli.Failed(fmt.Errorf("p4: the program of %s at %w", o.frame, err))
		}
		report := env.Stdout
		if o.out == "-" {
			report = env.Stderr // the program goes to standard output
		}
		fmt.Fprintf(report, "%s: the built-in reader takes the program\n", o.frame)
	}
	if o.out == "" {
		return nil
	}
	return write(env, o.out, program)
}
