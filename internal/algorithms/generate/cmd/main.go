// Command cmd writes the tables of the built-in algorithms. It is run by go generate in
// internal/algorithms.
package main

import (
	"flag"
	"fmt"
	"os"

	"smartnic-cc/internal/algorithms/generate"
)

func main() {
	root := flag.String("root", ".", "root of the source tree")
	flag.Parse()
	if err := generate.Write(*root); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}
