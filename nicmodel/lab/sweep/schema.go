package sweep

import _ "embed"

//go:embed schema.json
var schemaText []byte

// Schema returns the JSON schema (draft 2020-12) of sweep files: all keys with their meaning,
// range and default. It applies to the file's content as JSON. What it takes may still be
// refused: it knows the form of values, not whether a scenario or one of its keys exists.
func Schema() []byte { return append([]byte(nil), schemaText...) }
