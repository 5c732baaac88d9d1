package nicmodel

import (
	"errors"
	"fmt"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/testvectors/transducer"
)

// External puts a firmware in the place of one connection's algorithm: a program behind the
// line protocol (package testvectors/pipe), or anything else of that shape.
type External struct {
	Conn     uint32
	Firmware transducer.Firmware
	Compare  bool
}

// named returns the error of a fault with the connection's number.
func (m *Model) named(f *fault) error {
	var at *driver.Fault
	if errors.As(f.err, &at) {
		at.Conn = fmt.Sprintf("connection %d", f.conn)
		return at
	}
	return fmt.Errorf("connection %d: %w", f.conn, f.err)
}
