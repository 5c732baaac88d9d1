package egress_test

import (
	"fmt"

	"smartnic-cc/nicmodel/systems/avatar/egress"
)

// Two connections share a QP: a block of 10 KB and one of 2 KB, in segments of 4 KB by turns.
func Example() {
	p := egress.Params{Segment: 4096, RebaseAt: 1 << 62}
	var s egress.State8
	egress.Init8(&p, &s)
	for conn, length := range []uint32{10240, 2048} {
		egress.Step8(&p, &s, &egress.Event{Kind: egress.EventOpen, Conn: uint16(conn), Peer: uint32(100 + conn), Inverse: egress.MaxInverse})
		egress.Step8(&p, &s, &egress.Event{Kind: egress.EventPost, Conn: uint16(conn), Length: length})
	}
	for {
		out := egress.Step8(&p, &s, &egress.Event{Kind: egress.EventPick})
		if !out.Taken {
			return
		}
		fmt.Printf("connection %d: %d bytes from %d, to %d, last %t\n", out.Conn, out.Length, out.Offset, out.Imm>>1, out.Last)
	}
	// Output:
	// connection 0: 4096 bytes from 0, to 100, last false
	// connection 1: 2048 bytes from 0, to 101, last true
	// connection 0: 4096 bytes from 4096, to 100, last false
	// connection 0: 2048 bytes from 8192, to 100, last true
}
