// Package saba is the control plane of Saba ("Application-Centric Bandwidth Allocation in Datacenters", chapter 4):
// it divides each port of a network among the applications that use it so that the sum of the slow-downs predicted by
// their profiles is small, and enforces this with weighted queues.
//
// A [Profile] is an application's slow-down over its share of the link, measured alone. A polynomial is fitted to it
// in exact integers (Profile.Fit, equation (4.1)). For the applications at a port [Solver] finds the shares (equation
// (4.2)): each unit goes to the application that it helps most, and if a polynomial is not convex a dynamic program
// decides. Applications of like sensitivity have one priority level ([Groups]), and levels of like sensitivity one
// queue if a port has fewer queues than levels ([Hierarchy]). A [Controller], central or one for each switch, does
// this as applications come and go. It returns the [Setting] of each port, which [P4] and [InfiniBand] format.
//
// Packages curve, weigh and nearest, in the firmware subset, run on a NIC or switch.
//
// Where the thesis is silent or wrong:
//
//   - A share is at least 2 % of the link, or a quarter of an equal share among more than 12 applications. Below 5 %
//     no profile has samples; there a slow-down continues the polynomial parallel to the line through the two lowest
//     samples (package curve).
//   - Shares are whole units of 1/256 of a link, and slow-downs on them are exact. So is the minimum; the
//     thesis takes a local one by SLSQP.
//   - Two clusters merge to the midpoint of their coefficients whatever their sizes. That is median linkage; the
//     text calls it average linkage.
//   - Coefficients are not scaled before they are compared; Config.Scaled does it.
//   - A new application may change the priority levels of others at a central controller. Their connections
//     change with them (Change.Tags).
//   - A prediction counts that the applications of a queue share it equally ([PerApplication]).
package saba
