// Package experiment repeats the evaluation of the Dolce-RC paper (sections V and VI) on the
// NIC model, with the integer code of the firmware packages.
//
//	points of all experiments ──► Runner ──► results, a file each ──► Section ──► Report
//
// A Point is one run: a scenario of this package (folder scenarios, the same TOML that
// cctrace sim takes), changes of its keys, and a seed. Run is the whole contract of a shard:
// a point in, a Result out, and nothing else that matters; results are the same bytes on
// every machine and for any number of workers. Runner keeps results in a folder under the
// hash of what made them, so that a run that was interrupted goes on where it stood.
//
// An Experiment says which points it needs in a Setting (smoke, fast, full) and makes of
// their results a Section: the paper's numbers beside ours with the spread over the seeds,
// figures, tables as CSV, and sentences that are derived from the numbers.
package experiment
