// Package reproduce repeats the evaluation of the Dolce-RC paper (sections V and VI) on the
// NIC model, and those of other papers' systems.
//
//	sweep files ──► Study ──► points ──► experiment.Runner ──► results ──► Section ──► Report
//
// The runs are in the sweep files of this folder (docs/comparison.md), their size in a Setting (smoke, fast, full).
// The paper's statements, and the report's text on each experiment, are in paper.toml.
//
// An Experiment lists its points in a Setting and makes a Section from their results: the paper's numbers with ours
// and the spread over the seeds, figures, tables as CSV, and sentences derived from the numbers.
package reproduce
