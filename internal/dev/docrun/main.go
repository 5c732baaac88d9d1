// Command docrun runs the commands that pages of Markdown show, and compares what they print with
// what the page shows:
//
//	go run ./internal/dev/docrun docs/examples/aimd/README.md
//
// A page's blocks of code between fences whose first line begins with "$ " are sessions: such
// lines are commands of bash, the lines below them standard output and then standard error. A line "..." is any
// number of lines, and "..." within a line any text. The last line of a command that fails is
// "exit status N". All commands of a page run in one copy of its folder, in a copy of the tree
// whose other folders are links, so that relative paths lead where they do for a reader; those of
// replace directives in its go.mod are made absolute. Both trees have the files that git tracks.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
	"time"

	"github.com/spf13/pflag"

	"smartnic-cc/internal/base/cli"
)

const usage = `Runs the commands that the pages show, and compares what they print with what is
shown there. Status 1: something differs.

Flags:
%s
Examples:
  go run ./internal/dev/docrun docs/examples/aimd/README.md
  go run ./internal/dev/docrun --update docs/examples/*/README.md
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// result is what came out of a page.
type result struct {
	log     bytes.Buffer
	differs int
	err     error
}

// run is the command; it returns the exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	flags := pflag.NewFlagSet("docrun", pflag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Usage = func() {}
	update := flags.Bool("update", false, "write into the pages what the commands print, where it differs")
	root := flags.String("root", ".", "the folder of the tree that pages lie in")
	limit := flags.Duration("limit", 10*time.Minute, "how long one command may take")
	err := flags.Parse(args)
	switch {
	case errors.Is(err, pflag.ErrHelp):
		fmt.Fprintf(stdout, usage, flags.FlagUsages())
		return cli.ExitOK
	case err == nil && flags.NArg() == 0:
		err = errors.New("name a page, as in docs/examples/aimd/README.md")
	}
	if err != nil {
		fmt.Fprintln(stderr, "docrun:", err)
		return cli.ExitUsage
	}
	// Pages run at the same time, and say what they say in their order.
	results := make([]result, flags.NArg())
	var wg sync.WaitGroup
	for i, path := range flags.Args() {
		wg.Go(func() {
			res := &results[i]
			r := runner{root: *root, limit: *limit, log: &res.log}
			res.differs, res.err = r.page(ctx, path, *update)
		})
	}
	wg.Wait()
	status := cli.ExitOK
	for i := range results {
		res := &results[i]
		if _, err := res.log.WriteTo(stdout); err != nil {
			res.err = errors.Join(res.err, err)
		}
		switch {
		case res.err != nil:
			fmt.Fprintln(stderr, "docrun:", res.err)
			status = cli.ExitUsage
		case res.differs > 0 && status == cli.ExitOK:
			status = cli.ExitCheck
		}
	}
	return status
}
