// Package sweep searches the parameters of a congestion-control scheme for those that do best and worst against
// another scheme, whose parameters are searched with the same budget.
//
//	sweep file ──► Sweep ──► rounds of points ──► Engine ──► results ──► Report
//	                  ▲                                        │
//	                  └──────────── scores ────────────────────┘
//
// A Sweep has environments (scenario, load, and settings of both schemes) and two schemes, each with its axes. A
// setting is one value for each axis. A search strategy (full grid, random settings, coordinate descent) chooses the
// next settings from the scores so far alone; each round of settings runs in every environment with every search
// seed. At the end the settings found run again with held-out seeds.
//
// With targets, published numbers of the two, a Sweep is a fit: one strategy searches the axes of both for the
// setting whose numbers are nearest to them.
//
// Points are those of package experiment: a run has one result, kept in a folder under the hash of its inputs. An
// Engine runs the points of a round: in this process (Local), one part of several (Shard), none (Merge), or as an
// array job of Slurm (Slurm). The report is the same bytes with all of them: scores are compared in whole numbers.
package sweep
