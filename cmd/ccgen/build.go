package main

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"github.com/spf13/pflag"

	smartnic "smartnic-cc"
	"smartnic-cc/codegen"
	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/sys/atomicfile"
	"smartnic-cc/internal/base/sys/child"
	"smartnic-cc/internal/base/sys/interrupt"
	"smartnic-cc/internal/base/text/collect"
)

func buildCommand() cli.Command {
	return cli.Command{
		Name:  "build",
		Args:  "DIR...",
		Short: "build a cctrace with algorithms of your own linked in",
		Long: `Builds a cctrace in which the algorithms of the folders run as the Go that they are, and not
interpreted: the same bytes, faster. It takes them by their folder, as long as the source is
the one that was linked in, or by their name, as in --algo mycc. It needs Go; each folder
has to be in a module (go mod init). The first build takes a third less CPU with GOFLAGS=-pgo=off,
and the program then 8 % more CPU.

Until smartnic-cc has a public home, it is built from a checkout: that of --replace, else the
one that the module of the first folder requires, or one as ccgen new finds it.`,
		Examples: `ccgen build ./mycc -o cctrace-mycc
			ccgen build ./mycc ./other -o cctrace-both && ./cctrace-both replay cap.pcapng --algo other`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			out := f.StringP("output", "o", "", "file to write the program to")
			replace := f.String("replace", "", "folder of the checkout of smartnic-cc that it is built from")
			return func(env cli.Env, folders []string) error {
				switch {
				case len(folders) == 0:
					return errors.New("build: name a folder, as in ccgen build ./mycc -o cctrace-mycc")
				case *out == "":
					return errors.New("build: -o is missing; name the file to write the program to")
				}
				if info, err := os.Stat(*out); err == nil && info.IsDir() {
					return fmt.Errorf("build: %s is a folder; name the file to write the program to", *out)
				}
				ctx, stop := interrupt.Context(context.Background())
				defer stop()
				b := builder{replace: *replace}
				for _, folder := range folders {
					if err := b.add(folder); err != nil {
						return err
					}
				}
				if err := b.build(ctx, *out); err != nil {
					return err
				}
				_, err := fmt.Fprintf(env.Stdout, "%s: cctrace with %s; built from %s\n", *out, strings.Join(b.names(), ", "), b.checkout)
				return err
			}
		},
	}
}

// builder makes a main package that links algorithms, and builds it.
type builder struct {
	replace  string
	checkout string
	linked   []linked
	modules  []string // the roots of the modules that the folders lie in
}

// linked is an algorithm to link, with the names that the main package uses.
type linked struct {
	Name, Digest, Folder string // as folder.Native has them
	Import, Package      string // the import path of its package, and its local name
	Init, Step           string
	Next, First, View    string // "" if it has none
}

// add adds the algorithms of a folder that a NIC can drive. It is an error if the folder has none, or one that other
// packages cannot name.
func (b *builder) add(folder string) error {
	p, err := codegen.Load([]string{folder})
	if err != nil {
		return err
	}
	abs, err := filepath.Abs(folder)
	if err != nil {
		return err
	}
	root, module := codegen.ModuleOf(abs)
	if root == "" {
		return fmt.Errorf("build: %s is in no module; go mod init PATH makes one", folder)
	}
	b.modules = collect.Union(b.modules, root)
	rel, err := filepath.Rel(root, abs)
	if err != nil {
		return err
	}
	path := module
	if rel != "." {
		path += "/" + filepath.ToSlash(rel)
	}
	var incomplete error
	found := false
	for _, name := range p.Algorithms() {
		t := p.Program.Transducer(name)
		if _, err := driver.New(t); err != nil {
			var missing *ir.ContractError
			if errors.As(err, &missing) {
				missing.Pos = p.Place(missing.Pos)
			}
			incomplete = errors.Join(incomplete, err)
			continue
		}
		l := linked{Name: name, Digest: p.Digest(), Folder: abs, Import: path, Package: fmt.Sprintf("p%d", len(b.linked))}
		if err := b.link(p, t, l); err != nil {
			return err
		}
		found = true
	}
	switch {
	case found:
		return nil
	case incomplete != nil:
		return incomplete
	}
	return fmt.Errorf("build: %s has no algorithm; put //ccgen:transducer NAME init=FUNC on its step function (docs/subset.md)", folder)
}

// link adds an algorithm.
func (b *builder) link(p *codegen.Packages, t *ir.Transducer, l linked) error {
	built, err := codegen.Firmware()
	if err != nil {
		return err
	}
	at := p.Place(t.Pos)
	if built.Transducer(l.Name) != nil || slices.Contains(smartnic.FirmwareDirs(), l.Name) {
		return fmt.Errorf("%s:%d: %s is the name of a built-in algorithm; write another one at //ccgen:transducer", at.File, at.Line, l.Name)
	}
	if i := slices.IndexFunc(b.linked, func(o linked) bool { return o.Name == l.Name }); i >= 0 {
		return fmt.Errorf("%s:%d: %s is an algorithm of %s too; write another name at //ccgen:transducer", at.File, at.Line, l.Name, b.linked[i].Folder)
	}
	for _, part := range []struct {
		f    *ir.Func
		name *string
	}{{t.Init, &l.Init}, {t.Step, &l.Step}, {t.Next, &l.Next}, {t.First, &l.First}, {t.View, &l.View}} {
		if part.f == nil {
			continue
		}
		if !token.IsExported(part.f.GoName) || !token.IsIdentifier(part.f.GoName) {
			at := p.Place(part.f.Pos)
			return fmt.Errorf("%s:%d: %s is not a function that another package can name; begin its name with a capital letter", at.File, at.Line, part.f.GoName)
		}
		*part.name = part.f.GoName
	}
	b.linked = append(b.linked, l)
	return nil
}

func (b *builder) names() []string {
	return collect.Of(b.linked, func(x linked) string { return x.Name })
}

// build writes the main package and the files by which Go finds the modules, and builds it.
func (b *builder) build(ctx context.Context, out string) error {
	tool, err := exec.LookPath("go")
	if err != nil {
		return errors.New("build: go is not installed; without it cctrace interprets a folder (cctrace replay --algo ./mycc)")
	}
	if err := b.find(ctx, tool); err != nil {
		return err
	}
	dir, remove, err := child.Folder("ccgen-build")
	if err != nil {
		return err
	}
	defer remove()
	var main bytes.Buffer
	if err := mainText.Execute(&main, b.linked); err != nil {
		return err
	}
	files := map[string]string{"main.go": main.String(), "go.mod": "module ccgen.build/cctrace\n\n" + goLine, "go.work": b.work()}
	// Go takes the profile of a main package from this file.
	const profile = "default.pgo"
	if text, err := os.ReadFile(filepath.Join(b.checkout, "cmd", "cctrace", profile)); err == nil {
		files[profile] = string(text)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return child.Temporary(err)
		}
	}
	made := filepath.Join(dir, "cctrace")
	c := child.Command(ctx, dir, tool, "build", "-o", made, ".")
	c.Env = append(c.Env, "GOWORK="+filepath.Join(dir, "go.work"), "GOFLAGS="+buildFlags(os.Getenv("GOFLAGS")))
	if text, err := c.CombinedOutput(); err != nil {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return fmt.Errorf("build: go build: %w\n%s", err, bytes.TrimSpace(text))
	}
	program, err := os.Open(made)
	if err != nil {
		return child.Temporary(err)
	}
	defer program.Close()
	f, err := atomicfile.Create(out)
	if err != nil {
		return err
	}
	defer f.Abort()
	if _, err := io.Copy(f, program); err != nil {
		return err
	}
	if err := f.Executable(); err != nil {
		return err
	}
	return f.Commit()
}

// buildFlags returns the flags in GOFLAGS that say how to compile; its others, as -mod, are for the user's own modules.
func buildFlags(flags string) string {
	return strings.Join(collect.Where(strings.Fields(flags), func(f string) bool {
		name, _, _ := strings.Cut(strings.TrimLeft(f, "-"), "=")
		return slices.Contains([]string{"pgo", "trimpath", "gcflags", "ldflags"}, name)
	}), " ")
}

// goLine is the minimum Go version that the files require.
const goLine = "go 1.26.0\n"

// work returns the go.work file with the main package, the checkout and the modules of the folders.
func (b *builder) work() string {
	var w strings.Builder
	w.WriteString(goLine + "\nuse .\n")
	roots := b.modules
	if !slices.Contains(roots, b.checkout) {
		roots = append(slices.Clone(roots), b.checkout)
	}
	for _, root := range roots {
		fmt.Fprintf(&w, "use %q\n", filepath.ToSlash(root))
	}
	return w.String()
}

// find finds the checkout.
func (b *builder) find(ctx context.Context, tool string) (err error) {
	if b.replace == "" {
		for _, root := range b.modules {
			if codegen.IsModule(root, smartnic.Module) {
				b.checkout = root
				return nil
			}
		}
		c := child.Command(ctx, "", tool, "list", "-m", "-f", "{{.Dir}}", smartnic.Module)
		c.Dir = b.modules[0]
		if text, err := c.Output(); err == nil && len(bytes.TrimSpace(text)) > 0 {
			b.checkout = string(bytes.TrimSpace(text))
			return nil
		}
	}
	b.checkout, _, err = findCheckout("build", b.replace)
	return err
}

// linkedText is the main package of a cctrace with algorithms linked in.
//
//go:embed linked.go.tmpl
var linkedText string

var mainText = template.Must(template.New("main").Parse(linkedText))
