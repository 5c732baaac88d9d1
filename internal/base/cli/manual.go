package cli

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"smartnic-cc/internal/base/sys/atomicfile"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/nearest"
)

// manual is the command that every program has for its manual pages.
func (p *Program) manual() Command {
	return Command{
		Name:  "man",
		Args:  "[COMMAND...]",
		Short: "print the manual page of a command, or write those of all to a folder",
		Examples: fmt.Sprintf(`%[1]s man | man -l -
			%[1]s man -o ~/.local/share/man/man1`, p.Name),
		Setup: func(f *pflag.FlagSet) func(Env, []string) error {
			dir := f.StringP("output", "o", "", "folder to write all pages to; made if it is not there")
			return func(env Env, args []string) error {
				if *dir != "" && len(args) > 0 {
					return fmt.Errorf("man: -o writes the pages of all commands; leave %q out", args[0])
				}
				pages := p.pages()
				if *dir != "" {
					return p.writeManual(*dir, pages)
				}
				i := slices.IndexFunc(pages, func(g page) bool { return slices.Equal(g.path, args) })
				if i < 0 {
					known := collect.Of(pages, func(x page) string { return strings.Join(x.path, " ") })
					name := strings.Join(args, " ")
					return fmt.Errorf("man: unknown command %.60q%s; %s --help lists them", name, nearest.Hint(name, known), p.Name)
				}
				return env.Write(atomicfile.Stdout, func(w io.Writer) error { return p.roff(w, pages, &pages[i]) })
			}
		},
	}
}

// writeManual writes all pages, or none.
func (p *Program) writeManual(dir string, pages []page) error {
	folder, err := atomicfile.NewFolder(dir)
	if err != nil {
		return err
	}
	defer folder.Abort()
	for i := range pages {
		if err := folder.Fill(p.title(&pages[i])+".1", func(w io.Writer) error { return p.roff(w, pages, &pages[i]) }); err != nil {
			return err
		}
	}
	return folder.Commit()
}

// title is what a page is called: the path with hyphens.
func (p *Program) title(g *page) string {
	return strings.Join(append([]string{p.Name}, g.path...), "-")
}

// roff writes one page in the macros of man(7). It says no date, so that a version has the
// same pages every time.
func (p *Program) roff(w io.Writer, pages []page, g *page) error {
	var b bytes.Buffer
	title := p.title(g)
	path := strings.Join(append([]string{p.Name}, g.path...), " ")
	fmt.Fprintf(&b, ".TH %s 1 \"\" \"%s\"\n", strings.ToUpper(escapeRoff(title)), escapeRoff(p.Name+" "+p.Version()))
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", escapeRoff(title), escapeRoff(g.short))
	synopsis := path + " COMMAND [FLAG...] [ARGUMENT...]"
	if g.c != nil {
		synopsis = g.c.synopsis(path)
	}
	fmt.Fprintf(&b, ".SH SYNOPSIS\n%s\n", escapeRoff(synopsis))
	if g.c != nil && g.c.long() != "" {
		fmt.Fprint(&b, ".SH DESCRIPTION\n")
		paragraphs(&b, g.c.long())
	}
	if len(g.subs) > 0 {
		fmt.Fprint(&b, ".SH COMMANDS\n")
		for _, c := range g.subs {
			if !c.Hidden {
				fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", escapeRoff(c.Name), escapeRoff(c.Short))
			}
		}
	}
	fmt.Fprint(&b, ".SH OPTIONS\n")
	for _, f := range g.flags {
		value, usage := pflag.UnquoteUsage(f)
		forms := spellings(f)
		slices.Reverse(forms)
		if value != "" {
			value = " " + value
		}
		if usage = strings.TrimSpace(usage); f.DefValue != "" && f.DefValue != "[]" && f.DefValue != "false" && f.DefValue != "0" && f.DefValue != "0s" {
			usage += " (default " + f.DefValue + ")"
		}
		fmt.Fprintf(&b, ".TP\n\\fB%s\\fR%s\n%s\n", escapeRoff(strings.Join(forms, ", ")), escapeRoff(value), escapeRoff(usage))
	}
	if g.c != nil && g.c.Examples != "" {
		fmt.Fprintf(&b, ".SH EXAMPLES\n.nf\n")
		for _, line := range strings.Split(strings.TrimSpace(g.c.Examples), "\n") {
			fmt.Fprintf(&b, "%s\n", escapeRoff(strings.TrimSpace(line)))
		}
		fmt.Fprint(&b, ".fi\n")
	}
	fmt.Fprint(&b, ".SH OUTPUT AND EXIT STATUS\n")
	paragraphs(&b, conventions)
	also(&b, p, pages, g)
	_, err := w.Write(b.Bytes())
	return err
}

// also names the pages above and below one.
func also(w io.Writer, p *Program, pages []page, g *page) {
	var list []string
	for i := range pages {
		other := &pages[i]
		n, m := len(g.path), len(other.path)
		if n == m+1 && slices.Equal(g.path[:m], other.path) || m == n+1 && slices.Equal(other.path[:n], g.path) {
			list = append(list, "\\fB"+escapeRoff(p.title(other))+"\\fR(1)")
		}
	}
	fmt.Fprintf(w, ".SH SEE ALSO\n%s\n", strings.Join(list, ",\n"))
}

// paragraphs writes a text of Long: lines that begin with a space stay lines.
func paragraphs(w io.Writer, text string) {
	fixed := false
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		if list := strings.HasPrefix(line, " "); list != fixed {
			fixed = list
			fmt.Fprintln(w, map[bool]string{true: ".nf", false: ".fi"}[list])
		}
		if line == "" {
			line = ".PP"
		} else {
			line = escapeRoff(line)
		}
		fmt.Fprintln(w, line)
	}
	if fixed {
		fmt.Fprintln(w, ".fi")
	}
}

// escapeRoff writes a text so that roff prints it as it is.
func escapeRoff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n", " ").Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}
