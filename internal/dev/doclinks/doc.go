// Package doclinks holds tests of the documents: every relative link, every heading that one leads to, and every name of
// the repository's files is there; pages and comments use plain words; pages give no times of one machine.
package doclinks
