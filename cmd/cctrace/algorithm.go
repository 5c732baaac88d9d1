package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/codegen/profile"
	"smartnic-cc/internal/algorithms"
	"smartnic-cc/internal/nearest"
	"smartnic-cc/internal/paramset"
	"smartnic-cc/internal/reaction"
	"smartnic-cc/internal/readfile"
)

// isOwn reports whether the name of an algorithm is that of a folder, with its transducer behind
// a colon where it has several: ./mycc, ../cc:fast, /src/cc.
func isOwn(algo string) bool {
	return isNamed(algo) || algo == "." || algo == ".." || strings.ContainsAny(algo, `/\`) || strings.HasPrefix(algo, ".:") || strings.HasPrefix(algo, "..:")
}

// isNamed reports whether an algorithm is built in and has no setting but its profile.
func isNamed(algo string) bool {
	return !slices.Contains(reaction.Algorithms(), algo) && algorithms.Has(algo)
}

// ownAlgorithm is an algorithm of a folder with its parameters.
type ownAlgorithm struct {
	folder    string
	packages  *codegen.Packages
	algorithm *driver.Algorithm
	engine    driver.Engine
	profile   *paramset.Profile
}

// openOwn loads an algorithm, FOLDER or FOLDER:NAME, to be interpreted, with the parameters of a
// profile, the first of the folder's if it is "", and changes of it.
func openOwn(algo, profile string, set []string) (*ownAlgorithm, error) {
	if isNamed(algo) {
		return openNamed(algo, profile, set)
	}
	folder, name := algo, ""
	if i := strings.LastIndexByte(algo, ':'); i >= 0 && !strings.ContainsAny(algo[i:], `/\`) {
		folder, name = algo[:i], algo[i+1:]
	}
	o := &ownAlgorithm{folder: folder}
	var err error
	if o.packages, err = codegen.Load([]string{folder}); err != nil {
		return nil, err
	}
	t, err := o.transducer(name)
	if err != nil {
		return nil, err
	}
	if o.algorithm, err = driver.New(t); err != nil {
		return nil, o.named(err)
	}
	if o.engine, err = driver.Interpreted(interp.New(o.packages.Program), t.Name); err != nil {
		return nil, fmt.Errorf("%s: %w", algo, err)
	}
	o.profile, err = o.params(t, profile, set)
	return o, err
}

// openNamed is openOwn for a built-in algorithm.
func openNamed(algo, name string, set []string) (*ownAlgorithm, error) {
	s, name, err := algorithms.Setup(algo, profile.Choice{Profile: name, Set: set})
	if err != nil {
		return nil, err
	}
	o := &ownAlgorithm{folder: algo, algorithm: s.Algorithm, profile: &paramset.Profile{Name: name, Values: s.Params}}
	if o.packages, err = codegen.Load(nil); err != nil {
		return nil, err
	}
	o.engine, err = s.Engine()
	return o, err
}

// transducer returns the one of a name, or the only one of the folder.
func (o *ownAlgorithm) transducer(name string) (*ir.Transducer, error) {
	names := o.packages.Algorithms()
	list := strings.Join(names, ", ")
	switch {
	case slices.Contains(names, name):
		return o.packages.Program.Transducer(name), nil
	case len(names) == 0:
		return nil, fmt.Errorf("algo: %s has no algorithm; put //ccgen:transducer NAME init=FUNC on its step function (docs/subset.md)", o.folder)
	case name != "":
		return nil, fmt.Errorf("algo: %s has no transducer %.60q%s; it has %s", o.folder, name, nearest.Hint(name, names), list)
	case len(names) > 1:
		return nil, fmt.Errorf("algo: %s has several transducers, %s; name one, as in %s:%s", o.folder, list, o.folder, names[0])
	}
	return o.packages.Program.Transducer(names[0]), nil
}

// params reads the profiles beside the source, chooses one and changes it.
func (o *ownAlgorithm) params(t *ir.Transducer, name string, set []string) (*paramset.Profile, error) {
	p := paramset.New(t, func(at ir.Pos) string {
		at = o.packages.Place(at)
		return fmt.Sprintf("%s:%d", at.File, at.Line)
	})
	file := filepath.Join(o.folder, paramset.FileName)
	var profile *paramset.Profile
	switch _, err := os.Stat(file); {
	case errors.Is(err, fs.ErrNotExist) && name != "":
		return nil, fmt.Errorf("profile: %.60q is unknown; there is no %s", name, file)
	case errors.Is(err, fs.ErrNotExist):
		profile = p.None(file)
	default:
		text, err := readfile.Input(file, paramset.Limit, "profiles are a short TOML file")
		if err != nil {
			return nil, err
		}
		list, err := p.Read(text, file)
		if err != nil {
			return nil, err
		}
		if profile, err = paramset.Find(list, name, file); err != nil {
			return nil, err
		}
		profile = profile.Clone()
	}
	for _, change := range set {
		if err := p.Change(profile, change); err != nil {
			return nil, err
		}
	}
	return profile, p.Check(profile)
}

// named returns an error with its places as the user would name them.
func (o *ownAlgorithm) named(err error) error {
	var lack *ir.Lack
	var fault *interp.Fault
	switch {
	case errors.As(err, &lack):
		lack.Pos = o.packages.Place(lack.Pos)
	case errors.As(err, &fault):
		fault.Pos = o.packages.Place(fault.Pos)
	}
	return err
}
