// Package reproduce repeats the evaluation of the Dolce-RC paper (sections V and VI) on the
// NIC model, and those of other papers' systems.
//
//	sweep files ──► Study ──► points ──► experiment.Runner ──► results ──► Section ──► Report
//
// What runs is in the sweep files of this folder (docs/comparison.md); a Setting (smoke, fast, full) says how
// large. What the paper states, and what the report says of each experiment, is in paper.toml.
//
// An Experiment says which points it needs in a Setting and makes of
// their results a Section: the paper's numbers with ours and the spread over the seeds,
// figures, tables as CSV, and sentences that are derived from the numbers.
package reproduce
