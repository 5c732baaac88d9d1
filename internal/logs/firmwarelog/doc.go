// Package firmwarelog reads a firmware's log of its steps (the event, the output, and the state afterwards) and
// checks it against the reference, step by step.
//
// A log is CSV, JSON lines, or records of a binary layout that a TOML file describes.
// Numbers are the raw integers of the formats in docs/formats.md; docs/vectors.md is
// normative for the logs. Reading is streaming: a log may be longer than memory. Of
// each connection its state is kept, and of the whole log a window of the latest steps.
//
// Nothing in a log is trusted: what is out of range, cut, or contradicts its header is
// refused with a line that names the place and the remedy, and no length in a log
// decides how much memory is taken.
package firmwarelog
