// Package sys groups what deals with the operating system: atomicfile (outputs that are whole or not
// there), child (processes that end with the run), interrupt (Ctrl-C) and readfile (inputs with a
// limit).
package sys
