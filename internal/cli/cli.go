// Package cli is what the commands of this repository share: subcommands with
// examples in their help, one line an error, and exit status 0, 1 (a check failed)
// or 2 (bad usage or input).
package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"smartnic-cc/internal/interrupt"
	"smartnic-cc/internal/textwidth"
)

// Exit statuses.
const (
	ExitOK    = 0
	ExitCheck = 1 // a check failed
	ExitUsage = 2 // bad usage or input
)

// Env is what a command may write to.
type Env struct {
	Stdout, Stderr io.Writer
}

// Command is one subcommand.
type Command struct {
	Name     string
	Args     string // as the usage line shows them
	Short    string // one line
	Long     string // paragraphs, optional
	Examples string
	Hidden   bool
	// Nests tells that the arguments are the command line of a subcommand.
	Nests bool
	// Setup declares flags and returns what runs with the remaining arguments.
	Setup func(*pflag.FlagSet) func(env Env, args []string) error
}

// Program is a command line tool made of subcommands.
type Program struct {
	Name     string
	Short    string
	Version  string
	Commands []Command
}

// failed marks the error of a check that failed, as opposed to bad usage or input.
type failed struct{ error }

func (f failed) Unwrap() error { return f.error }

// Failed marks err as the outcome of a check: exit status 1.
func Failed(err error) error { return failed{err} }

// Status returns the exit status that err asks for.
func Status(err error) int {
	switch {
	case err == nil:
		return ExitOK
	case errors.As(err, new(failed)):
		return ExitCheck
	default:
		return ExitUsage
	}
}

// Main runs the program on the process's arguments and exits.
func (p *Program) Main() {
	interrupt.Watch()
	status := p.Run(Env{os.Stdout, os.Stderr}, os.Args[1:])
	interrupt.Settle()
	os.Exit(status)
}

// Run runs the program and returns the exit status.
func (p *Program) Run(env Env, args []string) int {
	if len(args) == 0 {
		p.usage(env.Stderr)
		return ExitUsage
	}
	switch args[0] {
	case "-h", "--help", "help":
		if len(args) > 1 {
			if c := p.find(args[1]); c != nil {
				return p.runCommand(env, c, []string{"--help"})
			}
			return p.fail(env, fmt.Errorf("unknown command %q; %s --help lists them", args[1], p.Name))
		}
		return p.show(env, p.usage)
	case "--version", "version":
		return p.show(env, func(w io.Writer) { fmt.Fprintf(w, "%s %s\n", p.Name, p.Version) })
	}
	c := p.find(args[0])
	if c == nil {
		return p.fail(env, fmt.Errorf("unknown command %q; %s --help lists them", args[0], p.Name))
	}
	return p.runCommand(env, c, args[1:])
}

func (p *Program) find(name string) *Command {
	i := slices.IndexFunc(p.Commands, func(c Command) bool { return c.Name == name })
	if i < 0 {
		return nil
	}
	return &p.Commands[i]
}

func (p *Program) runCommand(env Env, c *Command, args []string) int {
	flags := pflag.NewFlagSet(c.Name, pflag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.SortFlags = false
	flags.Usage = func() {}
	run := c.Setup(flags)
	err := flags.Parse(args)
	if errors.Is(err, pflag.ErrHelp) {
		return p.show(env, func(w io.Writer) { p.commandUsage(w, c, flags) })
	}
	if err != nil {
		return p.fail(env, fmt.Errorf("%s: %w; see %s %s --help", c.Name, err, p.Name, c.Name))
	}
	if !c.Nests {
		if err := NoEmpty(flags.Args()); err != nil {
			return p.fail(env, fmt.Errorf("%s: %w", c.Name, err))
		}
	}
	err = run(env, flags.Args())
	if errors.Is(err, context.Canceled) { // by Ctrl-C: what was done says nothing
		err = Failed(fmt.Errorf("%s: interrupted", c.Name))
	}
	if err != nil {
		return p.fail(env, err)
	}
	return ExitOK
}

// show prints a text whole, or tells that it could not.
func (p *Program) show(env Env, write func(io.Writer)) int {
	var b bytes.Buffer
	write(&b)
	if _, err := env.Stdout.Write(b.Bytes()); err != nil {
		return p.fail(env, err)
	}
	return ExitOK
}

func (p *Program) fail(env Env, err error) int {
	interrupt.Settle()
	fmt.Fprintf(env.Stderr, "%s: %v\n", p.Name, err)
	return Status(err)
}

// commandColumn is where the descriptions of commands begin.
const commandColumn = 13

func (p *Program) usage(w io.Writer) {
	fmt.Fprintf(w, "%s\n\nUsage: %s COMMAND [FLAG...] [ARGUMENT...]\n\nCommands:\n", textwidth.Wrap(p.Short, textwidth.Columns), p.Name)
	for _, c := range p.Commands {
		if !c.Hidden {
			// The lines of a description stand under its first.
			text := textwidth.Wrap(c.Short, textwidth.Columns-commandColumn)
			fmt.Fprintf(w, "  %-10s %s\n", c.Name, strings.ReplaceAll(text, "\n  ", "\n"+strings.Repeat(" ", commandColumn)))
		}
	}
	fmt.Fprintf(w, "\n%s COMMAND --help tells more; %s --version names the version.\nExit status: 0 done, 1 a check failed, 2 bad usage or input.\n", p.Name, p.Name)
}

func (p *Program) commandUsage(w io.Writer, c *Command, flags *pflag.FlagSet) {
	line := strings.TrimSpace(p.Name + " " + c.Name + " [FLAG...] " + c.Args)
	fmt.Fprintf(w, "%s\n\nUsage: %s\n", textwidth.Wrap(c.Short, textwidth.Columns), line)
	if c.Long != "" {
		fmt.Fprintf(w, "\n%s\n", textwidth.Reflow(strings.TrimSpace(c.Long), textwidth.Columns))
	}
	if flags.HasAvailableFlags() {
		fmt.Fprintf(w, "\nFlags:\n%s", flags.FlagUsagesWrapped(textwidth.Columns))
	}
	if c.Examples != "" {
		fmt.Fprintf(w, "\nExamples:\n%s\n", indent(c.Examples))
	}
}

func indent(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i := range lines {
		lines[i] = "  " + strings.TrimSpace(lines[i])
	}
	return strings.Join(lines, "\n")
}

// NoEmpty refuses an empty argument, which a variable of the shell that is not set leaves
// behind.
func NoEmpty(args []string) error {
	if i := slices.Index(args, ""); i >= 0 {
		return fmt.Errorf("argument %d is empty; is a variable of the shell not set?", i+1)
	}
	return nil
}

// NoArgs refuses arguments.
func NoArgs(args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("unexpected argument %q", args[0])
	}
	return nil
}
