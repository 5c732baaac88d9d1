package cgen

import (
	"os"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	smartnic "smartnic-cc"
	"smartnic-cc/codegen/frontend"
	"smartnic-cc/codegen/ir"
)

const accept = "codegen/frontend/testdata/accept/"

var loaded = struct {
	sync.Mutex
	programs map[string]*ir.Program
}{programs: map[string]*ir.Program{}}

// constructs loads the packages that hold every construct of the subset.
func constructs(t testing.TB) *ir.Program {
	return load(t, "constructs", accept+"arith", accept+"control", accept+"generic", accept+"structs",
		"codegen/backend/cgen/testdata/corner")
}

// firmware loads the five firmware packages.
func firmware(t testing.TB) *ir.Program {
	return load(t, "firmware", smartnic.FirmwareDirs()...)
}

func load(t testing.TB, key string, dirs ...string) *ir.Program {
	t.Helper()
	loaded.Lock()
	defer loaded.Unlock()
	if p := loaded.programs[key]; p != nil {
		return p
	}
	p, err := frontend.Load(os.DirFS("../../.."), smartnic.Module, dirs, frontend.Options{})
	require.NoError(t, err)
	loaded.programs[key] = p
	return p
}
