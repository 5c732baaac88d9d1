package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/pflag"

	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/sys/child"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/junit"
)

// reportFlags say how the outcome of vectors is reported.
type reportFlags struct {
	asJSON bool
	junit  string
}

func (o *reportFlags) flags(f *pflag.FlagSet, with string) {
	f.BoolVar(&o.asJSON, "json", false, with+"print the table as JSON")
	cli.OutputFile(f, &o.junit, "junit", with+"write the outcome to this file too, as the XML of JUnit: a suite for each target, a case for each file of vectors")
}

// report reports outcomes to w, as a table or as JSON, and in the file of --junit. runErr is the error that ended the
// run, or nil; the file then still reports what was run. The error has exit status 1 if a target differs or a tool
// failed.
func (o *reportFlags) report(env cli.Env, w io.Writer, command string, outcomes []testvectors.Outcome, runErr error) error {
	if errors.Is(runErr, context.Canceled) {
		return runErr
	}
	if o.junit != "" {
		suites := collect.Of(outcomes, func(x testvectors.Outcome) junit.Suite { return junit.Of(&x) })
		if err := junit.WriteFile(o.junit, suites); err != nil {
			return errors.Join(runErr, err)
		}
	}
	failed := 0
	for i := range outcomes {
		if outcomes[i].Warnings != "" {
			fmt.Fprintf(env.Stderr, "the compiler warns:\n%s\n", outcomes[i].Warnings)
		}
		if outcomes[i].Report != nil {
			failed++
		}
	}
	if runErr != nil {
		return toolFailed(env, fmt.Errorf("%s: %w", command, runErr))
	}
	var err error
	if o.asJSON {
		err = env.JSON(outcomes)
	} else {
		err = testvectors.WriteOutcomes(w, outcomes)
	}
	switch {
	case err == nil && failed > 0 && len(outcomes) == 1:
		err = cli.CheckFailed(fmt.Errorf("%s: %s differs from the vectors", command, outcomes[0].Target))
	case err == nil && failed > 0:
		err = cli.CheckFailed(fmt.Errorf("%s: %d of %d targets differ from the vectors", command, failed, len(outcomes)))
	}
	return err
}

// toolFailed shows the whole output of a tool that failed, and returns the error with its exit status.
func toolFailed(env cli.Env, err error) error {
	var tool *child.ToolError
	if !errors.As(err, &tool) {
		return err
	}
	if said := strings.TrimSpace(tool.Output); said != "" {
		fmt.Fprintf(env.Stderr, "%s says:\n%s\n", tool.Tool, said)
	}
	return cli.CheckFailed(err)
}
