// Package jsontext writes JSON in the one style of all outputs.
package jsontext

import (
	"encoding/json"
	"io"
)

// Write writes a value, indented, with <, > and & as they are: names of connections have arrows. The error is that of
// encoding/json, or of w.
func Write(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
