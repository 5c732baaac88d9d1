// Package bare holds what a core (RISC-V, ARM, Xtensa) without operating system, C library or floating point needs to
// run the firmware program: an entry, system calls for input and output (which qemu's user emulation answers), and
// the few functions of a C library that the program calls. A NIC's core runs the same firmware code with another
// runtime.
package bare

import (
	"embed"

	"smartnic-cc/codegen/backend/cgen/cc"
)

//go:embed core
var files embed.FS

// Memory is the file with the functions that gcc asks of any freestanding environment: memcpy, memmove, memset
// and memcmp.
const Memory = "memory.c"

// Sources returns the names of the files that are compiled; the others are headers.
func Sources() []string { return []string{Memory, "runtime.c", "start.S"} }

// Files returns the sources and headers. They are embedded, so that an error is a mistake
// in the build.
func Files() ([]cc.File, error) {
	entries, err := files.ReadDir("core")
	if err != nil {
		return nil, err
	}
	var all []cc.File
	for _, e := range entries {
		data, err := files.ReadFile("core/" + e.Name())
		if err != nil {
			return nil, err
		}
		all = append(all, cc.File{Name: e.Name(), Data: data})
	}
	return all, nil
}
