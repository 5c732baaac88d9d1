// Package compare runs one scenario under several algorithms of congestion control, or sets of their parameters,
// and puts the results side by side.
//
//	scenario + contenders ──► Comparison ──► points ──► sweep.Engine ──► results ──► Report
//
// A contender is named as on a command line: dcqcn, dolcerc:dolcerc-recommended, ./mycc, ./mycc:SET. All have the
// same arrivals and the same coins of switches, as both follow from the seed. The points are those of package
// experiment, one a contender and seed, and any engine of package sweep has them run; the report is the same bytes
// for all.
//
// Numbers are means over the seeds, with half the 95 % confidence interval of the mean (Student's t). A ratio of two
// contenders is taken seed by seed. Report.Warnings say where a comparison is not a fair one.
package compare
