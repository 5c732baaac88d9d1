// Package study measures what Saba ("Application-Centric Bandwidth Allocation in Datacenters") gains at one
// port, beside max-min fairness of applications and of flows, and has the rows that compare its control plane
// with the thesis.
//
// There are two models of a port. In the one applications are stages that compute and communicate
// (package stage), and what one does not use the others have. In the other an application is its measured
// curve: with a share w of the port it goes forward at 1/D(w), as if every run under a cap showed what the
// share of a busy port does. The thesis' predictions assume the second.
package study
