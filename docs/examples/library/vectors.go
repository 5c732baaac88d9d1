package main

import (
	"errors"
	"fmt"
	"io"
	"math"

	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/transducer"
)

// root is a firmware with one function, the integer square root by float64. A port of whole
// algorithms has Open too.
type root struct{}

func (root) Name() string { return "root" }
func (root) Close() error { return nil }

func (root) Call(name string, args []uint64) ([]uint64, error) {
	if name != "fixedpoint.ISqrt" {
		return nil, fmt.Errorf("unknown function %q; there is fixedpoint.ISqrt", name)
	}
	return []uint64{uint64(math.Sqrt(float64(args[0])))}, nil
}

func (root) Open(algorithm string, _ []uint64) (transducer.Connection, error) {
	return nil, fmt.Errorf("unknown algorithm %q; there is none", algorithm)
}

// rootVectors returns the vectors of the function, out of the corpus that the library carries.
func rootVectors() (*testvectors.File, error) {
	corpus, err := testvectors.Corpus()
	if err != nil {
		return nil, err
	}
	for _, file := range corpus {
		for _, group := range file.Groups {
			if group.Name == "fixedpoint.ISqrt" {
				file.Groups = []testvectors.Group{group}
				return file, nil
			}
		}
	}
	return nil, fmt.Errorf("no vectors of fixedpoint.ISqrt in the corpus")
}

// verifyRoot runs the vectors on it. A difference is in the report; the error is of a firmware
// that cannot be run.
func verifyRoot(w io.Writer) error {
	file, err := rootVectors()
	if err != nil {
		return err
	}
	return verify(w, root{}, file)
}

func verify(w io.Writer, fw transducer.Firmware, file *testvectors.File) error {
	report, err := testvectors.Verify(fw, file, testvectors.Options{})
	if err != nil {
		return err
	}
	if !report.OK() {
		return errors.Join(errors.New("the firmware differs from a vector"), report.Write(w))
	}
	tests, steps, _ := report.Total()
	_, err = fmt.Fprintf(w, "%s: %d vectors, %d steps, bit-exact\n", report.Firmware, tests, steps)
	return err
}
