package main

import (
	"fmt"
	"io"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/folder"
	"smartnic-cc/codegen/ir"
)

// drive tells a connection of the algorithm what happens to it, as a NIC would, and prints each
// step. Its timers come by themselves, before what happens later.
func drive(w io.Writer) error {
	a, err := folder.Open(source, folder.Options{Set: []string{"Add=15Gb/s"}})
	if err != nil {
		return err
	}
	engine, err := a.Engine() // one a goroutine
	if err != nil {
		return err
	}
	d := driver.NewDriver(a.Algorithm, engine, 100_000_000) // the port's speed, kb/s
	d.Seen = func(c *driver.Conn, s *driver.Step) error {
		_, err := fmt.Fprintf(w, "%6d ns  %-14s  %9d kb/s\n", s.Time, s.Event.Label, c.Controls().Rate)
		return err
	}
	c, err := d.Open(0, a.Params, 0)
	if err != nil {
		return err
	}
	for _, at := range []int64{1_000, 130_000} {
		if err := c.Handle(&driver.NICEvent{Kind: ir.OnCNP, Time: at, CNPs: 1}); err != nil {
			return err
		}
	}
	return c.ExpireTimers(300_000)
}
