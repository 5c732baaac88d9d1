//go:build linux

package live

import (
	"bytes"
	"testing"

	"github.com/cilium/ebpf"
	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/packet/roce"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/nicmodel/fabric"
)

// TestLiveRED runs frames through the kernel's RED, on a port so slow that nothing leaves meanwhile: none
// is marked up to Kmin, all past Kmax, and between as many as the law says, within five standard
// deviations; what is marked keeps its checksum, and nothing else is changed.
func TestLiveRED(t *testing.T) {
	tier.Nightly(t)
	tier.Root(t)
	p := planOf(t, sample)
	var f frames
	data, err := f.data(p.conns[0].Endpoints, roce.SendOnly, 1, 942, false)
	require.NoError(t, err)
	data = bytes.Clone(data)
	marked := bytes.Clone(data)
	roce.SetCE(marked)
	plain := bytes.Clone(data)
	plain[tosAt] &^= ce
	const slow = 1_000_000
	frame := uint32(len(data))
	in := 0 // frames between Kmin and Kmax, and those marked
	hit, want, variance := 0, 0.0, 0.0
	for range 20 {
		m := fabric.Marking{Kmin: 10 * frame, Kmax: 210 * frame, PmaxPPM: 500_000}
		k, err := newKernelRED(m, slow)
		require.NoError(t, err)
		for i := range uint32(250) {
			out := make([]byte, frame)
			verdict, err := k.program.Run(&ebpf.RunOptions{Data: data, DataOut: out})
			require.NoError(t, err)
			require.Equal(t, uint32(0xffffffff), verdict, "TCX_NEXT")
			ce := bytes.Equal(out, marked)
			require.True(t, ce || bytes.Equal(out, data))
			switch queue := i; { // frames before it; the port takes 8 ms for each
			case queue < 9:
				require.False(t, ce, "%d", i)
			case queue > 215:
				require.True(t, ce, "%d", i)
			case queue > 12 && queue < 205:
				in++
				q := float64(queue-10) / 200 * 0.5
				want += q
				variance += q * (1 - q)
				if ce {
					hit++
				}
			}
		}
		n, err := k.marks()
		require.NoError(t, err)
		require.NotZero(t, n)
		out := make([]byte, frame)
		_, err = k.program.Run(&ebpf.RunOptions{Data: plain, DataOut: out})
		require.NoError(t, err)
		require.Equal(t, plain, out, "not of a sender that takes marks")
		k.close()
	}
	off := float64(hit) - want
	t.Logf("%d of %d marked, expected %.0f", hit, in, want)
	require.LessOrEqual(t, off*off, 25*variance+(0.02*want)*(0.02*want), "the machine's time goes on, too: a little less")
}
