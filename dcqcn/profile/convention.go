package profile

import "smartnic-cc/internal/base/text/enum"

// Convention is which weight dce_tcp_g is.
type Convention uint8

// The conventions.
const (
	// Unstated: the text has to say it itself.
	Unstated Convention = iota
	// OldWeight: of the old alpha, alpha = (v alpha + 1024 - v)/1024 under a CNP;
	// default 1019. What current drivers show.
	OldWeight
	// NewWeight: of the new sample, alpha = ((1024 - v) alpha + v)/1024 under a CNP;
	// default 64 in older texts.
	NewWeight
)

// String returns the name of the convention in texts.
func (c Convention) String() string {
	return enum.Name(c, "unstated", "old-weight", "new-weight")
}
