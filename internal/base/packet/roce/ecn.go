package roce

import "encoding/binary"

// SupportsECN reports whether an Ethernet frame without VLAN tags is an IPv4 packet whose sender supports ECN.
func SupportsECN(frame []byte) bool {
	const ihl5 = 0x45
	return len(frame) >= etherHeaderLen+ipv4HeaderMin && binary.BigEndian.Uint16(frame[12:]) == etherIPv4 &&
		frame[etherHeaderLen] == ihl5 && frame[etherHeaderLen+1]&3 != 0
}

// SetCE sets Congestion Experienced in a frame of which SupportsECN is true. The ICRC does not cover it.
func SetCE(frame []byte) {
	header := frame[etherHeaderLen : etherHeaderLen+ipv4HeaderMin]
	header[1] |= 3
	binary.BigEndian.PutUint16(header[10:], 0)
	binary.BigEndian.PutUint16(header[10:], IPChecksum(header))
}
