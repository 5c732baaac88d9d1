// Package capture groups the readers of traces: trace (captures, simulator traces, counters and text as events). They
// know no algorithm; internal/logs/replay feeds the events to one, and internal/base/packet has the formats of
// packets.
package capture
