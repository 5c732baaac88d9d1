package command

import (
	"fmt"

	"smartnic-cc/codegen/folder"
	"smartnic-cc/internal/cli"
)

// isOwn reports whether the name of an algorithm is that of a folder.
func isOwn(algo string) bool { return folder.Is(algo) }

// own returns the folder of an algorithm that is linked in under a name; other names are returned
// as they are.
func (o *Options) own(algo string) string {
	for i := range o.Native {
		if n := &o.Native[i]; n.Name == algo {
			return n.Folder + ":" + n.Name
		}
	}
	return algo
}

// open loads an algorithm, FOLDER or FOLDER:NAME, with the parameters of a profile, the first of
// the folder's if it is "", and changes of it. It runs as it is linked in, else is interpreted.
func (o *Options) open(env cli.Env, algo, profile string, set []string) (*folder.Algorithm, error) {
	a, err := folder.Open(algo, folder.Options{Profile: profile, Set: set, Native: o.Native})
	if err == nil && a.Stale {
		fmt.Fprintf(env.Stderr, "cctrace: warning: %s: has changed since it was linked in, and is interpreted; ccgen build links it in again\n", a.Folder)
	}
	return a, err
}
