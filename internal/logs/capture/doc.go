// Package capture holds the readers of what networks leave behind: trace (captures, simulator traces,
// counters and text as events). They know no algorithm; what one makes of the events is in
// internal/logs/replay, and the formats of packets are in internal/base/packet.
package capture
