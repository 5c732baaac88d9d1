// Package readme tests that the README's commands run as they stand there, in its order, in a fresh
// clone, and that what they leave there disturbs no test.
package readme
