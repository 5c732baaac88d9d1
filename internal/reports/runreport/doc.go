// Package runreport finds the outputs of runs and replays in folders and lays out a report of
// them: the figures of package views, summaries, parameters and commands, as a page of package
// htmlreport.
package runreport
