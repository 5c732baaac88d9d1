package main

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/spf13/pflag"

	smartnic "smartnic-cc"
	"smartnic-cc/codegen"
	"smartnic-cc/codegen/frontend"
	"smartnic-cc/internal/cli"
	"smartnic-cc/internal/plural"
)

func lintCommand() cli.Command {
	return cli.Command{
		Name:  "lint",
		Args:  "[DIR...]",
		Short: "tell whether Go packages are in the firmware subset",
		Long: `Without an argument the firmware packages that ccgen carries are checked. The subset
and the remedies are described in docs/subset.md.`,
		Examples: `ccgen lint
			ccgen lint ./fixedpoint ./mycc`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			asJSON := f.Bool("json", false, "print the places as JSON")
			return func(env cli.Env, args []string) error {
				fsys, module, dirs, err := locate(args)
				if err != nil {
					return err
				}
				if len(args) == 0 {
					fsys, module, dirs = smartnic.Source, smartnic.Module, smartnic.FirmwareDirs
				}
				found, err := frontend.Lint(fsys, module, dirs)
				if err != nil {
					return err
				}
				for i := range found {
					found[i].Pos.File = asNamed(found[i].Pos.File, args, dirs)
				}
				switch {
				case *asJSON:
					list := []placeJSON{}
					for _, d := range found {
						list = append(list, placeJSON{d.Pos.String(), d.Rule, d.Msg, d.Remedy})
					}
					if err := env.JSON(list); err != nil {
						return err
					}
				case len(found) == 0:
					fmt.Fprintf(env.Stdout, "%s in the firmware subset\n", plural.Of(len(dirs), "package"))
				default:
					for _, d := range found {
						fmt.Fprintln(env.Stdout, d)
					}
				}
				if len(found) > 0 {
					return cli.Failed(fmt.Errorf("lint: %s outside the firmware subset", plural.Of(len(found), "place")))
				}
				return nil
			}
		},
	}
}

// asNamed returns the path of a file of the module as the user would name it: in the folder,
// dirs[i] to the module, that args[i] names. Other paths stay.
func asNamed(file string, args, dirs []string) string {
	if len(args) != len(dirs) {
		return file
	}
	for i, dir := range dirs {
		if path.Dir(file) == path.Clean(dir) {
			return filepath.Join(args[i], path.Base(file))
		}
	}
	return file
}

// placeJSON is a place outside the subset as JSON.
type placeJSON struct {
	Pos    string `json:"pos"`
	Rule   string `json:"rule"`
	Text   string `json:"text"`
	Remedy string `json:"remedy,omitempty"`
}

// locate is codegen.Locate, which names folders as the module sees them, with an error of a
// folder without Go as the user named it.
func locate(dirs []string) (fs.FS, string, []string, error) {
	fsys, module, rel, err := codegen.Locate(dirs)
	for i := 0; err == nil && i < len(dirs); i++ {
		var found []string
		if found, err = fs.Glob(os.DirFS(dirs[i]), "*.go"); err == nil && len(found) == 0 {
			err = fmt.Errorf("%s: no Go source file there; name the folder of a package", dirs[i])
		}
	}
	return fsys, module, rel, err
}
