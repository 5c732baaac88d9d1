// Command cctrace replays traces of congestion notification packets through the
// reference, and holds firmware programs against it.
package main

import (
	"smartnic-cc/internal/cli"
	"smartnic-cc/internal/version"
)

func main() { program().Main() }

func program() *cli.Program {
	return &cli.Program{
		Name:     "cctrace",
		Short:    "cctrace replays CNP traces through DCQCN and Dolce-RC, and checks firmware against the reference.",
		Version:  version.String(),
		Commands: []cli.Command{replayCommand(), statsCommand(), convertCommand(), simCommand(), reproduceCommand(), sweepCommand(), verifyCommand(), firmwareCommand(), sampleCommand(), figureCommand(), plotCommand(), reportCommand(), profileCommand()},
	}
}
