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

	"smartnic-cc/internal/base/sys/interrupt"
	"smartnic-cc/internal/base/text/nearest"
	"smartnic-cc/internal/base/text/textwidth"
)

// Exit statuses.
const (
	ExitOK    = 0
	ExitCheck = 1 // a check failed
	ExitUsage = 2 // bad usage or input
)

// Env is where a command may write.
type Env struct {
	Stdout, Stderr io.Writer
}

// Command is one subcommand.
type Command struct {
	Name     string
	Args     string        // as the usage line shows them
	Short    string        // one line
	Long     string        // paragraphs, optional
	MakeLong func() string // makes Long when it is shown
	Examples string
	Hidden   bool
	// Words are arguments that a shell proposes; others may be right too.
	Words []string
	// Setup declares flags and returns what runs with the remaining arguments.
	Setup func(*pflag.FlagSet) func(env Env, args []string) error
	// Commands, where there are any, are subcommands; Setup and Args are then not used.
	Commands []Command
}

// Program is a command line tool made of subcommands.
type Program struct {
	Name     string
	Short    string
	Version  func() string
	Commands []Command
}

// failed marks the error of a check that failed, as opposed to bad usage or input.
type failed struct{ error }

func (f failed) Unwrap() error { return f.error }

// CheckFailed marks err as the outcome of a check: exit status 1.
func CheckFailed(err error) error { return failed{err} }

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
	status := p.Run(Env{textwidth.NewOutput(os.Stdout), textwidth.NewOutput(os.Stderr)}, os.Args[1:])
	interrupt.WaitIfEnding()
	os.Exit(status)
}

// Run runs the program and returns the exit status.
func (p *Program) Run(env Env, args []string) int {
	if len(args) == 0 {
		p.usage(textwidth.Wide{Writer: env.Stderr, Width: helpWidth(env.Stderr)})
		return ExitUsage
	}
	if handled, err := p.complete(env, args); handled {
		return Status(err)
	}
	all := p.all()
	switch args[0] {
	case "-h", "--help", "help":
		if len(args) > 1 && args[0] == "help" {
			return p.dispatch(env, p.Name, all, append(slices.Clone(args[1:]), "--help"))
		}
		return p.show(env, p.usage)
	case "--version", "version":
		return p.show(env, func(w io.Writer) { fmt.Fprintf(w, "%s %s\n", p.Name, p.Version()) })
	}
	return p.dispatch(env, p.Name, all, args)
}

// all returns the commands, with those that every program has.
func (p *Program) all() []Command {
	return append(slices.Clone(p.Commands), p.completion(), p.manual())
}

// dispatch runs one of the subcommands of path, the program's name or that and a command's.
func (p *Program) dispatch(env Env, path string, commands []Command, args []string) int {
	name := args[0]
	i := slices.IndexFunc(commands, func(c Command) bool { return c.Name == name })
	if i < 0 {
		err := fmt.Errorf("unknown command %.60q%s; %s --help lists them", name, nearest.Hint(name, names(commands)), path)
		if of := p.under(path); of != "" {
			err = fmt.Errorf("%s: %w", of, err)
		}
		return p.fail(env, err)
	}
	return p.runCommand(env, path+" "+name, &commands[i], args[1:])
}

// names lists the commands that help shows.
func names(commands []Command) []string {
	var list []string
	for _, c := range commands {
		if !c.Hidden {
			list = append(list, c.Name)
		}
	}
	return list
}

// under returns a command's path without the program's name, as errors begin with it.
func (p *Program) under(path string) string {
	return strings.TrimSpace(strings.TrimPrefix(path, p.Name))
}

// flags declares a command's flags. run is the result of Setup, nil for a command with subcommands.
func (c *Command) flags() (flags *pflag.FlagSet, run func(Env, []string) error) {
	flags = pflag.NewFlagSet(c.Name, pflag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.SortFlags = false
	flags.Usage = func() {}
	if c.Commands != nil {
		flags.SetInterspersed(false) // the flags are the subcommand's
		return flags, nil
	}
	return flags, c.Setup(flags)
}

func (p *Program) runCommand(env Env, path string, c *Command, args []string) int {
	name := p.under(path)
	flags, run := c.flags()
	err := flags.Parse(args)
	if errors.Is(err, pflag.ErrHelp) {
		return p.show(env, func(w io.Writer) { c.usage(w, path, flags) })
	}
	if err != nil {
		return p.fail(env, fmt.Errorf("%s: %w; see %s --help", name, flagError(err, flags), path))
	}
	if c.Commands != nil {
		if flags.NArg() == 0 {
			return p.fail(env, fmt.Errorf("%s: name a command, one of %s; %s --help tells more", name, strings.Join(names(c.Commands), ", "), path))
		}
		return p.dispatch(env, path, c.Commands, flags.Args())
	}
	if err := noEmpty(flags.Args()); err != nil {
		return p.fail(env, fmt.Errorf("%s: %w", name, err))
	}
	err = run(env, flags.Args())
	if errors.Is(err, context.Canceled) { // by Ctrl-C
		err = CheckFailed(fmt.Errorf("%s: interrupted", name))
	}
	if err != nil {
		return p.fail(env, err)
	}
	return ExitOK
}

// helpWidth is the width of help for w: prose is wrapped in a pipe, too.
func helpWidth(w io.Writer) int {
	if width := textwidth.Of(w); width != textwidth.Unlimited {
		return width
	}
	return textwidth.FromEnvironment(textwidth.Columns)
}

// show prints a text whole, or says that it could not.
func (p *Program) show(env Env, write func(io.Writer)) int {
	var b bytes.Buffer
	write(textwidth.Wide{Writer: &b, Width: helpWidth(env.Stdout)})
	if _, err := env.Stdout.Write(b.Bytes()); err != nil {
		return p.fail(env, err)
	}
	return ExitOK
}

func (p *Program) fail(env Env, err error) int {
	interrupt.WaitIfEnding()
	fmt.Fprintf(env.Stderr, "%s: %s\n", p.Name, textwidth.Escape(err.Error()))
	return Status(err)
}

// commandColumn is where the descriptions of commands begin.
const commandColumn = 13

func (p *Program) usage(w io.Writer) {
	fmt.Fprintf(w, "%s\n\nUsage: %s COMMAND [FLAG...] [ARGUMENT...]\n\nCommands:\n", textwidth.Wrap(p.Short, textwidth.Of(w)), p.Name)
	list(w, p.all())
	fmt.Fprintf(w, "\n%s COMMAND --help tells more; %s --version names the version.\n%s\n", p.Name, p.Name,
		textwidth.Reflow(conventions, textwidth.Of(w)))
}

// conventions are what holds for every command.
const conventions = `Results go to standard output, errors, warnings and notes to standard error; there is no -v and no -q.
Exit status: 0 done, 1 a check failed, 2 bad usage or input.`

// list prints the commands with what they do.
func list(w io.Writer, commands []Command) {
	for _, c := range commands {
		if !c.Hidden {
			// Further lines of a description are aligned with its first.
			text := textwidth.Wrap(c.Short, textwidth.Of(w)-commandColumn)
			fmt.Fprintf(w, "  %-10s %s\n", c.Name, strings.ReplaceAll(text, "\n  ", "\n"+strings.Repeat(" ", commandColumn)))
		}
	}
}

// synopsis is the usage line of the command at a path.
func (c *Command) synopsis(path string) string {
	if c.Commands != nil {
		return path + " COMMAND [FLAG...] [ARGUMENT...]"
	}
	return strings.TrimSpace(path + " [FLAG...] " + c.Args)
}

func (c *Command) long() string {
	if c.MakeLong != nil {
		return c.MakeLong()
	}
	return c.Long
}

// usage prints the help of the command at a path.
func (c *Command) usage(w io.Writer, path string, flags *pflag.FlagSet) {
	fmt.Fprintf(w, "%s\n\nUsage: %s\n", textwidth.Wrap(c.Short, textwidth.Of(w)), c.synopsis(path))
	if long := c.long(); long != "" {
		fmt.Fprintf(w, "\n%s\n", textwidth.Reflow(strings.TrimSpace(long), textwidth.Of(w)))
	}
	if c.Commands != nil {
		fmt.Fprint(w, "\nCommands:\n")
		list(w, c.Commands)
		fmt.Fprintf(w, "\n%s COMMAND --help tells more.\n", path)
	}
	if flags.HasAvailableFlags() {
		fmt.Fprintf(w, "\nFlags:\n%s", flags.FlagUsagesWrapped(textwidth.Of(w)))
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

// noEmpty refuses an empty argument, as an unset shell variable leaves it.
func noEmpty(args []string) error {
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
