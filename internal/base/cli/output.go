package cli

import (
	"bufio"
	"fmt"
	"io"
	"os"

	"smartnic-cc/internal/base/sys/atomicfile"
	"smartnic-cc/internal/base/text/jsontext"
	"smartnic-cc/internal/base/text/textwidth"
)

// Write writes the output of a command: to a file that is whole or absent, or to standard output if path is "-". The
// error is that of fill, or of writing, naming the file.
func (e Env) Write(path string, fill func(io.Writer) error) error {
	if path != atomicfile.Stdout {
		return atomicfile.Write(path, fill)
	}
	w := bufio.NewWriter(e.Stdout)
	if err := fill(textwidth.Wide{Writer: w, Width: textwidth.Of(e.Stdout)}); err != nil {
		return err
	}
	return w.Flush()
}

// JSON prints a value as JSON, indented, to standard output.
func (e Env) JSON(v any) error {
	return e.Write(atomicfile.Stdout, func(w io.Writer) error {
		return jsontext.Write(w, v)
	})
}

// CheckDistinct refuses an output that is one of the inputs: it would be overwritten.
func CheckDistinct(out string, inputs ...string) error {
	if out == "" || out == atomicfile.Stdout {
		return nil
	}
	to, err := os.Stat(out)
	if err != nil || !to.Mode().IsRegular() {
		return nil
	}
	for _, path := range inputs {
		if from, err := os.Stat(path); err == nil && os.SameFile(from, to) {
			return fmt.Errorf("%s: is what is read, and would be lost; name another file to write", out)
		}
	}
	return nil
}
