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
	"smartnic-cc/internal/figures"
	"smartnic-cc/internal/nearest"
	"smartnic-cc/internal/paramset"
	"smartnic-cc/internal/reaction"
	"smartnic-cc/internal/readfile"
	"smartnic-cc/internal/replay"
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
	profile   *paramset.Profile
}

// setup returns the algorithm, ready to be interpreted.
func (o *ownAlgorithm) setup() driver.Setup {
	return driver.Setup{Algorithm: o.algorithm, Params: o.profile.Values, Engine: func() (driver.Engine, error) {
		return driver.Interpreted(interp.New(o.packages.Program), o.algorithm.Def.Name)
	}}
}

// parameters lists the parameters as people are shown them: values in the units of the fields, and
// the first line of what the source says of each.
func (o *ownAlgorithm) parameters() []reaction.Parameter {
	var list []reaction.Parameter
	for i, l := range ir.Layout(o.algorithm.Def.Params) {
		p := reaction.Parameter{Name: l.Name, Unit: l.Field.UnitOf()}
		if l.Kind.IsSigned() {
			p.Value = fmt.Sprint(int64(o.profile.Values[i]))
		} else {
			p.Value = fmt.Sprint(o.profile.Values[i])
		}
		if len(l.Field.Doc) > 0 {
			p.Meaning = strings.TrimSpace(strings.TrimPrefix(l.Field.Doc[0], "//"))
		}
		list = append(list, p)
	}
	return list
}

// openOwn loads an algorithm, FOLDER or FOLDER:NAME, to be interpreted, with the parameters of a
// profile, the first of the folder's if it is "", and changes of it.
func openOwn(algo, profile string, set []string) (*ownAlgorithm, error) {
	o, err := loadOwn(algo)
	if err != nil {
		return nil, err
	}
	o.profile, err = o.params(o.algorithm.Def, profile, set)
	return o, err
}

// loadOwn loads an algorithm without parameters.
func loadOwn(algo string) (*ownAlgorithm, error) {
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
	return o, nil
}

// axes are those of the columns of the algorithms' logs, but for columns whose fractional bits are
// parameters: their names say how many.
func axes(algos []string) (map[string]figures.Axis, error) {
	all := map[string]figures.Axis{}
	for _, algo := range algos {
		if !isOwn(algo) {
			return nil, fmt.Errorf("algo: %.60q is no folder; the logs of built-in algorithms need none, and a folder is written as ./mycc", algo)
		}
		o, err := loadOwn(algo)
		if err != nil {
			return nil, err
		}
		l := replay.NewLayout(o.algorithm, make([]uint64, o.algorithm.Def.Params.Leaves()))
		for i := range l.Columns {
			all[l.Columns[i].Name] = figures.ColumnAxis(&l.Columns[i])
		}
	}
	return all, nil
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
