package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/check/conformance"
	"smartnic-cc/codegen/vectors"
	"smartnic-cc/testvectors/pipe"
)

// source is the folder of an algorithm of your own.
var source = filepath.Join("..", "aimd")

// serve is a firmware program: whatever is a transducer.Firmware, here the interpreter of the
// algorithm's source, behind the line protocol.
func serve(r io.Reader, w io.Writer) error {
	p, err := codegen.Load([]string{source})
	if err != nil {
		return err
	}
	return pipe.Serve(r, w, conformance.Interpreter(p.Program), p.Catalog(), "library serve")
}

// verifyBehind starts this program as firmware, and runs vectors on it that are made of the
// ranges that the algorithm declares.
func verifyBehind(w io.Writer) (err error) {
	p, err := codegen.Load([]string{source})
	if err != nil {
		return err
	}
	made, err := vectors.Generate(context.Background(), p, vectors.Options{Seed: 1})
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	firmware, err := pipe.Run(self, pipe.Options{Args: []string{"serve"}, Catalog: p.Catalog()})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, firmware.Close()) }()
	for _, file := range made.Files {
		if err := verify(w, named{firmware}, file); err != nil {
			return err
		}
	}
	return nil
}

// named is a program with a name that does not depend on where it lies.
type named struct{ *pipe.Program }

func (named) Name() string { return "the program" }
