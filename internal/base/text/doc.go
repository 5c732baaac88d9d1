// Package text groups what reads and makes text: collect (lists, maps and numbers of rows), enum (names of values), nearest (the name that was meant), pattern (regular expressions), plural, setting
// (NAME=VALUE), textwidth (wrapping, columns) and tomlfile (TOML with errors that name the line).
package text
