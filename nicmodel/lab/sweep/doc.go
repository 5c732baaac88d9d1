// Package sweep searches the parameters of a scheme of congestion control for those with
// which it does best and worst against another, whose own parameters are searched with the
// same budget.
//
//	sweep file ──► Sweep ──► rounds of points ──► Engine ──► results ──► Report
//	                  ▲                                        │
//	                  └──────────── scores ────────────────────┘
//
// A Sweep has environments (scenario, load, and what both schemes get alike) and two schemes
// with axes of their own. A setting is a choice of one value an axis. A walk (full grid,
// random settings, coordinate descent) says which settings come next, from the scores of
// those that were run and from nothing else; each round of settings runs in every
// environment with every search seed. When the walks are over, what they found runs again
// with held-out seeds.
//
// With targets, numbers that were published of the two, a Sweep is a fit: one walk searches
// the axes of both together for the setting whose numbers are nearest to them.
//
// Points are those of package experiment: a run has one result, kept in a folder under the
// hash of what made it. An Engine has the points of a round run: in this process (Local),
// one part of several (Shard), none (Merge), or as an array job of Slurm (Slurm). Whichever
// runs them, the report is the same bytes: scores are compared in whole numbers.
package sweep
