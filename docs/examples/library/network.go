package main

import (
	"fmt"
	"io"

	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/lab/scenario"
)

// incast is a scenario, as in a file (docs/nicmodel.md): four senders, two of them with an
// algorithm of your own, send 1 MB each to one receiver.
const incast = `
[run]
end = "5ms"
[topology]
kind = "star"
hosts = 5
rate = "100Gbps"
delay = "1us"
[[switch.marking]]
kmin = "100KB"
kmax = "400KB"
pmax = 0.1
[[nic]]
algorithm = "dcqcn"
[[nic]]
hosts = "2-3"
algorithm = "../aimd"
[[workload]]
kind = "incast"
receiver = 4
bytes = "1MB"
`

// completions is a sink: it gets what a run notes down, while it runs.
type completions struct{ w io.Writer }

func (c completions) Flush(b *nicmodel.Batch) error {
	for _, done := range b.Completions {
		if _, err := fmt.Fprintf(c.w, "connection %d: 1 MB in %v\n", done.Conn, done.At-done.Posted); err != nil {
			return err
		}
	}
	return nil
}

// network runs it and prints when each message was complete, and what the summary says.
func network(w io.Writer) error {
	s, err := scenario.Parse([]byte(incast), "incast")
	if err != nil {
		return err
	}
	open := func(*nicmodel.Config) (nicmodel.Sink, error) { return completions{w}, nil }
	sum, err := scenario.Run(s, scenario.Options{Open: open})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%d of %d messages, %.1f Gb/s, %d packets marked, %d CNPs\n",
		sum.Completed, sum.Messages, float64(sum.GoodputBPS)/1e9, sum.Marks, sum.CNPs)
	return err
}
