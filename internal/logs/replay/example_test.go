package replay_test

import (
	"fmt"

	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/internal/logs/capture/trace"
	"smartnic-cc/internal/logs/ratelog"
	"smartnic-cc/internal/logs/replay"
)

func ExampleRun() {
	r, err := trace.Open("../../../docs/sample/incast.pcapng")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer r.Close()
	choice := reaction.Choice{Algo: reaction.AlgoDCQCN, Profile: "connectx", Line: 10_000_000}
	setup, err := choice.Setup()
	if err != nil {
		fmt.Println(err)
		return
	}
	ready, err := setup.Driver()
	if err != nil {
		fmt.Println(err)
		return
	}
	slow := 0
	sum, err := replay.Run(r, replay.Options{Setup: ready, Port: uint64(choice.Line), Row: func(row *ratelog.Row) error {
		if row.Conn == 0 && row.Controls.Rate < uint64(choice.Line)/2 {
			slow++
		}
		return nil
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	c := sum.Conns[0]
	fmt.Println(sum.Algorithm, c.Name, c.Events["cnp"], "CNPs", c.Did["cut"], "cuts")
	fmt.Println(slow, "events below half the line rate")
	// Output:
	// dcqcn [2001:db8::8]:0x187->[2001:db8::100]:0xa07 92 CNPs 92 cuts
	// 745 events below half the line rate
}
