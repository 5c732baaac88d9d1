package live

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/bpf"
	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/internal/base/packet/roce"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/testvectors/transducer"
)

// TestLiveNotify sends transfers that end before the run does, so that nothing is on its way when it is
// over: what the kernel's notification point saw, sent and reported is what the receiver's thread, the
// senders and the frames of the capture say, and the reference decides the same at the same times.
func TestLiveNotify(t *testing.T) {
	tier.Nightly(t)
	tier.Root(t)
	tier.Require(t, "clang")
	p := planOf(t, sample, "workload[0].bytes=8MB", "run.end=5s")
	e := &Engines{Compare: true}
	require.NoError(t, e.Notify(context.Background(), p))
	r, err := p.Execute(nil)
	require.NoError(t, err)
	reported := map[uint32]uint64{} // by queue pair of the sender
	ids := map[uint32]uint16{}
	for _, h := range r.hosts {
		if h.log == nil {
			continue
		}
		for i := range h.log.frames {
			var packet roce.Packet
			frame := h.log.frames[i].restore(nil, maxFrame)
			require.Equal(t, roce.OK, roce.Parse(roce.LinkEthernet, frame, uint32(len(frame)), &packet))
			good, known := packet.CheckICRC()
			require.True(t, good && known)
			if packet.BTH.Opcode != roce.CNP {
				continue
			}
			reported[packet.BTH.DestQP] += uint64(packet.BTH.Reserved7)
			require.Zero(t, roce.IPChecksum(packet.IP[:ipLen]), "the header's sum with its checksum in it")
			require.EqualValues(t, cnpDSCP<<2, packet.TOS)
			id := uint16(packet.IP[4])<<8 | uint16(packet.IP[5])
			require.Equal(t, ids[packet.BTH.DestQP], id, "CNPs of a connection are numbered")
			ids[packet.BTH.DestQP]++
		}
	}
	for _, k := range r.traffic() {
		s, in := k.sender, k.receiver
		require.Zero(t, s.left, "a transfer took longer than the run")
		require.Positive(t, in.notified.CNPs)
		require.Equal(t, in.marked, in.notified.Marked)
		require.Equal(t, s.cnps, in.notified.CNPs)
		require.Equal(t, reported[s.SenderQPN], in.notified.Reported)
		pending := in.notified.Marked - in.notified.Reported
		require.LessOrEqual(t, pending, uint64(roce.MaxMarked))
		require.Equal(t, in.notified.Marked, r.hosts[len(r.hosts)-1].follower.of[s.id].steps)
	}
	t.Logf("%+v", *r.notified())
}

// TestLiveNotifyWrong: a program in which a fault was planted, here marks that it does not forget with a CNP,
// ends the run with the first decision that is not the reference's.
func TestLiveNotifyWrong(t *testing.T) {
	tier.Nightly(t)
	tier.Root(t)
	tier.Require(t, "clang")
	source, err := codegen.Firmware()
	require.NoError(t, err)
	g, err := bpf.Generate(source, bpf.Options{Algorithm: reaction.Notifier, Connections: maxConns})
	require.NoError(t, err)
	right := string(g.Header.Data)
	wrong := strings.Replace(right, "s->marked = 0;", "s->marked = 1;", 1)
	require.True(t, right != wrong)
	g.Header.Data = []byte(wrong)
	object, err := g.Compile(t.Context(), g.Notify)
	require.NoError(t, err)
	p := planOf(t, sample)
	p.hooked, p.compare = &hooked{g, object}, true
	_, err = p.Execute(nil)
	var d *transducer.Difference
	require.True(t, errors.As(err, &d), "%v", err)
	require.EqualValues(t, 1, d.Step)
	require.Positive(t, d.Time)
}
