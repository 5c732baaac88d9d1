// Package cluster runs applications of stages (package stage) on the packet model: on a network whose
// ports have one queue, a queue for each application, or queues that a controller weighs while the model
// runs, as Saba does ("Application-Centric Bandwidth Allocation in Datacenters", chapter 4).
//
// Bulk transfers go in segments of 16 KB, each a packet of the model: a fifth of the events, or less, of packets of
// an MTU. Measured times are milliseconds, so that a segment's microseconds at a port do not matter.
package cluster
