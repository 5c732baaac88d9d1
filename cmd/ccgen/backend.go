package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/sys/atomicfile"
	"smartnic-cc/internal/base/sys/interrupt"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/transducer"
)

// backEnds are the rows of the table of back ends, each of which is a command.
func backEnds() []backEnd {
	return []backEnd{p4BackEnd(), bpfBackEnd(), verilogBackEnd(), pythonBackEnd(), rustBackEnd(), dpiBackEnd()}
}

// backEnd writes an algorithm in another language, and runs vectors on what it wrote.
type backEnd struct {
	name, short, long, examples string
	// file is what -o names; many says that it is a folder of several files.
	file string
	many bool
	// check describes --check, and checks are the words that it takes, the first of which is the default; without
	// words it is true or false.
	check  string
	checks []string
	// all: --check without an algorithm runs all of them.
	all bool
	// names lists what may be named instead of an algorithm; nil is algorithms alone.
	names func(*ir.Program) []string
	// flags declares flags of the back end and returns what prints under them.
	flags func(*pflag.FlagSet) generator
}

// generator prints algorithms.
type generator interface {
	print(r *request) (*printed, error)
}

// request is the input of a generator.
type request struct {
	env       cli.Env
	p         *codegen.Packages
	flags     *pflag.FlagSet
	algorithm string
	out       string // -o
	check     string // the word of --check, "true" if it has none, "" if nothing is to be checked
	asJSON    bool
}

// printed is a generator's output for an algorithm.
type printed struct {
	files []output
	// run runs vectors on it. The error is that of the last outcome, or what prevented the run.
	run func(ctx context.Context, files []*testvectors.File, progress progress) ([]testvectors.Outcome, error)
	// more makes further files of the vectors, which are nil without --check unless vectors is set.
	more    func(ctx context.Context, vectors []*testvectors.File) ([]output, error)
	vectors bool
	// last is called when all is written.
	last func(env cli.Env) error
}

// progress is called with the present task, and how much of it is done.
type progress = func(what string, done, total int)

// some returns progress of one kind of work.
func some(p progress, what string) func(done, total int) {
	return func(done, total int) { p(what, done, total) }
}

func (b *backEnd) command() cli.Command {
	args := " ALGORITHM [VECTORS...]"
	if b.all {
		args = " [ALGORITHM] [VECTORS...]"
	}
	return cli.Command{
		Name: b.name, Args: packagesArgs + args, Short: b.short, Long: b.long, Examples: b.examples,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			r := &backEndRun{backEnd: b, f: f}
			r.declare(f)
			return r.run
		},
	}
}

// backEndRun is a run of a back end's command.
type backEndRun struct {
	*backEnd
	f         *pflag.FlagSet
	generator generator
	out       string
	checked   string
	report    reportFlags
}

func (b *backEndRun) declare(f *pflag.FlagSet) {
	f.StringVarP(&b.out, "output", "o", "", b.file)
	b.generator = b.flags(f)
	if len(b.checks) > 0 {
		cli.OneOf(f, &b.checked, "check", "", b.check, b.checks...)
		f.Lookup("check").NoOptDefVal = b.checks[0]
	} else {
		f.Bool("check", false, b.check)
	}
	b.report.flags(f, "with --check: ")
}

// request returns what the flags ask for.
func (b *backEndRun) request(env cli.Env, p *codegen.Packages, algorithm string) *request {
	if on, err := b.f.GetBool("check"); err == nil && on {
		b.checked = "true"
	}
	return &request{env: env, p: p, flags: b.f, algorithm: algorithm, out: b.out, check: b.checked, asJSON: b.report.asJSON}
}

func (b *backEndRun) run(env cli.Env, args []string) error {
	p, words, err := packagesOf(args)
	if err != nil {
		return err
	}
	if pipeline, ok := b.generator.(interface {
		pipeline(*request, []string) (bool, error)
	}); ok {
		if done, err := pipeline.pipeline(b.request(env, p, ""), words); done {
			return err
		}
	}
	names, paths, err := b.algorithms(p, words)
	if err != nil {
		return err
	}
	list := make([]*printed, len(names))
	for i, name := range names {
		if list[i], err = b.generator.print(b.request(env, p, name)); err != nil {
			return b.named(env, err)
		}
	}
	if err := b.usage(list, paths); err != nil {
		return err
	}
	ctx, stop := interrupt.Context(context.Background())
	defer stop()
	var vectors []*testvectors.File
	if b.checked != "" || list[0].vectors {
		if vectors, err = vectorsOf(ctx, env, p, paths, true); err != nil {
			return err
		}
	}
	if b.checked != "" {
		// Checked first: output that fails is not written.
		if err := b.verify(ctx, env, list, vectors, len(paths) > 0); err != nil {
			return err
		}
	}
	if b.out != "" {
		if err := b.write(ctx, env, list, vectors); err != nil {
			return err
		}
	}
	if last := list[0].last; last != nil {
		return last(env)
	}
	return nil
}

// algorithms returns the algorithms that the words name, and the remaining words.
func (b *backEndRun) algorithms(p *codegen.Packages, words []string) (names, rest []string, err error) {
	checked := b.request(cli.Env{}, p, "").check != ""
	if b.all && checked && (len(words) == 0 || strings.ContainsAny(words[0], "./")) {
		names = p.Algorithms()
		if b.names != nil { // and the packages without one
			names = append(names, collect.Where(b.names(p.Program), func(name string) bool { return len(transducersOf(p, name)) == 0 })...)
		}
		if len(names) > 0 {
			return names, words, nil
		}
	}
	if b.names != nil && len(words) > 0 {
		known := b.names(p.Program)
		name := words[0]
		if p.BuiltIn() {
			if found, err := resolve(p.Program, name); err == nil {
				name = found
			} else if !slices.Contains(known, name) {
				return nil, nil, fmt.Errorf("%s: %w", b.name, &transducer.UnknownAlgorithmError{Name: name, Known: known})
			}
		}
		if slices.Contains(known, name) {
			return []string{name}, words[1:], nil
		}
	}
	name, rest, err := algorithmOf(p, b.name, words)
	return []string{name}, rest, err
}

// usage refuses flags that cannot be combined.
func (b *backEndRun) usage(list []*printed, paths []string) error {
	problem := ""
	switch toStdout := b.out == atomicfile.Stdout; {
	case b.out == "" && b.checked == "" && list[0].last == nil && b.many:
		problem = "-o is missing; name the folder to write the files to, or check with --check"
	case b.out == "" && b.checked == "" && list[0].last == nil:
		problem = "-o is missing; name the file to write, or - for standard output"
	case b.out != "" && len(list) > 1:
		problem = "-o takes what is made of one algorithm; name it"
	case toStdout && b.many:
		problem = "there are several files; -o has to name a folder"
	case len(paths) > 0 && b.checked == "" && !list[0].vectors:
		problem = fmt.Sprintf("unexpected argument %q; vectors are run with --check", paths[0])
	case b.report.asJSON && b.checked == "" && list[0].last == nil:
		problem = "--json goes with --check"
	case b.report.junit != "" && b.checked == "":
		problem = "--junit goes with --check"
	case b.report.asJSON && toStdout:
		problem = "--json and -o - both use standard output; write to a file"
	}
	if problem != "" {
		return errors.New(b.name + ": " + problem)
	}
	return cli.CheckDistinct(b.report.junit, paths...)
}

// verify runs the vectors on the printed algorithms; if files are named, only on the algorithms that they are of.
func (b *backEndRun) verify(ctx context.Context, env cli.Env, list []*printed, files []*testvectors.File, named bool) error {
	to := env.Stdout
	if b.out == atomicfile.Stdout {
		to = env.Stderr // what was printed goes to standard output
	}
	bar := cli.NewStages(env.Stderr)
	var outcomes []testvectors.Outcome
	var err error
	for _, g := range list {
		var some []testvectors.Outcome
		some, err = g.run(ctx, files, bar.Update)
		if none := (*testvectors.NoVectorsError)(nil); errors.As(err, &none) && named && len(list) > 1 {
			err = nil
			continue
		}
		if err != nil && len(some) == 0 {
			some = []testvectors.Outcome{{Target: b.name}}
		}
		if outcomes = append(outcomes, some...); err != nil {
			outcomes[len(outcomes)-1].Err = err
			break
		}
	}
	bar.Done()
	return b.report.report(env, to, b.name, outcomes, err)
}

// write writes the files of what was printed: to -o, or into that folder.
func (b *backEndRun) write(ctx context.Context, env cli.Env, list []*printed, vectors []*testvectors.File) error {
	var files []output
	for _, g := range list {
		files = append(files, g.files...)
		if g.more == nil {
			continue
		}
		more, err := g.more(ctx, vectors)
		if err != nil {
			return b.named(env, err)
		}
		files = append(files, more...)
	}
	if b.many {
		return writeFolder(b.out, files)
	}
	return write(env, b.out, files[0].text)
}

// named begins an error with the command's name.
func (b *backEndRun) named(env cli.Env, err error) error {
	if !strings.HasPrefix(err.Error(), b.name+": ") {
		err = fmt.Errorf("%s: %w", b.name, err)
	}
	return toolFailed(env, err)
}

// rerun runs a back end's command, given without ccgen and its name, and returns the output whose name the path ends
// with, or the only one.
func (b *backEnd) rerun(words []string, path string) (output, error) {
	f := pflag.NewFlagSet("", pflag.ContinueOnError)
	f.Usage = func() {}
	r := &backEndRun{backEnd: b, f: f}
	r.declare(f)
	if err := f.Parse(words); err != nil {
		return output{}, err
	}
	p, rest, err := packagesOf(f.Args())
	if err != nil {
		return output{}, err
	}
	algorithms, _, err := r.algorithms(p, rest)
	if err != nil {
		return output{}, err
	}
	g, err := r.generator.print(r.request(cli.Env{Stdout: io.Discard, Stderr: io.Discard}, p, algorithms[0]))
	if err != nil {
		return output{}, err
	}
	if !b.many {
		return g.files[0], nil
	}
	var names []string
	for _, file := range g.files {
		if strings.HasSuffix(path, "/"+file.name) {
			return file, nil
		}
		names = append(names, file.name)
	}
	return output{}, fmt.Errorf("it makes no file %s, but %s; give the file its name again", filepath.Base(path), strings.Join(names, ", "))
}
