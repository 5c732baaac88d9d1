package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"smartnic-cc/internal/sys/atomicfile"
	"smartnic-cc/internal/text/nearest"
)

// completion is the command that every program has for its shell.
func (p *Program) completion() Command {
	known := []string{"bash", "zsh", "fish"}
	scripts := []func(io.Writer){p.bash, p.zsh, p.fish}
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
				i := slices.Index(known, args[0])
				if i < 0 {
					return fmt.Errorf("completion: unknown shell %.40q%s; one of %s", args[0], nearest.Hint(args[0], known), strings.Join(known, ", "))
				}
				return env.Write(atomicfile.Stdout, func(w io.Writer) error {
					scripts[i](w)
					return nil
				})
			}
		},
	}
}

// quote writes a text as one word of a shell.
func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// deeper writes the loop's case that finds the command on the line: a word goes on with the path
// if it is a command there.
func deeper(pages []page) string {
	var list []string
	for _, g := range pages[1:] {
		list = append(list, quote(g.at()))
	}
	return strings.Join(list, "|")
}

// choices are the words that may stand for an argument of a page's command.
func (g *page) choices() (words []string) {
	words = names(g.subs)
	if g.c != nil {
		words = append(words, g.c.Words...)
	}
	return words
}

func (p *Program) bash(w io.Writer) {
	pages := p.pages()
	fmt.Fprintf(w, `# Completion of %[1]s for bash, made by: %[1]s completion bash
_%[1]s() {
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} at= flags= words= i
	if [[ $cur == = ]]; then
		cur=
	elif [[ $prev == = && COMP_CWORD -gt 1 ]]; then
		prev=${COMP_WORDS[COMP_CWORD-2]}
	fi
	for ((i = 1; i < COMP_CWORD; i++)); do
		case "$at ${COMP_WORDS[i]}" in
		%[2]s) at+=" ${COMP_WORDS[i]}" ;;
		esac
	done
	case $at in
`, p.Name, deeper(pages))
	for _, g := range pages {
		var flags []string
		for _, f := range g.flags {
			flags = append(flags, spellings(f)...)
		}
		fmt.Fprintf(w, "\t%s) flags=%s words=%s ;;\n", quote(g.at()), quote(strings.Join(flags, " ")), quote(strings.Join(g.choices(), " ")))
	}
	fmt.Fprint(w, "\tesac\n\tcase \"$at $prev\" in\n")
	cases(w, pages, func(words []string) string { return fmt.Sprintf("flags= words=%s", quote(strings.Join(words, " "))) })
	fmt.Fprintf(w, `	esac
	# Where nothing is proposed, the name of a file is.
	if [[ $cur == -* ]]; then
		words=$flags
	fi
	mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}
complete -o bashdefault -o default -F _%[1]s %[1]s
`, p.Name)
}

// cases writes a case for every flag that takes a value: what set says of its words.
func cases(w io.Writer, pages []page, set func(words []string) string) {
	for _, g := range pages {
		for _, f := range g.flags {
			value, words := takes(f)
			if !value {
				continue
			}
			var forms []string
			for _, s := range spellings(f) {
				forms = append(forms, quote(g.at()+" "+s))
			}
			fmt.Fprintf(w, "\t%s) %s ;;\n", strings.Join(forms, "|"), set(words))
		}
	}
}

func (p *Program) zsh(w io.Writer) {
	pages := p.pages()
	fmt.Fprintf(w, `#compdef %[1]s
# Completion of %[1]s for zsh, made by: %[1]s completion zsh
_%[1]s() {
	local at= prev=$words[CURRENT-1] i value=
	local -a flags choices
	for ((i = 2; i < CURRENT; i++)); do
		case "$at $words[i]" in
		(%[2]s) at+=" $words[i]" ;;
		esac
	done
	if [[ $PREFIX == --*=* ]]; then
		prev=${PREFIX%%%%=*}
		compset -P '*='
	fi
	case $at in
`, p.Name, deeper(pages))
	described := func(name, short string) string { return quote(strings.ReplaceAll(name, ":", `\:`) + ":" + short) }
	for _, g := range pages {
		fmt.Fprintf(w, "\t(%s)\n\t\tflags=(\n", quote(g.at()))
		for _, f := range g.flags {
			for _, s := range spellings(f) {
				fmt.Fprintf(w, "\t\t\t%s\n", described(s, f.Usage))
			}
		}
		fmt.Fprint(w, "\t\t)\n\t\tchoices=(\n")
		for _, c := range g.subs {
			if !c.Hidden {
				fmt.Fprintf(w, "\t\t\t%s\n", described(c.Name, c.Short))
			}
		}
		if g.c != nil {
			for _, word := range g.c.Words {
				fmt.Fprintf(w, "\t\t\t%s\n", quote(word))
			}
		}
		fmt.Fprint(w, "\t\t)\n\t\t;;\n")
	}
	fmt.Fprint(w, "\tesac\n\tcase \"$at $prev\" in\n")
	cases(w, pages, func(words []string) string {
		list := make([]string, len(words))
		for i, word := range words {
			list[i] = quote(word)
		}
		return fmt.Sprintf("value=1 choices=(%s)", strings.Join(list, " "))
	})
	fmt.Fprintf(w, `	esac
	if [[ -z $value && $PREFIX == -* ]]; then
		_describe -o flag flags
	elif (( $#choices )); then
		_describe choice choices || _files
	else
		_files
	fi
}
if [[ $funcstack[1] == _%[1]s ]]; then
	_%[1]s "$@"
else
	compdef _%[1]s %[1]s
fi
`, p.Name)
}

func (p *Program) fish(w io.Writer) {
	pages := p.pages()
	fmt.Fprintf(w, `# Completion of %[1]s for fish, made by: %[1]s completion fish
function __%[1]s_at
	set -l words (commandline -opc)
	set -e words[1]
	set -l at ''
	for word in $words
		switch "$at $word"
			case %[2]s
				set at "$at $word"
		end
	end
	test "$at" = "$argv[1]"
end
`, p.Name, strings.ReplaceAll(deeper(pages), "|", " "))
	quote := func(text string) string {
		return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(text) + "'"
	}
	for _, g := range pages {
		at := fmt.Sprintf("complete -c %s -n %s", p.Name, quote("__"+p.Name+"_at "+quote(g.at())))
		for _, c := range g.subs {
			if !c.Hidden {
				fmt.Fprintf(w, "%s -f -a %s -d %s\n", at, c.Name, quote(c.Short))
			}
		}
		if g.c != nil && len(g.c.Words) > 0 {
			fmt.Fprintf(w, "%s -f -a %s\n", at, quote(strings.Join(g.c.Words, " ")))
		}
		for _, f := range g.flags {
			line := at
			if f.Shorthand != "" {
				line += " -s " + f.Shorthand
			}
			line += " -l " + f.Name
			if value, words := takes(f); value {
				line += " -r"
				if len(words) > 0 {
					line += " -a " + quote(strings.Join(words, " "))
				}
			}
			fmt.Fprintf(w, "%s -d %s\n", line, quote(f.Usage))
		}
	}
}
