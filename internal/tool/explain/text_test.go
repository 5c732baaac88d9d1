package explain

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/testvectors/transducer"
)

// TestMisreadings: each misreading does what its words say.
func TestMisreadings(t *testing.T) {
	leaf := transducer.Leaf{Name: "a", Bits: 32}
	const v = 0x01020304
	require.Len(t, misreadings, 15)
	want := map[string]uint64{
		"byte-order": 0x04030201, "8-bit": 4, "16-bit": 0x0304, "24-bit": 0x020304, "8-bit-max": 255, "16-bit-max": 65535, "zero": 0,
		"half": 0x00810182, "double": 0x02040608, "per-1000": 16909, "times-1000": 4024158112, "bytes-of-bits": 0x00204060,
		"bits-of-bytes": 0x08101820, "more": v + 1, "less": v - 1,
	}
	for _, m := range misreadings {
		require.Equal(t, want[m.id], m.of(leaf, v), m.id)
	}
}

// TestVerdictCountsOthers: a hypothesis alone is not said to have others.
func TestVerdictCountsOthers(t *testing.T) {
	e := &Explanation{Tried: 9, Kinds: 2, Hypotheses: []Hypothesis{{What: "one", All: true}}}
	for n, says := range []string{"", "\n1 other hypothesis explains it too, 1 of them as simple as it\n", "\n2 other hypotheses explain it too, 2 of them as simple as it\n"} {
		var b strings.Builder
		e.verdict(&b, 0)
		require.Equal(t, n > 0, strings.Contains(b.String(), "other"), b.String())
		require.Contains(t, b.String(), says)
		e.Hypotheses = append(e.Hypotheses, Hypothesis{What: strings.Repeat("more ", n+1), All: true})
	}
}
