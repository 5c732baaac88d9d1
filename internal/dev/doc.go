// Package dev groups what only tests and make use: golden, tier and helppage for tests, floors and
// doclinks, which are tests, docrun, gentables and circuits, which make runs, and hpccsim, a second
// implementation to compare the NIC model with.
package dev
