package experiment

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"smartnic-cc/internal/base/sys/readfile"
)

// FileHashes are the hashes of files that scenarios name, by path; each is read once.
type FileHashes map[string]string

// Of returns Point.Files, a hash of all files that the point's scenario names. The error is that of the scenario,
// with the point, or of a file that cannot be read.
func (h FileHashes) Of(p *Point) (string, error) {
	s, err := p.Parse()
	if err != nil {
		return "", fmt.Errorf("%s: %w", p, err)
	}
	all := ""
	for _, path := range s.Files() {
		sum, ok := h[path]
		if !ok {
			if sum, err = hash(path); err != nil {
				return "", readfile.WithName(path, err)
			}
			h[path] = sum
		}
		all += sum
	}
	return all, nil
}

// hash returns the hash of a file, or of a folder with all below it, such as the settings of a NIC
// (docs/profiles.md).
func hash(path string) (string, error) {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	err = filepath.WalkDir(path, func(name string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		// Only files and links to them are read: a pipe would block.
		if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
			return err
		}
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		rel, err := filepath.Rel(path, name)
		if err != nil {
			return err
		}
		one := sha256.New()
		if _, err := io.Copy(one, f); err != nil {
			return err
		}
		// Names have no zero byte, and a sum has its length: no two folders look alike.
		h.Write(append([]byte(rel), 0))
		h.Write(one.Sum(nil))
		return nil
	})
	return hex.EncodeToString(h.Sum(nil)[:16]), err
}
