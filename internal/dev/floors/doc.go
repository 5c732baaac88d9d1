// Package floors holds the order of this repository's packages: its tests fail on an import that
// runs up, and draw the README's picture and CONTRIBUTING.md's table from the imports that there
// are.
package floors
