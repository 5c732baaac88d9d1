// Package text groups what makes messages: nearest (the name that was meant), plural and textwidth
// (wrapping, columns).
package text
