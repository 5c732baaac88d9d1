// Package saba is the control plane of Saba ("Application-Centric Bandwidth Allocation in Datacenters",
// chapter 4): it divides each port of a network among the applications that use it so that the sum of
// their slow-downs is small, as their profiles predict them.
package saba
