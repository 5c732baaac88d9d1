// Package doca writes the glue between a reaction point and NVIDIA's DOCA PCC
// (programmable congestion control on BlueField-3 and ConnectX-8): the callbacks that
// the vendor's device library calls for every event of every flow, the parameters and
// counters that are declared to it, the flow's state in its context of 48 bytes, and rates as
// fractions of the line rate.
//
// What is written is one C file. It includes the port's header (codegen/backend/cgen) and the
// vendor's headers, which are proprietary and stay where they are. docs/ports.md says
// how to build it.
package doca
