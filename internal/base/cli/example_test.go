package cli_test

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/pflag"

	"smartnic-cc/internal/base/cli"
)

func ExampleProgram_Run() {
	p := cli.Program{Name: "tool", Short: "Tool checks numbers against a limit.", Version: func() string { return "1" }, Commands: []cli.Command{{
		Name: "check", Args: "NUMBER", Short: "check a number against the limit", Examples: "tool check 3",
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			limit := f.Int("limit", 5, "what is too much")
			return func(env cli.Env, args []string) error {
				if len(args) != 1 {
					return errors.New("check: one number is needed, as in tool check 3")
				}
				var n int
				if _, err := fmt.Sscan(args[0], &n); err != nil {
					return fmt.Errorf("check: %q is no number", args[0])
				}
				if n > *limit {
					return cli.CheckFailed(fmt.Errorf("check: %d is above %d", n, *limit))
				}
				_, err := fmt.Fprintln(env.Stdout, "fine")
				return err
			}
		},
	}}}
	env := cli.Env{Stdout: os.Stdout, Stderr: os.Stdout}
	for _, args := range [][]string{{"check", "3"}, {"check", "7"}, {"check", "--limit", "9", "7"}, {"check"}} {
		fmt.Println("status", p.Run(env, args))
	}
	// Output:
	// fine
	// status 0
	// tool: check: 7 is above 5
	// status 1
	// fine
	// status 0
	// tool: check: one number is needed, as in tool check 3
	// status 2
}
