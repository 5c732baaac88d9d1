package fixedpoint

import (
	"math/big"
	"os"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/num/bigmath"
	"smartnic-cc/internal/dev/gentables"
)

// The constants that are written by hand.
func TestConstants(t *testing.T) {
	ln2 := bigmath.NearestLn(big.NewInt(2), big.NewInt(1), 64)
	require.Equal(t, ln2Q64, ln2.Uint64())
	// 2^46 / ln 2, from ln 2 in Q.64.
	half := new(big.Int).Lsh(big.NewInt(1), 110)
	half.Add(half, new(big.Int).Rsh(ln2, 1)).Div(half, ln2)
	require.Equal(t, lnHalf, half.Int64())
}

// The tables are what the generator makes of them today.
func TestTablesAreCurrent(t *testing.T) {
	want, err := gentables.Source()
	require.NoError(t, err)
	got, err := os.ReadFile("tables.go")
	require.NoError(t, err)
	require.Equal(t, string(want), string(got), "tables.go is not current; run %q", gentables.Command)
}

// The bytes that docs/formats.md states for each function, and their sum.
func TestTableBytes(t *testing.T) {
	log := unsafe.Sizeof(logMul) + unsafe.Sizeof(logSum)
	small := unsafe.Sizeof(smallNode) + unsafe.Sizeof(smallBow)
	exp := unsafe.Sizeof(exp2A) + unsafe.Sizeof(exp2B) + unsafe.Sizeof(exp2C) + unsafe.Sizeof(exp2D)
	root, recip := unsafe.Sizeof(rootSeed), unsafe.Sizeof(recipSeed)
	require.EqualValues(t, 1280, log)
	require.EqualValues(t, 388, small)
	require.EqualValues(t, 512, exp)
	require.EqualValues(t, 512, root)
	require.EqualValues(t, 256, recip)
	require.LessOrEqual(t, small, uintptr(512))
	require.Less(t, log+small+exp+root+recip, uintptr(4096))
}
