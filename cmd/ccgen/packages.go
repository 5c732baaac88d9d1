package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/codegen/profile"
	"smartnic-cc/codegen/vectors"
	"smartnic-cc/internal/algorithms"
	"smartnic-cc/internal/base/cli"
	"smartnic-cc/testvectors"
)

// packagesArgs names folders of packages in the usage of a command, and packagesLong describes them in its help.
const (
	packagesArgs = "[./DIR...]"
	packagesLong = `Folders, which begin with ./, ../ or /, are packages to take instead of the built-in ones.
Their imports of smartnic-cc/... are found in ccgen, others in their module.`
)

// packagesOf loads the packages in the folders among a command's arguments, or the built-in ones if no folder is
// named, and returns the other arguments. As for the go command, a folder begins with ./, ../ or /; other words are
// names of algorithms and files.
func packagesOf(args []string) (p *codegen.Packages, rest []string, err error) {
	folders, rest := foldersOf(args)
	p, err = codegen.Load(folders)
	return p, rest, err
}

// foldersOf splits the arguments of a command into folders of packages and others.
func foldersOf(args []string) (folders, rest []string) {
	for _, arg := range args {
		if isFolder(arg) {
			folders = append(folders, arg)
		} else {
			rest = append(rest, arg)
		}
	}
	return folders, rest
}

// onlyFolders returns the folders of packages among arguments, and refuses other arguments.
func onlyFolders(args []string) ([]string, error) {
	folders, rest := foldersOf(args)
	return folders, cli.NoArgs(rest)
}

// algorithmOf returns the algorithm that the first of words names, and the other words. If the packages in folders
// have just one algorithm, it need not be named.
func algorithmOf(p *codegen.Packages, command string, words []string) (name string, rest []string, err error) {
	if p.BuiltIn() {
		if len(words) == 0 {
			return "", nil, fmt.Errorf("%s: name the algorithm, as in ccgen %[1]s dcqcn", command)
		}
		name, err = resolve(p.Program, words[0])
		return name, words[1:], err
	}
	names := p.Algorithms()
	switch {
	case len(names) == 0:
		return "", nil, fmt.Errorf("%s: %s has no algorithm; write //ccgen:transducer NAME init=FUNC above its step function", command, strings.Join(p.Folders, ", "))
	case len(words) > 0 && slices.Contains(names, words[0]):
		return words[0], words[1:], nil
	case len(names) == 1:
		return names[0], words, nil
	}
	return "", nil, fmt.Errorf("%s: name the algorithm: one of %s", command, strings.Join(names, ", "))
}

// resolve returns the name of a transducer of the built-in program: the name itself, or the transducer that a
// package's name selects.
func resolve(p *ir.Program, name string) (string, error) {
	if found, err := algorithms.Resolve(name, profile.Choice{}); err == nil && p.Transducer(found) != nil {
		return found, nil
	}
	_, err := p.Algorithm(name)
	return name, err
}

// builtInOnly refuses flags that packages in folders do not have: those of profiles of the built-in algorithms.
func builtInOnly(p *codegen.Packages, f *pflag.FlagSet, flags ...string) error {
	for _, name := range flags {
		if !p.BuiltIn() && f.Changed(name) {
			return fmt.Errorf("--%s is for the built-in algorithms; leave it out for packages of your own", name)
		}
	}
	return nil
}

// vectorsOf reads the named vectors. If none are named, they are the corpus for the built-in packages, and the result
// of ccgen vectors for others; search says whether that includes its search.
func vectorsOf(ctx context.Context, env cli.Env, p *codegen.Packages, paths []string, search bool) ([]*testvectors.File, error) {
	bar := cli.NewStages(env.Stderr)
	defer bar.Done()
	o := vectors.Options{Seed: vectors.DefaultSeed, Progress: bar.Update}
	if search {
		o.Calls = vectors.DefaultCalls
	}
	return vectors.Load(ctx, p, paths, o)
}

// isFolder reports whether an argument is the folder of a package. One that does not exist counts as a folder unless
// its name ends like that of a file.
func isFolder(arg string) bool {
	slash := filepath.ToSlash(arg)
	if arg != "." && arg != ".." && !strings.HasPrefix(slash, "./") && !strings.HasPrefix(slash, "../") && !filepath.IsAbs(arg) {
		return false
	}
	info, err := os.Stat(arg)
	if errors.Is(err, fs.ErrNotExist) {
		return filepath.Ext(filepath.Base(arg)) == ""
	}
	return err == nil && info.IsDir()
}
