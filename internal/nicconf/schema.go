package nicconf

import _ "embed"

//go:embed schema.json
var schema []byte

// Schema returns the JSON schema (draft 2020-12) of profiles in TOML. It
// applies to the file's content as JSON. What it takes may still be refused: it knows the form
// of values, not their range, which depends on base, nor which parameters go with a base.
func Schema() []byte { return append([]byte(nil), schema...) }
