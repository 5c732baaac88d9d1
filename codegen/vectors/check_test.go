package vectors_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/vectors"
	"smartnic-cc/testvectors"
)

// TestCheck: the corpus fits the built-in packages; vectors of a folder fit that alone, and not
// with another width of a field.
func TestCheck(t *testing.T) {
	builtIn, err := codegen.Load(nil)
	require.NoError(t, err)
	corpus, err := testvectors.Corpus()
	require.NoError(t, err)
	require.NoError(t, vectors.Check(builtIn, corpus))

	aimd, err := codegen.Load([]string{"../../docs/examples/aimd"})
	require.NoError(t, err)
	made, err := vectors.Generate(t.Context(), aimd, vectors.Options{Seed: 1})
	require.NoError(t, err)
	require.NoError(t, vectors.Check(aimd, made.Files))
	require.ErrorContains(t, vectors.Check(builtIn, made.Files), ", which the built-in packages do not have; name its folder, as in ./mycc")
	require.ErrorContains(t, vectors.Check(aimd, corpus), ", which ../../docs/examples/aimd does not have; name the folder of its algorithm, or take its vectors")
	for _, f := range made.Files {
		if g := &f.Groups[0]; g.Name == "aimd" {
			g.State[0].Bits = 64
			require.EqualError(t, vectors.Check(aimd, made.Files), f.Name+": the vectors of aimd have other fields than its source; make them again with ccgen vectors ../../docs/examples/aimd")
		}
	}
}
