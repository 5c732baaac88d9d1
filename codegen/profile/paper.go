package profile

import (
	"fmt"
	"strings"

	"smartnic-cc/internal/base/text/nearest"
)

// PaperName is the name of the profile of an algorithm's paper.
const PaperName = "paper"

// Paper implements the part of Family for an algorithm that has only its paper's profile and takes no changes of it.
type Paper struct{}

// Names returns PaperName alone.
func (Paper) Names() []string { return []string{PaperName} }

// Has reports whether name is PaperName.
func (Paper) Has(name string) bool { return name == PaperName }

// Files returns false: it takes no files.
func (Paper) Files() bool { return false }

// Changes returns false: it takes no changes.
func (Paper) Changes() bool { return false }

// Settings returns nil: it has no settings.
func (Paper) Settings() []Setting { return nil }

// Check refuses other profiles of an algorithm, and changes.
func (Paper) Check(algorithm string, c Choice) error {
	if c.Profile != PaperName {
		return fmt.Errorf("unknown profile %.40q of %s%s; it has %s", c.Profile, algorithm, nearest.Hint(c.Profile, []string{PaperName}), PaperName)
	}
	if words := c.Args(); len(words) > 0 {
		return fmt.Errorf("%s: it changes profiles that are settings of a NIC, not those of %s", strings.TrimPrefix(words[0], "--"), algorithm)
	}
	return nil
}
