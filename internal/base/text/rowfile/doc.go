// Package rowfile reads text with one row a line: CSV under a header row, or JSON objects, plain or compressed by
// gzip, with or without a byte-order mark, with comments between. Captures as text, firmware's logs and the data of
// figures are read by it: a Table returns the cells of a row with the numbers of their columns, whose meaning is the
// caller's. Errors name the file and the line.
package rowfile
