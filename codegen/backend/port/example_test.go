package port_test

import (
	"fmt"
	"os"
	"path/filepath"

	"smartnic-cc/codegen/backend/port"
)

// A header knows the command that makes it, and so whether it is still current.
func ExampleConfig_Header() {
	c := port.Config{Prefix: "nic_", Only: []string{"dcqcn"}, Lines: "none", Line: "100G"}
	name, text, err := c.Header()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(name)

	dir, err := os.MkdirTemp("", "port-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, text, 0o666); err != nil {
		fmt.Println(err)
	}
	fmt.Println(port.Check(path))
	if err := os.WriteFile(path, append(text, "/* changed */\n"...), 0o666); err != nil {
		fmt.Println(err)
	}
	fmt.Println(port.IsStale(port.Check(path)))
	// Output:
	// nic.h
	// <nil>
	// true
}
