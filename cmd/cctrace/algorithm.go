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
	"smartnic-cc/internal/nearest"
	"smartnic-cc/internal/paramset"
	"smartnic-cc/internal/readfile"
)

// isOwn reports whether the name of an algorithm is that of a folder, with its transducer behind
// a colon where it has several: ./mycc, ../cc:fast, /src/cc.
func isOwn(algo string) bool {
	return algo == "." || algo == ".." || strings.ContainsAny(algo, `/\`) || strings.HasPrefix(algo, ".:") || strings.HasPrefix(algo, "..:")
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
	o, t, err := loadOwn(algo)
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

// loadOwn loads FOLDER or FOLDER:NAME without parameters. Whether a NIC could drive it is not
// looked at.
func loadOwn(algo string) (*ownAlgorithm, *ir.Transducer, error) {
	folder, name := algo, ""
	if i := strings.LastIndexByte(algo, ':'); i >= 0 && !strings.ContainsAny(algo[i:], `/\`) {
		folder, name = algo[:i], algo[i+1:]
	}
	o := &ownAlgorithm{folder: folder}
	var err error
	if o.packages, err = codegen.Load([]string{folder}); err != nil {
		return nil, nil, err
	}
	t, err := o.transducer(name)
	return o, t, err
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

// profiles reads the parameters beside the source; none if there is no such file.
func (o *ownAlgorithm) profiles(t *ir.Transducer) (p *paramset.Params, list []*paramset.Profile, file string, err error) {
	p = paramset.New(t, func(at ir.Pos) string {
		at = o.packages.Place(at)
		return fmt.Sprintf("%s:%d", at.File, at.Line)
	})
	file = filepath.Join(o.folder, paramset.FileName)
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		return p, nil, file, nil
	}
	text, err := readfile.Input(file, paramset.Limit, "profiles are a short TOML file")
	if err != nil {
		return nil, nil, file, err
	}
	list, err = p.Read(text, file)
	return p, list, file, err
}

// params reads the profiles beside the source, chooses one and changes it.
func (o *ownAlgorithm) params(t *ir.Transducer, name string, set []string) (*paramset.Profile, error) {
	p, list, file, err := o.profiles(t)
	if err != nil {
		return nil, err
	}
	var profile *paramset.Profile
	switch {
	case list == nil && name != "":
		return nil, fmt.Errorf("profile: %.60q is unknown; there is no %s", name, file)
	case list == nil:
		profile = p.None(file)
	default:
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
