package command

import (
	"fmt"
	"strings"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/folder"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/logs/ratelog"
	"smartnic-cc/internal/reports/views"
)

// isOwn reports whether an algorithm's name is that of a folder.
func isOwn(algo string) bool { return folder.IsFolder(algo) }

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

// open loads an algorithm, FOLDER or FOLDER:NAME, with the parameters of a profile ("": the folder's first) and
// changes of it. It runs as linked in, else is interpreted.
func (o *Options) open(env cli.Env, algo, profile string, set []string) (*folder.Algorithm, error) {
	a, err := folder.Open(algo, folder.Options{Profile: profile, Set: set, Native: o.Native})
	if err == nil && a.Stale {
		fmt.Fprintf(env.Stderr, "cctrace: warning: %s: has changed since it was linked in, and is interpreted; ccgen build links it in again\n", a.Folder)
	}
	return a, err
}

// parametersOf lists the parameters for people: values in the units of the fields, and the first line of each doc
// comment.
func parametersOf(own *folder.Algorithm) []reaction.Parameter {
	var list []reaction.Parameter
	for i, l := range ir.Layout(own.Transducer.Params) {
		p := reaction.Parameter{Name: l.Name, Unit: l.Field.UnitOf()}
		if l.Kind.IsSigned() {
			p.Value = fmt.Sprint(int64(own.Params[i]))
		} else {
			p.Value = fmt.Sprint(own.Params[i])
		}
		if len(l.Field.Doc) > 0 {
			p.Meaning = ir.Plain(strings.TrimSpace(strings.TrimPrefix(l.Field.Doc[0], "//")))
		}
		list = append(list, p)
	}
	return list
}

// axes returns the axes of the columns of the algorithms' logs, except columns whose number of fractional bits is a
// parameter: their names have it.
func (o *Options) axes(algos []string) (map[string]views.Axis, error) {
	all := map[string]views.Axis{}
	for _, algo := range algos {
		if algo = o.own(algo); !isOwn(algo) {
			return nil, fmt.Errorf("algo: %.60q is no folder; the logs of built-in algorithms need none, and a folder is written as ./mycc", algo)
		}
		own, err := folder.Load(algo)
		if err != nil {
			return nil, err
		}
		a, err := driver.New(own.Transducer)
		if err != nil {
			return nil, own.Named(err)
		}
		l := ratelog.NewLayout(a, nil)
		for i := range l.Columns {
			all[l.Columns[i].Name] = views.ColumnAxis(&l.Columns[i])
		}
	}
	return all, nil
}
