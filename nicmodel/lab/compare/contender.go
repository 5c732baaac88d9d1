package compare

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/folder"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/algorithms"
	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/nearest"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/lab/scenario"
	"smartnic-cc/testvectors/transducer"
)

// Contender is an algorithm with a set of parameters.
type Contender struct {
	// Name is how it was named.
	Name string
	// Algorithm is written as in the scenario: a folder is relative to the scenario's. Profile is its set of
	// parameters, "" if it has no sets.
	Algorithm, Profile string
	// Written reports whether the scenario itself has this algorithm, unchanged.
	Written bool
	// Interpreted reports whether a folder's algorithm is not linked in, and so runs slowly; Stale whether one of its
	// name is linked in from another source.
	Interpreted, Stale bool
	// Set are the changes of the scenario that make it, as cctrace sim --set takes them.
	Set []string

	named   string            // the profile as it was named
	folder  *folder.Algorithm // of a folder's
	config  *nicmodel.Config  // for the first seed
	setup   *driver.Setup     // of the first kind of NIC; nil without an algorithm
	program *ir.Program       // that has the algorithm, for its cost; nil of a built-in one
}

// Algorithms of scenarios other than reaction points and those whose profiles are data.
const (
	plus = "dolcercplus"
	none = "none"
)

// builtIn lists the names of algorithms that are not folders.
func builtIn() []string {
	return slices.Concat(reaction.Algorithms(), []string{plus}, algorithms.WithData(), []string{none})
}

// contender parses a name. Its configuration is made later.
func contender(s *scenario.Scenario, name string, native []folder.Native) (*Contender, error) {
	c := &Contender{Name: name}
	algo, set, _ := strings.Cut(name, ":")
	for _, n := range native {
		if n.Name == algo {
			name, algo = n.Folder+":"+name, n.Folder
		}
	}
	var err error
	switch {
	case folder.BuiltIn(algo):
		if c.folder, err = folder.Open(algo, folder.Options{Profile: set}); err == nil {
			c.Algorithm, c.named = algo, set
		}
	case folder.IsFolder(name) && !slices.Contains(builtIn(), algo):
		err = c.ofFolder(s, name, native)
	case !slices.Contains(builtIn(), algo):
		err = fmt.Errorf("%w, or a folder such as ./mycc", &transducer.UnknownAlgorithmError{Name: algo, Known: builtIn()})
	case set != "" && !slices.Contains(reaction.Algorithms(), algo):
		err = fmt.Errorf("%s has one set of parameters, without a name; leave out :%.40s", algo, set)
	default:
		c.Algorithm, c.named = algo, set
		err = c.ofProfile(s)
	}
	return c, err
}

// ofProfile finds the profile of a reaction point.
func (c *Contender) ofProfile(s *scenario.Scenario) (err error) {
	if c.named == "" {
		return nil
	}
	choice := reaction.Choice{Algo: c.Algorithm, Profile: c.named, Line: 100_000_000}
	if _, _, err = choice.Resolve(); err == nil {
		c.named, err = s.ResolvePath(c.named)
	}
	return err
}

// ofFolder opens FOLDER, FOLDER:SET, FOLDER:NAME or FOLDER:NAME:SET, where NAME is one of several algorithms.
func (c *Contender) ofFolder(s *scenario.Scenario, name string, native []folder.Native) error {
	dir, words := name, []string(nil)
	for range 2 {
		if i := strings.LastIndexByte(dir, ':'); i >= 0 && !strings.ContainsAny(dir[i:], `/\`) {
			dir, words = dir[:i], append([]string{dir[i+1:]}, words...)
		}
	}
	algo := dir
	a, err := folder.Load(dir)
	if len(words) > 0 && (err != nil || len(words) == 2 || words[0] == a.Transducer.Name && !hasProfile(a, words[0])) {
		algo = dir + ":" + words[0]
		words = words[1:]
		_, err = folder.Load(algo)
	}
	if err != nil {
		return fmt.Errorf("%w%s", err, nextTo(dir))
	}
	if len(words) > 0 {
		c.named = words[0]
	}
	if c.folder, err = folder.Open(algo, folder.Options{Profile: c.named, Native: native}); err != nil {
		return err
	}
	c.Interpreted, c.Stale = !c.folder.Linked, c.folder.Stale
	if c.Algorithm, err = s.ResolvePath(dir); err == nil {
		c.Algorithm += strings.TrimPrefix(algo, dir)
	}
	return err
}

// nextTo returns a hint for a folder that does not exist: the sibling with the nearest name.
func nextTo(dir string) string {
	if _, err := os.Stat(dir); err == nil {
		return ""
	}
	entries, _ := os.ReadDir(filepath.Dir(dir)) // without the parent there is no hint
	names := collect.Pick(entries, func(e os.DirEntry) (string, bool) { return e.Name(), e.IsDir() })
	return nearest.Hint(filepath.Base(dir), names)
}

func hasProfile(a *folder.Algorithm, name string) bool {
	list, err := a.Profiles()
	return err == nil && slices.ContainsFunc(list, func(p folder.Profile) bool { return p.Name == name })
}

// settle completes a contender from its scenario.
func (c *Contender) settle(s *scenario.Scenario, config *nicmodel.Config) {
	c.config = config
	for i := range config.NICs {
		if c.setup = config.NICs[i].Algorithm; c.setup != nil {
			break
		}
	}
	switch {
	case c.folder != nil:
		c.Profile, c.program = c.folder.Profile, c.folder.Packages.Program
		if c.Written && string(s.NIC[0].Profile) != "" {
			c.Profile = string(s.NIC[0].Profile)
		}
	case slices.Contains(reaction.Algorithms(), c.Algorithm):
		c.Profile = s.ProfileOf(0)
	}
}

// source returns a hash of the source of a folder's algorithm with all its imports; "" of others.
func (c *Contender) source() string {
	if c.folder == nil || c.folder.Packages.BuiltIn() {
		return ""
	}
	h := sha256.New()
	for _, p := range c.folder.Packages.Program.Packages {
		for _, f := range p.Files {
			fmt.Fprintf(h, "%s %q\n", f.SHA256, path.Base(filepath.ToSlash(f.Name))) // the folder may be named in several ways
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// Title returns the contender's name with its profile.
func (c *Contender) Title() string {
	var words []string
	if c.Profile != "" && !strings.HasSuffix(c.Name, ":"+c.Profile) {
		words = append(words, "profile "+c.Profile)
	}
	if c.Written {
		words = append(words, "as the scenario has it")
	}
	if len(words) == 0 {
		return c.Name
	}
	return fmt.Sprintf("%s (%s)", c.Name, strings.Join(words, ", "))
}
