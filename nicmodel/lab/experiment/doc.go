// Package experiment runs scenarios on the NIC model, with the integer code of the firmware packages, and keeps the
// results.
//
//	points ──► Runner ──► results, a file each
//
// A Point is one run: a scenario of this package (folder scenarios, the same TOML that cctrace sim takes) or from
// outside, changes of its keys, and a seed. Run is the whole contract of a shard, from a point to a Result; results
// are the same bytes on every machine and for any number of workers. Runner keeps results in a folder under the hash
// of their inputs, so that an interrupted run continues where it stopped.
package experiment
