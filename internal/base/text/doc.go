// Package text groups what reads and makes text: collect (a text a row), enum (names of values), nearest (the name that was meant), plural, setting
// (NAME=VALUE), textwidth (wrapping, columns) and tomlfile (TOML with errors that name the line).
package text
