// Command library uses smartnic-cc as a library, from a module of its own: one file a use, each
// of which may be taken on its own.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// uses are the arguments.
var uses = map[string]func(io.Writer) error{
	"vectors": verifyRoot,   // vectors.go: test vectors against code of your own
	"program": verifyBehind, // program.go: a firmware program and its host, by the line protocol
	"drive":   drive,        // drive.go: an algorithm of your own, step by step
	"native":  native,       // native.go: the same, linked in
	"network": network,      // network.go: a scenario of NICs, a switch and flows
	"model":   model,        // model.go: the same of parts
}

func main() {
	if len(os.Args) == 2 && os.Args[1] == "serve" { // what verifyBehind starts
		exit(serve(os.Stdin, os.Stdout))
	}
	use, ok := uses[os.Args[len(os.Args)-1]]
	if len(os.Args) != 2 || !ok {
		exit(errors.New("name a use: vectors, program, drive, native, network or model"))
	}
	exit(use(os.Stdout))
}

func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "library:", err)
		os.Exit(1)
	}
	os.Exit(0)
}
