package main

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/pflag"

	"smartnic-cc/internal/base/sys/atomicfile"
	"smartnic-cc/internal/version"
)

// cacheLong is the help text on the cache of a command.
const cacheLong = `What was computed is kept in the folder ccgen of the user's cache ($XDG_CACHE_HOME, or
~/.cache) for the next call of the same ccgen on the same source; --no-cache neither
reads nor writes it.`

func cacheFlag(f *pflag.FlagSet) *bool {
	return f.Bool("no-cache", false, "compute again what the cache may have, and keep nothing")
}

// mostKept is how many results the cache holds; the oldest ones are dropped.
const mostKept = 16

// cached returns the result of compute, from the cache if it has it. The key is kind, the inputs in depends, and this
// program's hash. A cache that cannot be read or written is ignored.
func cached[T any](use bool, kind string, depends []string, compute func() (T, error)) (T, error) {
	var file string
	if use {
		file = cacheFile(kind, depends)
	}
	if file != "" {
		var v T
		if text, err := os.ReadFile(file); err == nil && json.Unmarshal(text, &v) == nil {
			return v, nil
		}
	}
	v, err := compute()
	if err == nil && file != "" {
		keep(file, v)
	}
	return v, err
}

// cacheFile returns where a result is kept, "" if nowhere.
func cacheFile(kind string, depends []string) string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	self, err := version.Program()
	if err != nil {
		return ""
	}
	h := sha256.New()
	for _, part := range append([]string{self, kind}, depends...) {
		fmt.Fprintf(h, "%d:%s", len(part), part)
	}
	return filepath.Join(dir, "ccgen", kind+"-"+hex.EncodeToString(h.Sum(nil)[:16])+".json")
}

// keep writes a result and removes the oldest one. Errors are ignored: the result will be computed again.
func keep(file string, v any) {
	text, err := json.Marshal(v)
	if err != nil {
		return
	}
	if atomicfile.Write(file, func(w io.Writer) error { _, err := w.Write(text); return err }) != nil {
		return
	}
	old, err := filepath.Glob(filepath.Join(filepath.Dir(file), "*.json"))
	if err != nil || len(old) <= mostKept {
		return
	}
	written := map[string]int64{}
	for _, name := range old {
		if info, err := os.Stat(name); err == nil {
			written[name] = info.ModTime().UnixNano()
		}
	}
	slices.SortFunc(old, func(a, b string) int { return cmp.Compare(written[b], written[a]) })
	for _, name := range old[mostKept:] {
		_ = os.Remove(name)
	}
}
