// Package version names what a tool was built from.
package version

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/scanner"
	"go/token"
	"io"
	"io/fs"
	"os"
	"strings"
	"sync"

	smartnic "smartnic-cc"
)

// Number is the version of this repository's tools and formats.
const Number = "0.1.0"

// String returns the version and the first digits of the firmware source's hash,
// so that two tools that answer alike compile and check the same firmware.
func String() string { return Number + " (firmware source " + Source()[:12] + ")" }

// Source returns the SHA-256 of the firmware packages' source, tests left out.
func Source() string { return hash(func(text []byte) []byte { return text }) }

// Code is Source without comments and layout: it names what the firmware does, and does not change with comments
// alone.
func Code() string { return hash(tokens) }

// Program returns the SHA-256 of this program's file, under which its results are stored: those of another build, of
// whatever source, are kept apart.
func Program() (string, error) { return program() }

var program = sync.OnceValues(func() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("cannot find this program's file: %w", err)
	}
	f, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("cannot read this program's file: %w", err)
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", fmt.Errorf("cannot read this program's file: %w", err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
})

// hash is of what of says of each file of the firmware packages, tests left out.
func hash(of func(text []byte) []byte) string {
	h := sha256.New()
	for _, dir := range smartnic.FirmwareDirs() {
		entries, err := fs.ReadDir(smartnic.Source, dir)
		if err != nil {
			panic(err) // embedded: the folder is there
		}
		for _, e := range entries {
			name := dir + "/" + e.Name()
			if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
				continue
			}
			b, err := fs.ReadFile(smartnic.Source, name)
			if err != nil {
				panic(err) // embedded: the file is there
			}
			h.Write([]byte(name))
			h.Write([]byte{0})
			h.Write(of(b))
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// tokens lists the tokens of Go source, one a line, as the compiler takes them.
func tokens(text []byte) []byte {
	var s scanner.Scanner
	files := token.NewFileSet()
	s.Init(files.AddFile("", files.Base(), len(text)), text, nil, 0)
	var out []byte
	for {
		_, kind, literal := s.Scan()
		if kind == token.EOF {
			return out
		}
		if kind == token.SEMICOLON {
			literal = "" // written or at the end of a line: the same
		}
		out = append(append(append(out, kind.String()...), ' '), literal...)
		out = append(out, '\n')
	}
}
