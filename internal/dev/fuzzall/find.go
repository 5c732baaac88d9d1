package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// target is one fuzz target.
type target struct {
	Package string `json:"package"` // import path
	Name    string `json:"target"`  // of the function
	module  string
	dir     string // of the module, to run in
}

// listed is what go list tells of a package.
type listed struct {
	Dir, ImportPath           string
	TestGoFiles, XTestGoFiles []string
	Module                    *struct{ Path, Dir string }
}

// find lists the fuzz targets of the packages, in the order of packages and
// names, as go test would find them: in the test files of this platform. It
// compiles nothing.
func find(ctx context.Context, dir string, patterns []string, match *regexp.Regexp) ([]target, error) {
	cmd := exec.CommandContext(ctx, "go", append([]string{"list", "-json=Dir,ImportPath,TestGoFiles,XTestGoFiles,Module", "--"}, patterns...)...)
	cmd.Dir = dir
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		if said := strings.TrimSpace(stderr.String()); said != "" {
			err = errors.New(strings.ReplaceAll(said, "\n", "; "))
		}
		return nil, fmt.Errorf("go list: %w", err)
	}
	var out []target
	for d := json.NewDecoder(&stdout); ; {
		var p listed
		if err := d.Decode(&p); err == io.EOF {
			return out, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		for _, file := range append(p.TestGoFiles, p.XTestGoFiles...) {
			names, err := inFile(filepath.Join(p.Dir, file))
			if err != nil {
				return nil, err
			}
			for _, name := range names {
				t := target{Package: p.ImportPath, Name: name, dir: p.Dir}
				if p.Module != nil {
					t.module, t.dir = p.Module.Path, p.Module.Dir
				}
				if match.MatchString(name) {
					out = append(out, t)
				}
			}
		}
	}
}

// inFile lists the functions FuzzXxx(*testing.F) of a test file.
func inFile(path string) ([]string, error) {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Recv != nil || !strings.HasPrefix(f.Name.Name, "Fuzz") || len(f.Type.Params.List) != 1 {
			continue
		}
		star, ok := f.Type.Params.List[0].Type.(*ast.StarExpr)
		if !ok {
			continue
		}
		if s, ok := star.X.(*ast.SelectorExpr); ok && s.Sel.Name == "F" {
			out = append(out, f.Name.Name)
		}
	}
	return out, nil
}

// short is the package without the module's path.
func (t *target) short() string {
	if rest, ok := strings.CutPrefix(t.Package, t.module+"/"); ok && t.module != "" {
		return rest
	}
	return t.Package
}
