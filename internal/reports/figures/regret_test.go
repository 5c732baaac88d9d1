package figures

import "testing"

// TestRegretIsCurrent compares the committed figure of the bandit's regret with what is
// drawn now.
func TestRegretIsCurrent(t *testing.T) { committed(t, "regret", DRUCB) }
