package main

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"go/token"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/spf13/pflag"

	smartnic "smartnic-cc"
	"smartnic-cc/codegen"
	"smartnic-cc/internal/base/cli"
)

// templates are the files of a new module, of which docs/examples/aimd is one.
//
//go:embed newmodule/*.tmpl
var templates embed.FS

func newCommand() cli.Command {
	return cli.Command{
		Name:  "new",
		Args:  "DIR",
		Short: "begin a congestion control of your own",
		Long: `Writes a module into the folder DIR, which is made if it is not there: an algorithm that
cuts its rate at CNPs and adds to it by a timer, its test, go.mod, and README.md, which says
what to change. The package is called as the folder is.

Until smartnic-cc has a public home, go.mod finds it in a checkout: that of --replace, else
the one that this ccgen was built in, or one that ccgen or the working folder lies in.`,
		Examples: `ccgen new mycc
			ccgen new --replace ../smartnic-cc ~/src/mycc`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			replace := f.String("replace", "", "folder of the checkout of smartnic-cc that go.mod names")
			return func(env cli.Env, args []string) error {
				if len(args) != 1 {
					return errors.New("new: name one folder, as in ccgen new mycc")
				}
				return newModule(env, args[0], *replace)
			}
		},
	}
}

// newModule writes a module into a folder.
func newModule(env cli.Env, dir, replace string) error {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	name := filepath.Base(abs)
	if err := packageName(name); err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("new: %w; name a folder that is empty or not there", err)
	}
	if len(entries) > 0 {
		return fmt.Errorf("new: %s: is not empty: it has %s; name a folder that is empty or not there", dir, entries[0].Name())
	}
	checkout, found, err := findCheckout("new", replace)
	if err != nil {
		return err
	}
	texts, err := moduleTexts(name, fromModule(abs, checkout))
	if err != nil {
		return err
	}
	if err := writeFolder(dir, texts); err != nil {
		return err
	}
	fmt.Fprintf(env.Stdout, "%s: package %s; its go.mod takes smartnic-cc from %s, %s\n", dir, name, checkout, found)
	fmt.Fprintf(env.Stdout, "Go on with %s, and with: cd %s && go test . && ccgen ranges .\n", filepath.Join(dir, "README.md"), dir)
	return nil
}

// packageNames are the names that may prefix what is generated in Go, C and P4.
var packageNames = regexp.MustCompile(`^[a-z][a-z0-9]*$`)

// packageName refuses names that a user's package cannot have.
func packageName(name string) error {
	const remedy = "name the folder as the package is to be called: small letters and digits, as mycc"
	switch {
	case !packageNames.MatchString(name), token.IsKeyword(name), name == "main":
		return fmt.Errorf("new: %q cannot be the name of a package; %s", name, remedy)
	case slices.Contains(smartnic.FirmwareDirs(), name):
		return fmt.Errorf("new: %q is the name of a built-in package; %s", name, remedy)
	}
	return nil
}

// findCheckout returns the folder of a checkout of smartnic-cc, absolute, and how it was found. Its
// errors name the command.
func findCheckout(command, replace string) (dir, found string, err error) {
	if replace != "" {
		dir, err := filepath.Abs(replace)
		if err == nil && !codegen.IsModule(dir, smartnic.Module) {
			err = fmt.Errorf("%s: --replace %s: its go.mod is not that of module %s; name the folder of a checkout", command, replace, smartnic.Module)
		}
		return dir, "as --replace says", err
	}
	_, source, _, _ := runtime.Caller(0) // without folders if built with -trimpath
	program, _ := os.Executable()        // "" if the system does not say: no checkout is above that
	working, _ := os.Getwd()
	for _, from := range []struct{ path, found string }{
		{source, "in which this ccgen was built"},
		{program, "in which this ccgen lies"},
		{working, "in which the working folder lies"},
	} {
		if !filepath.IsAbs(from.path) {
			continue
		}
		for dir := from.path; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
			if codegen.IsModule(dir, smartnic.Module) {
				return dir, from.found, nil
			}
		}
	}
	return "", "", fmt.Errorf("%s: there is no checkout of %s where this ccgen was built, where it lies or here; name one with --replace PATH", command, smartnic.Module)
}

// fromModule returns how the module in dir refers to the checkout: by the relative path if it lies inside, else by
// the absolute one.
func fromModule(dir, checkout string) string {
	if rel, err := filepath.Rel(checkout, dir); err == nil && filepath.IsLocal(rel) {
		if up, err := filepath.Rel(dir, checkout); err == nil {
			return filepath.ToSlash(up)
		}
	}
	return filepath.ToSlash(checkout)
}

// moduleTexts returns the files of a module with a package of this name that finds smartnic-cc in checkout.
func moduleTexts(name, checkout string) ([]output, error) {
	all, err := template.ParseFS(templates, "newmodule/*.tmpl")
	if err != nil {
		return nil, err
	}
	replace := checkout
	if strings.ContainsAny(checkout, " \t\"'`(),") || strings.Contains(checkout, "//") {
		replace = strconv.Quote(checkout)
	}
	data := struct{ Name, Replace, Docs string }{name, replace, (&url.URL{Path: checkout + "/docs"}).String()}
	var texts []output
	for _, t := range all.Templates() {
		var b bytes.Buffer
		if err := t.Execute(&b, data); err != nil {
			return nil, err
		}
		file := strings.TrimSuffix(t.Name(), ".tmpl")
		if rest, ok := strings.CutPrefix(file, "cc"); ok {
			file = name + rest
		}
		texts = append(texts, output{file, b.Bytes()})
	}
	slices.SortFunc(texts, func(a, b output) int { return strings.Compare(a.name, b.name) })
	return texts, nil
}
