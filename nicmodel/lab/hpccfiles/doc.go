// Package hpccfiles reads the inputs of HPCC's ns-3 simulator and its forks, a file of keys with the topology and
// flows that it names, as a scenario, and writes a run's results in the simulator's formats.
//
// Source: alibaba-edu/High-Precision-Congestion-Control, commit 9f4be2a, scratch/third.cc.
package hpccfiles
