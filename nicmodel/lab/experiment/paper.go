package experiment

import (
	_ "embed"
	"fmt"
	"strings"

	"smartnic-cc/internal/text/tomlfile"
)

//go:embed paper.toml
var paperText []byte

// paper is what the experiments run and compare.
var paper = readPaper(paperText)

// papers is the form of paper.toml.
type papers struct {
	Scheme  map[string]scheme     `toml:"scheme"`
	Flows   map[string]*flowStudy `toml:"flows"`
	Changes map[string][]change   `toml:"changes"`
	Choice  []choice              `toml:"choice"`
}

// scheme is an algorithm with its parameters, as changes of a scenario.
type scheme struct {
	Name string   `toml:"name"`
	Set  []string `toml:"set"`
}

// change is what one run of a study on causes has otherwise: both algorithms, or one of them.
type change struct {
	Name  string   `toml:"name"`
	Both  []string `toml:"both"`
	DCQCN []string `toml:"dcqcn"`
	Dolce []string `toml:"dolce"`
	// Long: it matters to the long flows of table II as well.
	Long bool `toml:"long"`
	// Partial: the run ends before all messages are complete, and those that are not do not count.
	Partial bool `toml:"partial"`
	// Exchange is that of MPI_Alltoall, nil for pairwise; Ranks the processes a host, 0 for the setting's.
	Exchange *string `toml:"exchange"`
	Ranks    int     `toml:"ranks"`
	// Kept: DCQCN keeps its connections between the flows of figure 8.
	Kept bool `toml:"kept"`
}

// choice is something that the paper leaves open.
type choice struct {
	What        string `toml:"what"`
	Simulations string `toml:"simulations"`
	Testbed     string `toml:"testbed"`
	Why         string `toml:"why"`
}

// readPaper reads paper.toml, which is part of the program: a fault in it is one of the program.
func readPaper(text []byte) *papers {
	p := &papers{}
	if _, err := tomlfile.Decode(text, "paper.toml", p); err != nil {
		panic(err)
	}
	for name, x := range p.Scheme {
		p.Scheme[name] = scheme{x.Name, p.expand(x.Set)}
	}
	for _, list := range p.Changes {
		for i := range list {
			c := &list[i]
			c.Both, c.DCQCN, c.Dolce = p.expand(c.Both), p.expand(c.DCQCN), p.expand(c.Dolce)
		}
	}
	for name, f := range p.Flows {
		f.name = name
	}
	return p
}

// expand puts the changes of a scheme in the place of its name, as in "@dcqcn-testbed".
func (p *papers) expand(set []string) (list []string) {
	for _, s := range set {
		if name, is := strings.CutPrefix(s, "@"); is {
			list = append(list, p.expand(p.scheme(name).Set)...)
		} else {
			list = append(list, s)
		}
	}
	return list
}

func (p *papers) scheme(name string) scheme {
	x, is := p.Scheme[name]
	if !is {
		panic(fmt.Sprintf("paper.toml: there is no scheme %s", name))
	}
	return x
}

var (
	dcqcnSimulated = paper.scheme("dcqcn-simulated")
	dolceSimulated = paper.scheme("dolce-simulated")
	dcqcnTestbed   = paper.scheme("dcqcn-testbed")
	dolceTestbed   = paper.scheme("dolce-testbed")
	dolcePlus      = paper.scheme("dolce-plus")
	noControl      = paper.scheme("none")

	cacheFollower = paper.Flows["table1"]
	dataMining    = paper.Flows["table2"]
)

// others are other settings of the algorithms, which run beside the paper's.
func others() (list []scheme) {
	for _, name := range []string{"dcqcn-paper", "dolce-paper", "dcqcn-connectx", "dcqcn-echo", "dcqcn-irdma", "dolce-connectx", "dolce-irdma"} {
		list = append(list, paper.scheme(name))
	}
	return list
}
