package version_test

import (
	"fmt"
	"strings"

	"smartnic-cc/internal/version"
)

func ExampleString() {
	fmt.Println(strings.HasPrefix(version.String(), version.Number+" (firmware source "+version.Source()[:12]))
	// Output: true
}
