// Package study measures what Saba ("Application-Centric Bandwidth Allocation in Datacenters") gains at one port over
// max-min fairness of applications and of flows, and has the rows that compare its control plane with the thesis.
//
// There are two models of a port. In one, applications are stages that compute and communicate (package stage), and
// others use what one leaves. In the other an application is its measured curve: with a share w of the port it
// progresses at 1/D(w), as if a share of a busy port were a cap. The thesis' predictions assume the second.
package study
