// Package setting reads changes NAME=VALUE, as --set and its likes have them.
package setting

import (
	"fmt"
	"strings"
)

// Parse returns the name and the value of a change. form and example are what the error of a text without a name
// says that it is like: "name=value" and "time_reset=300".
func Parse(text, form, example string) (name, value string, err error) {
	name, value, ok := strings.Cut(text, "=")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	if !ok || name == "" {
		return "", "", fmt.Errorf("%.60q is not %s, as in %s", text, form, example)
	}
	return name, value, nil
}
