package cgen

import (
	"bytes"
	"context"
	"os/exec"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/backend/cgen/cc"
	"smartnic-cc/internal/dev/tier"
)

// wideProduct is how a product of two uint16 is printed: C would form it in int, which
// 65535 * 65535 overflows.
var wideProduct = regexp.MustCompile(`\(\(uint32_t\)(\w+) \* \(uint32_t\)(\w+)\)`)

// TestProductInInt plants the product without its casts. Compilers give the same bits
// for it, today; the calls that TestConstructs makes under the sanitizers, which end well as it is
// printed, end at it.
func TestProductInInt(t *testing.T) {
	opt := Options{}
	header, err := Generate(constructs(t), opt)
	require.NoError(t, err)
	program, err := Program(constructs(t), opt)
	require.NoError(t, err)
	planted := wideProduct.ReplaceAll(header, []byte("($1 * $2)"))
	require.Greater(t, len(wideProduct.FindAll(header, -1)), 3)

	var in bytes.Buffer
	for _, e := range script(t, constructs(t), 7, 200) {
		in.WriteString(e.request + "\n")
	}
	for _, compiler := range []string{"gcc", "clang"} {
		t.Run(compiler, func(t *testing.T) {
			tier.Require(t, compiler)
			flags := append([]string{"-std=c99", "-O0"}, cc.Sanitizers()...)
			bin, cleanup, err := cc.Build(context.Background(), cc.Compiler{Name: compiler}, flags, cc.File{Name: "cc.h", Data: planted}, program)
			defer cleanup()
			require.NoError(t, err)
			cmd := exec.Command(bin)
			var errs bytes.Buffer
			cmd.Stdin, cmd.Stderr = bytes.NewReader(in.Bytes()), &errs
			require.Error(t, cmd.Run())
			require.Regexp(t, `cc\.h:\d+:\d+: runtime error: signed integer overflow: \d+ \* \d+ cannot be represented in type 'int'`, errs.String())
		})
	}
}
