// Package capture groups the readers of what networks leave behind: roce (headers of RoCEv2) and
// trace (captures, simulator traces, counters and text as events). They know no algorithm; what one
// makes of the events is in internal/replay.
package capture
