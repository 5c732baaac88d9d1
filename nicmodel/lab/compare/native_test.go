package compare

import (
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/folder"
)

// TestLinked: an algorithm that is linked in goes by its name too, and runs; one of another source is interpreted, and
// said to be. The numbers are the same.
func TestLinked(t *testing.T) {
	a, err := folder.Open(aimd, folder.Options{})
	require.NoError(t, err)
	var engines atomic.Int64
	native := folder.Native{Name: "aimd", Digest: a.Packages.Digest(), Folder: aimd, Engine: func() driver.Engine {
		engines.Add(1)
		e, err := a.Engine()
		if err != nil {
			panic(err)
		}
		return e
	}}
	stale := native
	stale.Digest = "00"
	var first *Report
	for i, c := range []struct {
		native             []folder.Native
		name               string
		interpreted, stale bool
	}{
		{nil, aimd + ":fast", true, false}, {[]folder.Native{native}, aimd + ":fast", false, false}, {[]folder.Native{native}, "aimd:fast", false, false},
		{[]folder.Native{stale}, "aimd:fast", true, true},
	} {
		before := engines.Load()
		all, err := New(small, []string{"none", c.name}, Options{Seeds: 2, Native: c.native})
		require.NoError(t, err)
		one := all.Contenders[1]
		require.Equal(t, []bool{c.interpreted, c.stale}, []bool{one.Interpreted, one.Stale}, c.name)
		require.Equal(t, "fast", one.Profile)
		r, err := all.Run(local(t.TempDir(), 2))
		require.NoError(t, err)
		require.Equal(t, c.interpreted, engines.Load() == before)
		if i == 0 {
			first = r
		}
		require.Equal(t, first.Contenders[1].Numbers, r.Contenders[1].Numbers)
		require.Equal(t, first.Contenders[1].Digests, r.Contenders[1].Digests)
	}
}
