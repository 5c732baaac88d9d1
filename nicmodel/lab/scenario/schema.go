package scenario

import _ "embed"

//go:embed schema.json
var schema []byte

// Schema returns the JSON schema (draft 2020-12) of scenarios: all keys with their meaning, unit, range and default.
// It applies to the file's content as JSON. A valid file may still be refused: the schema has the form of values, not
// whether a profile or a host exists.
func Schema() []byte { return append([]byte(nil), schema...) }
