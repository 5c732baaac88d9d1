// Command cmd writes the tables of package fixedpoint. It is run by
// go generate and needs no network, no floating point and about a second.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"smartnic-cc/internal/dev/gentables"
)

func main() {
	out := flag.String("o", "tables.go", "file to write")
	flag.Parse()
	if err := run(*out); err != nil {
		fmt.Fprintln(os.Stderr, "gentables:", err)
		os.Exit(1)
	}
}

// run writes to a temporary file first, so that a failure leaves the old one.
func run(out string) error {
	src, err := gentables.Source()
	if err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(out), ".tables-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	if _, err := tmp.Write(src); err != nil {
		return err
	}
	if err := tmp.Chmod(0o644); err != nil {
		return err
	}
	if err := tmp.Close(); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), out)
}
