package nicprofile

import (
	"fmt"
	"strings"

	"smartnic-cc/internal/sys/readfile"
)

// Limits of what gets into a generated program.
const (
	maxWord = 64
	maxPath = 512
)

// pathBytes are, besides letters and digits, what the path of a profile may have that
// stands in a generated program: the command in its head is split at blanks and commas,
// and no byte may end the comment that it is in.
const pathBytes = "._-+/:@%=~"

// Word is what a profile is called in the names of a program that is generated from it: a
// to z, 0 to 9 and _. path is where it was read, which the head of the program tells; one
// that has what cannot stand there is refused. An error names the file.
func (p *Profile) Word(path string) (string, error) {
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
	}, strings.ToLower(p.Name)), "_")
	if word == "" || len(word) > maxWord {
		return "", fmt.Errorf("%s: name: %.80q makes no name in a program; give it 1 to %d letters and digits", path, p.Name, maxWord)
	}
	return word, nil
}

// alphanumeric tells a letter or digit of ASCII.
func alphanumeric(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
}
