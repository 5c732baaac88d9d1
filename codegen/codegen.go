// Package codegen compiles the firmware packages of this repository, whose source
// it carries with it, and is the root of the compiler's parts: frontend (Go source
// to IR), ir, interp (runs the IR), ranges (proves that its arithmetic fits, with
// package interval), cgen (IR to C99), port (what ccgen c makes of that), doca (the
// glue of a NIC), profile (parameters as people name them), flat (IR without loops and
// branches), p4 (that to P4_16), smt (obligations for a solver), cost (what a call takes),
// conformance (runs the vectors on what was compiled), difffuzz (fuzzes that against Go)
// and mutate (which faults the vectors find).
package codegen

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	smartnic "smartnic-cc"
	"smartnic-cc/codegen/frontend"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/nearest"
)

// Firmware compiles the embedded source of the firmware packages to IR.
var Firmware = sync.OnceValues(compile)

func compile() (*ir.Program, error) {
	return frontend.Load(smartnic.Source, smartnic.Module, smartnic.FirmwareDirs, frontend.Options{})
}

// Instances compiles the firmware packages with the further instances of their algorithms.
var Instances = sync.OnceValues(func() (*ir.Program, error) {
	return frontend.Load(smartnic.Source, smartnic.Module, slices.Concat(smartnic.FirmwareDirs, smartnic.InstanceDirs), frontend.Options{})
})

// Transducer returns the transducer of a name, of the firmware packages or an instance. The
// error names those that exist.
func Transducer(name string) (*ir.Transducer, error) {
	p, err := Instances()
	if err != nil {
		return nil, err
	}
	var names []string
	for _, t := range p.Transducers {
		if t.Name == name {
			return t, nil
		}
		names = append(names, t.Name)
	}
	return nil, fmt.Errorf("algorithm %q is unknown%s; use one of %s", name, nearest.Hint(name, names), strings.Join(names, ", "))
}
