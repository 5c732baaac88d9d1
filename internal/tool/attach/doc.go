// Package attach puts a congestion control under the RoCEv2 connections of an interface: the programs of
// codegen/backend/bpf at its ingress and egress hooks, and the fq queueing discipline, which obeys the times at which they
// let packets leave (docs/attach.md).
package attach
