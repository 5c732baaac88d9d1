package attach

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/bpf"
	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/folder"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/codegen/profile"
	"smartnic-cc/internal/algorithms"
	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/internal/base/sys/atomicfile"
	"smartnic-cc/internal/base/sys/child"
	"smartnic-cc/internal/base/sys/readfile"
	"smartnic-cc/internal/version"
)

// Connections is how many connections an interface can have, each way.
const Connections = 8192

// Spec is an algorithm with its parameters, as users name them.
type Spec struct {
	// Algo is a built-in algorithm, or a user's folder, FOLDER or FOLDER:NAME.
	Algo string
	// Choice is the profile, "" for the algorithm's first, with changes, and the speed of the port.
	Choice profile.Choice
	// Params are the parameters of a built-in algorithm, flattened, in place of the profile's: those of a scenario.
	Params []uint64 `json:",omitempty"`
	// Interval is the least time between two CNPs to a connection.
	Interval time.Duration
}

// Algorithm is a Spec that has been read.
type Algorithm struct {
	Spec  Spec
	Setup driver.Setup
	// Title describes algorithm and parameters in one line.
	Title string

	source *ir.Program
	own    *folder.Algorithm // nil if it is built in
	noted  *note             // of the object that it is from, if its folder is there
	port   uint64            // kb/s
	first  uint64            // rate before the first event, kb/s
}

// Open reads an algorithm. The error is that of a name, a parameter or a folder that is wrong, or of an algorithm that
// asks for what an interface does not give.
func Open(s Spec) (a *Algorithm, err error) {
	a = &Algorithm{Spec: s}
	port, err := s.Choice.Rate()
	if err != nil {
		return nil, err
	}
	a.port = uint64(port)
	if folder.IsFolder(s.Algo) {
		err = a.openFolder()
	} else {
		err = a.openBuiltIn()
	}
	if err != nil {
		return nil, err
	}
	if err := a.Setup.Algorithm.Check(bpf.AttachSource()); err != nil {
		return nil, a.named(err)
	}
	engine, err := a.Setup.Engine()
	if err != nil {
		return nil, err
	}
	c, err := driver.NewDriver(a.Setup.Algorithm, engine, a.port).Open(0, a.Setup.Params, 0)
	if err != nil {
		return nil, err
	}
	a.first = c.Controls().Rate
	return a, nil
}

func (a *Algorithm) openFolder() (err error) {
	c := a.Spec.Choice
	if given := c.SetOptions(); len(given) > 0 {
		return fmt.Errorf("%s: goes with the built-in algorithms, not with one of a folder such as %s; leave --%[1]s out", given[0], a.Spec.Algo)
	}
	if a.own, err = folder.Open(a.Spec.Algo, folder.Options{Profile: c.Profile, Set: c.Set}); err != nil {
		return err
	}
	a.Setup, a.source = a.own.Setup, a.own.Packages.Program
	a.Title = fmt.Sprintf("%s at %s", a.own.Transducer.Name, c.Line)
	if a.own.Profile != "" {
		a.Title = fmt.Sprintf("%s, profile %s at %s", a.own.Transducer.Name, a.own.Profile, c.Line)
	}
	for _, set := range c.Set {
		a.Title += ", " + set
	}
	return nil
}

func (a *Algorithm) openBuiltIn() error {
	c := a.Spec.Choice
	c.Profile = cmp.Or(c.Profile, profile.PaperName)
	name, err := algorithms.Resolve(a.Spec.Algo, c)
	if err != nil {
		return err
	}
	params, title := a.Spec.Params, "parameters of a scenario at "+c.Line
	switch {
	case params == nil:
		params, title, err = algorithms.Params(name, c)
	case len(c.Set) > 0:
		err = errors.New("set: the parameters are those of a scenario; change them there")
	}
	if err != nil {
		return err
	}
	a.Title = name + ", " + title
	if a.Setup, err = reaction.BuiltIn(name, params); err != nil {
		return err
	}
	a.source, err = codegen.Firmware()
	return err
}

func (a *Algorithm) named(err error) error {
	if a.own == nil {
		return err
	}
	return a.own.Named(err)
}

// Change returns the algorithm with more changes of its parameters.
func (a *Algorithm) Change(set []string) (*Algorithm, error) {
	s := a.Spec
	if a.noted != nil {
		return a.noted.open(slices.Concat(s.Choice.Set[len(a.noted.Spec.Choice.Set):], set))
	}
	s.Choice.Set = slices.Concat(s.Choice.Set, set)
	return Open(s)
}

// settings returns what the programs are loaded with.
func (a *Algorithm) settings(log bool) bpf.Settings {
	return bpf.Settings{Params: a.Setup.Params, Point: []uint64{uint64(a.Spec.Interval)}, Port: a.port, First: a.first, Age: age, Log: log}
}

// note is what an object says of its algorithm: for a folder the source, too, since the machine that loads the object
// needs it to read parameters and to write logs.
type note struct {
	Version string
	Spec    Spec
	Name    string            `json:",omitempty"` // of the transducer of a folder
	Dir     string            `json:",omitempty"` // of its package, in Files
	Files   map[string][]byte `json:",omitempty"`
}

// Object compiles an algorithm to an object that Read reads. The error is that of the compiler, or that it is not installed.
func (a *Algorithm) Object(ctx context.Context) ([]byte, error) {
	if _, err := bpf.Clang().Find(); err != nil {
		return nil, err
	}
	text, err := a.note()
	if err != nil {
		return nil, err
	}
	points, err := codegen.Firmware()
	if err != nil {
		return nil, err
	}
	g, err := bpf.GenerateAttach(a.source, bpf.Options{Algorithm: a.Setup.Algorithm.Def.Name, Connections: Connections, Command: "cctrace attach"}, points, reaction.Notifier, text)
	if err != nil {
		return nil, a.named(err)
	}
	return g.Compile(ctx)
}

func (a *Algorithm) note() ([]byte, error) {
	n := note{Version: version.String(), Spec: a.Spec}
	if a.own != nil && !folder.BuiltIn(a.Spec.Algo) {
		n.Name, n.Dir, n.Files = a.own.Transducer.Name, a.own.Transducer.Pkg.Dir, map[string][]byte{}
		for _, q := range a.own.Packages.Own {
			for _, f := range q.Files {
				text, err := fs.ReadFile(a.own.Packages.Source, f.Name)
				if err != nil {
					return nil, err
				}
				n.Files[f.Name] = text
			}
		}
		if _, module := codegen.ModuleOf(a.own.Folder); module != "" {
			n.Files["go.mod"] = []byte("module " + module + "\n")
		}
		if text, err := os.ReadFile(filepath.Join(a.own.Folder, profilesName)); err == nil {
			n.Files[filepath.ToSlash(filepath.Join(n.Dir, profilesName))] = text
		}
	}
	text, err := json.Marshal(n)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(text); err != nil {
		return nil, err
	}
	err = w.Close()
	return b.Bytes(), err
}

// profilesName is the file of a folder's parameters.
const profilesName = "profiles.toml"

// Read reads an object that Object made, with the algorithm of its note under more changes. The error names the file.
func Read(name string, set []string) (object []byte, a *Algorithm, err error) {
	if object, err = readfile.Input(name, 64<<20, "an object of cctrace attach -o is small"); err != nil {
		return nil, nil, err
	}
	n, err := noteOf(object)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	a, err = n.open(set)
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return object, a, err
}

// open opens the algorithm of a note, with more changes.
func (n *note) open(set []string) (*Algorithm, error) {
	s := n.Spec
	s.Choice.Set = slices.Concat(s.Choice.Set, set)
	if n.Files == nil {
		return Open(s)
	}
	dir, remove, err := child.Folder("cctrace-attach-")
	if err != nil {
		return nil, err
	}
	defer remove()
	for file, text := range n.Files {
		if !filepath.IsLocal(file) {
			return nil, fmt.Errorf("its section cctrace: %q is no file of a folder", file)
		}
		to := filepath.Join(dir, filepath.FromSlash(file))
		if err := atomicfile.Write(to, func(w io.Writer) error { _, err := w.Write(text); return err }); err != nil {
			return nil, err
		}
	}
	s.Algo = filepath.Join(dir, filepath.FromSlash(n.Dir)) + ":" + n.Name
	a, err := Open(s)
	if err != nil {
		return nil, err
	}
	a.Spec.Algo, a.noted = n.Spec.Algo, n
	return a, nil
}

func noteOf(object []byte) (n *note, err error) {
	text, err := bpf.AttachNote(object)
	if err != nil {
		return n, err
	}
	r, err := gzip.NewReader(bytes.NewReader(text))
	if err == nil {
		text, err = io.ReadAll(io.LimitReader(r, 64<<20))
	}
	if err == nil {
		n = &note{}
		err = json.Unmarshal(text, n)
	}
	if err != nil {
		return n, fmt.Errorf("its section cctrace: %w", err)
	}
	if n.Version != version.String() {
		return n, fmt.Errorf("was made by version %s of cctrace, and this is %s; make it again with cctrace attach -o", n.Version, version.String())
	}
	return n, nil
}
