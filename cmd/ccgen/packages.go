package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"smartnic-cc/codegen"
)

// packagesArgs is how the usage of a command names folders of packages, and packagesLong
// what its help says of them.
const (
	packagesArgs = "[./DIR...]"
	packagesLong = `Folders, which begin with ./, ../ or /, are packages to take instead of the built-in ones.
Their imports of smartnic-cc/... are found in ccgen, others in their module.`
)

// packagesOf loads the packages in the folders among a command's arguments, the built-in
// ones if there are none, and returns the other arguments. As for the go command, a folder
// begins with ./, ../ or /: other words are names of algorithms and files.
func packagesOf(args []string) (p *codegen.Packages, rest []string, err error) {
	var folders []string
	for _, arg := range args {
		if isFolder(arg) {
			folders = append(folders, arg)
		} else {
			rest = append(rest, arg)
		}
	}
	p, err = codegen.Load(folders)
	return p, rest, err
}

// isFolder reports whether an argument is the folder of a package. One that is not there is,
// unless its name ends as that of a file.
func isFolder(arg string) bool {
	slash := filepath.ToSlash(arg)
	if arg != "." && arg != ".." && !strings.HasPrefix(slash, "./") && !strings.HasPrefix(slash, "../") && !filepath.IsAbs(arg) {
		return false
	}
	info, err := os.Stat(arg)
	if errors.Is(err, fs.ErrNotExist) {
		return filepath.Ext(filepath.Base(arg)) == ""
	}
	return err == nil && info.IsDir()
}
