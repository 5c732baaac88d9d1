package ingress_test

import (
	"fmt"

	"smartnic-cc/nicmodel/systems/avatar/ingress"
)

// A block comes in two segments. After its connection is closed, a late segment is stale.
func Example() {
	p := ingress.Params{MaxBlock: 1 << 31}
	var s ingress.State8
	ingress.Init8(&p, &s)
	id := ingress.Step8(&p, &s, &ingress.Event{Kind: ingress.EventOpen, Slot: 5}).ID
	for _, last := range []uint32{0, 1} {
		out := ingress.Step8(&p, &s, &ingress.Event{Kind: ingress.EventArrive, Imm: id<<1 | last, Length: 4096})
		fmt.Println("slot", out.Slot, "offset", out.Offset, "block", out.Block)
	}
	ingress.Step8(&p, &s, &ingress.Event{Kind: ingress.EventClose, Slot: 5})
	ingress.Step8(&p, &s, &ingress.Event{Kind: ingress.EventOpen, Slot: 5})
	out := ingress.Step8(&p, &s, &ingress.Event{Kind: ingress.EventArrive, Imm: id << 1, Length: 4096})
	fmt.Println("stale", out.Verdict == ingress.VerdictStale)
	// Output:
	// slot 5 offset 0 block 0
	// slot 5 offset 4096 block 8192
	// stale true
}
