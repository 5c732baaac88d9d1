// Package profile holds the parameters of DCQCN as papers, vendors and simulators
// set them, under the vendors' names and units.
// It is a tool, not firmware. docs/profiles.md gives the reason of every value.
package profile

import (
	"fmt"
	"strings"

	"smartnic-cc/dcqcn"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/nearest"
)

// Vendor is whose names and limits a profile's parameters have.
type Vendor string

const (
	// None: papers and simulators. Parameters have mlx5's names, where it has one,
	// and are limited by dcqcn.Params alone.
	None Vendor = ""
	// MLX5 is ConnectX under Linux' mlx5 driver: its names, and its fields' widths.
	MLX5 Vendor = "mlx5"
	// Ionic is AMD Pensando's NIC: mlx5's names, limited by dcqcn.Params alone.
	Ionic Vendor = "ionic"
	// IRDMA is Intel's RDMA driver, with its own names.
	IRDMA Vendor = "irdma"
)

// Profile is a set of parameters of one connection's two ends.
type Profile struct {
	// Name is what Get knows the profile by.
	Name string
	// Title says in a line what it is.
	Title string
	// Source says where the values are from.
	Source string
	// Vendor is whose names and limits hold for Set and Value.
	Vendor Vendor
	// Line is the port's speed that the profile was made for, kb/s.
	Line dcqcn.Rate
	// RP are the parameters of the reaction point.
	RP dcqcn.Params
	// NP are the parameters of the notification point.
	NP dcqcn.NPParams
	// CNP is how CNPs are marked on the wire. No algorithm reads it.
	CNP Marking
}

// Marking is how the notification point marks its CNPs for the network.
type Marking struct {
	// DSCP is the differentiated services code point, 0..63.
	DSCP uint8
	// Priority is the 802.1p priority, 0..7.
	Priority uint8
}

// Range of the line rates that profiles can be made for, kb/s.
const (
	MinLine dcqcn.Rate = 1_000         // 1 Mb/s
	MaxLine dcqcn.Rate = 1_600_000_000 // 1.6 Tb/s
)

// Names returns the names of the profiles, the paper's first.
func Names() []string {
	return collect.Of(makers, func(m maker) string { return m.name })
}

// Get returns a profile for a port of the given speed, kb/s, MinLine..MaxLine. The
// error of an unknown name lists the names.
func Get(name string, line dcqcn.Rate) (Profile, error) {
	if line < MinLine || line > MaxLine {
		return Profile{}, fmt.Errorf("line rate: %d kb/s is out of range %d..%d (1 Mb/s to 1.6 Tb/s)", line, MinLine, MaxLine)
	}
	for _, m := range makers {
		if m.name == name {
			p := m.make(line)
			p.Name, p.Title, p.Source, p.Vendor, p.Line = m.name, m.title, m.source, m.vendor, line
			return p, nil
		}
	}
	return Profile{}, fmt.Errorf("unknown profile %.40q%s; one of %s", name, nearest.Hint(name, Names()), strings.Join(Names(), ", "))
}
