// Command ccgen compiles the firmware packages of this repository, whose source it embeds, or packages in folders, to
// C and other languages, and compares the result with test vectors.
package main

import (
	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/text/collect"
	_ "smartnic-cc/internal/nicconf" // reads the files that --profile names
	"smartnic-cc/internal/version"
)

func main() { program().Main() }

func program() *cli.Program {
	commands := []cli.Command{newCommand(), cCommand(), vectorsCommand(), checkCommand(), verifyCommand(), lintCommand(), explainCommand(), rangesCommand(), smtCommand(), lawsCommand(), fuzzCommand()}
	commands = append(commands, collect.Of(backEnds(), func(b backEnd) cli.Command { return b.command() })...)
	return &cli.Program{
		Name:     "ccgen",
		Short:    "ccgen compiles the congestion-control firmware from Go to C and proves the port on test vectors.",
		Version:  version.String,
		Commands: append(commands, costCommand(), mutateCommand(), buildCommand()),
	}
}
