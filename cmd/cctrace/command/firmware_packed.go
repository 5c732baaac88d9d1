package command

import (
	"fmt"
	"math"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"smartnic-cc/codegen/backend/rue/dump"
	"smartnic-cc/codegen/backend/rue/packet"
	"smartnic-cc/codegen/folder"
	"smartnic-cc/codegen/interp"
	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/sys/readfile"
	"smartnic-cc/internal/base/text/plural"
)

// packedRun compares packed events and responses of Falcon's rate update engine with an algorithm.
type packedRun struct {
	algo, profile, generation string
	set                       []string
	max                       int
}

// maxDump is the most bytes of a dump.
const maxDump = 1 << 30

func (r *packedRun) flags(f *pflag.FlagSet) {
	f.StringVar(&r.algo, "algo", "", "of DUMP: the algorithm, a folder with its "+dump.FileName)
	f.StringVar(&r.profile, "profile", "", "of DUMP: a profile of the folder, its first if none is named")
	f.StringArrayVar(&r.set, "set", nil, "of DUMP: change a parameter, as in Hop=4; repeatable")
	cli.OneOf(f, &r.generation, "generation", packet.DNAC.String(), "of DUMP: the formats", packet.Names()...)
	cli.Number(f, &r.max, "max", 10, cli.Range[int]{Max: math.MaxInt32}, "of DUMP: how many responses that differ are shown; all are counted")
}

// packedFlags are the flags that go with a dump.
var packedFlags = []string{"algo", "profile", "set", "generation", "max"}

func (r *packedRun) run(env cli.Env, file string) error {
	g, err := packet.ParseGeneration(r.generation)
	if err != nil {
		return err
	}
	e, err := r.engine(g)
	if err != nil {
		return err
	}
	content, err := readfile.Input(file, maxDump, "compare it in pieces")
	if err != nil {
		return err
	}
	pairs, err := dump.Read(file, content)
	if err != nil {
		return err
	}
	different, left := 0, 0
	fields := map[string]int{}
	for i := range pairs {
		p := &pairs[i]
		if !e.Defined(p) {
			left++
			continue
		}
		want, err := e.Step(p)
		if err != nil {
			return fmt.Errorf("%s: %w", p.Place(file), err)
		}
		list := dump.Compare(g, &want, &p.Response)
		if len(list) == 0 {
			continue
		}
		for _, d := range list {
			fields[d.Field.Name]++
		}
		if different++; different > r.max {
			continue
		}
		fmt.Fprintf(env.Stdout, "%s: response to %s: %s\n", p.Place(file), e.Title(p), list[0])
		for _, d := range list[1:] {
			fmt.Fprintf(env.Stdout, "    %s\n", d)
		}
	}
	fmt.Fprintf(env.Stdout, "%s: %s of %s, %d different, %d left out, of a type that the formats do not define\n", file, plural.Of(len(pairs), "event"), g, different, left)
	for _, f := range packet.Response(g) {
		if n := fields[f.Name]; n > 0 {
			fmt.Fprintf(env.Stdout, "    %-26s %d\n", f.Name, n)
		}
	}
	if different > 0 {
		return cli.CheckFailed(fmt.Errorf("%s: %s", file, plural.Of(different, "response")+" not as the algorithm's"))
	}
	return nil
}

// engine loads the algorithm and the places of its values.
func (r *packedRun) engine(g packet.Generation) (*dump.Engine, error) {
	if r.algo == "" {
		return nil, fmt.Errorf("firmware: --algo is missing; name the folder of the algorithm that the dump is compared with")
	}
	a, err := folder.Load(r.algo)
	if err != nil {
		return nil, err
	}
	p, err := a.Choose(r.profile, r.set)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(a.Folder, dump.FileName)
	if _, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("%s: %w; write it: under [state], [event] and [output] a line such as Now = \"now\" for each value of %s that is a field of packets, as docs/examples/falcon/%s has them",
			path, readfile.Reason(err), a.Transducer.Name, dump.FileName)
	}
	text, err := readfile.Input(path, dump.Limit, "it is a short TOML file")
	if err != nil {
		return nil, err
	}
	places, err := dump.ParsePlaces(path, text, a.Transducer)
	if err != nil {
		return nil, err
	}
	t, err := interp.New(a.Packages.Program).Transducer(a.Transducer.Name)
	if err != nil {
		return nil, err
	}
	return dump.NewEngine(g, t, p.Values, places), nil
}
