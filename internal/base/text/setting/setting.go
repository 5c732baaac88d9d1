// Package setting parses changes NAME=VALUE, as of --set.
package setting

import (
	"fmt"
	"strings"
)

// Parse returns the name and the value of a change. The error of a text without a name gives form and example, as
// "name=value" and "time_reset=300".
func Parse(text, form, example string) (name, value string, err error) {
	name, value, ok := strings.Cut(text, "=")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	if !ok || name == "" {
		return "", "", fmt.Errorf("%.60q is not %s, as in %s", text, form, example)
	}
	return name, value, nil
}
