package codegen

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	smartnic "smartnic-cc"
	"smartnic-cc/codegen/frontend"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// Packages is a compiled program: packages in folders with what they import, or the
// firmware packages that the binary carries.
type Packages struct {
	Program *ir.Program
	Source  fs.FS    // opens the source files by the names that positions have
	Folders []string // as they were named; none for the built-in packages
	// Named are the packages of the folders, in the program's order; all, of the
	// built-in ones.
	Named []*ir.Package
	// Own are the packages whose source is not the binary's: Named, and what they import
	// from their modules. Of the built-in packages it is all.
	Own []*ir.Package

	located *located // nil for the built-in packages
	dirs    []string // of the built-in packages that were asked for; nil for all
}

// Place returns a position with its file as the user named the folder that it is in.
func (p *Packages) Place(pos ir.Pos) ir.Pos {
	if p.located != nil {
		pos.File = p.located.asNamed(pos.File)
	}
	return pos
}

// BuiltIn reports whether p is the firmware packages of the binary.
func (p *Packages) BuiltIn() bool { return len(p.Folders) == 0 }

// Names returns the names of the packages in Named.
func (p *Packages) Names() []string {
	return collect.Of(p.Named, func(q *ir.Package) string { return q.Name })
}

// Algorithms returns the names of the transducers of the packages in Named.
func (p *Packages) Algorithms() []string {
	return collect.Pick(p.Program.Transducers, func(t *ir.Transducer) (string, bool) { return t.Name, slices.Contains(p.Named, t.Pkg) })
}

// Functions returns the functions of Own that the exported ones of Named come to, callees
// first. Those of packages that the binary carries are left out unless they are named, in a checkout
// of smartnic-cc as elsewhere: their vectors are the corpus.
func (p *Packages) Functions() []*ir.Func {
	roots := collect.Where(p.Program.Exports(), func(f *ir.Func) bool { return slices.Contains(p.Named, f.Pkg) })
	carried := func(q *ir.Package) bool {
		dir, inside := strings.CutPrefix(q.Path, smartnic.Module+"/")
		return inside && slices.Contains(smartnic.FirmwareDirs(), dir) && !slices.Contains(p.Named, q)
	}
	return slices.DeleteFunc(ir.Reachable(roots...), func(f *ir.Func) bool { return !slices.Contains(p.Own, f.Pkg) || carried(f.Pkg) })
}

// Digest returns a SHA-256, in hexadecimal digits, of the source of Own with the names of its
// files. What has the same digest does the same, with the same packages of the binary.
func (p *Packages) Digest() string {
	h := sha256.New()
	for _, q := range p.Own {
		for _, f := range q.Files {
			fmt.Fprintf(h, "%s %q\n", f.SHA256, f.Name)
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Load compiles the packages in folders of any modules, or the built-in ones if folders is empty. Imports come from
// the modules of the folders, and smartnic-cc/... from the binary; a folder outside any module is treated as a
// module. The error is a *frontend.Diagnostics with the first place that is outside the firmware subset, under the
// folder's name as given, or says which folder cannot be loaded and why.
func Load(folders []string) (*Packages, error) {
	if len(folders) == 0 {
		p, err := Firmware()
		return builtIn(p), err
	}
	l, err := locate(folders)
	if err != nil {
		return nil, err
	}
	prog, err := l.load(frontend.Options{Limit: 1})
	if err != nil {
		return nil, err
	}
	p := &Packages{Program: prog, Source: frontend.Source(l.roots), Folders: folders, located: l}
	for _, q := range prog.Packages {
		if l.named[q.Dir] {
			p.Named = append(p.Named, q)
		}
		if l.carried == "" || !strings.HasPrefix(q.Dir, l.carried) {
			p.Own = append(p.Own, q)
		}
	}
	return p, nil
}

// LoadBuiltIn compiles the built-in package that an algorithm is of, an instance's too, with what it imports. The error
// is that of Transducer.
func LoadBuiltIn(algorithm string) (*Packages, error) {
	t, err := Transducer(algorithm)
	if err != nil {
		return nil, err
	}
	return loadDirs([]string{t.Pkg.Dir})
}

func loadDirs(dirs []string) (*Packages, error) {
	p, err := frontend.Load(smartnic.Source, smartnic.Module, dirs, frontend.Options{})
	if err != nil {
		return nil, err
	}
	all := builtIn(p)
	all.dirs = dirs
	all.Named = slices.DeleteFunc(slices.Clone(p.Packages), func(q *ir.Package) bool { return !slices.Contains(dirs, q.Dir) })
	return all, nil
}

// builtIn are the built-in packages, compiled to p.
func builtIn(p *ir.Program) *Packages {
	if p == nil {
		return nil
	}
	return &Packages{Program: p, Source: smartnic.Source, Named: p.Packages, Own: p.Packages}
}

// Copy compiles the packages once more, for callers that change the program.
func (p *Packages) Copy() (*Packages, error) {
	if p.dirs != nil {
		return loadDirs(p.dirs)
	}
	if p.BuiltIn() {
		q, err := compile()
		return builtIn(q), err
	}
	return Load(p.Folders)
}

// Lint returns all places of the packages in folders, and of what they import, that are
// outside the firmware subset; of the built-in packages if no folder is named. The error
// is a folder that cannot be loaded.
func Lint(folders []string) ([]frontend.Diagnostic, error) {
	if len(folders) == 0 {
		return frontend.Lint(smartnic.Source, smartnic.Module, smartnic.FirmwareDirs())
	}
	l, err := locate(folders)
	if err != nil {
		return nil, err
	}
	_, err = l.load(frontend.Options{})
	var refused *frontend.Diagnostics
	if errors.As(err, &refused) {
		return refused.List, nil
	}
	return nil, err
}

// located are the modules of named folders.
type located struct {
	roots   []frontend.Root
	paths   []string        // where each root is; "" for the binary
	folders []place         // the folders
	named   map[string]bool // ir.Package.Dir of the folders
	carried string          // what Dir begins with for packages of the binary; "" if it is not a root
}

// place is a folder as the user named it and where it is.
type place struct {
	name, root, dir string // dir relative to root, with forward slashes
}

// locate finds the modules that folders lie in.
func locate(folders []string) (*located, error) {
	l := &located{named: map[string]bool{}}
	for _, folder := range folders {
		abs, err := filepath.Abs(folder)
		if err != nil {
			return nil, err
		}
		if info, err := os.Stat(abs); err != nil || !info.IsDir() {
			return nil, fmt.Errorf("%s: is not a folder; name the folder of a Go package", folder)
		}
		if found, err := fs.Glob(os.DirFS(abs), "*.go"); err == nil && len(found) == 0 {
			return nil, fmt.Errorf("%s: no Go source file there; name the folder of a package", folder)
		}
		root, module, err := moduleOf(abs)
		if err != nil {
			return nil, err
		}
		rel, err := filepath.Rel(root, abs)
		if err != nil {
			return nil, err
		}
		p := place{name: folder, root: root, dir: filepath.ToSlash(rel)}
		l.folders = append(l.folders, p)
		if err := l.add(p, module); err != nil {
			return nil, err
		}
	}
	if len(l.roots) > 1 {
		for i := range l.roots {
			l.roots[i].Prefix = l.roots[i].Module + "/"
		}
	}
	own := false
	for i, r := range l.roots {
		own = own || r.Module == smartnic.Module
		for _, d := range r.Dirs {
			l.named[l.roots[i].Prefix+d] = true
		}
	}
	if !own {
		l.carried = smartnic.Module + "/"
		l.roots = append(l.roots, frontend.Root{FS: smartnic.Source, Module: smartnic.Module, Prefix: l.carried,
			Remedy: "import a package that ccgen carries: " + smartnic.Module + "/" + strings.Join(smartnic.FirmwareDirs(), ", "+smartnic.Module+"/")})
		l.paths = append(l.paths, "")
	}
	return l, nil
}

// add notes a folder of a module.
func (l *located) add(p place, module string) error {
	for i := range l.roots {
		switch {
		case l.paths[i] == p.root:
			l.roots[i].Dirs = append(l.roots[i].Dirs, p.dir)
			return nil
		case l.roots[i].Module == module:
			return fmt.Errorf("%s: its module %s is that of %s too; name packages of one of them at a time", p.name, module, l.paths[i])
		}
	}
	l.roots = append(l.roots, frontend.Root{FS: os.DirFS(p.root), Module: module, Dirs: []string{p.dir}})
	l.paths = append(l.paths, p.root)
	return nil
}

// load loads the folders. Refusals name files as the user named their folders.
func (l *located) load(opt frontend.Options) (*ir.Program, error) {
	p, err := frontend.LoadRoots(l.roots, opt)
	var refused *frontend.Diagnostics
	if errors.As(err, &refused) {
		for i := range refused.List {
			refused.List[i].Pos.File = l.asNamed(refused.List[i].Pos.File)
		}
	}
	return p, err
}

// asNamed returns the path of a file, as positions name it, from the folder of its package,
// or the first of its module. Files that the binary carries keep their names.
func (l *located) asNamed(file string) string {
	i, in := frontend.Source(l.roots).Root(file)
	var nearest *place
	for k := range l.folders {
		if f := &l.folders[k]; i >= 0 && f.root == l.paths[i] && (nearest == nil || f.dir == path.Dir(in)) {
			nearest = f
		}
	}
	if nearest == nil {
		return file
	}
	rel, err := filepath.Rel(filepath.FromSlash(nearest.dir), filepath.FromSlash(in))
	if err != nil {
		return file
	}
	return filepath.Join(nearest.name, rel)
}

// IsModule reports whether a folder is the root of the module of a path.
func IsModule(dir, module string) bool {
	abs, err := filepath.Abs(dir)
	root, path := ModuleOf(dir)
	return err == nil && root == abs && path == module
}

// ModuleOf returns the root and the path of the module that a folder lies in; root is "" if the folder is outside any
// module or its go.mod cannot be read.
func ModuleOf(dir string) (root, module string) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", ""
	}
	root, module, err = moduleOf(abs)
	if _, missing := os.Stat(filepath.Join(root, "go.mod")); err != nil || missing != nil {
		return "", ""
	}
	return root, module
}

// moduleOf returns the root and the path of the module that a folder lies in.
func moduleOf(dir string) (root, module string, err error) {
	for root = dir; ; root = filepath.Dir(root) {
		f, err := os.Open(filepath.Join(root, "go.mod"))
		if errors.Is(err, fs.ErrNotExist) {
			if root == filepath.Dir(root) {
				return dir, "main/" + filepath.Base(dir), nil
			}
			continue
		}
		if err != nil {
			return "", "", err
		}
		defer f.Close()
		lines := bufio.NewScanner(f)
		for lines.Scan() {
			if words := strings.Fields(lines.Text()); len(words) > 1 && words[0] == "module" {
				return root, strings.Trim(words[1], "\"`"), nil
			}
		}
		return "", "", fmt.Errorf("%s: no module line; see `go help mod init`", filepath.Join(root, "go.mod"))
	}
}
