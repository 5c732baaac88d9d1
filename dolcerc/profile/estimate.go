package profile

import "slices"

// EstimateFor returns the estimate that CNPs can give: MarkedPackets if they report how
// many marked packets they answer, else TxSlots. With counts that are never there every
// reward is 1, and nothing is learned.
func EstimateFor(reported bool) string {
	if reported {
		return MarkedPackets
	}
	return TxSlots
}

// ReportsMarks reports whether the CNPs that go with a profile, of this package or of
// dcqcn/profile, report how many marked packets they answer. Those of section IV-B's ideal
// case do, which the paper's setting and what was searched from it take for granted; those
// of NICs and of HPCC's simulator do not.
func ReportsMarks(name string) bool { return slices.Contains([]string{"paper", RecommendedName}, name) }
