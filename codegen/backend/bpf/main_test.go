package bpf_test

import (
	"context"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/bpf"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/testvectors"
)

// inKernel skips a test that loads programs into the kernel without -long, and with it fails where
// that cannot be done: make bpf asks for it.
func inKernel(t *testing.T) {
	t.Helper()
	tier.Nightly(t)
	tier.Require(t, "clang")
	if err := bpf.Available(); err != nil && os.Getenv("CI") != "" {
		t.Fatal(err)
	} else if err != nil {
		t.Skip(err)
	}
}

// packages loads folders, or the built-in packages if none are given.
func packages(t *testing.T, folders ...string) *codegen.Packages {
	t.Helper()
	p, err := codegen.Load(folders)
	require.NoError(t, err)
	return p
}

func generate(t *testing.T, p *codegen.Packages, o bpf.Options) *bpf.Program {
	t.Helper()
	g, err := bpf.Generate(p.Program, o)
	require.NoError(t, err)
	return g
}

func compiled(t *testing.T, g *bpf.Program, f bpf.File) []byte {
	t.Helper()
	object, err := g.Compile(context.Background(), f)
	require.NoError(t, err)
	return object
}

func corpus(t *testing.T) []*testvectors.File {
	t.Helper()
	files, err := testvectors.Corpus()
	require.NoError(t, err)
	return files
}
