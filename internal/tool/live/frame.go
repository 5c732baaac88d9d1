package live

import (
	"smartnic-cc/internal/base/packet/roce"
	"smartnic-cc/nicmodel/lab/scenario"
)

// Offsets in the frames of a live network, which have neither VLAN tags nor IP options.
const (
	ethernetLen = 14
	tosAt       = ethernetLen + 1
	checksumAt  = ethernetLen + 10
	dstAt       = ethernetLen + 16
	ipLen       = 20
	ect0, ce    = 2, 3
	cnpDSCP     = 48
	// noCredits is the syndrome of an acknowledgement without a credit limit.
	noCredits = 0x1f
)

// frames makes the frames of a host.
type frames struct {
	buf   []byte
	zeros []byte
	ident uint16
}

// of makes a frame of a connection, valid until the next.
func (f *frames) of(k *scenario.Endpoints, r roce.Frame) ([]byte, error) {
	r.SrcMAC, r.DstMAC = scenario.MACOf(r.Src), scenario.MACOf(r.Dst)
	r.ID = f.ident
	f.ident++
	r.SrcPort = roce.SourcePort(k.SenderQPN, k.ReceiverQPN)
	var err error
	f.buf, err = r.AppendEthernet(f.buf[:0])
	return f.buf, err
}

// data is a packet of a message.
func (f *frames) data(k *scenario.Endpoints, op roce.Opcode, psn uint32, payload int, ack bool) ([]byte, error) {
	pad := -payload & 3
	if len(f.zeros) < payload+pad {
		f.zeros = make([]byte, payload+pad)
	}
	return f.of(k, roce.Frame{
		Src: k.Sender, Dst: k.Receiver, ECN: ect0,
		BTH:     roce.BTH{Opcode: op, Pad: uint8(pad), PKey: roce.DefaultPKey, DestQP: k.ReceiverQPN, PSN: psn & roce.PSNMask, AckReq: ack},
		Payload: f.zeros[:payload+pad],
	})
}

// cnp returns a CNP, which reports marks to the sender.
func (f *frames) cnp(k *scenario.Endpoints, marked uint32) ([]byte, error) {
	var reserved [roce.CNPPayloadLen]byte
	return f.of(k, roce.Frame{Src: k.Receiver, Dst: k.Sender, DSCP: cnpDSCP, BTH: roce.NewCNP(k.SenderQPN, marked), Payload: reserved[:]})
}

// ack returns an acknowledgement of all packets up to a PSN.
func (f *frames) ack(k *scenario.Endpoints, psn uint32) ([]byte, error) {
	var aeth [roce.AETHLen]byte
	return f.of(k, roce.Frame{
		Src: k.Receiver, Dst: k.Sender,
		BTH:     roce.BTH{Opcode: roce.Acknowledge, PKey: roce.DefaultPKey, DestQP: k.SenderQPN, PSN: psn & roce.PSNMask},
		Payload: roce.AppendAETH(aeth[:0], noCredits, 0),
	})
}

// request returns a connection request, a message of the communication manager; id is the connection's.
func (f *frames) request(k *scenario.Endpoints, id uint32) ([]byte, error) {
	return f.of(k, roce.Frame{Src: k.Sender, Dst: k.Receiver, BTH: managed,
		Payload: roce.AppendCM(nil, roce.CM{Kind: roce.CMRequest, LocalCommID: id, LocalQPN: k.SenderQPN})})
}

// reply returns the message that accepts it.
func (f *frames) reply(k *scenario.Endpoints, id uint32) ([]byte, error) {
	return f.of(k, roce.Frame{Src: k.Receiver, Dst: k.Sender, BTH: managed,
		Payload: roce.AppendCM(nil, roce.CM{Kind: roce.CMReply, LocalCommID: id, RemoteCommID: id, LocalQPN: k.ReceiverQPN})})
}

// managed is the header of the communication manager's messages.
var managed = roce.BTH{Opcode: roce.UDSendOnly, PKey: roce.DefaultPKey, DestQP: roce.CMQPN}

// isIPv4 reports whether a frame has the headers that this package reads.
func isIPv4(frame []byte) bool {
	return len(frame) >= ethernetLen+ipLen && frame[12] == 8 && frame[13] == 0 && frame[ethernetLen] == 0x45
}

// destination returns the destination IPv4 address of a frame.
func destination(frame []byte) [4]byte { return [4]byte(frame[dstAt : dstAt+4]) }
