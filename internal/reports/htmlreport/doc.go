// Package htmlreport writes pages of figures and tables as one HTML file that needs nothing
// else: no network and no other file. Figures are those of package plot; the page carries them
// as data, with uPlot (folder uplot, under its own licence), and a script of this package
// (viewer.js) puts them together: they can be zoomed, read out and saved.
//
// What comes from outside (names, titles, texts) is escaped by html/template, and the figures'
// data are base64; the page's content security policy allows its own script and style by their
// hashes, and nothing else, so that no name of a file can make a browser run or load anything.
package htmlreport
