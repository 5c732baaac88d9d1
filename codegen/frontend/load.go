package frontend

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/text/collect"
)

// Options changes how Load works. The zero value is valid.
type Options struct {
	Limit int // the most refusals to report; 0 is all
	// Declarations omits the bodies of functions, tables, digests, and all checks that need them: for source that is
	// known to be in the subset, if only its declarations are needed.
	Declarations bool
}

// Load reads the firmware packages in the given directories of fsys, and the packages of the same module that they
// import, checks that they are in the firmware subset, and translates them. module is the path by which they import
// each other: the package in directory d is module + "/" + d. Files that end in _test.go or _string.go are skipped.
// The error is a *Diagnostics with every refusal, or that of a directory that cannot be read.
//
// The result depends only on the arguments and the files' content; the order
// of dirs does not matter.
func Load(fsys fs.FS, module string, dirs []string, opt Options) (*ir.Program, error) {
	return LoadRoots([]Root{{FS: fsys, Module: module, Dirs: dirs}}, opt)
}

// LoadRoots is Load for packages of several modules, which may import each
// other: an import is looked up in the root with the longest module path that it
// begins with.
func LoadRoots(roots []Root, opt Options) (*ir.Program, error) {
	l := &loader{roots: roots, declarations: opt.Declarations, byPath: map[string]*pkg{},
		stubs: map[string]*types.Package{}, refused: map[ast.Node]bool{}, lawFiles: map[*token.File]*lawDir{}}
	l.ofLaw = func(f *token.File) bool { return l.lawFiles[f] != nil }
	l.fset = token.NewFileSet()
	for i := range roots {
		dirs := collect.Of(roots[i].Dirs, path.Clean)
		slices.Sort(dirs)
		for _, d := range slices.Compact(dirs) {
			if err := l.loadDir(&roots[i], d); err != nil {
				return nil, err
			}
		}
	}
	typed := true
	for _, p := range l.order {
		l.check(p)
		typed = typed && !p.broken
	}
	for _, p := range l.order {
		if !l.declarations {
			l.checkPackage(p)
		}
	}
	var prog *ir.Program
	if typed {
		prog = l.translate()
	}
	if err := l.err(opt.Limit); err != nil {
		return nil, err
	}
	return prog, nil
}

// Lint reports what in the packages of dirs is outside the firmware subset;
// the list is empty if nothing is. The error is that of a directory that cannot
// be read.
func Lint(fsys fs.FS, module string, dirs []string) ([]Diagnostic, error) {
	_, err := Load(fsys, module, dirs, Options{})
	var r *Diagnostics
	if errors.As(err, &r) {
		return r.List, nil
	}
	return nil, err
}

// pkg is a package being loaded.
type pkg struct {
	path, dir string
	files     []*file
	tpkg      *types.Package
	info      *types.Info
	imports   []*pkg // of the module, sorted by path
	loading   bool
	broken    bool // does not parse or type-check
	index     int  // in loader.order
	ir        *ir.Package

	laws      []*lawDir           // of its transducers
	lawGroups []*ast.CommentGroup // with //ccgen:laws
}

type file struct {
	name  string
	src   []byte
	ast   *ast.File
	index int
	laws  bool // holds nothing but laws
}

type loader struct {
	reporter
	roots   []Root
	byPath  map[string]*pkg
	stubs   map[string]*types.Package
	order   []*pkg // dependencies first
	refused map[ast.Node]bool

	declarations bool // Options.Declarations
	lawFiles     map[*token.File]*lawDir
}

// loadDir parses the package in dir and then those that it imports.
func (l *loader) loadDir(root *Root, dir string) error {
	ip := root.pathOf(dir)
	if l.byPath[ip] != nil {
		return nil
	}
	if !fs.ValidPath(dir) {
		return fmt.Errorf("%s: not a directory below the root that is loaded: name it without .. and with forward slashes", dir)
	}
	names, err := goFiles(root.FS, dir)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: no such directory: name the directory of a package", dir)
	}
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return fmt.Errorf("%s: no Go source file there: name the directory of a package", dir)
	}
	p := &pkg{path: ip, dir: root.Prefix + dir, loading: true}
	l.byPath[ip] = p
	for i, name := range names {
		src, err := fs.ReadFile(root.FS, name)
		if err != nil {
			return err
		}
		name = root.Prefix + name
		f := &file{name: name, src: src, index: i}
		if l.declarations {
			src = declared(src, !slices.Contains(root.Dirs, dir))
		}
		f.ast, err = parser.ParseFile(l.fset, name, src, parser.ParseComments|parser.SkipObjectResolution|parser.AllErrors)
		if err != nil {
			l.syntaxErrors(name, err)
			p.broken = true
		}
		if f.ast != nil && f.ast.Name != nil {
			p.files = append(p.files, f)
		}
	}
	if err := l.loadImports(p); err != nil {
		return err
	}
	if !p.broken {
		l.laws(p)
	}
	p.loading = false
	p.index = len(l.order)
	l.order = append(l.order, p)
	return nil
}

// declared returns source with everything that no declaration needs blanked out, as far as it is formatted by gofmt:
// the lines of tables, and those of functions between the first and the closing brace; in a package that is only
// imported, whole functions. Positions are unchanged.
func declared(src []byte, imported bool) []byte {
	out := bytes.Clone(src)
	inside, whole := false, false
	for at := 0; at < len(out); {
		line, _, _ := bytes.Cut(out[at:], []byte("\n"))
		at += len(line) + 1
		ends := inside && string(line) == "}"
		begins := !inside && len(line) > 0 && (line[0] == 'f' && bytes.HasPrefix(line, []byte("func ")) || line[0] == 'v' && bytes.HasPrefix(line, []byte("var ")))
		if begins {
			last := line[len(line)-1]
			whole = line[0] == 'v' || imported
			inside = last == '{'
			begins = inside || last == '}'
		}
		if whole && (begins || inside) || inside && !begins && !ends {
			for i := range line {
				line[i] = ' '
			}
		}
		inside = inside && !ends
	}
	return out
}

func (l *loader) syntaxErrors(name string, err error) {
	var list scanner.ErrorList
	if !errors.As(err, &list) {
		l.add(Diagnostic{Pos: ir.Pos{File: name, Line: 1, Col: 1}, Rule: ruleSyntax, Msg: err.Error()})
		return
	}
	e := list[0] // the rest mostly follow from the first
	l.add(Diagnostic{Pos: ir.Pos{File: name, Line: e.Pos.Line, Col: e.Pos.Column},
		Rule: ruleSyntax, Msg: e.Msg, Remedy: "make it Go first (go vet shows the same)"})
}

func (l *loader) loadImports(p *pkg) error {
	type imp struct {
		path string
		spec *ast.ImportSpec
	}
	var imps []imp
	for _, f := range p.files {
		for _, s := range f.ast.Imports {
			if ip, err := strconv.Unquote(s.Path.Value); err == nil {
				imps = append(imps, imp{ip, s})
			}
		}
	}
	slices.SortStableFunc(imps, func(a, b imp) int { return cmp.Compare(a.path, b.path) })
	for _, i := range imps {
		l.checkImport(i.spec)
		root, dir := l.rootOf(i.path)
		switch {
		case i.path == bitsPath || i.path == constraintsPath:
			continue
		case root == nil:
			l.refuse(i.spec.Pos(), ruleImport, "firmware code may import firmware packages, math/bits and golang.org/x/exp/constraints only",
				"import of %q", i.path)
			continue
		}
		if names, err := goFiles(root.FS, dir); !fs.ValidPath(dir) || err != nil || len(names) == 0 {
			l.refuse(i.spec.Pos(), ruleImport, cmp.Or(root.Remedy, "check the path"), "import of %q: there is no package in directory %s", i.path, dir)
			continue
		}
		if q := l.byPath[i.path]; q != nil && q.loading {
			l.refuse(i.spec.Pos(), ruleImport, "move what both need to a third package", "import cycle through %q", i.path)
			continue
		}
		if err := l.loadDir(root, dir); err != nil {
			return err
		}
		if q := l.byPath[i.path]; !slices.Contains(p.imports, q) {
			p.imports = append(p.imports, q)
		}
	}
	return nil
}

// stringFile is the end of the names of files with the String methods of a package's types, as stringer names them.
// Strings are outside the subset; firmware that uses one of these methods does not compile here.
const stringFile = "_string.go"

// goFiles lists the Go files of a directory that are firmware: no tests, no files with String methods (stringFile),
// and none that the go command ignores.
func goFiles(fsys fs.FS, dir string) ([]string, error) {
	entries, err := fs.ReadDir(fsys, dir)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		n := e.Name()
		if e.IsDir() || !strings.HasSuffix(n, ".go") || strings.HasSuffix(n, "_test.go") || strings.HasSuffix(n, stringFile) ||
			n[0] == '_' || n[0] == '.' {
			continue
		}
		names = append(names, path.Join(dir, n))
	}
	slices.Sort(names)
	return names, nil
}

// Import returns the packages that were loaded before to the type checker.
func (l *loader) Import(ip string) (*types.Package, error) {
	if ip == bitsPath || ip == constraintsPath {
		if l.stubs[ip] == nil {
			l.stubs[ip] = stubPackage(ip)
		}
		return l.stubs[ip], nil
	}
	if p := l.byPath[ip]; p != nil && p.tpkg != nil {
		return p.tpkg, nil
	}
	return nil, errRefusedImport
}

var errRefusedImport = errors.New("refused")

// check type-checks p, unless it does not parse: errors that follow from a syntax error do not help.
func (l *loader) check(p *pkg) {
	if p.broken {
		return
	}
	p.info = &types.Info{
		Types:      map[ast.Expr]types.TypeAndValue{},
		Defs:       map[*ast.Ident]types.Object{},
		Uses:       map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
		Instances:  map[*ast.Ident]types.Instance{},
	}
	conf := types.Config{
		Importer:         l,
		IgnoreFuncBodies: l.declarations,
		Sizes:            types.SizesFor("gc", "amd64"),
		Error: func(err error) {
			var e types.Error
			if !errors.As(err, &e) {
				return
			}
			if strings.Contains(e.Msg, "could not import") {
				return // refused at the import already, with our own message
			}
			p.broken = true
			if d := l.lawFiles[l.fset.File(e.Pos)]; d != nil {
				l.refuse(e.Pos, ruleLaw, lawSpeaks[d.kind]+", and of functions, constants and types of the package", "law %s: %s", d.name, strings.TrimSpace(e.Msg))
				return
			}
			l.refuse(e.Pos, ruleCompile, "make it compile first (go vet shows the same)", "%s", strings.TrimSpace(e.Msg))
		},
	}
	files := collect.Of(p.files, func(f *file) *ast.File { return f.ast })
	files = append(files, collect.Of(p.laws, func(d *lawDir) *ast.File { return d.file.ast })...)
	p.tpkg, _ = conf.Check(p.path, l.fset, files, p.info)
}

func hashOf(src []byte) string {
	h := sha256.Sum256(src)
	return hex.EncodeToString(h[:])
}
