package dolcerc

import "strconv"

// The names of the estimates, in files and on the command line. Strings are outside the
// firmware subset: the compiler skips files that end in _string.go.
const (
	// MarkedPacketsName is the name of MarkedPackets.
	MarkedPacketsName = "marked-packets"
	// TxSlotsName is the name of TxSlots.
	TxSlotsName = "tx-slots"
)

// String returns "marked-packets" or "tx-slots".
func (e Estimate) String() string {
	switch e {
	case MarkedPackets:
		return MarkedPacketsName
	case TxSlots:
		return TxSlotsName
	}
	return strconv.Itoa(int(e))
}
