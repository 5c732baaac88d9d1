package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"smartnic-cc/internal/base/sys/atomicfile"
	"smartnic-cc/internal/base/text/nearest"
)

// completion is the command with which every program sets up its shell. The scripts are cobra's: they ask the program
// for completions.
func (p *Program) completion() Command {
	known := []string{"bash", "zsh", "fish"}
	return Command{
		Name:  "completion",
		Args:  strings.Join(known, "|"),
		Short: "print the script by which a shell completes commands, flags and their values",
		Words: known,
		Examples: fmt.Sprintf(`source <(%[1]s completion bash)
			%[1]s completion bash > ~/.local/share/bash-completion/completions/%[1]s
			%[1]s completion zsh > ~/.zfunc/_%[1]s
			%[1]s completion fish > ~/.config/fish/completions/%[1]s.fish`, p.Name),
		Setup: func(*pflag.FlagSet) func(Env, []string) error {
			return func(env Env, args []string) error {
				if len(args) != 1 {
					return fmt.Errorf("completion: name one shell, %s", strings.Join(known, ", "))
				}
				root := p.cobra()
				scripts := []func(io.Writer) error{
					func(w io.Writer) error { return root.GenBashCompletionV2(w, true) },
					root.GenZshCompletion,
					func(w io.Writer) error { return root.GenFishCompletion(w, true) },
				}
				i := slices.Index(known, args[0])
				if i < 0 {
					return fmt.Errorf("completion: unknown shell %.40q%s; one of %s", args[0], nearest.Hint(args[0], known), strings.Join(known, ", "))
				}
				return env.Write(atomicfile.Stdout, scripts[i])
			}
		},
	}
}

// complete answers a completion script: it prints completions of the last of args, if args are a script's.
func (p *Program) complete(env Env, args []string) (handled bool, err error) {
	if args[0] != cobra.ShellCompRequestCmd && args[0] != cobra.ShellCompNoDescRequestCmd {
		return false, nil
	}
	root := p.cobra()
	root.SetArgs(args)
	root.SetOut(env.Stdout)
	root.SetErr(io.Discard)
	return true, root.Execute()
}

// cobra returns the program as cobra completes it.
func (p *Program) cobra() *cobra.Command {
	root := &cobra.Command{Use: p.Name, Short: p.Short, Version: p.Version(), CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true}}
	root.SetHelpCommand(&cobra.Command{Hidden: true})
	addCommands(root, p.all())
	return root
}

func addCommands(to *cobra.Command, commands []Command) {
	for i := range commands {
		c := &commands[i]
		command := &cobra.Command{Use: c.Name, Short: c.Short, Hidden: c.Hidden, Run: func(*cobra.Command, []string) {}}
		if c.Words != nil {
			command.ValidArgsFunction = cobra.FixedCompletions(c.Words, cobra.ShellCompDirectiveDefault)
		}
		flags, _ := c.flags()
		command.Flags().AddFlagSet(flags)
		flags.VisitAll(func(f *pflag.Flag) {
			if words := f.Annotations[valuesKey]; words != nil {
				_ = command.RegisterFlagCompletionFunc(f.Name, cobra.FixedCompletions(words, cobra.ShellCompDirectiveDefault)) // it is new
			}
		})
		to.AddCommand(command)
		addCommands(command, c.Commands)
	}
}
