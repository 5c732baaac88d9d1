package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"sort"
	"strings"
)

// sources are the folders, from the repository's root, that decide what a run finds.
var sources = []string{"fixedpoint", "fixedpoint/exhaustive", "internal/base/num/bigmath"}

// sampleEvery is the sample of functions that were tried whole as they are: 1/16 takes seconds.
const sampleEvery = 16

// state identifies what a run over all inputs depends on: compiler, machine and sources, comments included.
func state(root string) (string, error) {
	h := sha256.New()
	for _, dir := range sources {
		files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(dir), "*.go"))
		if err != nil {
			return "", err
		}
		sort.Strings(files)
		n := 0
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			b, err := os.ReadFile(file)
			if err != nil {
				return "", err
			}
			fmt.Fprintf(h, "%s/%s %d\n", dir, filepath.Base(file), len(b))
			h.Write(b)
			n++
		}
		if n == 0 {
			return "", fmt.Errorf("no Go files in %s; run it at the repository's root", filepath.Join(root, filepath.FromSlash(dir)))
		}
	}
	return fmt.Sprintf("%s %s %s", runtime.Version(), runtime.GOARCH, hex.EncodeToString(h.Sum(nil))[:32]), nil
}

// tried reports whether file, a line a state, lists that all inputs were tried of now.
func tried(file, now string) (bool, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return false, err
	}
	for line := range strings.Lines(string(b)) {
		if strings.TrimSpace(line) == now {
			return true, nil
		}
	}
	return false, nil
}

// untried prints what is done because of the file, and returns the part of the inputs to try.
func untried(file string, stdout io.Writer) (every uint32, err error) {
	now, err := state(".")
	if err != nil {
		return 0, err
	}
	was, err := tried(file, now)
	if err != nil {
		return 0, err
	}
	if !was {
		fmt.Fprintf(stdout, "%s does not list %s: all inputs are tried; write that line into it if they pass\n", file, now)
		return 1, nil
	}
	fmt.Fprintf(stdout, "%s lists %s: all inputs were tried of these sources; now 1/%d\n", file, now, sampleEvery)
	return sampleEvery, nil
}
