package sample

import (
	"encoding/binary"
	"net/netip"

	"smartnic-cc/internal/base/packet/roce"
)

// unrelated adds packets that a reader has to step over: ARP, LLDP, TCP, DNS,
// a datagram of the communication manager's queue pair, and a UDP packet
// that has 4791 as its source only.
func (g *generator) unrelated() {
	broadcast := []byte{0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF}
	host := func(last byte) netip.Addr { return netip.AddrFrom4([4]byte{10, 0, 0, last}) }
	for i := range int64(10) {
		at := i*2_000_000 + 1_000
		g.raw(at, ethernet(broadcast, 1, 0x0806, arp(host(1), host(100))))
		g.raw(at+70_000, ethernet([]byte{0x01, 0x80, 0xC2, 0, 0, 0x0E}, 9, 0x88CC, []byte{2, 7, 4, 2, 0, 0, 0, 0, 9, 0, 0}))
		tcp := make([]byte, 20)
		binary.BigEndian.PutUint16(tcp, 40_000)
		binary.BigEndian.PutUint16(tcp[2:], 22)
		binary.BigEndian.PutUint32(tcp[4:], uint32(i))
		tcp[12], tcp[13] = 5<<4, 0x10 // header of 5 words, ACK
		g.raw(at+120_000, ethernet([]byte{2, 0, 0, 0, 0, 100}, 1, 0x0800, ipv4(6, host(1), host(100), tcp)))
		g.raw(at+180_000, ethernet([]byte{2, 0, 0, 0, 0, 53}, 2, 0x0800, ipv4(17, host(2), host(53), udp(50_000, 53, 24))))
		g.raw(at+200_000, ethernet([]byte{2, 0, 0, 0, 0, 3}, 100, 0x0800, ipv4(17, host(100), host(3), udp(roce.UDPPort, 50_001, 32))))
		s := &g.senders[0]
		g.add(at+260_000, s, i%2 == 1, 0, roce.BTH{Opcode: roce.UDSendOnly, PKey: roce.DefaultPKey, DestQP: roce.CMQPN, PSN: uint32(i)},
			append(make([]byte, 8), make([]byte, 256)...))
	}
}

func (g *generator) raw(at int64, frame []byte) { g.packets = append(g.packets, packet{at, frame}) }

// ethernet pads to the least length of a frame, as a receiver sees it.
func ethernet(dst []byte, src byte, etherType uint16, body []byte) []byte {
	f := append([]byte(nil), dst...)
	f = append(f, 2, 0, 0, 0, 0, src)
	f = binary.BigEndian.AppendUint16(f, etherType)
	f = append(f, body...)
	if short := 60 - len(f); short > 0 {
		f = append(f, make([]byte, short)...)
	}
	return f
}

func arp(who, whom netip.Addr) []byte {
	a, b := who.As4(), whom.As4()
	m := mac(who)
	p := []byte{0, 1, 8, 0, 6, 4, 0, 1}
	p = append(append(p, m[:]...), a[:]...)
	return append(append(p, 0, 0, 0, 0, 0, 0), b[:]...)
}

func udp(src, dst uint16, body int) []byte {
	p := binary.BigEndian.AppendUint16(nil, src)
	p = binary.BigEndian.AppendUint16(p, dst)
	p = binary.BigEndian.AppendUint16(p, uint16(8+body))
	return append(p, make([]byte, 2+body)...)
}

func ipv4(proto byte, src, dst netip.Addr, body []byte) []byte {
	a, b := src.As4(), dst.As4()
	p := []byte{0x45, 0}
	p = binary.BigEndian.AppendUint16(p, uint16(20+len(body)))
	p = append(p, 0, 0, 0x40, 0, 64, proto, 0, 0)
	p = append(append(p, a[:]...), b[:]...)
	binary.BigEndian.PutUint16(p[10:], roce.IPChecksum(p))
	return append(p, body...)
}
