package reaction

import (
	"fmt"
	"strings"

	"smartnic-cc/codegen/profile"
	"smartnic-cc/dcqcn"
	dcqcnprofile "smartnic-cc/dcqcn/profile"
	"smartnic-cc/internal/base/sys/readfile"
)

// File is what a file of a NIC's settings holds besides the parameters.
type File struct {
	// Name is the file's name for the profile, and Base the built-in profile for all other parameters.
	Name, Base string
	// TOML returns the profile in TOML (docs/profiles.md). source is the source to name in it.
	TOML func(source string) string
}

// readFile reads a file for a port of the given speed; nil in a program without package nicconf.
var readFile func(path string, line dcqcn.Rate) (dcqcnprofile.Profile, *File, error)

// RegisterReader registers the reader for files that Choices name as profiles. Package nicconf calls it, so programs
// that import it accept files.
func RegisterReader(read func(path string, line dcqcn.Rate) (dcqcnprofile.Profile, *File, error)) {
	readFile = read
}

// resolve returns the parameters of a DCQCN profile, or of a file.
func resolve(name string, line dcqcn.Rate) (dcqcnprofile.Profile, *File, error) {
	if profile.IsPath(name) {
		if readFile == nil {
			return dcqcnprofile.Profile{}, nil, fmt.Errorf("profile: %s is a file, and this program reads none", name)
		}
		return readFile(name, line)
	}
	p, err := dcqcnprofile.Get(name, line)
	return p, nil, orFile(err, name, line)
}

// orFile adds to the error of an unknown profile that a file may be named.
func orFile(err error, name string, line dcqcn.Rate) error {
	if err != nil && line >= dcqcnprofile.MinLine && line <= dcqcnprofile.MaxLine {
		return fmt.Errorf("%w, or a file such as ./%.40s.toml", err, name)
	}
	return err
}

// Limits of text that gets into a generated program.
const (
	maxWord = 64
	maxPath = 512
)

// pathBytes are the bytes, besides letters and digits, that the path of a profile may have in a generated program:
// the command in its head is split at blanks and commas, and no byte may end the comment.
const pathBytes = "._-+/:@%=~"

// Word returns the profile's name for the names in a program that is generated from it: a to z, 0 to 9 and _. path is
// where it was read, which the head of the program names; a path with bytes that are not allowed there is refused. An
// error names the file.
func (f *File) Word(path string) (string, error) {
	bad := func(r rune) bool { return !alphanumeric(r) && !strings.ContainsRune(pathBytes, r) }
	if at := strings.IndexFunc(path, bad); at >= 0 {
		return "", fmt.Errorf("%s: the path has %q, which the command in a generated file cannot hold; use letters, digits and %s",
			readfile.OneLine(path), []rune(path[at:])[0], pathBytes)
	}
	if len(path) > maxPath {
		return "", fmt.Errorf("%.60s...: the path has more than %d characters; name the file from a folder near it", path, maxPath)
	}
	word := strings.Trim(strings.Map(func(r rune) rune {
		if alphanumeric(r) {
			return r
		}
		return '_'
	}, strings.ToLower(f.Name)), "_")
	if word == "" || len(word) > maxWord {
		return "", fmt.Errorf("%s: name: %.80q makes no name in a program; give it 1 to %d letters and digits", path, f.Name, maxWord)
	}
	return word, nil
}

// alphanumeric reports whether r is a letter or digit of ASCII.
func alphanumeric(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
}
