package cli

import (
	"bufio"
	"io"

	"smartnic-cc/internal/atomicfile"
)

// Write makes the output that a command was asked for: a file that is whole or not
// there, or standard output if path is "-".
func (e Env) Write(path string, fill func(io.Writer) error) error {
	if path != atomicfile.Stdout {
		return atomicfile.Write(path, fill)
	}
	w := bufio.NewWriter(e.Stdout)
	if err := fill(w); err != nil {
		return err
	}
	return w.Flush()
}
