// Package codegen compiles the firmware packages of this repository, whose source
// it carries with it, and packages in folders. Below it are frontend (Go source to IR),
// ir, interp (runs the IR), interval, flat (IR without loops and branches), driver (the loop
// that feeds an algorithm its events), profile (parameters as people name them), folder (an
// algorithm of a folder, ready to run) and vectors (made of the source alone), and three groups:
// analysis, backend and check. It knows no network, no trace and no NIC's settings.
package codegen

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"

	smartnic "smartnic-cc"
	"smartnic-cc/codegen/frontend"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/nearest"
)

// Firmware compiles the embedded source of the firmware packages to IR, once. The result is shared and must not be
// changed.
func Firmware() (*ir.Program, error) { return firmware() }

var firmware = sync.OnceValues(compile)

func compile() (*ir.Program, error) {
	return frontend.Load(smartnic.Source, smartnic.Module, smartnic.FirmwareDirs(), frontend.Options{})
}

// Transducer returns the named transducer of the firmware packages or an instance, as declared: its functions have no
// bodies. That takes a fraction of the time of compiling all of the source. The error of an unknown name lists the
// known ones.
func Transducer(name string) (*ir.Transducer, error) {
	of, err := Folders()
	if err != nil {
		return nil, err
	}
	if of[name] == "" {
		names := slices.Sorted(maps.Keys(of))
		return nil, fmt.Errorf("algorithm %q is unknown%s; use one of %s", name, nearest.Hint(name, names), strings.Join(names, ", "))
	}
	p, err := Declared(of[name])
	if err != nil {
		return nil, err
	}
	return p.Transducer(name), nil
}

// Declared returns the package in a folder of the firmware packages or of an instance, as declared: its functions
// have no bodies. It is compiled once; the result is shared and must not be changed.
func Declared(dir string) (*ir.Program, error) {
	once, _ := declared.LoadOrStore(dir, sync.OnceValues(func() (*ir.Program, error) {
		return frontend.Load(smartnic.Source, smartnic.Module, []string{dir}, frontend.Options{Declarations: true})
	}))
	return once.(func() (*ir.Program, error))()
}

// declared are what Declared has compiled, by folder.
var declared sync.Map

// Folders returns, by the name of each transducer of the firmware packages and the instances, the folder whose source
// declares it. It compiles nothing, and reads once; the map is shared. The error is of the embedded source.
func Folders() (map[string]string, error) { return folders() }

var folders = sync.OnceValues(func() (map[string]string, error) {
	of := map[string]string{}
	for _, d := range slices.Concat(smartnic.FirmwareDirs(), smartnic.InstanceDirs()) {
		files, _ := fs.Glob(smartnic.Source, d+"/*.go") // no error: the pattern is well formed
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			text, err := fs.ReadFile(smartnic.Source, file)
			if err != nil {
				return nil, err
			}
			for _, after := range strings.Split(string(text), "\n//ccgen:transducer ")[1:] {
				name, _, _ := strings.Cut(after, " ")
				of[name] = d
			}
		}
	}
	return of, nil
})
