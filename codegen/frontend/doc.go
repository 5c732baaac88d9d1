// Package frontend reads Go packages and turns those of the firmware subset
// into the typed form of package ir. What is outside the subset is refused with
// its file, line and column, what is wrong, and what to write instead;
// docs/subset.md is the normative list.
//
// The work goes in four steps:
//
//	read     go/parser, go/types; the two packages from outside that firmware
//	         may import are declared here (stubs.go), so no Go installation is
//	         needed where the tool runs
//	check    rules that the shape of the source decides (check.go)
//	translate  from everything that is not generic, instance by instance; rules
//	         that depend on types and constants after instantiation
//	trial    generics that nothing instantiates, with the first types that their
//	         constraints admit, only to find what is to be refused
//
// Then it looks at what the directives of each transducer say together (nic.go).
//
// The translation gives up on a part that is refused but goes on with the rest,
// so that one run shows all refusals.
package frontend
