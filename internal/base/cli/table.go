package cli

import (
	"fmt"

	"github.com/spf13/pflag"
)

// page is a command as manual pages describe it.
type page struct {
	path  []string // behind the program's name; none for the program itself
	short string
	c     *Command // nil for the program itself
	subs  []Command
	flags []*pflag.Flag
}

// pages lists the program and its commands, each before its subcommands.
func (p *Program) pages() []page {
	own := pflag.NewFlagSet(p.Name, pflag.ContinueOnError)
	own.Bool("version", false, "name the version")
	pages := []page{{short: p.Short, subs: p.all(), flags: shown(own)}}
	var walk func(path []string, commands []Command)
	walk = func(path []string, commands []Command) {
		for i := range commands {
			c := &commands[i]
			if c.Hidden {
				continue
			}
			at := append(path[:len(path):len(path)], c.Name)
			flags, _ := c.flags()
			pages = append(pages, page{at, c.Short, c, c.Commands, shown(flags)})
			walk(at, c.Commands)
		}
	}
	walk(nil, p.all())
	return pages
}

// shown lists the flags that help shows, in the order in which they were declared, and --help.
func shown(flags *pflag.FlagSet) (list []*pflag.Flag) {
	flags.SortFlags = false
	flags.BoolP("help", "h", false, "show help")
	flags.VisitAll(func(f *pflag.Flag) {
		if !f.Hidden && f.Deprecated == "" {
			list = append(list, f)
		}
	})
	return list
}

// valuesKey is the annotation of a flag that CompleteWords makes.
const valuesKey = "values"

// CompleteWords says which words a flag of f takes, for shells to complete. Others may be right too,
// such as the name of a file.
func CompleteWords(f *pflag.FlagSet, flag string, words ...string) {
	if err := f.SetAnnotation(flag, valuesKey, words); err != nil {
		panic(fmt.Sprintf("cli: %v", err)) // the flag is declared a line above
	}
}

// spellings are the forms of a flag, as in --output and -o.
func spellings(f *pflag.Flag) []string {
	list := []string{"--" + f.Name}
	if f.Shorthand != "" {
		list = append(list, "-"+f.Shorthand)
	}
	return list
}
