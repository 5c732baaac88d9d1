// Package stage models distributed applications that compute and communicate in stages, as in Spark and Flink: what
// Saba's profiler measures and what its weighted queues serve ("Application- Centric Bandwidth Allocation in
// Datacenters", chapters 3 and 4).
//
// Each instance of an application has its own host. Each stage begins at all instances after a barrier. An instance
// computes, and meanwhile sends its overlapped volume; after both it sends its serial volume, and when that is sent
// and all of the others' received, it is at the next barrier. A volume goes to all other instances in equal parts.
//
// The same application runs in two models. In the fluid one applications share a port by weights, as one infinitely
// divisible resource (App.Alone, Port.Run). The packet one is a plan of package workload (App.Plan), for a network
// with queues and congestion control. A profile is the time of an application alone, with its NICs limited to a share
// of their rate, in either model.
package stage
