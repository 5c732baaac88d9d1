// Package compare runs one scenario under several congestion-control algorithms, or sets of their parameters, and
// compares the results.
//
//	scenario + contenders ──► Comparison ──► points ──► sweep.Engine ──► results ──► Report
//
// A contender is named as on a command line: dcqcn, dolcerc:dolcerc-recommended, ./mycc, ./mycc:SET. All have the
// same arrivals and the same coins of switches, which depend on the seed only. The points are those of package
// experiment, one for each contender and seed, run by any engine of package sweep; the report is the same bytes for
// all.
//
// Numbers are means over the seeds, with half the 95 % confidence interval of the mean (Student's t). A ratio of two
// contenders is taken seed by seed. Report.Warnings lists where a comparison is unfair.
package compare
