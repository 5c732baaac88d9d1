// Package logs groups what reads, replays and writes logs: capture (what networks leave behind), replay (a capture through
// an algorithm), ratelog (what an algorithm did, event by event) and firmwarelog (what a firmware logs of itself).
package logs
