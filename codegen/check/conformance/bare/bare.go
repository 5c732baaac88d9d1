// Package bare holds what a rv64 core without operating system, C library or floating
// point needs to run the firmware program: an entry, system calls for input and output
// (which qemu's user emulation answers), and the few functions of a C library that the
// program calls. A NIC's core runs the same firmware code with a runtime of its own.
package bare

import (
	"embed"

	"smartnic-cc/codegen/backend/cgen/cc"
)

//go:embed rv64
var files embed.FS

// Sources returns the names of the files that are compiled; the others are headers.
func Sources() []string { return []string{"runtime.c", "start.S"} }

// Files returns the sources and headers. They are embedded, so that an error is a mistake
// in the build.
func Files() ([]cc.File, error) {
	entries, err := files.ReadDir("rv64")
	if err != nil {
		return nil, err
	}
	var all []cc.File
	for _, e := range entries {
		data, err := files.ReadFile("rv64/" + e.Name())
		if err != nil {
			return nil, err
		}
		all = append(all, cc.File{Name: e.Name(), Data: data})
	}
	return all, nil
}
