// Package htmlreport writes pages of figures and tables as one HTML file that needs nothing
// else: no network, no other file, no library. Figures are drawn by a script of this package
// (viewer.js) from data that the page carries, and can be zoomed, read out and saved.
//
// What comes from outside (names, titles, texts) is escaped by html/template and, in the
// figures' data, by encoding/json; the page's content security policy allows its own
// script and style by their hashes, and nothing else, so that no name of a file can make a
// browser run or load anything.
package htmlreport
