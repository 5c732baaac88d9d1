package reaction

import (
	"slices"
	"sync"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/driver"
	"smartnic-cc/internal/reference"
)

// Driver returns the setup for a driver, built in. The error is one of the firmware packages, or that they have no
// such algorithm.
func (s *Setup) Driver() (driver.Setup, error) { return BuiltIn(s.Algorithm, s.Params) }

// BuiltIn returns the setup of a built-in algorithm of any shape with its parameters, flattened.
// The error is one of the firmware packages, or that they have no such algorithm.
func BuiltIn(name string, params []uint64) (driver.Setup, error) {
	a, err := algorithm(name)
	if err != nil {
		return driver.Setup{}, err
	}
	return driver.Setup{Algorithm: a, Params: slices.Clone(params), Engine: func() (driver.Engine, error) { return reference.Native(name), nil }}, nil
}

// known caches driver.Algorithm by name: it never changes.
var known sync.Map

func algorithm(name string) (*driver.Algorithm, error) {
	if a, ok := known.Load(name); ok {
		return a.(*driver.Algorithm), nil
	}
	def, err := codegen.Transducer(name)
	if err != nil {
		return nil, err
	}
	a, err := driver.New(def)
	if err != nil {
		return nil, err
	}
	known.Store(name, a)
	return a, nil
}
