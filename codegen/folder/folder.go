// Package folder opens a user's algorithm: a folder of firmware-subset Go, with its parameters in profiles.toml next
// to the source (docs/algorithms-of-your-own.md). It is interpreted, unless the program has its Go linked in.
package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/interp"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/algorithms"
	"smartnic-cc/internal/algorithms/paramset"
	"smartnic-cc/internal/base/sys/readfile"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/nearest"
	"smartnic-cc/internal/reference"
)

// Algorithm is an algorithm of a folder. Load sets only some of the fields; those marked Open are set by Open.
type Algorithm struct {
	// Setup is ready to run (Open).
	driver.Setup
	Folder     string // as it was named
	Packages   *codegen.Packages
	Transducer *ir.Transducer
	// Profile is the name of the set of parameters that was taken (Open); "" if the folder has none.
	Profile string
	// Linked reports that the engine is a Native. Stale reports that an algorithm of this name is linked in but not
	// used, since it was made of another source.
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

// Profile is a named set of parameters.
type Profile struct {
	Name   string // "" if there is no profiles.toml
	Values []uint64
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

// IsFolder reports whether an algorithm is named by its folder, followed by a colon and its transducer if the folder
// has several: ./mycc, ../cc:fast, /src/cc. A BuiltIn one counts as the folder that it was built from.
func IsFolder(algorithm string) bool {
	return BuiltIn(algorithm) || algorithm == "." || algorithm == ".." || strings.ContainsAny(algorithm, `/\`) ||
		strings.HasPrefix(algorithm, ".:") || strings.HasPrefix(algorithm, "..:")
}

// BuiltIn reports whether a name is that of a built-in algorithm with no choices but those of the profiles.toml next
// to its source. It runs like a folder's algorithm that is linked in.
func BuiltIn(name string) bool { return algorithms.HasData(name) }

// Open loads an algorithm, FOLDER or FOLDER:NAME, with its parameters. The error is that of Load, of Choose, or of an
// algorithm that a NIC cannot drive.
func Open(algorithm string, o Options) (*Algorithm, error) {
	a, err := Load(algorithm)
	if err != nil {
		return nil, err
	}
	if a.Algorithm, err = driver.New(a.Transducer); err != nil {
		return nil, a.Named(err)
	}
	if err := a.engine(o.Native); err != nil {
		return nil, fmt.Errorf("%s: %w", algorithm, err)
	}
	p, err := a.Choose(o.Profile, o.Set)
	if err != nil {
		return nil, err
	}
	a.Profile, a.Params = p.Name, p.Values
	return a, nil
}

// Load loads an algorithm, FOLDER or FOLDER:NAME, without parameters and without checking that a NIC could drive it.
// It fails if the folder is not a package in the firmware subset, or lacks the algorithm.
func Load(algorithm string) (*Algorithm, error) {
	a := &Algorithm{Folder: algorithm}
	if BuiltIn(algorithm) {
		var err error
		if a.Packages, err = codegen.LoadBuiltIn(algorithm); err == nil {
			a.Transducer, err = a.transducer(algorithm)
		}
		return a, err
	}
	name := ""
	if i := strings.LastIndexByte(algorithm, ':'); i >= 0 && !strings.ContainsAny(algorithm[i:], `/\`) {
		a.Folder, name = algorithm[:i], algorithm[i+1:]
	}
	var err error
	if a.Packages, err = codegen.Load([]string{a.Folder}); err != nil {
		return nil, err
	}
	a.Transducer, err = a.transducer(name)
	return a, err
}

// transducer returns the named one, or the only one of the folder.
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

// engine uses the linked algorithm if it is of this source, else the interpreter.
func (a *Algorithm) engine(linked []Native) error {
	if a.Packages.BuiltIn() {
		a.Linked = true
		a.Engine = func() (driver.Engine, error) { return reference.Native(a.Transducer.Name), nil }
		return nil
	}
	for _, n := range linked {
		if n.Name != a.Transducer.Name {
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
	a.Engine = func() (driver.Engine, error) { return driver.Interpreted(machine.Fork(), a.Transducer.Name) }
	_, err := a.Engine()
	return err
}

// Profiles reads the named sets of parameters next to the source; there are no sets without a profiles.toml. The
// error names its line.
func (a *Algorithm) Profiles() ([]Profile, error) {
	_, list, err := a.profiles()
	return collect.Of(list, func(p *paramset.Profile) Profile { return Profile{p.Name, p.Values} }), err
}

// Choose returns the named profile, or the first if name is "", with changes FIELD=VALUE. It fails on a name or a
// field that does not exist, and on values that are missing or out of range.
func (a *Algorithm) Choose(name string, set []string) (Profile, error) {
	params, list, err := a.profiles()
	if err != nil {
		return Profile{}, err
	}
	p := params.None(a.file())
	switch {
	case list != nil:
		if p, err = paramset.Find(list, name, a.file()); err != nil {
			return Profile{}, err
		}
	case name != "":
		return Profile{}, fmt.Errorf("profile: %.60q is unknown; there is no %s", name, a.file())
	}
	for _, change := range set {
		if err := params.Change(p, change); err != nil {
			return Profile{}, err
		}
	}
	return Profile{p.Name, p.Values}, params.Check(p)
}

// file returns the path of the profiles.
func (a *Algorithm) file() string {
	if a.Packages.BuiltIn() {
		return path.Join(a.Transducer.Pkg.Dir, paramset.FileName)
	}
	return filepath.Join(a.Folder, paramset.FileName)
}

// profiles returns the layout of the parameters and their sets, nil without a profiles.toml.
func (a *Algorithm) profiles() (params *paramset.Params, list []*paramset.Profile, err error) {
	params = paramset.New(a.Transducer, func(at ir.Pos) string {
		at = a.Packages.Place(at)
		return fmt.Sprintf("%s:%d", at.File, at.Line)
	})
	if a.Packages.BuiltIn() {
		text, err := fs.ReadFile(a.Packages.Source, a.file())
		if err == nil {
			list, err = params.Read(text, a.file())
		}
		return params, list, err
	}
	if _, err := os.Stat(a.file()); errors.Is(err, fs.ErrNotExist) {
		return params, nil, nil
	}
	text, err := readfile.Input(a.file(), paramset.Limit, "profiles are a short TOML file")
	if err != nil {
		return nil, nil, err
	}
	list, err = params.Read(text, a.file())
	return params, list, err
}

// Named returns an error of the contract or of the interpreter with its positions as the user would name them.
func (a *Algorithm) Named(err error) error {
	var missing *ir.ContractError
	var fault *interp.Fault
	switch {
	case errors.As(err, &missing):
		missing.Pos = a.Packages.Place(missing.Pos)
	case errors.As(err, &fault):
		fault.Pos = a.Packages.Place(fault.Pos)
	}
	return err
}
