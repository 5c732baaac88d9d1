// Package version names what a tool was built from.
package version

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"strings"

	smartnic "smartnic-cc"
)

// Number is the version of this repository's tools and formats.
const Number = "0.1.0"

// String returns the version and the first digits of the firmware source's hash,
// so that two tools that answer alike compile and check the same firmware.
func String() string { return Number + " (firmware source " + Source()[:12] + ")" }

// Source returns the SHA-256 of the firmware packages' source, tests left out.
func Source() string {
	h := sha256.New()
	for _, dir := range smartnic.FirmwareDirs {
		entries, err := fs.ReadDir(smartnic.Source, dir)
		if err != nil {
			panic(err) // embedded: the folder is there
		}
		for _, e := range entries {
			name := dir + "/" + e.Name()
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			b, err := fs.ReadFile(smartnic.Source, name)
			if err != nil {
				panic(err) // embedded: the file is there
			}
			h.Write([]byte(name))
			h.Write([]byte{0})
			h.Write(b)
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}
