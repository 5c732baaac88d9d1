package roce_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/packet/roce"
)

func TestNames(t *testing.T) {
	for op, want := range map[roce.Opcode]string{
		roce.CNP: "CNP", roce.SendFirst: "RC SEND first", roce.UDSendOnly: "UD SEND only", 0xB7: "XRC SEND only with invalidate",
		0x15: "roce.Opcode(21)", 0x80: "roce.Opcode(128)", 0x1F: "roce.Opcode(31)", 0xFF: "roce.Opcode(255)",
	} {
		require.Equal(t, want, op.String())
	}
	for link := range roce.LinkType(400) {
		require.Equal(t, link.Known(), link.String()[0] != 'r' || link.String()[:3] == "raw", link.String())
	}
	require.Equal(t, "Linux cooked, version 2", roce.LinkCooked2.String())
	require.Equal(t, "datagram", roce.ClassDatagram.String())
	require.Equal(t, "roce.Class(7)", roce.Class(7).String())
	require.Equal(t, "REP", roce.CMReply.String())
}
