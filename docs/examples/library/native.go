package main

import (
	"fmt"
	"io"

	"example.org/aimd"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/folder"
	"smartnic-cc/codegen/ir"
)

// linked is the algorithm as the Go that it is: the functions of its directive
// //ccgen:transducer. ccgen build writes the same into a cctrace.
func linked() driver.Engine {
	t := driver.TableOf(aimd.Init, aimd.Step)
	t.Next = driver.NextOf(aimd.Next)
	t.First = aimd.First
	return driver.Native(t)
}

// native runs a thousand CNPs through the interpreter and through what is linked in, and compares
// the states.
func native(w io.Writer) error {
	a, err := folder.Open(source, folder.Options{})
	if err != nil {
		return err
	}
	interpreted, err := a.Engine()
	if err != nil {
		return err
	}
	var ends []string
	for _, engine := range []driver.Engine{interpreted, linked()} {
		c, err := driver.NewDriver(a.Algorithm, engine, 100_000_000).Open(0, a.Params, 0)
		if err != nil {
			return err
		}
		if err := run(c, 1000); err != nil {
			return err
		}
		ends = append(ends, fmt.Sprint(c.State()))
	}
	if ends[0] != ends[1] {
		return fmt.Errorf("the interpreter ends with %s, Go with %s", ends[0], ends[1])
	}
	_, err = fmt.Fprintf(w, "both end with %s\n", ends[0])
	return err
}

// run tells a connection of a CNP every 200 us, between which its timer ends.
func run(c *driver.Conn, cnps int64) error {
	for i := range cnps {
		if err := c.Handle(&driver.NICEvent{Kind: ir.OnCNP, Time: c.LastEvent() + 200_000 + i%7, CNPs: 1}); err != nil {
			return err
		}
	}
	return nil
}
