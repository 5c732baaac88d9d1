#!/usr/bin/env bash
# gopacket cuts a binary time unit of pcapng to whole nanoseconds, so that its clock runs slow.
#
# Tool: github.com/gopacket/gopacket v1.7.7, package pcapgo, NgReader.
# Input: a capture whose interface has if_tsresol 0x94, units of 2^-20 s, and two packets, 0 and 524,288 units: half a second.
# Expected: the second packet is at 500,000,000 ns.
# Seen: 499,646,464 ns. A unit is 953.67 ns; the reader multiplies by 953. So it loses 0.07 % of all time since the capture's
# epoch: a gap of a second comes out 707 us short, and a packet of today, counted from 1970, two weeks early.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cat >go.mod <<'EOF'
module units
go 1.25.0
EOF
cat >main.go <<'EOF'
package main

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"github.com/gopacket/gopacket/pcapgo"
)

var file bytes.Buffer

// block writes a block of a type with these values, which fill whole words.
func block(kind uint32, values ...any) {
	var body bytes.Buffer
	for _, v := range values {
		binary.Write(&body, binary.LittleEndian, v)
	}
	length := uint32(body.Len() + 12)
	binary.Write(&file, binary.LittleEndian, []uint32{kind, length})
	file.Write(body.Bytes())
	binary.Write(&file, binary.LittleEndian, length)
}

func main() {
	block(0x0A0D0D0A, uint32(0x1A2B3C4D), uint16(1), uint16(0), int64(-1))                                    // section
	block(1, uint16(1), uint16(0), uint32(0), uint16(9), uint16(1), [4]byte{0x80 | 20}, uint16(0), uint16(0)) // interface
	for _, at := range []uint32{0, 1 << 19} {
		block(6, uint32(0), uint32(0), at, uint32(4), uint32(4), uint32(0)) // packet
	}
	r, err := pcapgo.NewNgReader(&file, pcapgo.DefaultNgReaderOptions)
	if err != nil {
		panic(err)
	}
	for range 2 {
		_, info, err := r.ReadPacketData()
		if err != nil {
			panic(err)
		}
		fmt.Println(info.Timestamp.UnixNano())
	}
}
EOF
export GOFLAGS=-mod=mod
go get -t github.com/gopacket/gopacket@v1.7.7 >get.log 2>&1 || { cat get.log >&2; changed "the module's version cannot be downloaded"; }
same "times of packets at 0 and 0.5 s, ns" "$(go run . | tr '\n' ' ')" "0 499646464 "
