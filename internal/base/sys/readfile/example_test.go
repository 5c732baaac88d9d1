package readfile_test

import (
	"fmt"
	"strings"

	"smartnic-cc/internal/base/sys/readfile"
)

func ExampleAll() {
	text, err := readfile.All(strings.NewReader("a = 1\n"), "nic.toml", 100, "a profile is a short TOML file")
	fmt.Printf("%q %v\n", text, err)
	_, err = readfile.All(strings.NewReader(strings.Repeat("#", 101)), "nic.toml", 100, "a profile is a short TOML file")
	fmt.Println(err)
	// Output:
	// "a = 1\n" <nil>
	// nic.toml: more than 100 bytes; a profile is a short TOML file
}
