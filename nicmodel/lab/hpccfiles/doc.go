// Package hpccfiles reads what HPCC's ns-3 simulator and its forks are run with, a file of keys and the topology and flows
// that it names, as a scenario, and writes a run's results as that simulator does.
//
// Source: alibaba-edu/High-Precision-Congestion-Control, commit 9f4be2a, scratch/third.cc.
package hpccfiles
