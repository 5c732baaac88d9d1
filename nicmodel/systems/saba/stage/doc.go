// Package stage models distributed applications that compute and communicate in stages, as those of
// Spark and Flink do: what Saba's profiler measures and what its weighted queues serve ("Application-
// Centric Bandwidth Allocation in Datacenters", chapters 3 and 4).
//
// An application has instances on hosts of their own. Each stage begins at all of them behind a
// barrier. An instance computes, and meanwhile sends its overlapped volume; when both have ended it
// sends its serial volume, and when that has been sent and all of the others' has come, it is at the
// next barrier. A volume goes to all other instances in equal parts.
//
// The same application runs in two models. The fluid one has a port that applications share by
// weights, as one resource that is divided without grain (App.Alone, Port.Run). The packet one is a
// plan of package workload (App.Plan), for a network with queues and congestion control. A profile is
// the time of an application alone, with its NICs held to a share of their rate, of either model.
package stage
