// Package rowfile reads text that has one row a line: CSV under a header row, or JSON objects, plain or
// compressed by gzip, with or without a byte-order mark, with comments between. Captures as text, logs of
// firmware and what figures are drawn of are all read by it: a Table gives the cells of a row with the numbers
// of their columns, and who reads it says what the columns mean. Errors name the file and the line.
package rowfile
