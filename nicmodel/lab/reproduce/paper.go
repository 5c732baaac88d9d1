package reproduce

import (
	_ "embed"
	"fmt"
	"slices"
	"sync"

	"smartnic-cc/internal/base/text/tomlfile"
)

//go:embed paper.toml
var paperText []byte

// paper returns what the report says of the experiments.
var paper = sync.OnceValue(func() *papers { return readPaper(paperText) })

// papers is the form of paper.toml.
type papers struct {
	Section  []said                `toml:"section"`
	Setting  []Setting             `toml:"setting"`
	Flows    map[string]*flowTable `toml:"flows"`
	Measures map[string][]measure  `toml:"measures"`
	Choice   []choice              `toml:"choice"`
}

// said is the report's text on an experiment.
type said struct {
	Name  string `toml:"name"`
	Title string `toml:"title"`
	Text  string `toml:"text"`
	// Result is the text if no number decides.
	Result string `toml:"result"`
}

// choice is a choice that the paper leaves open.
type choice struct {
	What        string `toml:"what"`
	Simulations string `toml:"simulations"`
	Testbed     string `toml:"testbed"`
	Why         string `toml:"why"`
}

// readPaper reads paper.toml, which is part of the program, so that it panics on a fault.
func readPaper(text []byte) *papers {
	p := &papers{}
	if _, err := tomlfile.Decode(text, "paper.toml", p); err != nil {
		panic(err)
	}
	for name, f := range p.Flows {
		f.name = name
	}
	return p
}

// section begins an experiment's section with its text, formatted with args.
func (p *papers) section(name string, args ...any) *Section {
	s := &p.Section[slices.IndexFunc(p.Section, func(s said) bool { return s.Name == name })]
	text := s.Text
	if len(args) > 0 {
		text = fmt.Sprintf(text, args...)
	}
	sec := &Section{Name: name, Text: []string{text}}
	if s.Result != "" {
		sec.Verdict = []string{s.Result}
	}
	return sec
}

func choicesReport(*Setting, *Results) (*Section, error) {
	sec := paper().section("choices")
	t := Table{Name: "choices", Header: []string{"left open", "simulations", "testbed", "why"}}
	for _, c := range paper().Choice {
		t.row(c.What, c.Simulations, c.Testbed, c.Why)
	}
	sec.Data = []Table{t}
	return sec, nil
}
