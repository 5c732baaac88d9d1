// Package codegen compiles the firmware packages of this repository, whose source
// it carries with it, and is the root of the compiler's parts: frontend (Go source
// to IR), ir, interp (runs the IR), cgen (IR to C99), conformance (runs the
// vectors on what was compiled).
package codegen

import (
	"sync"

	smartnic "smartnic-cc"
	"smartnic-cc/codegen/frontend"
	"smartnic-cc/codegen/ir"
)

// Firmware compiles the embedded source of the firmware packages to IR.
var Firmware = sync.OnceValues(func() (*ir.Program, error) {
	return frontend.Load(smartnic.Source, smartnic.Module, smartnic.FirmwareDirs, frontend.Options{})
})
