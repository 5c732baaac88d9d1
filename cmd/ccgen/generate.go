package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/profile"
	"smartnic-cc/internal/algorithms"
	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/sys/atomicfile"
	"smartnic-cc/internal/base/text/collect"
)

// profileFlags are the flags that choose a built-in algorithm's parameters for generated text.
type profileFlags struct {
	profile, line string
	change        profile.Choice
}

// flags declares them; usage is the help of --profile.
func (o *profileFlags) flags(f *pflag.FlagSet, usage string) {
	f.StringVar(&o.profile, "profile", "", usage)
	cli.LineRate(f, &o.line, "100G", "port speed of the profile, as in 25G, 100G or 1.6T")
	algorithms.Flags(f, &o.change)
}

// profileNames returns the names of the flags, except --profile.
func profileNames() []string { return append([]string{"line-rate"}, algorithms.FlagNames()...) }

// values returns the parameters of an algorithm by a profile with the changes, and a one-line description of them.
func (o *profileFlags) values(algorithm, profile string) ([]uint64, string, error) {
	choice := o.change
	choice.Profile, choice.Line = profile, o.line
	return algorithms.Params(algorithm, choice)
}

// constants returns the parameters to print as constants, and a one-line description of them: those of the named
// profile, nil if no profile is named.
func (o *profileFlags) constants(r *request) ([]uint64, string, error) {
	if err := builtInOnly(r.p, r.flags, append(profileNames(), "profile")...); err != nil {
		return nil, "", err
	}
	if o.profile == "" {
		if words := o.words(); len(words) > 0 {
			return nil, "", fmt.Errorf("%s changes a profile; name that with --profile", words[0])
		}
		return nil, "", nil
	}
	return o.values(r.algorithm, o.profile)
}

// words returns the flags as written in a command.
func (o *profileFlags) words() (words []string) {
	if o.profile != "" {
		words = append(words, "--profile", o.profile)
	}
	if o.line != "100G" {
		words = append(words, "--line-rate", o.line)
	}
	return append(words, o.change.Args()...)
}

// commandLine returns the command that generates something again, made of words and the folders of packages.
func commandLine(p *codegen.Packages, words ...string) string {
	return strings.Join(slices.Concat([]string{"ccgen"}, words, collect.Of(p.Folders, filepath.ToSlash)), " ")
}

// words returns those flags of names that are given, as written in a command.
func (r *request) words(names ...string) (words []string) {
	for _, name := range names {
		switch flag := r.flags.Lookup(name); {
		case !flag.Changed:
		case flag.Value.Type() == "bool":
			words = append(words, "--"+name)
		case flag.NoOptDefVal != "": // its value may be omitted
			words = append(words, "--"+name+"="+flag.Value.String())
		default:
			words = append(words, "--"+name, flag.Value.String())
		}
	}
	return words
}

// output is one of the files that a command writes.
type output struct {
	name string
	text []byte
}

func (o output) write(w io.Writer) error {
	_, err := w.Write(o.text)
	return err
}

func write(env cli.Env, path string, text []byte) error {
	return env.Write(path, output{path, text}.write)
}

// writeFolder writes files into a folder, which it creates if needed: all of them or none.
func writeFolder(dir string, files []output) error {
	folder, err := atomicfile.NewFolder(dir)
	if err != nil {
		return err
	}
	defer folder.Abort()
	for _, file := range files {
		if err := folder.Fill(file.name, file.write); err != nil {
			return err
		}
	}
	return folder.Commit()
}
