// Package device describes what the glue of package doca needs to know of an algorithm: the words by which the device
// library sets its parameters, and which fields of its state the glue reads. The code of an algorithm's profiles
// (codegen/profile) provides it.
package device

import (
	"strings"

	"smartnic-cc/codegen/profile"
	"smartnic-cc/internal/base/text/collect"
)

// Algorithm is an algorithm that the glue can run: a reaction point on DCQCN's events.
type Algorithm struct {
	Name, Title string
	// Only selects it in the port.
	Only []string
	// Rates is the C path of the dcqcn.Rates in the state, and Base that of the dcqcn.Params in
	// the parameters, with a dot behind it.
	Rates, Base string
	// Alpha says that it has DCQCN's alpha and its timer, Learns that it has a bandit.
	Alpha, Learns bool
	// Params returns its parameters by a profile. The error is that of the profile, or of a
	// change that it, the algorithm or the target does not take.
	Params func(c profile.Choice) ([]Param, error)
}

// Family is the profiles of a package with algorithms that the glue can run.
type Family interface {
	profile.Family
	Devices() []Algorithm
}

// Param is a parameter as the device library knows it: one word of 32 bits.
type Param struct {
	// Name is the C name of the field that the word sets, or a name for it if it sets none or two: rate_ai,
	// learn_period, arm0, line_rate.
	Name string
	// Text describes it in a few words, with its unit.
	Text string
	// Min, Max and Default bound the word and set it at the start.
	Min, Max, Default uint32
	// Fixed: it cannot be set at run time, since the states of running flows are in its
	// unit.
	Fixed bool
	// Fields are the C fields that the word sets, with casts: "p->rate_ai = %s".
	Fields []string
}

// Upper returns the name as it is in C macros and enumerators.
func (p Param) Upper() string { return strings.ToUpper(p.Name) }

// Permission is the permission that the device library is given: 1 allows setting the word.
func (p Param) Permission() int {
	if p.Fixed {
		return 0
	}
	return 1
}

// Stores returns the C statements that set the fields from the word w[...].
func (p Param) Stores(word string) []string {
	return collect.Of(p.Fields, func(f string) string { return strings.ReplaceAll(f, "%s", word) + ";" })
}

// Ends of ranges.
const (
	MaxRate     = 1<<31 - 1
	MaxInterval = 1 << 30
	// The firmware takes periods up to 2^30; events out of order by 2^20 ns take that much of the distance at which a
	// deadline ahead and one long past are distinguished.
	MaxPeriod = 1<<30 - 1<<20
	MaxWord   = 1<<32 - 1
)
