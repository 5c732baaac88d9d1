// Package folder opens an algorithm of one's own: a folder of firmware-subset Go, with its
// parameters in profiles.toml beside the source (docs/algorithms-of-your-own.md). It is
// interpreted, unless the program has its Go linked in.
package folder

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

// Algorithm is an algorithm of a folder, ready to run.
type Algorithm struct {
	driver.Setup
	Folder   string // as it was named
	Packages *codegen.Packages
	// Profile is the name of the set of parameters that was taken; "" if there is no file of them.
	Profile string
	// Linked: the engine is that of a Native. Stale: one of this name is linked in, but was made
	// of another source, and is not used.
	Linked, Stale bool
}

// Options say with which parameters an algorithm runs, and how.
type Options struct {
	// Profile is a table of profiles.toml; "" is the first.
	Profile string
	// Set are changes FIELD=VALUE of it, in order.
	Set []string
	// Native are the algorithms that the program has linked in.
	Native []Native
}

// Native is an algorithm that is linked in. Command ccgen build writes such values.
type Native struct {
	// Name is that of the transducer, and Digest the codegen.Packages.Digest of its folder.
	Name, Digest string
	// Folder is where the source was when it was linked in.
	Folder string
	// Engine returns an engine for one goroutine, as driver.Native does.
	Engine func() driver.Engine
}

// Is reports whether the name of an algorithm is that of a folder, with its transducer behind a
// colon where it has several: ./mycc, ../cc:fast, /src/cc.
func Is(algorithm string) bool {
	return algorithm == "." || algorithm == ".." || strings.ContainsAny(algorithm, `/\`) ||
		strings.HasPrefix(algorithm, ".:") || strings.HasPrefix(algorithm, "..:")
}

// Open loads an algorithm, FOLDER or FOLDER:NAME, with its parameters. The error is of a folder
// that is no package in the firmware subset, an algorithm that a NIC cannot drive, or parameters
// that it does not have or that are outside of their ranges.
func Open(algorithm string, o Options) (*Algorithm, error) {
	a := &Algorithm{Folder: algorithm}
	name := ""
	if i := strings.LastIndexByte(algorithm, ':'); i >= 0 && !strings.ContainsAny(algorithm[i:], `/\`) {
		a.Folder, name = algorithm[:i], algorithm[i+1:]
	}
	var err error
	if a.Packages, err = codegen.Load([]string{a.Folder}); err != nil {
		return nil, err
	}
	t, err := a.transducer(name)
	if err != nil {
		return nil, err
	}
	if a.Setup.Algorithm, err = driver.New(t); err != nil {
		return nil, a.Named(err)
	}
	if err := a.engine(t, o.Native); err != nil {
		return nil, fmt.Errorf("%s: %w", algorithm, err)
	}
	p, err := a.params(t, &o)
	if err != nil {
		return nil, err
	}
	a.Profile, a.Params = p.Name, p.Values
	return a, nil
}

// transducer returns the one of a name, or the only one of the folder.
func (a *Algorithm) transducer(name string) (*ir.Transducer, error) {
	names := a.Packages.Algorithms()
	list := strings.Join(names, ", ")
	switch {
	case slices.Contains(names, name):
		return a.Packages.Program.Transducer(name), nil
	case len(names) == 0:
		return nil, fmt.Errorf("algo: %s has no algorithm; put //ccgen:transducer NAME init=FUNC on its step function (docs/subset.md)", a.Folder)
	case name != "":
		return nil, fmt.Errorf("algo: %s has no transducer %.60q%s; it has %s", a.Folder, name, nearest.Hint(name, names), list)
	case len(names) > 1:
		return nil, fmt.Errorf("algo: %s has several transducers, %s; name one, as in %s:%s", a.Folder, list, a.Folder, names[0])
	}
	return a.Packages.Program.Transducer(names[0]), nil
}

// engine takes what is linked in, if it is of this source, or the interpreter.
func (a *Algorithm) engine(t *ir.Transducer, linked []Native) error {
	for _, n := range linked {
		if n.Name != t.Name {
			continue
		}
		if n.Digest == a.Packages.Digest() {
			a.Linked, a.Stale = true, false
			a.Engine = func() (driver.Engine, error) { return n.Engine(), nil }
			return nil
		}
		a.Stale = true
	}
	machine := interp.New(a.Packages.Program)
	a.Engine = func() (driver.Engine, error) { return driver.Interpreted(machine.Fork(), t.Name) }
	_, err := a.Engine()
	return err
}

// params reads the profiles beside the source, chooses one and changes it.
func (a *Algorithm) params(t *ir.Transducer, o *Options) (*paramset.Profile, error) {
	p := paramset.New(t, func(at ir.Pos) string {
		at = a.Packages.Place(at)
		return fmt.Sprintf("%s:%d", at.File, at.Line)
	})
	file := filepath.Join(a.Folder, paramset.FileName)
	var profile *paramset.Profile
	switch _, err := os.Stat(file); {
	case errors.Is(err, fs.ErrNotExist) && o.Profile != "":
		return nil, fmt.Errorf("profile: %.60q is unknown; there is no %s", o.Profile, file)
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
		if profile, err = paramset.Find(list, o.Profile, file); err != nil {
			return nil, err
		}
		profile = profile.Clone()
	}
	for _, change := range o.Set {
		if err := p.Change(profile, change); err != nil {
			return nil, err
		}
	}
	return profile, p.Check(profile)
}

// Named returns an error of the contract or of the interpreter with its places as the user would
// name them.
func (a *Algorithm) Named(err error) error {
	var lack *ir.Lack
	var fault *interp.Fault
	switch {
	case errors.As(err, &lack):
		lack.Pos = a.Packages.Place(lack.Pos)
	case errors.As(err, &fault):
		fault.Pos = a.Packages.Place(fault.Pos)
	}
	return err
}
