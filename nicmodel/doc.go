// Package nicmodel is a cycle-approximate NIC in a packet-level network: the place where
// the algorithms of the firmware packages meet traffic.
//
// A Config says what is connected (package topology), what is sent (package workload), how
// switches behave (package fabric) and how NICs do; New builds a Model of it, and Run runs
// it to its end, reporting to a Sink. Package scenario makes all that from a file.
//
// A NIC with a Host has package hostpath before each message's first packet and after its last acknowledgement:
// threads, doorbells, PCIe, contexts, completions. Go programs can also drive that package alone, by a hostpath.Sim
// or their own hostpath.Environment.
//
// Everything is an integer: time counts picoseconds, sizes bytes, and each component has
// its own seeded generator. The same Config gives the same records and the same digest on
// every machine and for any number of partitions and threads.
//
// The reaction points are the firmware packages themselves. docs/nicmodel.md says what
// cycle-approximate means here, and what is left out.
package nicmodel
