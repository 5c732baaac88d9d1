package cgen

import _ "embed" // the parts of the firmware program that do not depend on the firmware

// The firmware program, in C with the prefixes fw_ and FW_: before what depends on the
// selection (progStart), the types of the tables of what was selected (progRows), and after
// it the connections and the requests (progEnd). progValues are functions that are printed where a
// program has values of such types.
var (
	//go:embed program/start.c
	progStart string
	//go:embed program/rows.c
	progRows string
	//go:embed program/end.c
	progEnd string
	//go:embed program/values.c
	progValues string
)
