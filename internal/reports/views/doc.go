// Package views reads what replays and runs of the NIC model leave behind (rate logs,
// throughput, queue lengths, PFC frames, completions) and makes figures and tables of it: rates,
// targets, alpha, arms and queues over time, distributions of completion times and of
// slow-downs by size, for one log or for several side by side.
//
// Files are recognised by how they begin, never by their name. They are read once, in bounded memory: curves are
// thinned while they are read (plot.Downsampler), so that a log of any length can be drawn; only messages and bins of
// throughput are kept singly, at 48 and 40 bytes each.
package views
