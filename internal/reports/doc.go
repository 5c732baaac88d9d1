// Package reports groups what makes figures and pages: plot (axes, curves, bars, as SVG, PDF and PNG), figures (of
// the models and of replays), views (of logs), htmlreport (a page with figures to zoom in) and runreport (such a page
// of a run). Nothing here computes a result.
package reports
