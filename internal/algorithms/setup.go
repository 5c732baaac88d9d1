package algorithms

import (
	"fmt"
	"slices"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/profile"
	"smartnic-cc/internal/reference"
)

// Has reports whether a name is that of a built-in algorithm that a NIC can drive, as Resolve
// takes it.
func Has(name string) bool {
	algorithm, err := Resolve(name, profile.Choice{})
	if err != nil {
		return false
	}
	t, err := codegen.Transducer(algorithm)
	if err != nil {
		return false
	}
	_, err = t.Contract()
	return err == nil
}

// WithData returns the names of the built-in algorithms that a NIC can drive and whose profiles
// are data: a name and a profile is all that there is to choose.
func WithData() []string {
	all, _ := entries() // an error is that of who asks for one of them
	var names []string
	for _, e := range all {
		if d, ok := e.Family.(*data); ok && Has(d.first) {
			names = append(names, d.first)
		}
	}
	return names
}

// Setup returns a built-in algorithm ready to run, linked in, and the name of its profile: the
// first that it has if c names none. The errors are those of Resolve, of Params and of driver.New.
func Setup(name string, c profile.Choice) (driver.Setup, string, error) {
	algorithm, err := Resolve(name, c)
	if err != nil {
		return driver.Setup{}, "", err
	}
	t, err := codegen.Transducer(algorithm)
	if err != nil {
		return driver.Setup{}, "", err
	}
	a, err := driver.New(t)
	if err != nil {
		return driver.Setup{}, "", err
	}
	f, err := Of(algorithm)
	if err != nil {
		return driver.Setup{}, "", err
	}
	if f != nil && c.Profile == "" {
		c.Profile = f.Names()[0]
	}
	values, _, err := Params(algorithm, c)
	if err != nil {
		return driver.Setup{}, "", err
	}
	engine := func() (driver.Engine, error) {
		if e := reference.Native(algorithm); e != nil {
			return e, nil
		}
		return nil, fmt.Errorf("%s is not linked in; run make generate", algorithm)
	}
	return driver.Setup{Algorithm: a, Params: slices.Clone(values), Engine: engine}, c.Profile, nil
}
